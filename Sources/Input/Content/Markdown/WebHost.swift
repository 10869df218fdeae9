/// The text between `https://` and the path (URL Standard, "host writing"). It must be obvious whose site it is, and
/// every program must read it in the same way.
struct WebHost {
  /// - Parameter authority: the host, optionally with a port.
  static func check(_ authority: ArraySlice<UInt8>) throws(LinkRefusal) {
    if authority.contains(UInt8(ascii: "@")) { throw .credentials }
    let host: ArraySlice<UInt8>
    if authority.first == UInt8(ascii: "["), let end = authority.firstIndex(of: UInt8(ascii: "]")) {
      host = authority[authority.startIndex...end]
      guard isAddressOfVersion6(host.dropFirst().dropLast()) else { throw .host(String(decoding: host, as: UTF8.self)) }
    } else {
      host = authority.prefix { $0 != UInt8(ascii: ":") }
      guard isName(String(decoding: host, as: UTF8.self)) else { throw .host(String(decoding: host, as: UTF8.self)) }
    }
    let port = authority[host.endIndex...]
    guard port.isEmpty || port.first == UInt8(ascii: ":") && isPort(port.dropFirst()) else { throw .port }
  }

  private static func isPort(_ digits: ArraySlice<UInt8>) -> Bool {
    (1...5).contains(digits.count) && digits.allSatisfy(isDigit)
      && UInt16(String(decoding: digits, as: UTF8.self)) != nil
  }

  /// Returns whether a text has only the characters of an IPv6 address; how many numbers it has is not checked.
  private static func isAddressOfVersion6(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(UInt8(ascii: ":")) && text.count <= 45
      && text.allSatisfy { isDigit($0) || (0x61...0x66).contains($0 | 0x20) || ":.".utf8.contains($0) }
  }

  private static func isName(_ host: String) -> Bool {
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard host.utf8.count <= 253, let last = labels.last else { return false }
    // Browsers treat a name that ends in a number as an address.
    if last.utf8.allSatisfy(isDigit) || last.lowercased().hasPrefix("0x") { return isAddressOfVersion4(labels) }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy(mayStandInName)
    }
  }

  private static func isAddressOfVersion4(_ parts: [Substring]) -> Bool {
    parts.count == 4
      && parts.allSatisfy { $0.utf8.allSatisfy(isDigit) && UInt8($0) != nil && ($0 == "0" || !$0.hasPrefix("0")) }
  }

  /// Returns whether a character is a letter or digit of any script, or one of the others that names of some languages
  /// need (RFC 5892, appendix A).
  private static func mayStandInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x5F, 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB: return true
    case ..<0x80: return (0x61...0x7A).contains(scalar.value | 0x20) || isDigit(UInt8(scalar.value))
    default: break
    }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return true
    default: return false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
