/// The name of the file that holds all frames.
let layoutPath = "layout.json"

/// What `layout.json` says about the places of things. Lengths are CSS pixels.
struct SiteLayout: Sendable {
  var pages: [PageLayout] = []
}

struct PageLayout: Sendable {
  let path: String
  let content: Content

  enum Content: Sendable {
    case shelves([ShelfLayout])
    /// Another file of the site holds them.
    case file(String)
  }
}

struct ShelfLayout: Sendable {
  enum Arrangement: String, Sendable { case shelf, flow, grid, waterfall, list }

  let id: ExactText
  let arrangement: Arrangement
  /// Ascending by least width; at least one.
  let layouts: [StepLayout]
  /// Where the reader may choose another number of columns: likewise with that one.
  let otherLayouts: [StepLayout]?
}

/// A shelf on pages of some widths.
struct StepLayout: Sendable {
  let minWidth: Double
  let width: Double
  let height: Double
  let cards: [CardFrame]
}

struct CardFrame: Sendable {
  let id: ExactText
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  /// What shows of the card's tags: `.some(nil)` is none of them, nil that nothing is said.
  let tags: TagsFrame??
}

struct TagsFrame: Sendable {
  let width: Double
  let height: Double
  let rows: Double
  /// Of all rows together, where the list is taller than they are.
  let rowsHeight: Double?
  let shown: Double
  let hidden: Double
  /// Leading edge and top in the slot, and width: of the tags that show, and of the chip.
  let frames: [TagFrame]

  var isEmpty: Bool { rows == 0 && shown == 0 && hidden == 0 && frames.isEmpty }
}

struct TagFrame: Sendable {
  let x: Double
  let y: Double
  let width: Double
}
