import Processes
import Testing

/// The remaining rights of a process that reads images or fonts that may be hostile.
@Suite struct ConfinementTests {
  /// True if this machine's kernel can confine processes. Some containers forbid it.
  private static let isConfined = (try? CommandRun.of(["try-confinement", "start a thread"]).output) == "made\n"
  private static let ending: Set = ["start a program", "trace a process", "read memory of others"]

  @Test(.enabled(if: isConfined), arguments: ForbiddenCall.all.map(\.name))
  func refusesForbiddenCalls(name: String) throws {
    let arguments = ["try-confinement", name]
    guard !Self.ending.contains(name) else {
      // SIGSYS
      #expect(throws: CommandRun.Failure(what: "ended by signal 31")) { try CommandRun.of(arguments) }
      return
    }
    // Standard input is open only for reading here, so a write fails by itself and not because of the filter.
    let refusal = name == "write to the request" ? "Bad file descriptor" : "Operation not permitted"
    #expect(try CommandRun.of(arguments).output == (name == "start a thread" ? "made\n" : "refused: \(refusal)\n"))
  }

  @Test func listsAllForbiddenCalls() throws {
    #expect(ForbiddenCall.all.count == 22)
    #expect(Self.ending.isSubset(of: ForbiddenCall.all.map(\.name)))
  }
}
