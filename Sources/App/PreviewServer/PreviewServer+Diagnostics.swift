public import Diagnostics
import Glibc

extension Diagnostic.Rule {
  public static let portTaken = Self("port-taken", fault: .cannotRun)
}

extension Diagnostic {
  static func outputMissing(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("output-missing", fault: .cannotRun), "there is no folder with a built site", path: path,
      help: "run `cardshelf build` first, or name the folder with --output")
  }

  static func cannotListen(on address: String, port: UInt16, errorCode: Int32) -> Diagnostic {
    switch errorCode {
    case EADDRINUSE:
      cannotListen(
        on: address, port: port, reason: "another program is listening there", rule: .portTaken,
        help: "quit that program, or choose another port")
    case EACCES:
      cannotListen(on: address, port: port, reason: "only root may use it", help: "choose a port of 1024 or above")
    case EADDRNOTAVAIL:
      cannotListen(
        on: address, port: port, reason: "this machine has no such address", help: "0.0.0.0 means all of its addresses")
    default: cannotListen(on: address, port: port, reason: reason(ofError: errorCode))
    }
  }

  static func cannotListen(
    on address: String, port: UInt16, reason: String, rule: Rule = Rule("server-failed", fault: .cannotRun),
    help: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, rule, "cannot listen: \(reason)", path: "\(address):\(port)", help: help)
  }

  private static func reason(ofError code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
