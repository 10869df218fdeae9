import Geometry
import SiteContent
import Themes

/// The measurements of the cards of a shelf at the widths so far.
public struct CardMemo: Sendable {
  private let cards: [PreparedCard]
  private var known: [KnownCard]

  init(_ cards: [PreparedCard] = []) {
    self.cards = cards
    known = cards.map { KnownCard(of: $0) }
  }

  /// - Parameters:
  ///   - other: the measurements of cards of the same theme.
  ///   - places: the index of each card among those; nil for a card that is not among them.
  public init(_ cards: [PreparedCard], keeping other: CardMemo?, of places: [Int?]) {
    self.init(cards)
    guard let other else { return }
    for (index, place) in places.enumerated() {
      guard let place, other.known.indices.contains(place), index < cards.count else { continue }
      known[index] = other.known[place]
    }
  }

  /// The measurements of all but some cards.
  ///
  /// - Parameter cards: all of the cards, as they are now.
  func without(_ changed: Set<Int>, of cards: [PreparedCard]) -> CardMemo {
    CardMemo(cards, keeping: self, of: cards.indices.map { changed.contains($0) ? nil : $0 })
  }

  /// - Parameter maximumHeight: that of the shelf.
  mutating func measured(
    _ index: Int, width: Int, maximumHeight: Int?, limits: CardLimits, levels: SlotLevels = [:], metrics: CardMetrics
  ) -> MeasuredCard {
    known[index].layout(
      of: cards[index], width: width, maximumHeight: maximumHeight, limits: limits, levels: levels, metrics: metrics)
  }

  /// The height that the card needs, and the space that its clamp leaves empty.
  mutating func need(
    _ index: Int, width: Int, maximumHeight: Int?, clamp: HeightClamp, limits: CardLimits, levels: SlotLevels = [:],
    metrics: CardMetrics
  ) -> (card: MeasuredCard, height: Pixels) {
    let card = measured(
      index, width: width, maximumHeight: maximumHeight, limits: limits, levels: levels, metrics: metrics)
    guard clamp == .exact,
      let maximum = cards[index].maximumHeight(maximumHeight, variant: card.variant, limits: limits).map({ Pixels($0) })
    else { return (card, card.naturalHeight) }
    let whole = known[index].layout(
      of: cards[index], width: width, maximumHeight: maximumHeight, isWhole: true, limits: limits, levels: levels,
      metrics: metrics)
    return (card, whole.naturalHeight > maximum ? max(card.naturalHeight, maximum) : card.naturalHeight)
  }

  mutating func naturalWidth(_ index: Int, limits: CardLimits, metrics: CardMetrics) -> Int {
    known[index].naturalWidth(of: cards[index], limits: limits, metrics: metrics)
  }
}
