import Diagnostics

/// A text with one marked span between `⟦` and `⟧`, so that no position is counted by hand.
struct MarkedText {
  let text: String
  /// Byte offsets in `text`; nil without marks.
  let range: SourceRange?

  init(_ marked: String) {
    let open: [UInt8] = Array("⟦".utf8)
    let close: [UInt8] = Array("⟧".utf8)
    var bytes: [UInt8] = []
    var lower: Int?
    var upper: Int?
    let written = Array(marked.utf8)
    var index = 0
    while index < written.count {
      if written[index...].starts(with: open) {
        lower = bytes.count
        index += open.count
      } else if written[index...].starts(with: close) {
        upper = bytes.count
        index += close.count
      } else {
        bytes.append(written[index])
        index += 1
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
    if let lower, let upper { range = SourceRange(lower, upper) } else { range = nil }
  }
}
