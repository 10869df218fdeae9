import CardLayout
import TextLayout
import Themes

/// The texts of a card by slot, to state where the lines of a slot start.
struct SlotTexts {
  private struct Text {
    let slot: SlotName
    /// The index in the texts of the card.
    let number: Int
    let counts: CodeUnitCounts
  }

  private var texts: [Text] = []

  init(_ card: PreparedCard) {
    let composed = card.composed
    texts.reserveCapacity(card.texts.count)
    for slot in [TextSlot.eyebrow, .title, .subtitle, .footer] {
      if let text = composed.text(of: slot) { add(text, of: SlotName(slot), in: card) }
    }
    for block in composed.body { for text in block.texts { add(text, of: .body, in: card) } }
  }

  private mutating func add(_ text: Int, of slot: SlotName, in card: PreparedCard) {
    texts.append(Text(slot: slot, number: text, counts: CodeUnitCounts(card.texts[text].bytes)))
  }

  /// Appends, for each line of a slot, the number of code units before it in the slot.
  ///
  /// - Parameter measured: the texts of the card at one width.
  func appendStarts(of slot: SlotName, _ measured: [MeasuredText?], to starts: inout [Int]) {
    var before = 0
    for index in texts.indices where texts[index].slot == slot {
      guard let text = measured[texts[index].number] else { continue }
      if before == 0, texts[index].counts.isPlain {
        starts.append(contentsOf: text.lineStarts)
      } else {
        for start in text.lineStarts { starts.append(before + texts[index].counts.count(before: start)) }
      }
      before += text.cut.map { texts[index].counts.count(before: $0) } ?? texts[index].counts.total
    }
  }
}
