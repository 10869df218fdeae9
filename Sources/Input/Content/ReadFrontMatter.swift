public import Diagnostics

/// The front matter of a file as it is written, to look up the ranges of values; nil if there is none or it cannot be
/// read. ``readCard(_:slots:into:)`` and ``readIndex(_:_:into:)`` report its faults.
public func readFrontMatter(_ source: SourceText) -> YAMLNode? {
  var sink = DiagnosticSink()
  return FrontMatter.find(in: source, into: &sink)?.reading(of: source).document
}

/// The bytes of a file's Markdown, after its front matter.
public func writtenBody(of source: SourceText) -> ArraySlice<UInt8> {
  var sink = DiagnosticSink()
  guard let parts = FrontMatter.find(in: source, into: &sink), parts.values != nil else { return source.bytes[...] }
  return source.bytes[parts.body.lower..<parts.body.upper]
}

/// A card as it is written. Ranges refer to its source.
extension Card {
  /// The mapping of its front matter or its row; nil if there is none or it cannot be read.
  ///
  /// - Complexity: O(length of the front matter)
  public var writtenValues: YAMLNode? { row?.values ?? readFrontMatter(source) }

  /// The range of a key, or of its value in a row.
  public func keyRange(_ key: String) -> SourceRange? {
    writtenValues?.entries.first { $0.key == key }?.keyRange
  }

  /// The bytes of the card's Markdown.
  public var writtenBody: ArraySlice<UInt8> {
    row.map { source.bytes[$0.body.lower..<$0.body.upper] } ?? Content.writtenBody(of: source)
  }

  /// The bytes of the card's file, or the texts and keys of its row.
  public var writtenBytes: [UInt8] {
    row.map { $0.values.entries.reduce(into: source.bytes) { $0 += "\($1.key)\($1.keyRange.upper)".utf8 } }
      ?? source.bytes
  }
}
