public import Arrangements

/// A way to place the cards of a shelf: everything about it that content, layout, pages and reviews need.
///
/// An arrangement is a value that conforms to this protocol, in ``standardArrangements``. The extension below has a
/// default for each optional requirement.
public protocol Arrangement: Sendable {
  /// The word in `arrangement:`. In markup the list of cards has the class `in-` and this word.
  var name: String { get }
  /// The names that other programs use: such a word is answered with ``name``.
  var otherNames: [String] { get }
  /// The shelf keys that this arrangement reads, except for those that every arrangement reads.
  var shelfKeys: Set<String> { get }
  /// The card keys that this arrangement reads, except for those that every arrangement reads.
  var cardKeys: Set<String> { get }

  var cardWidths: CardWidths { get }
  /// The way in which browsers place the cards.
  var boxes: CardBoxes { get }
  /// The name for several cards next to each other: `row`, `line`; nil if cards have no such neighbours.
  var lineName: String? { get }
  /// The most cards in one list. Longer lists continue in another one below.
  var mostCards: Int { get }

  /// Returns whether the width of a card in these columns is independent of the heights of others. Such cards are
  /// measured at all steps at once, which is faster. Without columns, the content counts as one column.
  func knowsWidths(in columns: [ColumnTrack]) -> Bool

  /// Places the cards of a part of a shelf.
  ///
  /// - Parameter cards: the source of the sizes of cards; the last height that was requested of each card is its
  ///   height.
  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart

  /// The cards that this arrangement makes as tall as a card, and the name for them.
  func equallyTall(with card: CardPlacement) -> EquallyTall
  /// The calculation of the width of a card.
  func width(of card: CardPlacement) -> Arithmetic
  /// The calculation of the distance of a card from the shelf's leading edge.
  func x(of card: CardPlacement) -> Arithmetic
  /// The calculation of the distance of a card from the shelf's top.
  func y(of card: CardPlacement) -> Arithmetic

  /// Settings with which the order in which cards are read may be easier to follow.
  func alternatives(to settings: PlacementSettings) -> [PlacementAlternative]
}

/// The quantity on which the width of a card depends.
public enum CardWidths: Sendable, Hashable {
  /// The room of the shelf.
  case content
  /// The setting `cardWidth`, of the card itself if it has one.
  case fixed
  /// The texts of the card, up to `cardWidth`. A card that has that setting itself is exactly so wide.
  case texts
  /// The columns that the card spans.
  case columns
}

/// The boxes with which browsers place cards at their computed positions, and which give way when text grows.
public enum CardBoxes: Sendable, Hashable {
  /// One row that scrolls; all cards are equally tall.
  case row
  /// Lines that wrap, each as tall as its tallest card.
  case lines
  /// Columns and rows, each as tall as its tallest card.
  case tracks
  /// A separate area for each card, between any edges of other cards.
  case areas
}

/// Cards that are equally tall.
public struct EquallyTall: Sendable, Hashable {
  /// The name for them: `card`, `row`, `shelf`.
  public var name: String
  public var cards: Range<Int>

  public init(_ name: String, _ cards: Range<Int>) {
    self.name = name
    self.cards = cards
  }
}

/// Another value of a key of a shelf.
public struct PlacementAlternative: Sendable, Hashable {
  public let key: String
  /// The value as it is written in `_index.md`.
  public let value: String
  public let settings: PlacementSettings

  public init(key: String, value: String, settings: PlacementSettings) {
    self.key = key
    self.value = value
    self.settings = settings
  }
}

extension Arrangement {
  public var otherNames: [String] { [] }
  public var shelfKeys: Set<String> { [] }
  public var cardKeys: Set<String> { [] }
  public var boxes: CardBoxes { .areas }
  public var lineName: String? { nil }
  public var mostCards: Int { .max }

  public func knowsWidths(in columns: [ColumnTrack]) -> Bool { true }

  public func equallyTall(with card: CardPlacement) -> EquallyTall { EquallyTall("card", card.alone) }
  public func width(of card: CardPlacement) -> Arithmetic { card.width(by: cardWidths) }
  public func x(of card: CardPlacement) -> Arithmetic { cardWidths == .columns ? card.xInColumns : card.xInLine() }
  public func y(of card: CardPlacement) -> Arithmetic { card.yInLines(called: lineName) }

  public func alternatives(to settings: PlacementSettings) -> [PlacementAlternative] { [] }
}
