public import CardLayout
import Diagnostics
public import Geometry
public import JSONText
import SiteContent
import Themes

/// The entries of a shelf's cards in `layout.json` at each step, except for the position and width of their frames.
///
/// For a card that is the same at several steps, they are written once.
public struct CardEntries {
  private let shelf: LaidOutShelf
  /// The frames of the cards at each step.
  private let frames: [[Frame]]
  private var bytes: [UInt8] = []
  /// Ranges in `bytes`: by step, and then by card.
  private var places: [Range<Int>]

  public init(_ shelf: LaidOutShelf) {
    self.shelf = shelf
    frames = shelf.allLayouts.map(\.frames)
    places = Array(repeating: 0..<0, count: frames.count * shelf.prepared.cards.count)
  }

  public mutating func add(_ index: Int, _ found: [CardAtSteps]) {
    let prepared = shelf.prepared.cards[index]
    let card = prepared.composed.card
    let slots = SlotWriter(prepared)
    var head = JSONWriter()
    head.string(card.id, for: "id")
    head.key("slots")
    var tail = JSONWriter()
    tail.string(card.source.path, for: "source")
    for layout in found {
      var last: (height: Pixels, place: Range<Int>)?
      for step in layout.steps.members {
        let height = frames[step][index].height
        if last?.height != height {
          let start = bytes.count
          if card.direction != shelf.prepared.shelf.direction {
            bytes.append(card.direction == .rtl ? "\"direction\":\"rtl\"," : "\"direction\":\"ltr\",")
          }
          bytes.append("\"height\":")
          bytes.append(height)
          bytes.append(UInt8(ascii: ","))
          bytes.append(contentsOf: head.bytes)
          slots.write(layout.card, height: height, to: &bytes)
          bytes.append(UInt8(ascii: ","))
          bytes.append(contentsOf: tail.bytes)
          if prepared.composed.hasVariants { write(variant: prepared.composed.anatomies[layout.card.variant].name) }
          last = (height, start..<bytes.count)
        }
        if let last { places[step * shelf.prepared.cards.count + index] = last.place }
      }
    }
    // The others will have a similar length.
    if index == 15 { bytes.reserveCapacity(bytes.count / 16 * (shelf.prepared.cards.count + 1)) }
  }

  private mutating func write(variant: String) {
    var json = JSONWriter()
    json.string(variant)
    bytes.append(",\"variant\":")
    bytes.append(contentsOf: json.bytes)
  }

  /// The approximate number of bytes that ``write(at:to:)`` writes for all steps.
  var byteCount: Int { places.reduce(0) { $0 + $1.count + 40 } }

  /// Writes an array of all cards.
  ///
  /// - Parameter step: steps of a second choice come after those of the first.
  func write(at step: Int, to output: inout [UInt8]) {
    let first = step * shelf.prepared.cards.count
    output.append(UInt8(ascii: "["))
    let frames = frames[step]
    for index in frames.indices {
      let frame = frames[index]
      output.append(index > 0 ? ",\n{" : "\n{")
      output.append(bytes, places[first + index])
      output.append(",\"width\":")
      output.append(frame.width)
      output.append(",\"x\":")
      output.append(frame.x)
      output.append(",\"y\":")
      output.append(frame.y)
      output.append(UInt8(ascii: "}"))
    }
    output.append(UInt8(ascii: "]"))
  }
}

extension JSONWriter {
  /// A length in CSS pixels: 1/64 px has six decimals.
  public mutating func number(_ length: Pixels) { number(length.sixtyFourths, dividedBy: 64) }

  mutating func number(_ length: Pixels, for name: String) {
    key(name)
    number(length)
  }
}
