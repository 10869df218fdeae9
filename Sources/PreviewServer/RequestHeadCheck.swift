import NIOHTTP1

/// What every request must be like before anybody looks at it.
struct RequestHeadCheck {
  let hosts: Set<String>
  let port: UInt16
  let bodyLimit: Int

  /// The answer to a request that is refused; nil for one that may go on.
  func refusal(of head: HTTPRequestHead) -> Response.Status? {
    // RFC 9112, section 3.2; of HTTP/1.0 it is asked too, since a page can be refused by nothing else.
    let names = head.headers["Host"]
    guard names.count == 1, let host = names.first else { return .badRequest }
    guard isOwn(host) else { return .forbidden }
    guard head.uri.utf8.first == UInt8(ascii: "/"), !head.uri.utf8.contains(UInt8(ascii: "#")) else {
      return .badRequest
    }
    // Where it is missing, the body's pieces are counted.
    if let length = head.headers.first(name: "Content-Length"), !isWithinLimit(length) { return .contentTooLarge }
    return nil
  }

  private func isOwn(_ host: String) -> Bool {
    let host = host.lowercased()
    return hosts.contains { host == "\($0):\(port)" || port == 80 && host == $0 }
  }

  private func isWithinLimit(_ length: String) -> Bool { Int(length).map { $0 <= bodyLimit } ?? false }
}
