/// The layout of a page as `layout.json` states it. Lengths are CSS pixels.
struct StatedPage {
  let path: String
  let content: Content

  enum Content {
    case shelves([StatedShelf])
    /// Another file of the site contains them.
    case file(String)
  }
}

struct StatedShelf {
  let id: ExactID
  let arrangement: String
  /// One for each choice of columns that a reader has, in each shape of window; the first shows first.
  let choices: [StatedChoice]
}

/// A shelf as it is for one choice of its reader, in windows of one shape.
struct StatedChoice {
  /// nil if there is no choice.
  let columns: Double?
  let window: StatedWindow
  /// Ascending by minimum width.
  let steps: [StatedStep]
}

/// A shape of windows, as far as layouts or rules depend on it.
struct StatedWindow: Hashable {
  var orientation: String?
  var isLow: Bool?

  /// Returns whether a rule for some windows applies to all of these.
  func holds(_ rule: StatedWindow) -> Bool {
    (rule.orientation == nil || rule.orientation == orientation) && (rule.isLow == nil || rule.isLow == isLow)
  }
}

/// A shelf on pages of at least this width.
struct StatedStep {
  let minWidth: Double
  let width: Double
  let height: Double
  let cards: [StatedCard]
}

struct StatedCard {
  enum Tags {
    /// The layout has no slots for this card.
    case unknown
    case noneShow
    case shown(StatedTags)
  }

  let id: ExactID
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  let tags: Tags
}

struct StatedTags {
  struct Frame {
    let x: Double
    let y: Double
    let width: Double
  }

  var width: Double
  var height: Double
  let rows: Double
  /// The height of all rows together, if the list is taller.
  let rowsHeight: Double?
  let shown: Double
  let hidden: Double
  /// The visible tags, and the chip that counts the hidden ones.
  let frames: [Frame]

  func inSlot(width: Double, height: Double) -> StatedTags {
    var tags = self
    (tags.width, tags.height) = (width, height)
    return tags
  }

  var isEmpty: Bool { rows == 0 && shown == 0 && hidden == 0 && frames.isEmpty }
}

/// An id that is compared by its bytes: `String` treats composed and decomposed letters as equal.
struct ExactID: Hashable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
