import Diagnostics

/// A text with marked spans between `⟦` and `⟧`, so that no position is counted by hand.
struct MarkedText {
  let text: String
  /// Byte offsets in `text`.
  let ranges: [SourceRange]

  init(_ marked: String) {
    let open: [UInt8] = Array("⟦".utf8)
    let close: [UInt8] = Array("⟧".utf8)
    var bytes: [UInt8] = []
    var lower = 0
    var ranges: [SourceRange] = []
    let written = Array(marked.utf8)
    var index = 0
    while index < written.count {
      if written[index...].starts(with: open) {
        lower = bytes.count
        index += open.count
      } else if written[index...].starts(with: close) {
        ranges.append(SourceRange(lower, bytes.count))
        index += close.count
      } else {
        bytes.append(written[index])
        index += 1
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
    self.ranges = ranges
  }
}

extension Diagnostic {
  /// Returns whether the finding shows exactly the span.
  func shows(_ range: SourceRange, in source: SourceText) -> Bool {
    let expected = Diagnostic(severity, rule, message, at: range, in: source)
    return path == source.path && position == expected.position && excerpt == expected.excerpt
  }
}
