package import Diagnostics

/// A text with marks around its spans of interest, so that no position is counted by hand.
package struct MarkedText {
  /// Without the marks.
  package let source: SourceText
  package let spans: [SourceRange]

  package var text: String { String(decoding: source.bytes, as: UTF8.self) }

  /// `title: ⟦Too long⟧`
  package init(_ text: String, path: String = "a.md") { self.init(text, open: "⟦", close: "⟧", path: path) }

  /// `title: ^Too long^`
  package init(carets text: String, path: String = "a.md") { self.init(text, open: "^", close: "^", path: path) }

  private init(_ text: String, open: Unicode.Scalar, close: Unicode.Scalar, path: String) {
    var bytes: [UInt8] = []
    var spans: [SourceRange] = []
    var lower: Int?
    for scalar in text.unicodeScalars {
      if let start = lower, scalar == close {
        spans.append(SourceRange(start, bytes.count))
        lower = nil
      } else if scalar == open {
        lower = bytes.count
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    source = SourceText(path: path, bytes: bytes)
    self.spans = spans
  }
}

extension Diagnostic {
  /// Returns whether the finding shows exactly the span.
  package func shows(_ range: SourceRange, in source: SourceText) -> Bool {
    let expected = Diagnostic(severity, rule, message, at: range, in: source)
    return path == source.path && position == expected.position && excerpt == expected.excerpt
  }
}
