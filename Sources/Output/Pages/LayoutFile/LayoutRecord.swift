public import CardLayout
public import Content
public import Geometry

/// One side of a comparison, from any source: a laid-out site or a `layout.json`. The same build gives equal
/// records.
///
/// Lengths are CSS pixels. Values that are the same at neighbouring steps are stored once: a run applies from its least
/// page width to that of the next run.
public struct LayoutRecord: Sendable, Hashable {
  /// The name of the file in an output folder.
  public static let layoutName = "layout.json"

  public var inputs: LayoutInputs
  /// The width classes in ascending order.
  public var widthClasses: [ClassRecord]
  /// The pages, sorted by path.
  public var pages: [PageRecord]

  public init(inputs: LayoutInputs = LayoutInputs(), widthClasses: [ClassRecord] = [], pages: [PageRecord] = []) {
    self.inputs = inputs
    self.widthClasses = widthClasses
    self.pages = pages
  }
}

/// A width class and its steps.
public struct ClassRecord: Sendable, Hashable {
  public struct StepRecord: Sendable, Hashable {
    /// The least page width at which it is shown.
    public var minWidth: Int
    public var contentWidth: Int
  }

  public var name: String
  public var minWidth: Int
  public var steps: [StepRecord]
}

/// A page and its shelves, in order.
public struct PageRecord: Sendable, Hashable {
  /// The path of its file in the output.
  public var path: String
  public var source: String
  public var textSize: String
  public var isRightToLeft: Bool
  /// What stands above the shelves; empty if a file does not state it.
  public var head: [PageHeadRun] = []
  public var shelves: [ShelfRecord]
}

/// The lines of a page's title and of the texts of its introduction.
public struct PageHeadRun: Sendable, Hashable {
  public var minWidth: Int
  public var titleLines: Int
  public var introductionLines: Int
}

/// A shelf at all steps.
public struct ShelfRecord: Sendable, Hashable {
  public var id: String
  public var source: String
  public var arrangement: String
  public var isRightToLeft: Bool
  /// One for each number of columns between which the reader chooses and each shape of window; that of an upright
  /// window with the columns that show first comes first.
  public var views: [ShelfView]

  /// The cards of its first view, in the order of the shelf.
  public var cards: [CardRecord] { views.first?.cards ?? [] }

  /// Pairs of views of two states of a shelf that a reader can see in the same window: both with the columns that show
  /// first, or both with the others.
  public func views(like other: ShelfRecord) -> [(own: ShelfView, other: ShelfView)] {
    views.flatMap { own in
      other.views.filter {
        showsFirst(own) == other.showsFirst($0) && own.choice.window.overlaps($0.choice.window)
      }.map { (own, $0) }
    }
  }

  /// Returns whether a view has the columns that show first.
  private func showsFirst(_ view: ShelfView) -> Bool { view.choice.columns == views.first?.choice.columns }

  /// The view in a window of a size.
  ///
  /// - Parameter isOtherChoice: true if the reader has chosen the columns that do not show first.
  public func view(inWindowOf width: Int, by height: Int, isOtherChoice: Bool = false) -> ShelfView? {
    views.first { showsFirst($0) != isOtherChoice && $0.choice.window.holds(inWindowOf: width, by: height) }
  }
}

/// A shelf as it is for one choice of the reader, in windows of one shape.
public struct ShelfView: Sendable, Hashable {
  public var choice: LayoutChoice
  /// Ascending.
  public var layouts: [ShelfRun]
  /// The cards in the order of the shelf.
  public var cards: [CardRecord]
}

/// A shelf's own box.
public struct ShelfRun: Sendable, Hashable {
  /// The height and the number of lines of a title.
  public struct HeaderRecord: Sendable, Hashable {
    public var height: Pixels
    public var lines: Int

    public init(height: Pixels, lines: Int) {
      self.height = height
      self.lines = lines
    }
  }

  public struct Section: Sendable, Hashable {
    /// The id of the section; nil for the cards outside sections.
    public var id: String?
    public var cards: Int
    public var columns: Int
    public var y: Pixels
    public var height: Pixels
    public var header: HeaderRecord?
  }

  public var minWidth: Int
  public var width: Pixels
  public var height: Pixels
  /// The number of columns of a grid or waterfall without sections; otherwise 0.
  public var columns: Int
  public var header: HeaderRecord?
  /// The sections; empty if the shelf has none.
  public var sections: [Section]
  /// The card that determines the height of all cards of a row.
  public var tallest: String?
}

/// A card at all steps.
public struct CardRecord: Sendable, Hashable {
  public var id: String
  public var source: String
  public var isRightToLeft: Bool
  /// The runs in ascending order.
  public var runs: [CardRun]
}

/// A card's frame in its shelf, and its content.
public struct CardRun: Sendable, Hashable {
  public var minWidth: Int
  public var frame: Frame
  /// The anatomy in use, if the card has variants.
  public var variant: String?
  /// The slots, sorted by name.
  public var slots: [SlotRecord]
}

/// A slot as a file names it.
public struct RecordedSlot: Sendable, Hashable {
  public let name: String

  public init(_ name: String) { self.name = name }

  /// The kind of the slot. Slots that a theme adds hold one text.
  public var kind: SlotKind { SlotTable.standard[name]?.kind ?? .text }

  public static let image = RecordedSlot(.image)
  public static let title = RecordedSlot(.title)
  public static let body = RecordedSlot(.body)
  public static let tags = RecordedSlot(.tags)

  private init(_ slot: Slot) { name = SlotTable.standard.name(of: slot) }
}

/// A part of a card.
public struct SlotRecord: Sendable, Hashable {
  public var slot: RecordedSlot
  /// The frame in the card.
  public var frame: Frame
  /// The number of lines of text, or of rows of tags; 0 for an image.
  public var lines: Int = 0
  public var isTruncated = false
  /// The number of visible tags; otherwise 0.
  public var shown = 0
  public var hidden = 0
  /// For each line of a text, the number of UTF-16 code units before it, without white space; nil if they were not
  /// requested.
  public var starts: [Int]?
  /// For each visible tag, and for the chip after them: leading edge and top relative to the slot, and width; nil if
  /// they were not requested.
  public var tagFrames: [[Pixels]]?
  /// For each number of a list in a body: leading edge and top relative to the slot, and width of its room; nil if they
  /// were not requested.
  public var markers: [[Pixels]]?
}

// MARK: - Runs

/// A value that applies from a page width on.
public protocol WidthRun {
  /// The least page width in CSS pixels.
  var minWidth: Int { get set }

  /// Returns whether everything is the same except for the least page width.
  func isSame(as other: Self) -> Bool
}

extension ShelfRun: WidthRun {
  public func isSame(as other: ShelfRun) -> Bool {
    var moved = other
    moved.minWidth = minWidth
    return self == moved
  }
}

extension CardRun: WidthRun {
  public func isSame(as other: CardRun) -> Bool {
    frame == other.frame && variant == other.variant && slots == other.slots
  }
}

extension PageHeadRun: WidthRun {
  public func isSame(as other: PageHeadRun) -> Bool {
    titleLines == other.titleLines && introductionLines == other.introductionLines
  }
}

extension Array where Element: WidthRun {
  /// Adds the value of a wider page, if it differs.
  mutating func add(_ run: Element) {
    if let last, last.isSame(as: run) { return }
    append(run)
  }

  /// The value at a page width.
  public func run(at width: Int) -> Element? { last { $0.minWidth <= width } ?? first }
}

extension LayoutRecord {
  /// Sorts pages by path, since their order is not part of the layout.
  mutating func sortPages() { pages.sort { $0.path < $1.path } }

  public var cardCount: Int { pages.reduce(0) { $0 + $1.shelves.reduce(0) { $0 + $1.cards.count } } }
  public var shelfCount: Int { pages.reduce(0) { $0 + $1.shelves.count } }
}
