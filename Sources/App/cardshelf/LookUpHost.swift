import ArgumentParser
import Glibc
import SiteBuild

/// The process that waits for the system's resolver, which cannot be interrupted.
struct LookUpHost: ParsableCommand {
  static let name = "look-up-host"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "prints the numeric addresses of a host", shouldDisplay: false)

  @Argument var host: String

  func run() throws {
    guard let addresses = numericAddresses(of: host) else { throw ExitCode(1) }
    print(addresses, terminator: "")
  }
}
