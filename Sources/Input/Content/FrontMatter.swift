import Diagnostics

/// The division of a Markdown file: front matter at its start, and the rest.
struct FrontMatter {
  /// The language of the values.
  enum Notation: Equatable {
    /// Between two lines `---`.
    case yaml
    /// Between two lines `+++`.
    case toml
    /// An object, which was read to find its end.
    case json(YAMLNode)
    /// Lines without a fence.
    case lines
  }

  let notation: Notation
  /// The byte offsets of the values; nil without front matter.
  let values: SourceRange?
  let body: SourceRange

  /// - Parameter body: the text of a card that has no front matter.
  init(body: SourceRange) {
    (notation, values) = (.yaml, nil)
    self.body = body
  }

  init(_ notation: Notation, values: SourceRange, body: SourceRange) {
    self.notation = notation
    self.values = values
    self.body = body
  }

  /// Finds the front matter. A byte order mark and empty lines can precede it, and lines can end in CRLF.
  ///
  /// - Returns: nil, with an error, if the end is missing, or if front matter is written in a way that would make it
  ///   text.
  static func find(in source: SourceText, into sink: inout DiagnosticSink) -> FrontMatter? {
    let bytes = source.bytes
    sink.reportLostCharacters(in: source)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = line(at: start, in: bytes)
    if isFence(first.content, of: UInt8(ascii: "-"), in: bytes) {
      return between(first, .yaml, in: source, into: &sink)
    }
    let text = FrontMatter(body: SourceRange(start, bytes.count))
    guard let offset = firstLetter(in: bytes, from: start) else { return text }
    switch bytes[offset] {
    case UInt8(ascii: "+"):
      let opening = line(at: offset, in: bytes)
      // No other text begins so.
      if isFence(opening.content, of: UInt8(ascii: "+"), in: bytes) {
        return between(opening, .toml, in: source, into: &sink)
      }
    case UInt8(ascii: "-"), 0xE2: break
    case UInt8(ascii: "{") where JSONFrontMatter.isLikely(in: source, at: offset):
      return JSONFrontMatter.read(source, at: offset, into: &sink).map {
        FrontMatter(.json($0), values: $0.range, body: SourceRange($0.range.upper, bytes.count))
      }
    default:
      guard let lines = MetadataLines(in: source, at: offset) else { return text }
      return FrontMatter(.lines, values: lines.document.range, body: SourceRange(lines.bodyOffset, bytes.count))
    }
    guard let unread = UnreadFrontMatter(in: source, at: offset) else { return text }
    if unread.isLate { return between(line(at: offset, in: bytes), .yaml, in: source, into: &sink) }
    sink.report(.frontMatterUnread(at: unread.range, in: source))
    return nil
  }

  /// The values between an opening line and the next line that is equal.
  private static func between(
    _ opening: (content: SourceRange, next: Int), _ notation: Notation, in source: SourceText,
    into sink: inout DiagnosticSink
  ) -> FrontMatter? {
    let bytes = source.bytes
    let sign = bytes[opening.content.lower]
    var offset = opening.next
    while offset < bytes.count {
      let line = line(at: offset, in: bytes)
      if isFence(line.content, of: sign, in: bytes) {
        return FrontMatter(
          notation, values: SourceRange(opening.next, offset), body: SourceRange(line.next, bytes.count))
      }
      offset = line.next
    }
    sink.report(.frontMatterUnclosed(notation, at: opening.content, in: source))
    return nil
  }

  private static func firstLetter(in bytes: [UInt8], from start: Int) -> Int? {
    bytes[start...].firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  /// Returns whether a line is three times a sign.
  private static func isFence(_ line: SourceRange, of sign: UInt8, in bytes: [UInt8]) -> Bool {
    guard line.upper - line.lower >= 3, bytes[line.lower] == sign else { return false }
    var end = line.upper
    while end > line.lower, [0x20, 0x09].contains(bytes[end - 1]) { end -= 1 }
    return end - line.lower == 3 && bytes[line.lower + 1] == sign && bytes[line.lower + 2] == sign
  }

  /// A lone carriage return ends a line too, as in the body.
  private static func line(at start: Int, in bytes: [UInt8]) -> (content: SourceRange, next: Int) {
    let end = bytes.span.lineEnd(from: start)
    var next = min(end + 1, bytes.count)
    if end < bytes.count, bytes[end] == 0x0D, next < bytes.count, bytes[next] == 0x0A { next += 1 }
    return (SourceRange(start, end), next)
  }
}

extension FrontMatter {
  /// Reads the values. A file without front matter has no document.
  ///
  /// - Complexity: O(length)
  func reading(of source: SourceText) -> YAMLReading {
    guard let values else { return YAMLReading() }
    return switch notation {
    case .yaml: YAMLReading(ofYAML: source, in: values, limits: .frontMatter)
    case .toml: readTOML(source, in: values, limits: .frontMatter)
    case .json(let document): YAMLReading(checking: document, of: source, limits: .frontMatter)
    case .lines:
      MetadataLines(in: source, at: values.lower)
        .map { YAMLReading(checking: $0.document, of: source, limits: .frontMatter) } ?? YAMLReading()
    }
  }
}
