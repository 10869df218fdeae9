import Diagnostics
import FlyingFox
import FlyingSocks
import FoundationEssentials
import Glibc

/// Serves a site and the harness on a free port of 127.0.0.1, and passes on what the harness sends.
///
/// The harness lies under a path that cannot be guessed, so that no other page can speak for it.
struct AuditServer: Sendable {
  /// In bytes.
  static let bodyLimit = 64 << 20

  let files: ServedFiles
  let plan: HarnessPlan
  let token: String
  let send: @Sendable (HarnessMessage) -> Void

  private let server: HTTPServer

  init(
    files: ServedFiles, plan: HarnessPlan, token: String, send: @escaping @Sendable (HarnessMessage) -> Void
  ) throws(Diagnostic) {
    self.files = files
    self.plan = plan
    self.token = token
    self.send = send
    do {
      server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 60, logger: .disabled)
    } catch {
      throw .serverFailed(reason: "\(error)")
    }
  }

  /// Serves until it is cancelled.
  func run() async throws { try await server.run() }

  /// Where the harness is, as soon as it can be opened.
  func open() async throws(Diagnostic) -> String {
    do {
      try await server.waitUntilListening(timeout: 10)
    } catch {
      throw .serverFailed(reason: "\(error)")
    }
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw .serverFailed(reason: "no port") }
    let host = "127.0.0.1:\(port)"
    await server.appendRoute("*") { request in try await respond(to: request, host: host) }
    return "http://\(host)\(harnessFolder)"
  }

  private var harnessFolder: String { "/__audit-\(token)/" }

  private func respond(to request: HTTPRequest, host: String) async throws -> HTTPResponse {
    guard case .ip4("127.0.0.1", _)? = request.remoteAddress, request.headers[.host] == host else {
      return HTTPResponse(statusCode: .forbidden)
    }
    let target = request.target.path()
    if target.hasPrefix(harnessFolder) {
      return try await respond(toHarness: String(target.dropFirst(harnessFolder.count)), request)
    }
    guard request.method == .GET else { return HTTPResponse(statusCode: .methodNotAllowed) }
    guard let path = files.file(forTarget: target), let bytes = try? files.bytes(ofFile: path) else {
      return HTTPResponse(statusCode: .notFound)
    }
    return content(Data(bytes), mediaType(ofFile: path))
  }

  private func respond(toHarness name: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    switch (request.method, name) {
    case (.GET, ""): return content(Data(harnessPage.utf8), "text/html; charset=utf-8")
    case (.GET, "harness.js"): return content(Data(harnessScript.utf8), "text/javascript; charset=utf-8")
    case (.GET, "plan.json"): return content(try JSONEncoder().encode(plan), "application/json")
    case (.POST, _): return try await receive(name, request.bodySequence)
    default: return HTTPResponse(statusCode: .notFound)
    }
  }

  private func receive(_ name: String, _ body: HTTPBodySequence) async throws -> HTTPResponse {
    if let count = body.count, count > Self.bodyLimit { return HTTPResponse(statusCode: .payloadTooLarge) }
    var data = Data()
    for try await piece in body {
      data.append(piece)
      if data.count > Self.bodyLimit { return HTTPResponse(statusCode: .payloadTooLarge) }
    }
    guard let message = try? HarnessMessage(name: name, body: data) else {
      return HTTPResponse(statusCode: .badRequest)
    }
    send(message)
    return HTTPResponse(statusCode: .noContent)
  }

  private func content(_ data: Data, _ type: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [
        .contentType: type, .cacheControl: "no-store", HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Referrer-Policy"): "no-referrer",
      ], body: data)
  }
}

/// 128 random bits, in hexadecimal digits.
func randomToken() -> String {
  var generator = SystemRandomNumberGenerator()
  return (0..<2).map { _ in
    let digits = String(generator.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }.joined()
}
