import Geometry
import SiteContent
import Themes

/// What the cards of a shelf measured at the widths that have come up.
struct CardMemo {
  private struct Key: Hashable {
    var width: Int
    var maximumHeight: Int?
    /// Resolved, so that width classes with the same limits share what was measured.
    var limits: CardLimits
  }

  private let cards: [PreparedCard]
  private var known: [[Key: MeasuredCard]]
  private var naturalWidths: [[CardLimits: Int]]

  init(_ shelf: PreparedShelf) {
    cards = shelf.cards
    known = Array(repeating: [:], count: cards.count)
    naturalWidths = Array(repeating: [:], count: cards.count)
  }

  mutating func measured(
    _ index: Int, width: Int, maximumHeight: Int?, limits: CardLimits, theme: Theme
  ) -> MeasuredCard {
    let key = Key(width: width, maximumHeight: maximumHeight, limits: limits)
    if let card = known[index][key] { return card }
    let card = cards[index].measured(width: width, maximumHeight: maximumHeight, limits: limits, theme: theme)
    known[index][key] = card
    return card
  }

  /// The card with what its clamp leaves blank.
  mutating func need(
    _ index: Int, width: Int, maximumHeight: Int?, clamp: ClampName, limits: CardLimits, theme: Theme
  ) -> (card: MeasuredCard, height: Pixels) {
    let card = measured(index, width: width, maximumHeight: maximumHeight, limits: limits, theme: theme)
    guard clamp == .exact, let maximum = maximumHeight.map({ Pixels($0) }) else { return (card, card.naturalHeight) }
    let whole = measured(index, width: width, maximumHeight: nil, limits: limits, theme: theme)
    return (card, whole.naturalHeight > maximum ? max(card.naturalHeight, maximum) : card.naturalHeight)
  }

  mutating func naturalWidth(_ index: Int, limits: CardLimits, theme: Theme) -> Int {
    if let width = naturalWidths[index][limits] { return width }
    let width = cards[index].naturalWidth(limits: limits, theme: theme)
    naturalWidths[index][limits] = width
    return width
  }
}
