import Diagnostics

/// The division of a Markdown file: YAML between two lines `---` at the very start, and the rest.
struct FrontMatter {
  /// The byte offsets of the YAML; nil without front matter.
  let yaml: SourceRange?
  let body: SourceRange

  /// Finds the two lines. A byte order mark can precede them, and lines can end in CRLF.
  ///
  /// - Returns: nil, with an error, if the second line is missing, or if front matter is written in a way that would
  ///   make it text.
  static func find(in source: SourceText, into sink: inout DiagnosticSink) -> FrontMatter? {
    let bytes = source.bytes
    sink.reportLostCharacters(in: source)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = line(at: start, in: bytes)
    guard isMark(first.content, in: bytes) else {
      if let unread = UnreadFrontMatter(in: source, from: start) {
        sink.report(.frontMatterUnread(unread.kind, at: unread.range, in: source))
        return nil
      }
      return FrontMatter(yaml: nil, body: SourceRange(start, bytes.count))
    }
    var offset = first.next
    while offset < bytes.count {
      let line = line(at: offset, in: bytes)
      if isMark(line.content, in: bytes) {
        return FrontMatter(yaml: SourceRange(first.next, offset), body: SourceRange(line.next, bytes.count))
      }
      offset = line.next
    }
    sink.report(.frontMatterUnclosed(at: first.content, in: source))
    return nil
  }

  private static func isMark(_ line: SourceRange, in bytes: [UInt8]) -> Bool {
    guard line.upper > line.lower, bytes[line.lower] == UInt8(ascii: "-") else { return false }
    var end = line.upper
    while end > line.lower, [0x20, 0x09].contains(bytes[end - 1]) { end -= 1 }
    return bytes[line.lower..<end].elementsEqual("---".utf8)
  }

  /// A lone carriage return ends a line too, as in the body.
  private static func line(at start: Int, in bytes: [UInt8]) -> (content: SourceRange, next: Int) {
    let end = bytes.span.lineEnd(from: start)
    var next = min(end + 1, bytes.count)
    if end < bytes.count, bytes[end] == 0x0D, next < bytes.count, bytes[next] == 0x0A { next += 1 }
    return (SourceRange(start, end), next)
  }
}
