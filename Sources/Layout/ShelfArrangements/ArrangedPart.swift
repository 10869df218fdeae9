public import Arrangements
public import Geometry

/// The properties of cards that determine where the cards of one part of a shelf are placed. Indices count from the
/// part's first card.
public protocol ArrangedCards {
  var count: Int { get }
  /// The common size of the cards of a shelf that is one row, except for the widths that cards set themselves.
  var sizeInRow: Size? { get }

  /// The number of columns that each card spans.
  var spans: [ColumnSpan] { get }

  func breaksBefore(_ index: Int) -> Bool
  /// The width that a card or its section sets, no greater than the room; nil if they set none.
  func ownWidth(of index: Int) -> Pixels?
  /// The width at which all texts are on one line.
  mutating func naturalWidth(of index: Int) -> Pixels
  mutating func height(of index: Int, width: Pixels) -> Pixels
  /// The distance from the top to the first baseline, at the width of the last height; nil if a card has no text.
  mutating func baseline(of index: Int) -> Pixels?
}

/// The room for the cards of one part of a shelf at one step.
public struct PartRoom: Sendable {
  /// The distances from the shelf's leading top corner to the part's cards, and from these to the trailing edge.
  public var insets: Insets
  /// The width between the insets; at least one pixel.
  public var width: Pixels
  /// The columns, if the widths of cards depend on them.
  public var columns: [ColumnTrack]
  public var settings: PlacementSettings

  public init(insets: Insets, width: Pixels, columns: [ColumnTrack], settings: PlacementSettings) {
    self.insets = insets
    self.width = width
    self.columns = columns
    self.settings = settings
  }
}

/// The frames of the cards of one part, relative to the shelf's leading top corner.
public struct ArrangedPart: Sendable {
  /// The frames in source order.
  public var frames: [Frame]
  public var columns: [ColumnTrack] = []
  /// The first column of each card.
  public var columnIndexes: [Int] = []
  /// The cards of each line; together they are all cards, in order. Empty if the arrangement has no lines.
  public var lines: [Range<Int>] = []
  /// The bottom of the part, including its inset.
  public var bottom: Pixels

  public init(
    frames: [Frame], columns: [ColumnTrack] = [], columnIndexes: [Int] = [], lines: [Range<Int>] = [], bottom: Pixels
  ) {
    self.frames = frames
    self.columns = columns
    self.columnIndexes = columnIndexes
    self.lines = lines
    self.bottom = bottom
  }
}
