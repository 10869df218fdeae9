import Arrangements
import CardLayout
import Geometry
import JSONText
import TextLayout
import Themes

/// Writes the slots of one card as in `layout.json`.
struct SlotWriter {
  /// A text of a slot.
  private struct Text {
    let slot: SlotName
    /// The index in the texts of the card.
    let number: Int
    let counts: CodeUnitCounts
  }

  private var texts: [Text] = []

  init(_ card: PreparedCard) {
    let composed = card.composed
    for slot in [TextSlot.eyebrow, .title, .subtitle, .footer] {
      if let text = composed.text(of: slot) { add(text, of: SlotName(slot), in: card) }
    }
    for block in composed.body { for text in block.texts { add(text, of: .body, in: card) } }
  }

  private mutating func add(_ text: Int, of slot: SlotName, in card: PreparedCard) {
    texts.append(Text(slot: slot, number: text, counts: CodeUnitCounts(card.texts[text].bytes)))
  }

  /// - Parameter height: the height of the card.
  func write(_ measured: MeasuredCard, height: Pixels, to bytes: inout [UInt8]) {
    let slots = measured.slots
    let fall = height - measured.naturalHeight
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for name in Self.alphabetic {
      for slot in slots where slot.name == name {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        switch name {
        case .image: bytes.append("\"image\":{\"height\":")
        case .tags: bytes.append("\"tags\":{")
        case .eyebrow: bytes.append("\"eyebrow\":{\"height\":")
        case .title: bytes.append("\"title\":{\"height\":")
        case .subtitle: bytes.append("\"subtitle\":{\"height\":")
        case .body: bytes.append("\"body\":{\"height\":")
        case .footer: bytes.append("\"footer\":{\"height\":")
        }
        switch name {
        case .image: bytes.append(slot.frame.height)
        case .tags: write(slot, measured.tags, to: &bytes)
        case .eyebrow, .title, .subtitle, .body, .footer: write(slot, texts: measured, to: &bytes)
        }
        bytes.append(",\"width\":")
        bytes.append(slot.frame.width)
        bytes.append(",\"x\":")
        bytes.append(slot.frame.x)
        bytes.append(",\"y\":")
        bytes.append(slot.isPinned ? slot.frame.y + fall : slot.frame.y)
        bytes.append(UInt8(ascii: "}"))
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Keys are sorted.
  private static let alphabetic: [SlotName] = [.body, .eyebrow, .footer, .image, .subtitle, .tags, .title]

  private func write(_ slot: MeasuredSlot, texts measured: MeasuredCard, to bytes: inout [UInt8]) {
    bytes.append(slot.frame.height)
    bytes.append(",\"lines\":")
    bytes.append(decimal: slot.lineCount)
    bytes.append(",\"starts\":[")
    writeStarts(of: slot.name, measured, to: &bytes)
    bytes.append(slot.isTruncated ? "],\"truncated\":true" : "],\"truncated\":false")
  }

  /// Writes the starts of a slot's lines: for each line, the number of code units before it in the slot.
  private func writeStarts(of slot: SlotName, _ measured: MeasuredCard, to bytes: inout [UInt8]) {
    var before = 0
    var isFirst = true
    for place in texts.indices where texts[place].slot == slot {
      guard let text = measured.texts[texts[place].number] else { continue }
      let counts = texts[place].counts
      let starts = text.lineStarts
      var position = 0
      for start in starts {
        position = max(position, start)
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(decimal: before + counts.count(before: position))
      }
      before += text.cut.map { counts.count(before: $0) } ?? counts.total
    }
  }

  private func write(_ slot: MeasuredSlot, _ tags: MeasuredTags?, to bytes: inout [UInt8]) {
    if let tags {
      // The frames of the visible tags and of the chip after them: leading edge and top relative to the slot, and
      // width.
      bytes.append("\"frames\":[")
      var isFirst = true
      for frame in tags.arrangement.frames { write(frame, isFirst: &isFirst, to: &bytes) }
      if let chip = tags.arrangement.chip { write(chip, isFirst: &isFirst, to: &bytes) }
      bytes.append("],")
    }
    bytes.append("\"height\":")
    bytes.append(slot.frame.height)
    bytes.append(",\"hidden\":")
    bytes.append(decimal: tags?.arrangement.hiddenCount ?? 0)
    bytes.append(",\"rows\":")
    bytes.append(decimal: slot.lineCount)
    if let rows = tags?.arrangement.size.height, slot.lineCount > 1, rows < slot.frame.height {
      bytes.append(",\"rowsHeight\":")
      bytes.append(rows)
    }
    bytes.append(",\"shown\":")
    bytes.append(decimal: tags?.arrangement.frames.count ?? 0)
  }

  private func write(_ frame: Frame, isFirst: inout Bool, to bytes: inout [UInt8]) {
    bytes.append(isFirst ? "[" : ",[")
    isFirst = false
    bytes.append(frame.x)
    bytes.append(UInt8(ascii: ","))
    bytes.append(frame.y)
    bytes.append(UInt8(ascii: ","))
    bytes.append(frame.width)
    bytes.append(UInt8(ascii: "]"))
  }
}

extension [UInt8] {
  /// A length in CSS pixels: 1/64 px has six decimals.
  mutating func append(_ length: Pixels) { append(decimal: length.sixtyFourths, dividedBy: 64) }
}
