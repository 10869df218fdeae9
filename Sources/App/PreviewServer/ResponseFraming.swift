import NIOHTTP1

/// The framing of an answer, so that the client knows where it ends.
///
/// RFC 9112, section 6.
struct ResponseFraming {
  let head: HTTPResponseHead
  let hasBody: Bool

  /// - Parameter isLast: true if the connection is closed after it.
  init(_ response: Response, to request: HTTPRequestHead, isLast: Bool) {
    hasBody = request.method != .HEAD && response.status != .noContent
    var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
    headers.add(name: "Cache-Control", value: "no-store")
    // No other site may show an answer inside its own page.
    headers.add(name: "Content-Security-Policy", value: "frame-ancestors 'self'")
    headers.add(name: "Cross-Origin-Resource-Policy", value: "same-origin")
    headers.add(name: "Referrer-Policy", value: "no-referrer")
    headers.add(name: "X-Content-Type-Options", value: "nosniff")
    switch response.body {
    case .bytes(let bytes):
      if response.status != .noContent { headers.add(name: "Content-Length", value: "\(bytes.count)") }
    case .stream:
      if hasBody, request.version != .http1_0 { headers.add(name: "Transfer-Encoding", value: "chunked") }
    }
    if isLast { headers.add(name: "Connection", value: "close") }
    head = HTTPResponseHead(
      version: request.version, status: HTTPResponseStatus(statusCode: response.status.rawValue), headers: headers)
  }
}
