import CardLayout
import Diagnostics
import Geometry
import JSONText
import SiteContent
import Themes

/// Writes the frames of a shelf's cards, step after step.
///
/// Many cards are at a step as they were at the one before, but for their place: what was written of them is copied.
struct CardFrameWriter {
  /// A card as it was written last.
  private struct Written {
    let card: MeasuredCard
    let height: Pixels
    /// Of all that does not depend on the place and width of its frame.
    let members: Range<Int>
  }

  /// What is written of a card alike at every step.
  private struct Constants {
    let slots: SlotWriter
    /// Between the height and the slots.
    let head: [UInt8]
    /// After the slots, before the variant.
    let tail: [UInt8]
  }

  private let shelf: LaidOutShelf
  private let cards: [Constants]
  /// By card; the bytes are those of one writer.
  private var written: [Written?]

  init(shelf: LaidOutShelf) {
    self.shelf = shelf
    cards = shelf.prepared.cards.map { prepared in
      let card = prepared.composed.card
      var head = JSONWriter()
      head.key("id")
      head.string(card.id)
      head.key("slots")
      var tail = JSONWriter()
      tail.key("source")
      tail.string(card.source.path)
      return Constants(slots: SlotWriter(prepared), head: head.bytes, tail: tail.bytes)
    }
    written = Array(repeating: nil, count: cards.count)
  }

  /// What was written last is no more.
  mutating func forget() {
    for index in written.indices { written[index] = nil }
  }

  /// An array of all cards.
  ///
  /// - Parameter bytes: the same each time, with all that was written since the last ``forget()``.
  mutating func write(cardsOf layout: ShelfLayout, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for index in layout.frames.indices {
      let frame = layout.frames[index]
      bytes.append(index > 0 ? ",\n{" : "\n{")
      write(layout.cards[index], at: index, height: frame.height, to: &bytes)
      bytes.append(",\"width\":")
      bytes.append(frame.width)
      bytes.append(",\"x\":")
      bytes.append(frame.x)
      bytes.append(",\"y\":")
      bytes.append(frame.y)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(
    _ measured: MeasuredCard, at index: Int, height: Pixels, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    if let last = written[index], last.height == height, last.card.isIdentical(to: measured) {
      bytes.append(again: last.members)
    } else {
      bytes.append("\"height\":")
      bytes.append(height)
      bytes.append(UInt8(ascii: ","))
      bytes.append(contentsOf: cards[index].head)
      cards[index].slots.write(measured, height: height, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      bytes.append(contentsOf: cards[index].tail)
      let composed = shelf.prepared.cards[index].composed
      if composed.hasVariants {
        var variant = JSONWriter()
        variant.string(composed.anatomies[measured.variant].name)
        bytes.append(",\"variant\":")
        bytes.append(contentsOf: variant.bytes)
      }
    }
    written[index] = Written(card: measured, height: height, members: start..<bytes.count)
  }
}

extension JSONWriter {
  /// A length in CSS pixels: 1/64 px has six decimals.
  mutating func number(_ length: Pixels) { number(length.sixtyFourths, dividedBy: 64) }
}
