public import Arrangements

/// A way to place the cards of a shelf: everything about it that content, layout, pages and reviews need.
///
/// An arrangement is a value that conforms to this protocol, in ``standardArrangements``. What is not declared has the
/// usual answer: see the extension below.
public protocol Arrangement: Sendable {
  /// The word in `arrangement:`. In markup the list of cards has the class `in-` and this word.
  var name: String { get }
  /// What other programs call it: such a word is answered with ``name``.
  var otherNames: [String] { get }
  /// The shelf keys that this arrangement reads, of those that not every arrangement reads.
  var shelfKeys: Set<String> { get }
  /// The card keys that this arrangement reads, of those that not every arrangement reads.
  var cardKeys: Set<String> { get }

  var cardWidths: CardWidths { get }
  /// How browsers place the cards.
  var boxes: CardBoxes { get }
  /// What several cards next to each other are called: `row`, `line`; nil if cards have no such neighbours.
  var lineName: String? { get }
  /// The most cards in one list. Longer lists continue below.
  var mostCards: Int { get }

  /// Returns whether the width of a card in these columns does not depend on the heights of others. Such cards are
  /// measured at all steps at once, which is faster. Without columns, the content is one.
  func knowsWidths(in columns: [ColumnTrack]) -> Bool

  /// Places the cards of a part of a shelf.
  ///
  /// - Parameter cards: asked for the sizes of cards; the last height that each was asked for is its height.
  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart

  /// The cards that are as tall as a card because of this arrangement, and what they are called.
  func equallyTall(with card: CardPlacement) -> EquallyTall
  /// How the width of a card came about.
  func width(of card: CardPlacement) -> Arithmetic
  /// How the distance of a card from the shelf's leading edge came about.
  func x(of card: CardPlacement) -> Arithmetic
  /// How the distance of a card from the shelf's top came about.
  func y(of card: CardPlacement) -> Arithmetic

  /// Settings with which the order in which cards are read may be easier to follow.
  func alternatives(to settings: PlacementSettings) -> [PlacementAlternative]
}

/// What the width of a card depends on.
public enum CardWidths: Sendable, Hashable {
  /// On the room of the shelf.
  case content
  /// On `cardWidth`.
  case fixed
  /// On the texts of the card, up to `cardWidth`.
  case texts
  /// On the columns that it spans.
  case columns
}

/// How browsers place cards where an arrangement has computed them to be, and how they give way when text grows.
public enum CardBoxes: Sendable, Hashable {
  /// One row that scrolls; all cards are equally tall.
  case row
  /// Lines that wrap, each as tall as its tallest card.
  case lines
  /// Columns and rows, each as tall as its tallest card.
  case tracks
  /// A card in an area of its own, between any edges of other cards.
  case areas
}

/// Cards that are equally tall.
public struct EquallyTall: Sendable, Hashable {
  /// `card`, `row`, `shelf`.
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
  /// As it is written in `_index.md`.
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
