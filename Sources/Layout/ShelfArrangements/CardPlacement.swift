public import Arrangements
public import Geometry

/// A card among the others of its shelf at one step, from which its frame is explained.
///
/// Indices count from the shelf's first card.
public struct CardPlacement: Sendable {
  public let index: Int
  /// The frames of all cards, from the shelf's leading top corner.
  public let frames: [Frame]
  /// The first column of each card, and the number that it spans; empty without columns.
  public let columnIndexes: [Int]
  public let columnSpans: [Int]
  public let part: Part
  public let settings: PlacementSettings
  /// The name of `settings.cardWidth` if the card or its section sets it: then the card is exactly so wide.
  public let nameOfOwnWidth: String?
  /// The padding of the card.
  public let padding: Pixels
  /// The sum that leads from the shelf's leading edge to the part's cards.
  public let leadingTerms: [Arithmetic.Term]
  /// The sum that gives the width between the insets.
  public let contentTerms: [Arithmetic.Term]
  /// The sum that leads from the shelf's top to a distance in the part.
  public let topTerms: @Sendable (Pixels) -> [Arithmetic.Term]

  /// The part that the card is in.
  public struct Part: Sendable {
    public let cards: Range<Int>
    /// The distance from the shelf's leading edge to the cards.
    public let leading: Pixels
    public let columns: [ColumnTrack]
    public let lines: [Range<Int>]

    public init(cards: Range<Int>, leading: Pixels, columns: [ColumnTrack], lines: [Range<Int>]) {
      self.cards = cards
      self.leading = leading
      self.columns = columns
      self.lines = lines
    }
  }

  public init(
    index: Int, frames: [Frame], columnIndexes: [Int], columnSpans: [Int], part: Part, settings: PlacementSettings,
    nameOfOwnWidth: String? = nil, padding: Pixels, leadingTerms: [Arithmetic.Term], contentTerms: [Arithmetic.Term],
    topTerms: @escaping @Sendable (Pixels) -> [Arithmetic.Term]
  ) {
    self.index = index
    self.frames = frames
    self.columnIndexes = columnIndexes
    self.columnSpans = columnSpans
    self.part = part
    self.settings = settings
    self.nameOfOwnWidth = nameOfOwnWidth
    self.padding = padding
    self.leadingTerms = leadingTerms
    self.contentTerms = contentTerms
    self.topTerms = topTerms
  }

  public var frame: Frame { frames[index] }
  public var alone: Range<Int> { index..<index + 1 }

  /// The cards in the same line as the card; nil if the arrangement has no lines.
  public var line: Range<Int>? { part.lines.first { $0.contains(index) } }

  /// The columns that a card spans.
  public func columns(of card: Int) -> Range<Int> {
    guard columnIndexes.indices.contains(card), columnSpans.indices.contains(card) else { return 0..<1 }
    return columnIndexes[card]..<columnIndexes[card] + max(1, columnSpans[card])
  }
}

extension Arithmetic {
  /// The product as text, such as `3 x 280`, if several lengths are equal.
  static func product(of lengths: [Pixels]) -> String? {
    guard lengths.count > 1, let first = lengths.first else { return nil }
    if lengths.allSatisfy({ $0 == first }) { return "\(lengths.count) x \(first)" }
    return lengths.count <= 6 ? lengths.map(\.description).joined(separator: " + ") : nil
  }

  static func count(_ count: Int, _ position: String) -> String {
    count == 1 ? "card \(position)" : "\(count) cards \(position)"
  }
}

extension [Pixels] {
  /// The sum of the lengths.
  var sum: Pixels { reduce(.zero, +) }
}
