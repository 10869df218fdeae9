public import Content
import ShelfArrangements
public import TextLayout
public import Themes

/// A shelf with shaped cards, which does not depend on a width.
public struct PreparedShelf: Sendable {
  /// The title of a section.
  public struct PreparedHeader: Sendable {
    public let title: ComposedText
    public internal(set) var prepared: PreparedText

    public init(title: ComposedText, prepared: PreparedText) {
      self.title = title
      self.prepared = prepared
    }
  }

  public let shelf: Shelf
  public let title: ComposedText?
  public internal(set) var preparedTitle: PreparedText?
  /// The labels of the controls for the number of columns, for one column and for two; empty without controls.
  public let columnLabels: [PreparedText]
  public internal(set) var cards: [PreparedCard]
  /// The anatomies of all cards, each once, in the order of their first use. A card chooses from those of its
  /// ``ComposedCard/anatomies``.
  public let anatomies: [CardAnatomy]
  /// True if some slot is level with slots of other cards.
  let hasLevels: Bool
  /// True if some cards, or their sections, set widths, and the arrangement uses them.
  public let hasOwnWidths: Bool
  /// True if the shelf, a section or a card sets a height.
  public let hasOwnHeights: Bool
  /// The parts in the order of the page; together they contain all cards in source order.
  public internal(set) var parts: [ShelfPart]

  /// - Parameter headers: the header of each section of the shelf; nil for one without a title.
  public init(
    shelf: Shelf, title: ComposedText?, preparedTitle: PreparedText?, cards: [PreparedCard],
    headers: [PreparedHeader?] = [], columnLabels: [PreparedText] = []
  ) {
    self.shelf = shelf
    self.title = title
    self.preparedTitle = preparedTitle
    self.cards = cards
    self.columnLabels = columnLabels
    anatomies = Self.anatomies(of: cards.span)
    hasLevels = anatomies.contains { $0.texts.contains { $0.level != nil } }
    hasOwnWidths =
      [.fixed, .texts].contains(shelf.arrangement.cardWidths) && shelf.hasOwnSizes
      && shelf.cards.contains { $0.sizes?.width != nil }
    hasOwnHeights =
      shelf.settings.height != nil || shelf.hasOwnSizes && shelf.cards.contains { $0.sizes?.height != nil }
    parts = ShelfPart.all(of: shelf, headers: headers)
  }

  /// The widths that cards, or their sections, set at a step, no wider than the content; empty if none does.
  ///
  /// - Complexity: O(cards), O(1) without such cards.
  func ownWidths(at step: Step, theme: Theme) -> [Int?] {
    if !hasOwnWidths { return [] }
    return parts.flatMap { part in
      let content = shelf.room(at: step, in: part.settings, theme: theme).contentWidth
      return shelf.cards[part.cards].map { card in
        card.sizes?.width?.value(upTo: step.classNames).map { max(1, min($0, content)) }
      }
    }
  }

  private static func anatomies(of cards: Span<PreparedCard>) -> [CardAnatomy] {
    var all: [CardAnatomy] = []
    var previous: [CardAnatomy] = []
    // Comparing arrays is fast if they are the same.
    for index in cards.indices where cards[index].composed.anatomies != previous {
      previous = cards[index].composed.anatomies
      for anatomy in previous where !all.contains(where: { $0.name == anatomy.name }) { all.append(anatomy) }
    }
    return all
  }

  /// True if the rules for an article must name its anatomy.
  public var hasSeveralAnatomies: Bool { anatomies.count > 1 || cards.first?.composed.hasVariants ?? false }
}

/// Cards of a shelf that have a separate list: those of a section, those outside sections, or a part of a very long
/// list.
public struct ShelfPart: Sendable {
  /// The id of the element around the list; nil means the shelf itself.
  public let id: String?
  /// The section that starts here.
  public let section: ShelfSection?
  public internal(set) var header: PreparedShelf.PreparedHeader?
  /// The section to which the part belongs.
  public let settings: ShelfSection?
  /// True if the part continues the one above it.
  let isContinued: Bool
  /// The indices of the shelf's cards; not empty.
  public let cards: Range<Int>

  static func all(of shelf: Shelf, headers: [PreparedShelf.PreparedHeader?]) -> [ShelfPart] {
    let own = 0..<(shelf.sections.first?.cards.lowerBound ?? shelf.cards.count)
    var parts = stretches(of: own, in: shelf, id: nil, section: nil, header: nil)
    for (index, section) in shelf.sections.enumerated() {
      parts += stretches(
        of: section.cards, in: shelf, id: section.id, section: section,
        header: headers.indices.contains(index) ? headers[index] : nil)
    }
    return parts
  }

  private static func stretches(
    of cards: Range<Int>, in shelf: Shelf, id: String?, section: ShelfSection?, header: PreparedShelf.PreparedHeader?
  ) -> [ShelfPart] {
    let most = shelf.arrangement.rules.mostCards
    var parts: [ShelfPart] = []
    var start = cards.lowerBound
    while start < cards.upperBound {
      let end = cards.upperBound - start > most ? start + most : cards.upperBound
      // No file has an empty name, so no other id has two consecutive slashes.
      parts.append(
        ShelfPart(
          id: parts.isEmpty ? id : "\(id ?? shelf.id)//\(parts.count + 1)", section: parts.isEmpty ? section : nil,
          header: parts.isEmpty ? header : nil, settings: section, isContinued: !parts.isEmpty, cards: start..<end))
      start = end
    }
    return parts
  }
}
