import CardLayout
import Content
public import Diagnostics
public import Geometry
import Themes

/// The cards of a shelf as in `layout.json`, written one after the other.
struct CardEntries {
  /// The cards; if the shelf has several views, without their positions. Before them is what comes before them in the
  /// shelf's object, so that it need not be copied.
  private(set) var cards: [UInt8]
  private var isEmpty = true
  /// If the shelf has several views, the positions of the cards in each.
  private(set) var positions: [[UInt8]] = []

  private let shelf: LaidOutShelf
  /// The frames of each card, and of a card at each step; the steps of each view follow those of the one before it.
  private let frames: [Frame]
  private let stepCount: Int

  // State of the current card.
  private var table: GeometryTable
  private var texts = SlotTexts()
  /// The index of the layout that each step shows.
  private var layoutAtStep: [Int]
  /// The number of its geometry at each step.
  private var geometryAtStep: [Int]
  private var known: [PlacedLayout] = []

  /// - Parameter head: the bytes before the cards.
  init(_ shelf: LaidOutShelf, after head: [UInt8]) {
    self.shelf = shelf
    table = GeometryTable(shelf.prepared.cards.first?.composed.slots ?? .standard)
    cards = head
    let layouts = shelf.allLayouts
    var frames: [Frame] = []
    frames.reserveCapacity(layouts.count * shelf.prepared.cards.count)
    for card in shelf.prepared.cards.indices {
      for step in layouts.indices { frames.append(layouts[step].frames[card]) }
    }
    self.frames = frames
    stepCount = shelf.layouts.count
    layoutAtStep = Array(repeating: 0, count: layouts.count)
    geometryAtStep = layoutAtStep
    if shelf.views.count > 1 { positions = shelf.views.map { _ in [] } }
  }

  /// Adds the next card of the shelf.
  ///
  /// - Parameter found: all layouts of the card.
  mutating func add(_ index: Int, _ found: [CardAtSteps]) {
    place(index, found)
    let composed = shelf.prepared.cards[index].composed
    let (isFirst, start) = (isEmpty, cards.count)
    cards.append(isFirst ? "\n{\"id\":" : ",\n{\"id\":")
    isEmpty = false
    cards.append(quoted: composed.card.id)
    cards.append(",\"source\":")
    cards.append(quoted: composed.card.source.path)
    if composed.card.direction != shelf.prepared.shelf.direction {
      cards.append(composed.card.direction == .rtl ? ",\"direction\":\"rtl\"" : ",\"direction\":\"ltr\"")
    }
    cards.append(UInt8(ascii: ","))
    let firstFrame = index * geometryAtStep.count
    if positions.isEmpty {
      write(0..<stepCount, frames[firstFrame..<firstFrame + stepCount], geometryAtStep, to: &cards)
    }
    for view in positions.indices {
      let steps = view * stepCount..<(view + 1) * stepCount
      positions[view].append(positions[view].isEmpty ? "\n{" : ",\n{")
      write(
        steps, frames[firstFrame + steps.lowerBound..<firstFrame + steps.upperBound], geometryAtStep,
        to: &positions[view])
      positions[view][positions[view].count - 1] = UInt8(ascii: "}")
    }
    table.write(variants: composed.hasVariants ? composed.anatomies.map { quoted($0.name) } : [], to: &cards)
    cards.append(UInt8(ascii: "}"))
    // The other cards will have a similar length.
    if isFirst {
      let length = cards.count - start
      cards.reserveCapacity(start + 2 * length * shelf.prepared.cards.count + 8 * length)
    }
  }

  /// Determines the geometry of a card at each step.
  private mutating func place(_ index: Int, _ found: [CardAtSteps]) {
    table.removeAll()
    known.removeAll(keepingCapacity: true)
    texts.set(shelf.prepared.cards[index])
    let found = found.span
    for number in found.indices {
      for step in found[number].steps.members where step < layoutAtStep.count { layoutAtStep[step] = number }
    }
    let firstFrame = index * layoutAtStep.count
    for step in layoutAtStep.indices {
      let (width, height, layout) = (
        frames[firstFrame + step].width, frames[firstFrame + step].height, layoutAtStep[step]
      )
      // Usually it is that of the previous step.
      if let same = known.span.last(layout, width, height) {
        geometryAtStep[step] = same
        continue
      }
      let hasPinned = found[layout].hasPinned
      let fall = hasPinned ? height - found[layout].card.naturalHeight : .zero
      let number = table.number(of: found, at: layout, width: width, fall: fall, texts: texts)
      known.append(
        PlacedLayout(layout: layout, width: width, height: height, hasPinned: hasPinned, geometry: number))
      geometryAtStep[step] = number
    }
  }

  /// Ends the list of cards and the object of the shelf, and returns both.
  mutating func takeObject() -> [UInt8] {
    cards.append("]}")
    defer { cards = [] }
    return cards
  }
}

/// Writes the position and the geometry of a card at some steps, and a comma.
///
/// - Parameters:
///   - frames: the frames of the card; the first one is at the first step in `steps`.
///   - geometries: the numbers of its geometries, by step.
private func write(
  _ steps: Range<Int>, _ frames: ArraySlice<Frame>, _ geometries: [Int], to bytes: inout [UInt8]
) {
  bytes.append(room: steps.count * 4 * ByteCursor.mostBytesOfNumber + 64) { cursor in
    let frames = frames.span
    let geometries = geometries.span.extracting(steps)
    var count = (x: min(1, frames.count), y: min(1, frames.count), height: min(1, frames.count), geometry: 1)
    // One number applies at all steps.
    for step in frames.indices {
      if frames[step].x != frames[0].x { count.x = frames.count }
      if frames[step].y != frames[0].y { count.y = frames.count }
      if frames[step].height != frames[0].height { count.height = frames.count }
      if geometries[step] != geometries[0] { count.geometry = frames.count }
    }
    cursor.append("\"x\":[")
    for step in 0..<count.x { cursor.append(sixtyFourths: frames[step].x.sixtyFourths, isFirst: step == 0) }
    cursor.append("],\"y\":[")
    for step in 0..<count.y { cursor.append(sixtyFourths: frames[step].y.sixtyFourths, isFirst: step == 0) }
    cursor.append("],\"height\":[")
    for step in 0..<count.height { cursor.append(sixtyFourths: frames[step].height.sixtyFourths, isFirst: step == 0) }
    cursor.append("],\"geometry\":[")
    cursor.append(decimals: geometries.extracting(first: count.geometry))
    cursor.append("],")
  }
}

/// A layout of a card in a frame whose geometry is known.
private struct PlacedLayout {
  let layout: Int
  let width: Pixels
  let height: Pixels
  /// True if something moves down with the height.
  let hasPinned: Bool
  let geometry: Int
}

extension Span<PlacedLayout> {
  /// The geometry of the last layout that is the same in a frame; nil if there is none.
  fileprivate func last(_ layout: Int, _ width: Pixels, _ height: Pixels) -> Int? {
    var place = count - 1
    while place >= 0 {
      let known = self[place]
      if known.layout == layout, known.width == width, !known.hasPinned || known.height == height {
        return known.geometry
      }
      place -= 1
    }
    return nil
  }
}

extension CardAtSteps {
  /// True if something moves down with the height of the card.
  fileprivate var hasPinned: Bool {
    (0..<card.slotCount).contains { card.slot(at: $0).isPinned }
  }
}

extension ByteCursor {
  @inline(__always)
  fileprivate mutating func append(sixtyFourths number: Int, isFirst: Bool) {
    if !isFirst { append(UInt8(ascii: ",")) }
    append(sixtyFourths: number)
  }
}

private func quoted(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.append(quoted: text)
  return bytes
}

extension JSONWriter {
  /// A length in CSS pixels: 1/64 px has six decimals.
  public mutating func number(_ length: Pixels) { number(length.sixtyFourths, dividedBy: 64) }

  mutating func number(_ length: Pixels, for name: String) {
    key(name)
    number(length)
  }
}
