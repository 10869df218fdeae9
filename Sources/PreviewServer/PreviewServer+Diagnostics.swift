import Diagnostics
import Glibc

extension Diagnostic.Rule {
  static let outputMissing = Self("output-missing", fault: .cannotRun)
  static let serverFailed = Self("server-failed", fault: .cannotRun)
}

extension Diagnostic {
  static func outputMissing(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, .outputMissing, "there is no folder with a site to look at", path: path,
      help: "run `cardshelf build` first, or name the folder with --output")
  }

  static func cannotListen(port: UInt16, errorCode: Int32) -> Diagnostic {
    switch errorCode {
    case EADDRINUSE:
      cannotListen(
        port: port, reason: "another program listens there", help: "end that program, or choose another port")
    case EACCES:
      cannotListen(port: port, reason: "only root may", help: "choose a port from 1024 on")
    default: cannotListen(port: port, reason: reason(ofError: errorCode))
    }
  }

  static func cannotListen(port: UInt16, reason: String, help: String? = nil) -> Diagnostic {
    Diagnostic(.error, .serverFailed, "cannot listen: \(reason)", path: "127.0.0.1:\(port)", help: help)
  }

  private static func reason(ofError code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
