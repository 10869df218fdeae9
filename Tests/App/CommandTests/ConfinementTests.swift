import Processes
import Testing

/// The remaining rights of a process that decodes images that may be hostile.
@Suite struct ConfinementTests {
  /// True if this machine's kernel can confine processes. Some containers forbid it.
  private static let isConfined = (try? CommandRun.of(["try-confinement", "start a thread"]).output) == "made\n"
  private static let ending: Set = ["start a program", "trace a process", "read memory of others"]
  private static let reading: Set = ["open to read", "look for a file"]

  @Test(.enabled(if: isConfined), arguments: ForbiddenCall.all.map(\.name), [false, true])
  func refusesForbiddenCalls(name: String, readsFiles: Bool) throws {
    let arguments = ["try-confinement", name] + (readsFiles ? ["--reads-files"] : [])
    guard !Self.ending.contains(name) else {
      // SIGSYS
      #expect(throws: CommandRun.Failure(what: "ended by signal 31")) { try CommandRun.of(arguments) }
      return
    }
    let isMade = name == "start a thread" || readsFiles && Self.reading.contains(name)
    // Standard input is open only for reading here, so a write fails by itself and not because of the filter.
    let isOwn = !readsFiles && name == "write to the request"
    let refusal = isOwn ? "Bad file descriptor" : "Operation not permitted"
    #expect(try CommandRun.of(arguments).output == (isMade ? "made\n" : "refused: \(refusal)\n"))
  }

  @Test func listsAllForbiddenCalls() throws {
    #expect(ForbiddenCall.all.count == 22)
    #expect(Self.ending.union(Self.reading).isSubset(of: ForbiddenCall.all.map(\.name)))
  }
}
