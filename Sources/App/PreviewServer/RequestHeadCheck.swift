import NIOCore
import NIOHTTP1

/// The checks that every request must pass first.
struct RequestHeadCheck {
  let hosts: Set<String>
  var acceptsAddresses = false
  let port: UInt16
  let bodyLimit: Int

  /// The answer to a refused request; nil for one that is accepted.
  func refusal(of head: HTTPRequestHead) -> Response.Status? {
    // RFC 9112, section 3.2. HTTP/1.0 requests need it too, because nothing else can exclude pages of other sites.
    let names = head.headers["Host"]
    guard names.count == 1, let host = names.first else { return .badRequest }
    guard isOwn(host) else { return .forbidden }
    guard head.uri.utf8.first == UInt8(ascii: "/"), !head.uri.utf8.contains(UInt8(ascii: "#")) else {
      return .badRequest
    }
    // If it is missing, the body's pieces are counted.
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

  /// RFC 6761, section 6.3: only this machine answers for names below it.
  private func isLocal(_ name: String) -> Bool { name == "localhost" }

  /// RFC 3986, section 3.2.2.
  private func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") { return isAddress(name.dropFirst().dropLast(), of: .inet6) }
    return isAddress(name[...], of: .inet)
  }

  private func isAddress(_ text: Substring, of family: NIOBSDSocket.ProtocolFamily) -> Bool {
    (try? SocketAddress(ipAddress: String(text), port: 0))?.protocol == family
  }

  private func isWithinLimit(_ length: String) -> Bool { Int(length).map { $0 <= bodyLimit } ?? false }
}
