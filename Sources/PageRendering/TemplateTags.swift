import Diagnostics

/// A tag of a Mustache template, read as far as what it begins or ends.
struct TemplateTag {
  enum Kind { case section, inverted, block, end, partial, inheritingPartial, dynamicPartial, other }

  let kind: Kind
  /// Of sections without what is applied to the value: `reversed(pages)` is `pages`.
  let name: String
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

  /// - Returns: nil at the end, or where a tag has no end.
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
    let kind: TemplateTag.Kind
    switch sign {
    case UInt8(ascii: "#"): kind = .section
    case UInt8(ascii: "^"): kind = .inverted
    case UInt8(ascii: "$"): kind = .block
    case UInt8(ascii: "/"): kind = .end
    case UInt8(ascii: ">"): kind = .partial
    case UInt8(ascii: "<"): kind = .inheritingPartial
    case UInt8(ascii: "="):
      setDelimiters(bytes[lower..<upper])
      kind = .other
    default: kind = .other
    }
    if kind != .other { lower += 1 }
    let written = String(decoding: bytes[min(lower, upper)..<upper], as: UTF8.self).filter { !$0.isWhitespace }
    if kind == .partial || kind == .inheritingPartial, written.hasPrefix("*") {
      return TemplateTag(kind: .dynamicPartial, name: written, range: range)
    }
    return TemplateTag(kind: kind, name: kind == .section ? withoutTransforms(written) : written, range: range)
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

  private func withoutTransforms(_ name: String) -> String {
    String(name.split(separator: "(", omittingEmptySubsequences: false).last?.prefix { $0 != ")" } ?? "")
  }
}
