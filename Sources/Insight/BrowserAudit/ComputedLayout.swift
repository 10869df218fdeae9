import CardLayout
import Diagnostics
import Geometry
import Pages
import PreviewServer

/// A shelf on pages of some widths, as it was computed. Lengths are CSS pixels.
struct ComputedLayout: Sendable {
  let width: Double
  let height: Double
  let cards: [CardFrame]
}

/// A card's frame in its shelf, from the leading edge.
struct CardFrame: Decodable, Hashable, Sendable {
  let id: String
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  let slots: [String: SlotFrame]
  /// The distance from the top of the page to the lower edge; only for measured cards.
  var depth: Double?
}

/// A slot's frame in its card, from the leading edge.
struct SlotFrame: Decodable, Hashable, Sendable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  /// For each line of its text, the number of UTF-16 code units before it, without white space.
  var starts: [Int]?
  /// For each visible tag: leading edge and top, relative to those of the slot, and width.
  var frames: [[Double]]?
  /// For each number of a list in a body: leading edge and top, relative to those of the slot, and width of its room.
  var markers: [[Double]]?
  /// The line height of the slot's own text; only for measured slots.
  var lineHeight: Double?
}

extension LayoutRecord {
  /// Reads the files of a build.
  init(_ files: ServedFiles) throws(Diagnostic) {
    func read(_ path: String) throws(Diagnostic) -> SourceText {
      SourceText(path: path, bytes: try files.bytes(ofFile: path))
    }
    try self.init(layoutJSON: try read(Self.layoutName), keepsLines: true, page: read)
  }

  /// Every step's least page width; for the first one, which begins at 0, the width for which it is laid out: as wide
  /// as its shelves, or 320 px if there are none.
  var defaultWidths: [Int] {
    let first = pages.lazy.flatMap(\.shelves).compactMap { $0.views.first?.layouts.first }.first
    let narrowest = first?.width.roundedUp ?? 320
    return Set(widthClasses.flatMap(\.steps).map { $0.minWidth > 0 ? $0.minWidth : narrowest }).sorted()
  }
}

extension ComputedLayout {
  /// The layout of a view at a page width.
  init?(_ view: ShelfView, atPageWidth width: Double) {
    guard let width = Int(exactly: width.rounded(.down)), let run = view.layouts.run(at: width) else { return nil }
    self.init(
      width: run.width.number, height: run.height.number,
      cards: view.cards.compactMap { card in card.runs.run(at: width).map { CardFrame(card.id, $0) } })
  }
}

extension CardFrame {
  fileprivate init(_ id: String, _ run: CardRun) {
    self.id = id
    (x, y) = (run.frame.x.number, run.frame.y.number)
    (width, height) = (run.frame.width.number, run.frame.height.number)
    slots = Dictionary(run.slots.map { ($0.slot.name, SlotFrame($0)) }) { _, last in last }
  }
}

extension SlotFrame {
  fileprivate init(_ slot: SlotRecord) {
    self.init(
      x: slot.frame.x.number, y: slot.frame.y.number, width: slot.frame.width.number, height: slot.frame.height.number,
      starts: slot.starts, frames: slot.tagFrames?.map { $0.map(\.number) },
      markers: slot.markers?.map { $0.map(\.number) })
  }
}

extension Pixels {
  fileprivate var number: Double { Double(sixtyFourths) / 64 }
}
