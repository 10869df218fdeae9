import Diagnostics

/// A source with spans between carets: `title: ^Too long^`.
struct MarkedText {
  let source: SourceText
  let spans: [SourceRange]

  init(_ text: String, path: String = "a.md") {
    var bytes: [UInt8] = []
    var spans: [SourceRange] = []
    var open: Int?
    for byte in text.utf8 {
      guard byte == UInt8(ascii: "^") else {
        bytes.append(byte)
        continue
      }
      if let lower = open {
        spans.append(SourceRange(lower, bytes.count))
        open = nil
      } else {
        open = bytes.count
      }
    }
    source = SourceText(path: path, bytes: bytes)
    self.spans = spans
  }

  /// Returns whether a finding shows exactly the span.
  func shows(_ diagnostic: Diagnostic, at span: SourceRange) -> Bool {
    let expected = Diagnostic(.error, Diagnostic.Rule("expected"), "", at: span, in: source)
    return diagnostic.position == expected.position && diagnostic.excerpt == expected.excerpt
  }
}
