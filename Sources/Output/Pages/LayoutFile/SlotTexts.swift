import CardLayout
import Content
import Geometry
import TextLayout
import Themes

/// The texts of a card by slot, from which the starts of the lines of a slot are computed.
struct SlotTexts {
  private struct Text {
    /// The index in the texts of the card.
    let number: Int
    let counts: CodeUnitCounts
  }

  /// The texts, slot by slot.
  private var texts: [Text] = []
  /// The texts of each slot, indexed by slot number. It is an array, because indexing other containers copies them.
  private var ranges: [Range<Int>] = []
  /// The texts of the body, while they are collected.
  private var body: [Int] = []

  init() {}

  init(_ card: PreparedCard) { set(card) }

  /// Replaces the texts with those of another card.
  mutating func set(_ card: PreparedCard) {
    texts.removeAll(keepingCapacity: true)
    let slots = card.composed.slots
    if ranges.count != slots.slots.count { ranges = Array(repeating: 0..<0, count: slots.slots.count) }
    for slot in slots.texts {
      let first = texts.count
      if let text = card.composed.text(of: slot) { add(text, in: card) }
      ranges[slot.number] = first..<texts.count
    }
    body.removeAll(keepingCapacity: true)
    for block in card.composed.body { block.appendTexts(to: &body) }
    let first = texts.count
    for index in body.indices { add(body[index], in: card) }
    ranges[Slot.body.number] = first..<texts.count
  }

  private mutating func add(_ text: Int, in card: PreparedCard) {
    texts.append(Text(number: text, counts: CodeUnitCounts(card.texts[text])))
  }

  /// The number of the lines of the first text of a slot; nil if it is hidden, or if there is none.
  @inline(__always)
  func firstLines(of slot: Int, _ card: MeasuredCard) -> Int? {
    let range = ranges[slot]
    return range.isEmpty ? nil : card.lineNumber(ofText: texts.span[range.lowerBound].number)
  }

  /// The number of texts of a slot after the first.
  @inline(__always)
  func otherCount(of slot: Int) -> Int { max(0, ranges[slot].count - 1) }

  /// Appends the numbers of the lines of the texts of a slot after the first.
  func appendOtherLines(of slot: Int, _ card: MeasuredCard, to numbers: inout [OptionalIndex]) {
    for index in ranges[slot].dropFirst() {
      numbers.append(OptionalIndex(card.lineNumber(ofText: texts[index].number)))
    }
  }

  /// Returns whether the lines of the texts of a slot after the first have these numbers.
  func areOtherLines(of slot: Int, _ card: MeasuredCard, _ numbers: Span<OptionalIndex>) -> Bool {
    let first = ranges[slot].lowerBound + 1
    for index in numbers.indices {
      if OptionalIndex(card.lineNumber(ofText: texts[first + index].number)) != numbers[index] { return false }
    }
    return true
  }

  /// Appends, for each line of a slot, the number of code units before it in the slot.
  ///
  /// - Parameter card: the card at one width.
  func appendStarts(of slot: Int, _ card: MeasuredCard, to starts: inout [Int]) {
    var before = 0
    let texts = texts.span
    for index in ranges[slot] {
      let text = texts[index].number
      if card.lineNumber(ofText: text) == nil { continue }
      let first = starts.count
      card.appendLineStarts(ofText: text, to: &starts)
      if before > 0 || !texts[index].counts.isPlain {
        var own = starts.mutableSpan
        for line in first..<own.count { own[line] = before + texts[index].counts.count(before: own[line]) }
      }
      let counts = texts[index].counts
      before += card.lineDetails(ofText: text)?.cut.map { counts.count(before: $0) } ?? counts.total
    }
  }
}
