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
  let frames: LayoutFrames
}

/// A shelf on pages of some widths.
struct StepLayout: Sendable {
  let minWidth: Double
  let width: Double
  let height: Double
  /// In the shelf's frames.
  let cards: Range<Int>
}

/// The frames of all layouts of a shelf, one after the other.
struct LayoutFrames: Sendable {
  /// The ids of all cards.
  var ids = ByteTable()
  var cards: [CardFrame] = []
  var tags: [TagsFrame] = []
  var tagFrames: [TagFrame] = []
}

struct CardFrame: Sendable {
  /// What is said about the tags of a card.
  enum Tags: Equatable {
    case nothing
    case noneShow
    /// In the frames' list of tags.
    case shown(Int)
  }

  /// The number of the card's id.
  let id: Int
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  let tags: Tags
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
  let frames: Range<Int>

  var isEmpty: Bool { rows == 0 && shown == 0 && hidden == 0 && frames.isEmpty }
}

struct TagFrame: Sendable {
  let x: Double
  let y: Double
  let width: Double
}
