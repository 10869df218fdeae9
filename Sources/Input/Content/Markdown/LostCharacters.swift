public import Diagnostics

extension DiagnosticSink {
  /// Reports once per file that it contains U+FFFD: a program that did not know the encoding of a text wrote it in
  /// place of characters, which are lost. The file itself is UTF-8.
  ///
  /// - Complexity: O(length)
  public mutating func reportLostCharacters(in source: SourceText) {
    let bytes = source.bytes.span
    var first: Int?
    var count = 0
    var start = 0
    while let index = bytes.firstIndex(of: 0xEF, from: start), index + 2 < bytes.count {
      if bytes[index + 1] == 0xBF, bytes[index + 2] == 0xBD {
        first = first ?? index
        count += 1
      }
      start = index + 1
    }
    guard let first else { return }
    let what =
      count == 1
      ? "a character was lost: U+FFFD is in its place" : "\(count) characters were lost: U+FFFD is in their place"
    warning(
      .characterLost, what, at: SourceRange(first, first + 3), in: source,
      help: "write the text again, or convert the original file from its encoding to UTF-8")
  }
}
