import Diagnostics

/// A tag of a Mustache template.
struct TemplateTag: Sendable {
  enum TemplateTagKind {
    /// A value that is shown; it is escaped unless the tag has three braces or `&`.
    case variable, unescapedVariable
    case section, inverted, block, end
    case partial, inheritingPartial
    /// A pragma such as `{{% CONTENT_TYPE: TEXT}}`.
    case pragma
    /// A comment, or other delimiters.
    case other
  }

  let kind: TemplateTagKind
  /// The name of a value without its functions: `reversed(pages)` is `pages`.
  let name: String
  /// The functions of the value, as they are written: the last one is applied first. `count(reversed(pages))` has both.
  let transforms: [String]
  let range: SourceRange
}

/// Finds the tags of a template, one after the other.
struct TemplateTags {
  private let source: SourceText
  private var offset = 0
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)

  init(_ source: SourceText) { self.source = source }

  /// - Returns: nil at the end.
  mutating func next() throws(TemplateFault) -> TemplateTag? {
    guard let start = source.range(of: opening, from: offset) else { return nil }
    return try tag(from: start)
  }

  private mutating func tag(from start: SourceRange) throws(TemplateFault) -> TemplateTag {
    let bytes = source.bytes
    var lower = start.upper
    let sign = lower < bytes.count ? bytes[lower] : 0
    let closing = sign == UInt8(ascii: "{") ? [UInt8(ascii: "}")] + closing : closing
    guard let end = source.range(of: closing, from: lower) else { throw TemplateFault(.badTag, start, source) }
    let upper = end.lower
    offset = end.upper
    let range = SourceRange(start.lower, offset)
    let kind: TemplateTag.TemplateTagKind
    switch sign {
    case UInt8(ascii: "#"): kind = .section
    case UInt8(ascii: "^"): kind = .inverted
    case UInt8(ascii: "$"): kind = .block
    case UInt8(ascii: "/"): kind = .end
    case UInt8(ascii: ">"): kind = .partial
    case UInt8(ascii: "<"): kind = .inheritingPartial
    case UInt8(ascii: "%"): kind = .pragma
    case UInt8(ascii: "{"), UInt8(ascii: "&"): kind = .unescapedVariable
    case UInt8(ascii: "!"): return TemplateTag(kind: .other, name: "", transforms: [], range: range)
    case UInt8(ascii: "="):
      try setDelimiters(bytes[lower..<upper], of: range)
      return TemplateTag(kind: .other, name: "", transforms: [], range: range)
    default: kind = .variable
    }
    if kind != .variable { lower += 1 }
    let written = bytes[min(lower, upper)..<upper]
    let words = written.split(whereSeparator: { $0 <= 0x20 })
    let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    if kind == .pragma { return TemplateTag(kind: kind, name: text, transforms: [], range: range) }
    let parts = text.split(separator: "(", omittingEmptySubsequences: false)
    let name = parts[parts.count - 1].prefix { $0 != ")" }
    let closes = parts[parts.count - 1].dropFirst(name.count)
    guard closes.count == parts.count - 1, closes.allSatisfy({ $0 == ")" }),
      parts.dropLast().allSatisfy(isName), isName(name)
    else { throw TemplateFault(.badTag, range, source) }
    let transforms = parts.dropLast().map(String.init)
    switch kind {
    case .partial where name.hasPrefix("*"), .inheritingPartial where name.hasPrefix("*"):
      throw TemplateFault(.dynamicPartial, range, source)
    case .block where !transforms.isEmpty: throw TemplateFault(.functionOfBlock, range, source)
    default: return TemplateTag(kind: kind, name: String(name), transforms: transforms, range: range)
    }
  }

  private func isName(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: ".-_?*/".utf8.contains(byte)
      }
    }
  }

  /// Sets delimiters with a tag such as `=<% %>=`.
  private mutating func setDelimiters(_ written: ArraySlice<UInt8>, of range: SourceRange) throws(TemplateFault) {
    let equals = UInt8(ascii: "=")
    let parts = written.dropFirst().dropLast().split { $0 <= 0x20 }
    guard written.count > 1, written.last == equals, parts.count == 2, !parts.joined().contains(equals) else {
      throw TemplateFault(.badDelimiters, range, source)
    }
    opening = Array(parts[0])
    closing = Array(parts[1])
  }
}
