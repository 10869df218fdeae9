public import CardLayout
import Diagnostics
public import Geometry
public import JSONText
import SiteContent
import Themes

/// The cards of a shelf as in `layout.json`, written one after the other.
public struct CardEntries {
  /// The cards; if the shelf has two choices, without their positions.
  private(set) var cards: [UInt8] = []
  /// If the shelf has two choices, the positions of the cards in each.
  private(set) var positions: [[UInt8]] = []

  private let shelf: LaidOutShelf
  /// The frames of each card, and of a card at each step; the steps of a second choice follow those of the first.
  private let frames: [Frame]
  private let stepCount: Int

  // Of the current card.
  private var table = GeometryTable()
  private var steps = CardSteps()
  /// Which of its layouts shows at each step.
  private var layoutAtStep: [Int]
  private var known: [PlacedLayout] = []

  public init(_ shelf: LaidOutShelf) {
    self.shelf = shelf
    let layouts = shelf.allLayouts
    var frames: [Frame] = []
    frames.reserveCapacity(layouts.count * shelf.prepared.cards.count)
    for card in shelf.prepared.cards.indices {
      for step in layouts.indices { frames.append(layouts[step].frames[card]) }
    }
    self.frames = frames
    stepCount = shelf.layouts.count
    layoutAtStep = Array(repeating: 0, count: layouts.count)
    if !shelf.otherLayouts.isEmpty { positions = [[], []] }
  }

  /// Adds the next card of the shelf.
  ///
  /// - Parameter found: all of its layouts.
  public mutating func add(_ index: Int, _ found: [CardAtSteps]) {
    place(index, found)
    let composed = shelf.prepared.cards[index].composed
    if !cards.isEmpty { cards.append(UInt8(ascii: ",")) }
    cards.append("\n{\"id\":")
    cards.append(quoted: composed.card.id)
    cards.append(",\"source\":")
    cards.append(quoted: composed.card.source.path)
    if composed.card.direction != shelf.prepared.shelf.direction {
      cards.append(composed.card.direction == .rtl ? ",\"direction\":\"rtl\"" : ",\"direction\":\"ltr\"")
    }
    cards.append(UInt8(ascii: ","))
    if positions.isEmpty { steps.write(0..<stepCount, to: &cards) }
    for choice in positions.indices {
      positions[choice].append(positions[choice].isEmpty ? "\n{" : ",\n{")
      steps.write(choice * stepCount..<(choice + 1) * stepCount, to: &positions[choice])
      positions[choice][positions[choice].count - 1] = UInt8(ascii: "}")
    }
    table.write(variants: composed.hasVariants ? composed.anatomies.map { quoted($0.name) } : [], to: &cards)
    cards.append(UInt8(ascii: "}"))
    // The others will have a similar length.
    if index == 15 { cards.reserveCapacity(cards.count / 16 * (shelf.prepared.cards.count + 1)) }
  }

  /// Finds the frame and geometry of a card at each step.
  private mutating func place(_ index: Int, _ found: [CardAtSteps]) {
    table.removeAll()
    steps.removeAll()
    known.removeAll(keepingCapacity: true)
    let texts = SlotTexts(shelf.prepared.cards[index])
    // Elements of spans are looked at without being copied.
    let found = found.span
    for number in found.indices {
      for step in found[number].steps.members where step < layoutAtStep.count { layoutAtStep[step] = number }
    }
    for step in layoutAtStep.indices {
      let (frame, layout) = (frames[index * layoutAtStep.count + step], layoutAtStep[step])
      // Mostly that of the step before.
      let same = known.lastIndex {
        $0.layout == layout && $0.width == frame.width && (!$0.hasPinned || $0.height == frame.height)
      }
      if let same {
        steps.append(frame, geometry: known[same].geometry)
        continue
      }
      let hasPinned = found[layout].slots.contains { $0.isPinned }
      let fall = hasPinned ? frame.height - found[layout].card.naturalHeight : .zero
      let number = table.number(of: found[layout], width: frame.width, fall: fall, texts: texts)
      known.append(
        PlacedLayout(
          layout: layout, width: frame.width, height: frame.height, hasPinned: hasPinned, geometry: number))
      steps.append(frame, geometry: number)
    }
  }
}

/// A layout of a card in a frame, whose geometry is known.
private struct PlacedLayout {
  let layout: Int
  let width: Pixels
  let height: Pixels
  /// True if something moves down with the height.
  let hasPinned: Bool
  let geometry: Int
}

/// Where a card is at each step, and the number of its geometry.
private struct CardSteps {
  private var xs: [Int] = []
  private var ys: [Int] = []
  private var heights: [Int] = []
  private var geometries: [Int] = []

  mutating func removeAll() {
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    geometries.removeAll(keepingCapacity: true)
  }

  mutating func append(_ frame: Frame, geometry: Int) {
    xs.append(frame.x.sixtyFourths)
    ys.append(frame.y.sixtyFourths)
    heights.append(frame.height.sixtyFourths)
    geometries.append(geometry)
  }

  /// Writes some of the steps, and a comma.
  func write(_ steps: Range<Int>, to bytes: inout [UInt8]) {
    bytes.append(room: steps.count * 4 * ByteCursor.mostBytesOfNumber + 64) { cursor in
      cursor.append("\"x\":[")
      cursor.append(sixtyFourths: xs, at: steps)
      cursor.append("],\"y\":[")
      cursor.append(sixtyFourths: ys, at: steps)
      cursor.append("],\"height\":[")
      cursor.append(sixtyFourths: heights, at: steps)
      cursor.append("],\"geometry\":[")
      cursor.append(decimal: geometries, at: steps)
      cursor.append("],")
    }
  }
}

extension ByteCursor {
  /// One number if it holds at all steps, else one for each.
  fileprivate mutating func append(sixtyFourths numbers: [Int], at steps: Range<Int>) {
    for step in steps.shownSteps(of: numbers) {
      if step > steps.lowerBound { append(UInt8(ascii: ",")) }
      append(sixtyFourths: numbers[step])
    }
  }

  fileprivate mutating func append(decimal numbers: [Int], at steps: Range<Int>) {
    for step in steps.shownSteps(of: numbers) {
      if step > steps.lowerBound { append(UInt8(ascii: ",")) }
      append(decimal: numbers[step])
    }
  }
}

extension Range<Int> {
  /// The first step if all have the same number, else all.
  fileprivate func shownSteps(of numbers: [Int]) -> Range<Int> {
    guard let first else { return self }
    for step in self where numbers[step] != numbers[first] { return self }
    return first..<first + 1
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
