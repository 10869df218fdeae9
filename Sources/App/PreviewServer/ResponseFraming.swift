import CHTTPParser

/// The framing of an answer, so that the client knows where it ends.
///
/// It follows RFC 9112, section 6.
struct ResponseFraming {
  /// The bytes before the body.
  let head: [UInt8]
  let hasBody: Bool
  private let isChunked: Bool

  /// - Parameter isLast: true if the connection is closed after it.
  init(_ response: Response, to request: RequestHead, isLast: Bool) {
    hasBody = request.method != .head && response.status != .noContent
    var headers = response.headers.map { ($0.name, $0.value) }
    headers.append(("Cache-Control", "no-store"))
    // No other site may show an answer inside its own page.
    headers.append(("Content-Security-Policy", "frame-ancestors 'self'"))
    headers.append(("Cross-Origin-Resource-Policy", "same-origin"))
    headers.append(("Referrer-Policy", "no-referrer"))
    headers.append(("X-Content-Type-Options", "nosniff"))
    switch response.body {
    case .bytes(let bytes):
      isChunked = false
      if response.status != .noContent { headers.append(("Content-Length", "\(bytes.count)")) }
    case .stream:
      isChunked = hasBody && request.version == .http11
      if isChunked { headers.append(("Transfer-Encoding", "chunked")) }
    }
    if isLast { headers.append(("Connection", "close")) }
    let status = statusLine(request.version, response.status.rawValue)
    head = Array((status + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n").utf8)
  }

  /// The bytes that are sent for a piece of the body.
  ///
  /// - Parameter piece: a piece that is not empty: an empty one would be read as the end.
  func framed(_ piece: [UInt8]) -> [UInt8] {
    isChunked ? Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8) : piece
  }

  /// The bytes after the body.
  var end: [UInt8] { isChunked ? Array("0\r\n\r\n".utf8) : [] }

  /// The interim answer to a client that waits for permission to send the body.
  static let goOn = Array((statusLine(.http11, 100) + "\r\n").utf8)
}

private func statusLine(_ version: RequestHead.Version, _ code: Int) -> String {
  let reason = unsafe String(cString: http_status_str(http_status(UInt32(code))))
  return "\(version.rawValue) \(code) \(reason)\r\n"
}
