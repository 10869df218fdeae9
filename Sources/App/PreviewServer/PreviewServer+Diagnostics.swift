public import Diagnostics
import Glibc

extension Diagnostic.Rule {
  public static let portTaken = Self("port-taken", fault: .cannotRun)
}

extension Diagnostic {
  static func outputMissing(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("output-missing", fault: .cannotRun), "there is no folder with a site to look at", path: path,
      help: "run `cardshelf build` first, or name the folder with --output")
  }

  static func cannotListen(on address: String, port: UInt16, errorCode: Int32) -> Diagnostic {
    switch errorCode {
    case EADDRINUSE:
      cannotListen(
        on: address, port: port, reason: "another program listens there", rule: .portTaken,
        help: "end that program, or choose another port")
    case EACCES:
      cannotListen(on: address, port: port, reason: "only root may", help: "choose a port from 1024 on")
    case EADDRNOTAVAIL:
      cannotListen(
        on: address, port: port, reason: "this machine has no such address", help: "0.0.0.0 stands for all it has")
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
