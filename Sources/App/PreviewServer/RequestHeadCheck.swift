import SiteBuild

/// The checks that every request must pass first.
struct RequestHeadCheck {
  let hosts: Set<String>
  var acceptsAddresses = false
  let port: UInt16
  let bodyLimit: Int

  /// The answer to a refused request; nil for one that is accepted.
  func refusal(of head: RequestHead) -> Response.Status? {
    // Requires one `Host` (RFC 9112, section 3.2). HTTP/1.0 requests need it too, because nothing else can exclude
    // pages of other sites.
    let names = head.values(of: "Host")
    guard names.count == 1, let host = names.first else { return .badRequest }
    guard isOwn(host) else { return .forbidden }
    guard head.target.utf8.first == UInt8(ascii: "/"), !head.target.utf8.contains(UInt8(ascii: "#")) else {
      return .badRequest
    }
    // A second encoding would hide where the body ends (RFC 9112, section 6.1).
    guard head.values(of: "Transfer-Encoding").count <= 1 else { return .badRequest }
    // If the length is missing, the body's pieces are counted.
    if let length = head.values(of: "Content-Length").first, !isWithinLimit(length) { return .contentTooLarge }
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

  /// Returns whether a name is `localhost`; only this machine answers for names below it (RFC 6761, section 6.3).
  private func isLocal(_ name: String) -> Bool { name == "localhost" }

  /// Returns whether a name is a numeric address (RFC 3986, section 3.2.2).
  private func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return addressWithoutZone(String(name.dropFirst().dropLast()))?.isIPv6 == true
    }
    return addressWithoutZone(name)?.isIPv6 == false
  }

  private func isWithinLimit(_ length: String) -> Bool { Int(length).map { $0 <= bodyLimit } ?? false }
}
