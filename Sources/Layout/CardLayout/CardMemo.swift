import Geometry
import SiteContent
import Themes

private let expectedLayoutCount = 8

/// The measurements of the cards of a shelf at the widths so far.
public struct CardMemo: Sendable {
  private struct CardMemoKey: Equatable, Sendable {
    // The property that differs most often is first, because equality compares in this order.
    var width: Int
    var variant: Int
    var maximumHeight: Int?
    /// Resolved, so that width classes with the same limits share measurements.
    var limits: CardLimits
    var levels: SlotLevels = [:]
  }

  /// The results for one card. There are at most a few keys for each step, which are faster to search than to hash.
  private struct FoundLayouts<Value: Sendable>: Sendable {
    private var widths: [Int] = []
    private var found: [(key: CardMemoKey, value: Value)] = []

    subscript(key: CardMemoKey) -> Value? {
      // Steps ascend, and a repeated request usually follows the previous one. A whole key is copied to be compared.
      for index in widths.indices.reversed() where widths[index] == key.width {
        if found[index].key == key { return found[index].value }
      }
      return nil
    }

    mutating func add(_ value: Value, for key: CardMemoKey) {
      if found.isEmpty {
        widths.reserveCapacity(expectedLayoutCount)
        found.reserveCapacity(expectedLayoutCount)
      }
      widths.append(key.width)
      found.append((key, value))
    }
  }

  private let cards: [PreparedCard]
  private var known: [FoundLayouts<MeasuredCard>]
  private var lines: [KnownLines]
  private var variants: [FoundLayouts<Int>]
  private var naturalWidths: [[CardLimits: Int]]

  init(_ cards: [PreparedCard] = []) {
    self.cards = cards
    known = Array(repeating: FoundLayouts(), count: cards.count)
    lines = cards.map { KnownLines(of: $0.texts) }
    variants = Array(repeating: FoundLayouts(), count: cards.count)
    naturalWidths = Array(repeating: [:], count: cards.count)
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
      lines[index] = other.lines[place]
      variants[index] = other.variants[place]
      naturalWidths[index] = other.naturalWidths[place]
    }
  }

  /// The measurements of all but some cards.
  ///
  /// - Parameter cards: all of the cards, as they are now.
  func without(_ changed: Set<Int>, of cards: [PreparedCard]) -> CardMemo {
    CardMemo(cards, keeping: self, of: cards.indices.map { changed.contains($0) ? nil : $0 })
  }

  /// - Parameters:
  ///   - maximumHeight: that of the shelf.
  ///   - isWhole: true if nothing is cut to that height; it only affects the choice of the variant.
  mutating func measured(
    _ index: Int, width: Int, maximumHeight: Int?, isWhole: Bool = false, limits: CardLimits,
    levels: SlotLevels = [:], theme: Theme
  ) -> MeasuredCard {
    let variant = variant(index, width: width, maximumHeight: maximumHeight, limits: limits, theme: theme)
    let maximum = isWhole ? nil : cards[index].maximumHeight(maximumHeight, variant: variant, limits: limits)
    let key = CardMemoKey(width: width, variant: variant, maximumHeight: maximum, limits: limits, levels: levels)
    if let card = known[index][key] { return card }
    let card = cards[index].laidOut(
      width: width, maximumHeight: maximum, limits: limits, levels: levels, variant: variant, theme: theme,
      lines: &lines[index])
    known[index].add(card, for: key)
    return card
  }

  /// The height that the card needs, and the space that its clamp leaves empty.
  mutating func need(
    _ index: Int, width: Int, maximumHeight: Int?, clamp: HeightClamp, limits: CardLimits, levels: SlotLevels = [:],
    theme: Theme
  ) -> (card: MeasuredCard, height: Pixels) {
    let card = measured(
      index, width: width, maximumHeight: maximumHeight, limits: limits, levels: levels, theme: theme)
    guard clamp == .exact,
      let maximum = cards[index].maximumHeight(maximumHeight, variant: card.variant, limits: limits).map({ Pixels($0) })
    else { return (card, card.naturalHeight) }
    let whole = measured(
      index, width: width, maximumHeight: maximumHeight, isWhole: true, limits: limits, levels: levels, theme: theme)
    return (card, whole.naturalHeight > maximum ? max(card.naturalHeight, maximum) : card.naturalHeight)
  }

  mutating func naturalWidth(_ index: Int, limits: CardLimits, theme: Theme) -> Int {
    if let width = naturalWidths[index][limits] { return width }
    let width = cards[index].naturalWidth(limits: limits, theme: theme, lines: &lines[index])
    naturalWidths[index][limits] = width
    return width
  }

  private mutating func variant(
    _ index: Int, width: Int, maximumHeight: Int?, limits: CardLimits, theme: Theme
  ) -> Int {
    if cards[index].composed.anatomies.count == 1 { return 0 }
    let key = CardMemoKey(width: width, variant: 0, maximumHeight: maximumHeight, limits: limits)
    if let variant = variants[index][key] { return variant }
    let variant = cards[index].variant(
      atWidth: width, maximumHeight: maximumHeight, limits: limits, theme: theme, lines: &lines[index])
    variants[index].add(variant, for: key)
    return variant
  }
}
