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
  /// Those of the body, while they are collected.
  private var body: [Int] = []

  init() {}

  init(_ card: PreparedCard) { set(card) }

  /// Replaces the texts by those of another card.
  mutating func set(_ card: PreparedCard) {
    texts.removeAll(keepingCapacity: true)
    set(card.composed.eyebrow, of: .eyebrow, in: card)
    set(card.composed.title, of: .title, in: card)
    set(card.composed.subtitle, of: .subtitle, in: card)
    set(card.composed.footer, of: .footer, in: card)
    body.removeAll(keepingCapacity: true)
    for block in card.composed.body { block.appendTexts(to: &body) }
    let first = texts.count
    for index in body.indices { add(body[index], in: card) }
    ranges[SlotName.body.number] = first..<texts.count
  }

  private mutating func set(_ text: Int?, of slot: SlotName, in card: PreparedCard) {
    let first = texts.count
    if let text { add(text, in: card) }
    ranges[slot.number] = first..<texts.count
  }

  private mutating func add(_ text: Int, in card: PreparedCard) {
    texts.append(Text(number: text, counts: CodeUnitCounts(card.texts[text].bytes)))
  }

  /// Appends the identity of each text of a slot, and nil for those that are hidden.
  ///
  /// - Parameter measured: the texts of the card at one width.
  func appendIdentities(of slot: Int, _ measured: Span<MeasuredText?>, to identities: inout [ObjectIdentifier?]) {
    let texts = texts.span
    for index in ranges[slot] { identities.append(measured[texts[index].number]?.identity) }
  }

  /// Returns whether the texts of a slot have these identities.
  func areIdentical(of slot: Int, _ measured: Span<MeasuredText?>, to identities: Span<ObjectIdentifier?>) -> Bool {
    let texts = texts.span
    let range = ranges[slot]
    for index in range
    where measured[texts[index].number]?.identity != identities[index - range.lowerBound] { return false }
    return true
  }

  func count(of slot: Int) -> Int { ranges[slot].count }

  /// Appends, for each line of a slot, the number of code units before it in the slot.
  ///
  /// - Parameter measured: the texts of the card at one width.
  func appendStarts(of slot: Int, _ measured: Span<MeasuredText?>, to starts: inout [Int]) {
    var before = 0
    let texts = texts.span
    for index in ranges[slot] {
      guard let text = measured[texts[index].number] else { continue }
      let lines = text.lineStarts
      if before == 0, texts[index].counts.isPlain {
        starts.append(contentsOf: lines)
      } else {
        for line in lines.indices { starts.append(before + texts[index].counts.count(before: lines[line])) }
      }
      before += text.cut.map { texts[index].counts.count(before: $0) } ?? texts[index].counts.total
    }
  }
}
