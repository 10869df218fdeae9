import Diagnostics
import FoundationEssentials
import PreviewServer

/// Serves a site and the harness on a free port of 127.0.0.1, and passes on the messages of the harness.
///
/// The path of the harness cannot be guessed, so that no other page can impersonate it.
struct AuditServer: Sendable {
  /// The limit of a request's body in bytes.
  static let bodyLimit = 64 << 20

  let files: ServedFiles
  let plan: HarnessPlan
  let token: String
  let send: @Sendable (HarnessMessage) -> Void

  /// Runs the server until it is cancelled.
  ///
  /// - Parameter listening: is called with the harness's address as soon as it can be opened.
  func run(listening: @Sendable (_ url: String) -> Void) async throws(Diagnostic) {
    var server = PreviewServer { request in response(to: request) }
    server.bodyLimit = Self.bodyLimit
    // The audit, which ends the server, decides how long a browser may take on a busy machine.
    server.patience = .seconds(3600)
    server.headPatience = server.patience
    try await server.run { port in listening("http://127.0.0.1:\(port)\(harnessFolder)") }
  }

  private var harnessFolder: String { "/__audit-\(token)/" }

  private func response(to request: Request) -> Response {
    guard request.path.hasPrefix(harnessFolder) else {
      var response = files.response(to: request)
      // Frames do not depend on pictures of other sites, and an audit sends nothing to these.
      response.headers.append(Response.ResponseHeader("Content-Security-Policy", "img-src 'self'"))
      return response
    }
    let name = String(request.path.dropFirst(harnessFolder.count))
    switch (request.method, name) {
    case (.get, ""): return .content(Array(harnessPage.utf8), type: "text/html; charset=utf-8")
    case (.get, "harness.js"): return .content(Array(harnessScript.utf8), type: "text/javascript; charset=utf-8")
    case (.get, "plan.json"):
      guard let data = try? JSONEncoder().encode(plan) else { return Response(.internalServerError) }
      return .content(Array(data), type: "application/json")
    case (.post, _):
      guard let message = try? HarnessMessage(name: name, body: Data(request.body)) else {
        return Response(.badRequest)
      }
      send(message)
      return Response(.noContent)
    default: return Response(.notFound)
    }
  }
}
