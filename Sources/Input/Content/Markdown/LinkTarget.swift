import Diagnostics

/// A target that is allowed in a page: one of a few harmless kinds, as it is written.
///
/// A list defines the targets that are allowed, not those that are dangerous: `https:`, `http:` and `mailto:` with a
/// host or an address, `tel:` and `sms:` with a number, `geo:` with coordinates, paths relative to the file with the
/// link, and fragments. The text is cleaned as browsers clean it (URL Standard, "basic URL parser", steps 1 to 3), so
/// that the checked target is the one that browsers follow.
public struct LinkTarget: Sendable, Hashable {
  public enum LinkKind: UInt8, Sendable, Hashable {
    /// `https:`, `http:`, `mailto:`, `tel:`, `sms:` or `geo:`.
    case absolute
    /// A path relative to the file with the link, optionally with a query or a fragment.
    case relative
    /// A path from the root of the content: `/about/`, or `@/about.md` as Zola writes it.
    case rooted
    /// `#id` on the same page.
    case fragment
  }

  public let kind: LinkKind
  public let text: String

  /// True for a path to a file of the content.
  var isInContent: Bool { kind == .relative || kind == .rooted }

  package init(kind: LinkKind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// Creates the target, or nil if it is refused; ``parse(_:)`` gives the reason.
  public init?(_ text: String) {
    guard let target = try? LinkTarget.parse(text) else { return nil }
    self = target
  }

  /// Reads a target as it was written, entities and escapes already resolved.
  ///
  /// - Complexity: O(length)
  public static func parse(_ written: String) throws(LinkRefusal) -> LinkTarget {
    if isPlainAddress(written.utf8Span.span) { return LinkTarget(kind: .absolute, text: written) }
    let bytes = cleaned(written)
    let text = String(decoding: bytes, as: UTF8.self)
    guard let first = bytes.first else { throw .empty }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .controlCharacter }
    // No byte of a smaller scalar is as large as the first byte of U+061C, the first such character.
    if bytes.contains(where: { $0 >= 0xD8 }),
      let control = text.unicodeScalars.first(where: \.properties.isBidiControl)
    {
      throw .directionControl(control)
    }
    if first == UInt8(ascii: "#") { return LinkTarget(kind: .fragment, text: text) }
    if bytes.contains(UInt8(ascii: "\\")) { throw .backslash }
    if bytes.starts(with: "//".utf8) { throw .otherHost }
    if first == UInt8(ascii: "/") || bytes.starts(with: "@/".utf8) { return LinkTarget(kind: .rooted, text: text) }
    let head = bytes.prefix { !"/?#".utf8.contains($0) }
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")) else {
      return LinkTarget(kind: .relative, text: text)
    }
    let scheme = String(decoding: head[..<colon], as: UTF8.self).lowercased()
    let rest = bytes[(colon + 1)...]
    switch scheme {
    case "https", "http":
      let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
      guard rest.starts(with: "//".utf8), !authority.isEmpty else { throw .missingHost(scheme: scheme) }
      try WebHost.check(authority)
    case "mailto":
      guard !rest.isEmpty else { throw .empty }
    case "tel", "sms":
      guard isTelephoneNumber(rest, mayHaveQuery: scheme == "sms") else { throw .number(scheme: scheme) }
    case "geo":
      guard isPlace(rest) else { throw .place }
    default:
      throw .scheme(scheme)
    }
    guard !rest.contains(UInt8(ascii: "%")) || percentDecoded(rest) != nil else { throw .escape }
    return LinkTarget(kind: .absolute, text: text)
  }

  /// Returns whether a target is a usual address of the web: a host of ASCII labels without a port, and characters that
  /// are never encoded. False for others, which may be valid too.
  package static func isPlainAddress(_ bytes: Span<UInt8>) -> Bool {
    guard let start = bytes.hasPrefix("https://") ? 8 : bytes.hasPrefix("http://") ? 7 : nil else { return false }
    var index = start
    // The offset of the first byte of the last label, at first that of the host.
    var label = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "/") {
      switch bytes[index] {
      case UInt8(ascii: "."), UInt8(ascii: "-"):
        // The sign is not at the start or the end of a label.
        guard index > label, index + 1 < bytes.count, isAlphanumeric(bytes[index + 1]) else { return false }
        if bytes[index] == UInt8(ascii: ".") { label = index + 1 }
      case let byte where isAlphanumeric(byte): break
      default: return false
      }
      index += 1
    }
    // Browsers interpret a number as an IP address.
    guard index > label, index - start <= 63, !isDigit(bytes[label]) else { return false }
    var hasFragment = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "#"):
        if hasFragment { return false }
        hasFragment = true
      case UInt8(ascii: "&"), UInt8(ascii: "+")...UInt8(ascii: "/"), UInt8(ascii: ":"),
        UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        break
      case let byte where isAlphanumeric(byte): break
      default: return false
      }
      index += 1
    }
    return true
  }

  /// Returns whether a text is digits with separators (RFC 3966, section 3), and parameters. `*` and `#`, which begin
  /// commands to telephones, are refused, and so is anything that can hide them.
  private static func isTelephoneNumber(_ bytes: ArraySlice<UInt8>, mayHaveQuery: Bool) -> Bool {
    let number = bytes.prefix { !";?".utf8.contains($0) }
    let rest = bytes[number.endIndex...]
    let parameters = mayHaveQuery ? rest.prefix { $0 != UInt8(ascii: "?") } : rest
    let digits = number.dropFirst(number.first == UInt8(ascii: "+") ? 1 : 0)
    return number.contains(where: isDigit) && digits.allSatisfy { isDigit($0) || "-.()".utf8.contains($0) }
      && parameters.allSatisfy { isAlphanumeric($0) || ";=-.+".utf8.contains($0) }
  }

  /// Returns whether a text is two or three numbers with commas between them, and parameters (RFC 5870, section 3.3).
  private static func isPlace(_ bytes: ArraySlice<UInt8>) -> Bool {
    let place = bytes.prefix { !";?".utf8.contains($0) }
    let numbers = place.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return (2...3).contains(numbers.count)
      && numbers.allSatisfy { number in
        let digits = number.dropFirst(number.first == UInt8(ascii: "-") ? 1 : 0)
        return digits.contains(where: isDigit) && digits.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func cleaned(_ text: String) -> [UInt8] {
    var bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return Array(bytes)
  }
}

/// The reason why a link target is refused.
public enum LinkRefusal: Error, Sendable, Hashable {
  case empty
  case controlCharacter
  /// A character that changes the direction of text, and can hide the target of a link.
  case directionControl(Unicode.Scalar)
  case backslash
  /// `//host/…`
  case otherHost
  /// `https:` without `//host`.
  case missingHost(scheme: String)
  /// The host is not valid.
  case host(String)
  case port
  /// `name@` before the host.
  case credentials
  /// A `%` without two hexadecimal digits.
  case escape
  /// No telephone number follows `tel:` or `sms:`.
  case number(scheme: String)
  /// No coordinates follow `geo:`.
  case place
  /// A scheme that is not on the list, in lower case.
  case scheme(String)
}
