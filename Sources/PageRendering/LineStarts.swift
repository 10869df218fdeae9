import CardLayout
import TextLayout

extension MeasuredCard {
  /// Where the lines of a slot start: for each line, how many UTF-16 code units of text that is not white space come
  /// before it in the slot. So the place does not depend on how white space is collapsed, and a browser can be asked.
  func lineStarts(of slot: SlotName, in card: PreparedCard) -> [Int] {
    var starts: [Int] = []
    var before = 0
    for text in slot == .tags ? [] : card.composed.texts(of: slot) {
      guard let lines = texts[text] else { continue }
      let bytes = card.texts[text].bytes
      var position = 0
      var count = 0
      for start in lines.lineStarts {
        count += utf16Count(of: bytes[position..<max(position, start)])
        position = max(position, start)
        starts.append(before + count)
      }
      before += utf16Count(of: bytes[..<(lines.cut ?? bytes.count)])
    }
    return starts
  }
}

/// UTF-16 code units of UTF-8 text, without the U+FFFC that stands for boxes.
private func utf16Count(of bytes: ArraySlice<UInt8>) -> Int {
  var count = 0
  for index in bytes.indices {
    let byte = bytes[index]
    if byte & 0xC0 == 0x80 { continue }
    if byte == 0xEF, bytes[index...].starts(with: [0xEF, 0xBF, 0xBC]) { continue }
    count += byte >= 0xF0 ? 2 : 1
  }
  return count
}
