import Diagnostics

/// A tag of a Mustache template.
struct TemplateTag {
  enum TemplateTagKind {
    /// A value that is shown; it is escaped unless the tag has three braces or `&`.
    case variable, unescapedVariable
    case section, inverted, block, end
    case partial, inheritingPartial, dynamicPartial
    /// `{{% CONTENT_TYPE: TEXT}}`
    case pragma
    /// A comment, or other delimiters.
    case other
  }

  let kind: TemplateTagKind
  /// The name of a value without its functions: `reversed(pages)` is `pages`.
  let name: String
  /// The functions of the value, as they are written: the last is applied first. `count(reversed(pages))` has both.
  let transforms: [String]
  let range: SourceRange
}

/// Finds the tags of a template, one after the other.
struct TemplateTags {
  private let source: SourceText
  private var offset = 0
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  private var openingCount = 0

  init(_ source: SourceText) { self.source = source }

  /// - Returns: nil at the end, or if a tag has no end.
  mutating func next() throws(TemplateComplexity) -> TemplateTag? {
    let bytes = source.bytes
    while offset < bytes.count {
      guard bytes[offset] == opening[0] else {
        offset += 1
        continue
      }
      openingCount += 1
      guard openingCount <= TemplateLimits.openings else {
        throw TemplateComplexity(kind: .openings, range: SourceRange(offset, offset + 1), source: source)
      }
      guard bytes[offset...].starts(with: opening) else {
        offset += 1
        continue
      }
      return tag(from: offset)
    }
    return nil
  }

  private mutating func tag(from start: Int) -> TemplateTag? {
    let bytes = source.bytes
    var lower = start + opening.count
    let sign = lower < bytes.count ? bytes[lower] : 0
    let closing = sign == UInt8(ascii: "{") ? [UInt8(ascii: "}")] + closing : closing
    guard let upper = firstIndex(of: closing, from: lower) else {
      offset = bytes.count
      return nil
    }
    offset = upper + closing.count
    let range = SourceRange(start, offset)
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
    case UInt8(ascii: "!"): kind = .other
    case UInt8(ascii: "="):
      setDelimiters(bytes[lower..<upper])
      kind = .other
    default: kind = .variable
    }
    if kind != .variable { lower += 1 }
    let written = String(decoding: bytes[min(lower, upper)..<upper], as: UTF8.self).filter { !$0.isWhitespace }
    switch kind {
    case .partial where written.hasPrefix("*"), .inheritingPartial where written.hasPrefix("*"):
      return TemplateTag(kind: .dynamicPartial, name: written, transforms: [], range: range)
    case .section, .inverted, .variable, .unescapedVariable:
      let parts = written.split(separator: "(", omittingEmptySubsequences: false).map(String.init)
      return TemplateTag(
        kind: kind, name: parts.last.map { String($0.prefix { $0 != ")" }) } ?? "", transforms: parts.dropLast(),
        range: range)
    default: return TemplateTag(kind: kind, name: written, transforms: [], range: range)
    }
  }

  private func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + pattern.count <= source.bytes.count {
      if source.bytes[index] == pattern[0], source.bytes[index...].starts(with: pattern) { return index }
      index += 1
    }
    return nil
  }

  /// `=<% %>=`
  private mutating func setDelimiters(_ written: ArraySlice<UInt8>) {
    let parts = written.filter { $0 != UInt8(ascii: "=") }.split { $0 <= 0x20 }
    guard parts.count == 2 else { return }
    opening = Array(parts[0])
    closing = Array(parts[1])
  }
}
