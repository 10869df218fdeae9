import CardLayout
import Diagnostics
import Geometry
import JSONText
import SiteContent
import Themes

/// Writes the frames of a shelf's cards, step after step.
///
/// Most cards are at a step as they were at the one before, but for their place: what was written of them is copied.
struct CardFrameWriter {
  /// A card as it was written last.
  private struct Written {
    let card: MeasuredCard
    let height: Pixels
    /// Of all that does not depend on the place and width of its frame.
    let members: Range<Int>
  }

  private let shelf: LaidOutShelf
  /// By card; the bytes are those of one writer.
  private var written: [Written?]

  init(shelf: LaidOutShelf) {
    self.shelf = shelf
    written = Array(repeating: nil, count: shelf.prepared.cards.count)
  }

  /// - Parameter json: the same each time; only what was written last may be taken back.
  mutating func write(cardsOf layout: ShelfLayout, to json: inout JSONWriter) {
    json.key("cards")
    json.array(layout.frames.indices, onePerLine: true) { json, index in
      let frame = layout.frames[index]
      json.object { json in
        write(layout.cards[index], at: index, height: frame.height, to: &json)
        json.key("width")
        json.number(frame.width)
        json.key("x")
        json.number(frame.x)
        json.key("y")
        json.number(frame.y)
      }
    }
  }

  private mutating func write(_ measured: MeasuredCard, at index: Int, height: Pixels, to json: inout JSONWriter) {
    if let last = written[index], last.height == height, last.card == measured { return json.again(last.members) }
    let start = json.bytes.count
    let prepared = shelf.prepared.cards[index]
    let card = prepared.composed
    json.key("height")
    json.number(height)
    json.key("id")
    json.string(card.card.id)
    json.key("slots")
    PageRendering.write(slotsOf: measured, in: prepared, height: height, to: &json)
    json.key("source")
    json.string(card.card.source.path)
    if card.hasVariants {
      json.key("variant")
      json.string(card.anatomy(measured.variant).name)
    }
    written[index] = Written(card: measured, height: height, members: start..<json.bytes.count)
  }
}

extension JSONWriter {
  /// A length in CSS pixels: 1/64 px has six decimals.
  mutating func number(_ length: Pixels) { number(length.sixtyFourths, dividedBy: 64) }
}

extension SlotName {
  /// Its place among all when they are sorted by name.
  var alphabeticRank: Int {
    switch self {
    case .body: 0
    case .eyebrow: 1
    case .footer: 2
    case .image: 3
    case .subtitle: 4
    case .tags: 5
    case .title: 6
    }
  }
}
