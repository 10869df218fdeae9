import ArgumentParser
import Glibc
import Processes

/// The process that tests start to check the confinement.
struct TryConfinement: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try-confinement",
    abstract: "makes a system call that decoders must not make, and prints the result",
    shouldDisplay: false)

  @Argument(help: "the call; without it, all are listed") var name: String?

  func run() throws {
    guard let name else { return print(ForbiddenCall.all.map(\.name).joined(separator: "\n")) }
    guard let call = ForbiddenCall.all.first(where: { $0.name == name }) else { throw ExitCode(64) }
    if let code = confineProcess() {
      return print("not confined: \(reason(ofError: code))")
    }
    print(call.make().map { "refused: \(reason(ofError: $0))" } ?? "made")
  }
}
