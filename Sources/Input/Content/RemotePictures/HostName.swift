import Diagnostics

/// The name of a host on the web, with only the characters that the policy of a page may contain: lowercase letters,
/// digits, hyphens and full stops. Neither an IP address nor a name that only this machine or its network knows.
public struct HostName: Sendable, Hashable, Comparable {
  public let text: String

  /// - Complexity: O(length)
  public init(_ text: String) throws(HostNameFault) {
    if let fault = HostNameFault(of: text) { throw fault }
    self.text = text
  }

  public static func < (a: HostName, b: HostName) -> Bool { precedesInBytes(a.text, b.text) }
}

/// The reason why a text is not the name of a host.
public enum HostNameFault: Error, Sendable, Hashable {
  case wildcard
  case scheme
  case credentials
  case path
  case port
  /// An IP address.
  case address
  /// A name without a full stop, or one below `localhost`.
  case local
  case capitals
  /// Letters outside ASCII, which addresses write in Punycode.
  case script
  case characters

  /// The first reason; nil for the name of a host.
  fileprivate init?(of text: String) {
    let bytes = text.utf8
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if bytes.contains(UInt8(ascii: "*")) {
      self = .wildcard
    } else if text.contains("://") || text.hasPrefix("//") {
      self = .scheme
    } else if bytes.contains(UInt8(ascii: "@")) {
      self = .credentials
    } else if bytes.contains(where: { "/?#\\".utf8.contains($0) }) {
      self = .path
    } else if bytes.contains(UInt8(ascii: "[")) || bytes.count(where: { $0 == UInt8(ascii: ":") }) > 1
      || Self.isNumber(labels.last(where: { !$0.isEmpty }) ?? text[...].utf8)
    {
      self = .address
    } else if bytes.contains(UInt8(ascii: ":")) {
      self = .port
    } else if bytes.contains(where: { $0 >= 0x80 }) {
      self = .script
    } else if bytes.contains(where: { (0x41...0x5A).contains($0) }) {
      self = .capitals
    } else if bytes.count > 253 || !labels.allSatisfy(Self.isLabel) {
      self = .characters
    } else if labels.count == 1 || text.hasSuffix(".localhost") {
      self = .local
    } else {
      return nil
    }
  }

  /// Returns whether browsers take a name that ends in this label as an IP address (URL Standard, "ends in a number").
  private static func isNumber(_ label: Substring.UTF8View) -> Bool {
    let label = label.prefix { $0 != UInt8(ascii: ":") }
    return !label.isEmpty && label.allSatisfy { (0x30...0x39).contains($0) }
      || label.starts(with: "0x".utf8) || label.starts(with: "0X".utf8)
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
      && label.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }
}

extension HostNameFault {
  /// The reason, which follows "the host".
  var reason: String {
    switch self {
    case .wildcard: "has a wildcard"
    case .scheme: "has a scheme"
    case .credentials: "has a user before it"
    case .path: "has a path behind it"
    case .port: "has a port"
    case .address: "is an IP address"
    case .local: "is a name of this machine or its network"
    case .capitals: "has capital letters"
    case .script: "has letters outside of ASCII"
    case .characters: "is not the name of a host on the web"
    }
  }

  /// Advice on the entry of a list of hosts.
  func help(for written: String) -> String {
    switch self {
    case .wildcard: "name each host, without `*`: anybody may have a host below the same name"
    case .scheme, .credentials, .path, .port, .capitals:
      Self.host(in: written).map { "write only the host: \($0.text)" } ?? "write only the host: cdn.example.org"
    case .address, .local: "name a host that every reader can reach: cdn.example.org"
    case .script: "write the name as addresses have it, in Punycode: xn--…"
    case .characters: "write labels of a-z, 0-9 and hyphens, with full stops between them: cdn.example.org"
    }
  }

  /// The host that a text with other parts of an address names; nil if there is none.
  private static func host(in written: String) -> HostName? {
    guard written.utf8.count <= 1000 else { return nil }
    var rest = written[...]
    if let scheme = rest.firstRange(of: "//") { rest = rest[scheme.upperBound...] }
    rest = rest.prefix { !"/?#\\".contains($0) }
    if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
    return try? HostName(rest.prefix { $0 != ":" }.lowercased())
  }
}
