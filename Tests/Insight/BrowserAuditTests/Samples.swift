import CardLayout
import Geometry
import TestSupport

@testable import BrowserAudit
@testable import Pages

/// A page with one shelf and one card, as computed and as shown. Tests change it.
struct Sample {
  var computed = card
  var shown = card
  var clientWidth = 400.0
  var missingFonts: [String] = []
  var isHinted = false

  static let card = CardFrame(
    id: "sky/moon", x: 16, y: 40, width: 300, height: 200,
    slots: [
      "title": SlotFrame(x: 16, y: 16, width: 268, height: 40, starts: [0, 14], lineHeight: 20),
      "body": SlotFrame(x: 16, y: 64, width: 268, height: 60, starts: [0, 14, 31], lineHeight: 20),
    ])

  var comparison: Comparison {
    let computedShelf = ShelfRecord.computed(
      "sky", [(0, 400, 240, [computed]), (600, 600, 240, [])])
    let shownShelf = ShownShelf(id: "sky", width: 400, height: 240, cards: [shown])
    return Comparison(
      .computed([computedShelf]), page(shelves: [shownShelf]))
  }

  func page(shelves: [ShownShelf], height: Int = 900, isOtherChoice: Bool = false) -> ShownPage {
    ShownPage(
      page: "index.html", width: 400, height: height, clientWidth: clientWidth, missingFonts: missingFonts,
      isHinted: isHinted,
      shelves: shelves, isOtherChoice: isOtherChoice)
  }
}

extension PageRecord {
  static func computed(_ shelves: [ShelfRecord]) -> PageRecord {
    PageRecord(path: "index.html", source: "", textSize: "large", isRightToLeft: false, shelves: shelves)
  }
}

extension ShelfRecord {
  typealias ComputedStep = (minWidth: Int, width: Double, height: Double, cards: [CardFrame])

  /// The computed layouts at some steps; `others` are those of the other choice.
  static func computed(_ id: String, _ steps: [ComputedStep], others: [ComputedStep] = []) -> ShelfRecord {
    ShelfRecord(
      id: id, source: "", arrangement: "list", isRightToLeft: false,
      views: ([steps] + (others.isEmpty ? [] : [others])).enumerated().map { index, steps in
        ShelfView(
          choice: LayoutChoice(columns: others.isEmpty ? nil : index + 1),
          layouts: steps.map {
            ShelfRun(
              minWidth: $0.minWidth, width: pixels($0.width), height: pixels($0.height), columns: 0, sections: [])
          }, cards: steps.flatMap { step in step.cards.map { CardRecord(computed: $0, minWidth: step.minWidth) } })
      })
  }
}

private func pixels(_ length: Double) -> Pixels { Pixels(sixtyFourths: Int(length * 64)) }

extension CardRecord {
  fileprivate init(computed card: CardFrame, minWidth: Int) {
    let slots = card.slots.map { name, slot in
      SlotRecord(
        slot: RecordedSlot(name),
        frame: Frame(x: pixels(slot.x), y: pixels(slot.y), width: pixels(slot.width), height: pixels(slot.height)),
        starts: slot.starts, tagFrames: slot.frames?.map { $0.map(pixels) },
        markers: slot.markers?.map { $0.map(pixels) })
    }
    let frame = Frame(x: pixels(card.x), y: pixels(card.y), width: pixels(card.width), height: pixels(card.height))
    self.init(
      id: card.id, source: "", isRightToLeft: false, runs: [CardRun(minWidth: minWidth, frame: frame, slots: slots)])
  }
}

extension CardFrame {
  func with(
    x: Double? = nil, height: Double? = nil, slot name: String? = nil, _ slot: SlotFrame? = nil
  ) -> CardFrame {
    var slots = slots
    if let name { slots[name] = slot }
    return CardFrame(id: id, x: x ?? self.x, y: y, width: width, height: height ?? self.height, slots: slots)
  }
}

/// A temporary site, removed at the end of its life.
final class SiteFolder {
  private let folder: Folder
  var path: String { folder.path }

  init(_ files: [String: String]) throws {
    folder = try Folder.temporary()
    try folder.make(folder: "Output/about")
    for (name, text) in files { try folder.write(text, to: name) }
  }

  deinit { folder.remove() }
}
