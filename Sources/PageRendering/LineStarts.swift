import CardLayout
import TextLayout

extension MeasuredCard {
  /// Where the lines of a slot start: for each line, how many UTF-16 code units of text that is not white space come
  /// before it in the slot. So the place does not depend on how white space is collapsed, and a browser can be asked.
  func lineStarts(of slot: SlotName, in card: PreparedCard) -> [Int] {
    var starts: [Int] = []
    var before = 0
    for text in card.composed.texts(of: slot) {
      guard let lines = texts[text] else { continue }
      let bytes = card.texts[text].bytes
      starts += lines.lineStarts.map { before + utf16Count(of: bytes[..<$0]) }
      before += utf16Count(of: bytes[..<(lines.cut ?? bytes.count)])
    }
    return starts
  }
}

extension ComposedCard {
  /// The texts of a slot, in order.
  fileprivate func texts(of slot: SlotName) -> [Int] {
    switch slot {
    case .image, .tags: []
    case .eyebrow: eyebrow.map { [$0] } ?? []
    case .title: title.map { [$0] } ?? []
    case .subtitle: subtitle.map { [$0] } ?? []
    case .footer: footer.map { [$0] } ?? []
    case .body: body.flatMap(\.texts)
    }
  }
}

extension BodyBlock {
  fileprivate var texts: [Int] {
    switch kind {
    case .paragraph(let text), .heading(_, let text): [text]
    case .quote(let blocks): blocks.flatMap(\.texts)
    case .list(_, _, let items): items.flatMap { $0.blocks.flatMap(\.texts) }
    case .code, .rule, .figure: []
    }
  }
}

/// UTF-16 code units of UTF-8 text, without the U+FFFC that stands for boxes.
private func utf16Count(of bytes: ArraySlice<UInt8>) -> Int {
  var count = 0
  for (index, byte) in zip(bytes.indices, bytes) {
    if byte & 0xC0 == 0x80 { continue }
    if byte == 0xEF, bytes[index...].starts(with: [0xEF, 0xBF, 0xBC]) { continue }
    count += byte >= 0xF0 ? 2 : 1
  }
  return count
}
