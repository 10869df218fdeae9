import Diagnostics

/// An address in a text without anything around it (GFM 0.29, section 6.9).
enum BareAddress {
  /// - Parameters:
  ///   - index: where the address would begin.
  ///   - start: the offset of the bytes in the file.
  static func read(in bytes: [UInt8], at index: Int, from start: Int) -> (Inline, Range<Int>)? {
    guard
      let (range, address) = withScheme(bytes, index) ?? ofHost(bytes, index) ?? ofMail(bytes, index)
        ?? ofMailWithScheme(bytes, index),
      let target = LinkTarget(address)
    else { return nil }
    let place = SourceRange(start + range.lowerBound, start + range.upperBound)
    let text = String(decoding: bytes[range], as: UTF8.self)
    return (Inline(.link(target, title: "", [Inline(.text(text), range: place)]), range: place), range)
  }

  private static func withScheme(_ bytes: [UInt8], _ index: Int) -> (Range<Int>, address: String)? {
    guard bytes[index] == UInt8(ascii: "h"), index == 0 || !isAlphanumeric(bytes[index - 1]) else { return nil }
    let rest = bytes[index...]
    guard let scheme = ["https://", "http://"].first(where: { rest.starts(with: $0.utf8) }) else { return nil }
    let end = end(of: bytes, from: index)
    guard end > index + scheme.utf8.count else { return nil }
    return (index..<end, String(decoding: bytes[index..<end], as: UTF8.self))
  }

  private static func ofHost(_ bytes: [UInt8], _ index: Int) -> (Range<Int>, address: String)? {
    guard bytes[index...].starts(with: "www.".utf8), index == 0 || mayPrecedeHost(bytes[index - 1]) else { return nil }
    let end = end(of: bytes, from: index)
    let host = bytes[index..<end].prefix { isAlphanumeric($0) || "-_.".utf8.contains($0) || $0 >= 0x80 }
    guard host.count > 4, !host.split(separator: UInt8(ascii: ".")).suffix(2).joined().contains(UInt8(ascii: "_"))
    else {
      return nil
    }
    return (index..<end, "http://" + String(decoding: bytes[index..<end], as: UTF8.self))
  }

  private static func ofMail(_ bytes: [UInt8], _ index: Int) -> (Range<Int>, address: String)? {
    guard isOfMailbox(bytes[index]),
      index == 0 || !isOfMailbox(bytes[index - 1]) && bytes[index - 1] != UInt8(ascii: "@")
    else { return nil }
    guard let sign = bytes[index...].firstIndex(where: { !isOfMailbox($0) }), bytes[sign] == UInt8(ascii: "@") else {
      return nil
    }
    var end = sign + 1
    guard end < bytes.count, isAlphanumeric(bytes[end]) else { return nil }
    while end < bytes.count, isAlphanumeric(bytes[end]) || "-_".utf8.contains(bytes[end]) || isDot(bytes, at: end) {
      end += 1
    }
    guard bytes[sign..<end].contains(UInt8(ascii: ".")), bytes[end - 1].isASCIILetter,
      end == bytes.count || bytes[end] != UInt8(ascii: "@")
    else { return nil }
    return (index..<end, "mailto:" + String(decoding: bytes[index..<end], as: UTF8.self))
  }

  private static func ofMailWithScheme(_ bytes: [UInt8], _ index: Int) -> (Range<Int>, address: String)? {
    guard bytes.span.extracting(index...).hasPrefix(mailScheme), index == 0 || !isAlphanumeric(bytes[index - 1]),
      case let start = index + mailScheme.utf8CodeUnitCount, start < bytes.count,
      let (mail, address) = ofMail(bytes, start)
    else { return nil }
    return (index..<mail.upperBound, address)
  }

  private static let mailScheme: StaticString = "mailto:"

  /// The end of an address that a space or a tag follows: what ends a sentence does not belong to it.
  private static func end(of bytes: [UInt8], from index: Int) -> Int {
    var end = index
    while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "<") { end += 1 }
    while end > index {
      if let entity = startOfEntity(endingIn: bytes[index..<end]) {
        end = entity
      } else if "?!.,:;*_~'\"".utf8.contains(bytes[end - 1]) || closesTooMuch(bytes[index..<end]) {
        end -= 1
      } else {
        break
      }
    }
    return end
  }

  /// A parenthesis at the end belongs to the text around the address, unless it was opened in it.
  private static func closesTooMuch(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.last == UInt8(ascii: ")") else { return false }
    return bytes.count { $0 == UInt8(ascii: "(") } < bytes.count { $0 == UInt8(ascii: ")") }
  }

  private static func startOfEntity(endingIn bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.last == UInt8(ascii: ";") else { return nil }
    let name = bytes.dropLast().reversed().prefix(while: isAlphanumeric).count
    let start = bytes.endIndex - name - 2
    return name > 0 && start > bytes.startIndex && bytes[start] == UInt8(ascii: "&") ? start : nil
  }

  private static func mayPrecedeHost(_ byte: UInt8) -> Bool { byte <= 0x20 || "*_~(".utf8.contains(byte) }

  private static func isOfMailbox(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || ".-_+".utf8.contains(byte) }

  private static func isDot(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count && isAlphanumeric(bytes[index + 1])
  }
}

// MARK: - Fast checks

extension BareAddress {
  /// Returns whether a sign may belong to such an address: those of links are in parentheses, quotes or brackets.
  @inline(__always)
  static func mayContinue(_ text: Span<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case UInt8(ascii: ":"): mayBeScheme(text, endingAt: index)
    case UInt8(ascii: "w"): mayBeHost(text, at: index)
    case UInt8(ascii: "@"): mayBeMail(text, at: index)
    default: false
    }
  }

  @inline(__always)
  private static func mayBeScheme(_ text: Span<UInt8>, endingAt colon: Int) -> Bool {
    guard colon + 2 < text.count, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/") else {
      return false
    }
    var start = colon
    while start > 0, isAlphanumeric(text[start - 1]) { start -= 1 }
    return start == 0 || mayPrecedeAddress(text, upTo: start)
  }

  @inline(__always)
  private static func mayPrecedeAddress(_ text: Span<UInt8>, upTo start: Int) -> Bool {
    switch text[start - 1] {
    case UInt8(ascii: "("): start < 2 || text[start - 2] != UInt8(ascii: "]")
    case UInt8(ascii: "<"), UInt8(ascii: "\""): false
    default: true
    }
  }

  /// - Parameter index: the index of the first or second `w`.
  private static func mayBeHost(_ text: Span<UInt8>, at index: Int) -> Bool {
    let start = index > 0 && text[index - 1] == UInt8(ascii: "w") ? index - 1 : index
    return text.extracting(start...).hasPrefix("www.") && (start == 0 || mayPrecedeHost(text[start - 1]))
  }

  private static func mayBeMail(_ text: Span<UInt8>, at sign: Int) -> Bool {
    var start = sign
    while start > 0, isOfMailbox(text[start - 1]) { start -= 1 }
    guard start < sign, sign + 1 < text.count, isAlphanumeric(text[sign + 1]) else { return false }
    if text.extracting(..<start).hasSuffix(mailScheme) { start -= mailScheme.utf8CodeUnitCount }
    return start == 0 || mayPrecedeAddress(text, upTo: start) && !":/".utf8.contains(text[start - 1])
  }
}
