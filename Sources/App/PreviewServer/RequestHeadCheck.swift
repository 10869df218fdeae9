import NIOCore
import NIOHTTP1

/// What every request must be like before anybody looks at it.
struct RequestHeadCheck {
  let hosts: Set<String>
  var acceptsAddresses = false
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
    let suffix = ":\(port)"
    let host = host.lowercased()
    guard host.hasSuffix(suffix) || port == 80 else { return false }
    let name = host.hasSuffix(suffix) ? String(host.dropLast(suffix.utf8.count)) : host
    return hosts.contains { name == $0 || isLocal($0) && name.hasSuffix("." + $0) }
      || acceptsAddresses && isAddress(name)
  }

  /// RFC 6761, section 6.3: nobody but this machine answers for names below it.
  private func isLocal(_ name: String) -> Bool { name == "localhost" }

  /// RFC 3986, section 3.2.2.
  private func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return (try? SocketAddress(ipAddress: String(name.dropFirst().dropLast()), port: 0)) != nil
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { !$0.isEmpty && $0.utf8.count <= 3 && UInt8($0) != nil }
  }

  private func isWithinLimit(_ length: String) -> Bool { Int(length).map { $0 <= bodyLimit } ?? false }
}
