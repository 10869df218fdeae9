import Glibc

/// A numeric address of IPv4 or IPv6.
public struct NetworkAddress: Sendable, Hashable {
  /// The 4 or 16 bytes of the address.
  let bytes: [UInt8]
  /// The address as it is written; without the zone of a link-local address.
  public let text: String

  /// - Parameter text: an address in the one notation that all programs read alike; nil for names and notations such as
  ///   `0x7f.1`.
  public init?(_ text: some StringProtocol) {
    // C would read only the part before a zero.
    guard !text.utf8.contains(0) else { return nil }
    let plain = String(text.prefix { $0 != "%" })
    var buffer = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, plain, &buffer) == 1 {
      bytes = Array(buffer[..<4])
    } else if unsafe inet_pton(AF_INET6, plain, &buffer) == 1 {
      bytes = buffer
    } else {
      return nil
    }
    self.text = plain
  }

  public var isIPv6: Bool { bytes.count == 16 }

  /// Reads an address as the resolver writes it.
  init?(of socket: UnsafeMutablePointer<sockaddr>) {
    let length =
      unsafe socket.pointee.sa_family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var name = [CChar](repeating: 0, count: 64)
    guard unsafe getnameinfo(socket, socklen_t(length), &name, 64, nil, 0, NI_NUMERICHOST) == 0 else { return nil }
    self.init(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// The kind of an address that only this machine or its network can reach, such as "a loopback address"; nil for one
  /// of the Internet (the registries of RFC 6890, at IANA).
  var restriction: String? {
    let bytes = destination
    return bytes.count == 4 ? Self.restriction(ofIPv4: bytes) : Self.restriction(ofIPv6: bytes)
  }

  /// The bytes of the IPv4 address to which an address of IPv6 leads, and otherwise its own.
  var destination: [UInt8] {
    guard isIPv6 else { return bytes }
    let last = Array(bytes[12...])
    // IPv4-mapped and IPv4-compatible addresses, except for the unspecified and the loopback address of IPv6.
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && [[0xFF, 0xFF], [0, 0]].contains(bytes[10...11])
    if isMapped, bytes[..<15].contains(where: { $0 != 0 }) || bytes[15] > 1 { return last }
    // NAT64, ISATAP and 6to4 addresses.
    if bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] { return last }
    if [[0, 0, 0x5E, 0xFE], [2, 0, 0x5E, 0xFE]].contains(bytes[8...11]) { return last }
    if bytes[..<2] == [0x20, 0x02] { return Array(bytes[2..<6]) }
    return bytes
  }

  private static func restriction(ofIPv4 bytes: [UInt8]) -> String? {
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0, 0, 0, 0): "the unspecified address"
    case (127, _, _, _): "a loopback address"
    case (169, 254, 169, 254), (100, 100, 100, 200), (168, 63, 129, 16), (192, 0, 0, 192):
      "an address for metadata of a cloud"
    case (169, 254, _, _): "a link-local address"
    case (10, _, _, _), (172, 16...31, _, _), (192, 168, _, _), (100, 64...127, _, _): "a private address"
    case (224...239, _, _, _): "a multicast address"
    case (0, _, _, _), (240..., _, _, _), (192, 0, 0, _), (192, 0, 2, _), (192, 88, 99, _), (198, 18...19, _, _),
      (198, 51, 100, _), (203, 0, 113, _):
      "a reserved address"
    default: nil
    }
  }

  private static func restriction(ofIPv6 bytes: [UInt8]) -> String? {
    if bytes[..<15].allSatisfy({ $0 == 0 }), bytes[15] < 2 {
      return bytes[15] == 0 ? "the unspecified address" : "a loopback address"
    }
    switch (bytes[0], bytes[1]) {
    case (0xFD, 0x00) where bytes[2...3] == [0x0E, 0xC2]: return "an address for metadata of a cloud"
    case (0xFC...0xFD, _), (0xFE, 0xC0...): return "a private address"
    case (0xFE, 0x80...0xBF): return "a link-local address"
    case (0xFF, _): return "a multicast address"
    // Addresses for protocols, such as Teredo, and for documents.
    case (0x20, 0x01) where bytes[2] < 2 || bytes[2...3] == [0x0D, 0xB8]: return "a reserved address"
    case (0x3F, 0xFF) where bytes[2] < 0x10: return "a reserved address"
    // Only these addresses are assigned to networks.
    case (0x20...0x3F, _): return nil
    default: return "a reserved address"
    }
  }
}

/// The parts of an address on the web that decide where it leads.
struct WebAddress: Equatable {
  /// The host, without the brackets of IPv6.
  let host: String
  let port: Int

  /// Reads an address; nil if its scheme is not `http` or `https`, or if it names no host.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let standardPort = ["http": 80, "https": 443][String(decoding: bytes[..<colon], as: UTF8.self).lowercased()],
      bytes[(colon + 1)...].starts(with: "//".utf8)
    else { return nil }
    // Some programs read a backslash as a slash.
    var authority = bytes[(colon + 3)...].prefix { !"/?#\\".utf8.contains($0) }
    if let user = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(user + 1)...] }
    var port: ArraySlice<UInt8> = []
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = String(decoding: authority[(authority.startIndex + 1)..<end], as: UTF8.self)
      port = authority[(end + 1)...]
      if let first = port.popFirst(), first != UInt8(ascii: ":") { return nil }
    } else {
      let end = authority.lastIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
      host = String(decoding: authority[..<end], as: UTF8.self)
      port = authority[end...].dropFirst()
    }
    guard let number = port.isEmpty ? standardPort : Int(String(decoding: port, as: UTF8.self)),
      (1...65535).contains(number), !host.isEmpty, !host.hasPrefix("-")
    else { return nil }
    self.port = number
  }
}

/// The numeric addresses of a host, one on each line, the best first; for the process that looks it up.
public func numericAddresses(of host: String) -> String? {
  var hints = unsafe addrinfo()
  unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
  unsafe hints.ai_flags = AI_ADDRCONFIG | 0x40 /* AI_IDN */
  var list: UnsafeMutablePointer<addrinfo>?
  guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
  defer { unsafe freeaddrinfo(list) }
  var lines: [String] = []
  var next = unsafe list
  while let entry = unsafe next {
    if let address = unsafe NetworkAddress(of: entry.pointee.ai_addr) { lines.append(address.text) }
    unsafe next = entry.pointee.ai_next
  }
  return lines.map { $0 + "\n" }.joined()
}
