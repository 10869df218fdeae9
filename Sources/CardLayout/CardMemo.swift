import Geometry
import SiteContent
import Themes

/// What the cards of a shelf measured at the widths that have come up.
struct CardMemo {
  private struct Key: Hashable {
    var width: Int
    var maximumHeight: Int?
  }

  private let cards: [PreparedCard]
  private var known: [[Key: MeasuredCard]]
  private var naturalWidths: [Int?]

  init(_ shelf: PreparedShelf) {
    cards = shelf.cards
    known = Array(repeating: [:], count: cards.count)
    naturalWidths = Array(repeating: nil, count: cards.count)
  }

  mutating func measured(_ index: Int, width: Int, maximumHeight: Int?, theme: Theme) -> MeasuredCard {
    let key = Key(width: width, maximumHeight: maximumHeight)
    if let card = known[index][key] { return card }
    let card = cards[index].measured(width: width, maximumHeight: maximumHeight, theme: theme)
    known[index][key] = card
    return card
  }

  /// The card with what its clamp leaves blank.
  mutating func need(
    _ index: Int, width: Int, maximumHeight: Int?, clamp: ClampName, theme: Theme
  ) -> (card: MeasuredCard, height: Pixels) {
    let card = measured(index, width: width, maximumHeight: maximumHeight, theme: theme)
    guard clamp == .exact, let maximum = maximumHeight.map({ Pixels($0) }) else { return (card, card.naturalHeight) }
    let whole = measured(index, width: width, maximumHeight: nil, theme: theme)
    return (card, whole.naturalHeight > maximum ? max(card.naturalHeight, maximum) : card.naturalHeight)
  }

  mutating func naturalWidth(_ index: Int, theme: Theme) -> Int {
    if let width = naturalWidths[index] { return width }
    let width = cards[index].naturalWidth(theme: theme)
    naturalWidths[index] = width
    return width
  }
}
