public import Diagnostics

/// A page around its shelves: its template with all other values.
public struct PageShell: Sendable {
  /// The pieces between which the shelves are inserted.
  public private(set) var pieces: [[UInt8]] = [[]]
  /// True if the page so far ends a line.
  private(set) var endsLine = false
  private var origins: [ShellOrigin] = []

  /// The part of a template from which a part of a piece was copied.
  fileprivate struct ShellOrigin: Sendable {
    let piece: Int
    let offset: Int
    let source: SourceText
    let range: SourceRange
  }

  /// The length of the last piece.
  var length: Int { pieces[pieces.count - 1].count }

  mutating func append(_ bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    pieces[pieces.count - 1] += bytes
    endsLine = pieces[pieces.count - 1].last == 0x0A
  }

  mutating func append(escaping text: String) {
    var bytes: [UInt8] = []
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes += "&#39;".utf8 }
      bytes.append(escaping: part, inAttribute: true)
    }
    append(bytes)
  }

  /// Records that the next appended bytes come from a part of a template.
  mutating func note(_ range: SourceRange, of source: SourceText) {
    origins.append(
      ShellOrigin(piece: pieces.count - 1, offset: length, source: source, range: range))
  }

  mutating func appendGap(endsLine: Bool) {
    pieces.append([])
    self.endsLine = endsLine
  }

  /// The page with its shelves, and the origin of its parts.
  ///
  /// - Complexity: O(bytes)
  public func trace(shelves: [UInt8]) -> PageTrace {
    var starts: [Int] = []
    var bytes: [UInt8] = []
    for piece in pieces {
      if !starts.isEmpty { bytes += shelves }
      starts.append(bytes.count)
      bytes += piece
    }
    return PageTrace(bytes: bytes, origins: origins.map { (starts[$0.piece] + $0.offset, $0.source, $0.range) })
  }
}

/// A page, and the origin of the parts that templates wrote.
public struct PageTrace: Sendable {
  public let bytes: [UInt8]
  /// The origins in ascending order of offset.
  fileprivate let origins: [(offset: Int, source: SourceText, range: SourceRange)]

  /// The part of a template that a part of the page comes from; nil if a value of the page made it.
  ///
  /// - Complexity: O(log(tags of the page) + bytes of the tag)
  public func place(of range: SourceRange) -> (source: SourceText, range: SourceRange)? {
    guard let origin = lastOrigin(notBehind: range.lower) else { return nil }
    let lower = origin.range.lower + range.lower - origin.offset
    guard lower < origin.range.upper else { return nil }
    let source = origin.source
    let length = max(0, min(range.upper, bytes.count) - range.lower)
    let isSame =
      lower + length <= source.bytes.count
      && source.bytes[lower..<lower + length].elementsEqual(bytes[range.lower..<range.lower + length])
    return (source, SourceRange(lower, isSame ? lower + length : endOfTag(from: lower, in: source)))
  }

  private func lastOrigin(notBehind offset: Int) -> (offset: Int, source: SourceText, range: SourceRange)? {
    var (lower, upper) = (0, origins.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if origins[middle].offset <= offset { lower = middle + 1 } else { upper = middle }
    }
    return lower > 0 ? origins[lower - 1] : nil
  }

  /// The offset after the `>` of a tag, or at the end of the line.
  private func endOfTag(from lower: Int, in source: SourceText) -> Int {
    let line = source.line(at: lower)
    let end = source.bytes[lower..<max(lower, line.upper)].firstIndex(of: UInt8(ascii: ">"))
    return end.map { $0 + 1 } ?? line.upper
  }
}
