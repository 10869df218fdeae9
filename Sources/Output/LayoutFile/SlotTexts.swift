import CardLayout
import TextLayout
import Themes

/// The texts of a card by slot, to state where the lines of a slot start.
struct SlotTexts {
  private struct Text {
    /// The index in the texts of the card.
    let number: Int
    let counts: CodeUnitCounts
  }

  /// Slot by slot.
  private var texts: [Text] = []
  /// By the number of a slot's name: its texts.
  private var ranges: [7 of Range<Int>] = [0..<0, 0..<0, 0..<0, 0..<0, 0..<0, 0..<0, 0..<0]

  init(_ card: PreparedCard) {
    let composed = card.composed
    texts.reserveCapacity(card.texts.count)
    for slot in [TextSlot.eyebrow, .title, .subtitle, .footer] {
      guard let text = composed.text(of: slot) else { continue }
      ranges[SlotName(slot).number] = texts.count..<texts.count + 1
      add(text, in: card)
    }
    let first = texts.count
    for block in composed.body { for text in block.texts { add(text, in: card) } }
    ranges[SlotName.body.number] = first..<texts.count
  }

  private mutating func add(_ text: Int, in card: PreparedCard) {
    texts.append(Text(number: text, counts: CodeUnitCounts(card.texts[text].bytes)))
  }

  /// Returns whether the texts of a slot have the same lines in two layouts.
  func areEqual(of slot: SlotName, _ a: [MeasuredText?], _ b: [MeasuredText?]) -> Bool {
    for index in ranges[slot.number] where a[texts[index].number] != b[texts[index].number] { return false }
    return true
  }

  /// Appends, for each line of a slot, the number of code units before it in the slot.
  ///
  /// - Parameter measured: the texts of the card at one width.
  func appendStarts(of slot: SlotName, _ measured: [MeasuredText?], to starts: inout [Int]) {
    var before = 0
    for index in ranges[slot.number] {
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
