import Content
import Geometry
import TextLayout
import Themes

/// The layouts of the cards of a shelf so far, and intermediate results that make further layouts cheaper.
///
/// A card has at most a few for each step; searching these is faster than hashing.
public struct CardMemo: Sendable {
  /// The conditions of one of `layouts.rows`.
  private struct RowKey: Sendable {
    let width: Int
    let maximumHeight: Int?
    /// The index in `limits`: width classes with the same limits share layouts.
    let limits: Int
    let levels: SlotLevels
    let variant: Int
    /// The previous entry of the same card.
    let previous: OptionalIndex

    @inline(__always)
    func isOf(width: Int, variant: Int, maximumHeight: Int?, limits: Int, levels: SlotLevels) -> Bool {
      self.width == width && self.variant == variant && self.maximumHeight == maximumHeight && self.limits == limits
        && self.levels == levels
    }
  }

  private struct KnownVariant: Sendable {
    let width: Int
    let height: HeightLimit
    let limits: Int
    let variant: Int
    let previous: OptionalIndex
  }

  private struct NaturalWidth: Sendable {
    let limits: Int
    let width: Int
    let previous: OptionalIndex
  }

  /// The last entries of a card.
  private struct LastEntries: Sendable {
    let place: KnownCard
    let contents: SlotSet
    /// The first number of the card's anatomies.
    let firstAnatomy: Int
    var key = OptionalIndex.none
    var variant = OptionalIndex.none
    var naturalWidth = OptionalIndex.none
    /// True if the markup divides a text of the card in some layout.
    var dividesText = false

    init(_ card: PreparedCard, firstAnatomy: Int, at place: KnownCard) {
      self.place = place
      contents = card.contents
      self.firstAnatomy = firstAnatomy
    }
  }

  private(set) var cards: [PreparedCard]
  private var anatomies = AnatomyNumbers()
  private var last: [LastEntries] = []
  var layouts = CardLayouts()
  /// The key of each of `layouts.rows`.
  private var keys: [RowKey] = []
  /// The number of `keys` of removed cards.
  private var unusedCount = 0
  private var variants: [KnownVariant] = []
  private var naturalWidths: [NaturalWidth] = []
  private var limits: [CardLimits] = []
  private var plans = StackPlans()

  init(_ cards: [PreparedCard] = []) {
    self.cards = cards
    last.reserveCapacity(cards.count)
    for index in cards.indices { last.append(newEntries(ofCard: index)) }
  }

  /// - Parameters:
  ///   - other: the measurements of cards of the same theme.
  ///   - places: for each card, its index in `other`; nil for a card that is not in it.
  public init(_ cards: [PreparedCard], keeping other: CardMemo?, of places: [Int?]) {
    // Entries of removed cards are dropped once they are the majority.
    guard let other, other.unusedCount <= other.keys.count / 2 else {
      self.init(cards)
      return
    }
    self = other
    self.cards = cards
    let kept = Set(places.compactMap { $0 })
    for place in last.indices where !kept.contains(place) { unusedCount += keyCount(of: last[place]) }
    let before = last
    last = cards.indices.map { index in
      if index < places.count, let place = places[index], before.indices.contains(place) { return before[place] }
      return newEntries(ofCard: index)
    }
  }

  private mutating func newEntries(ofCard index: Int) -> LastEntries {
    LastEntries(
      cards[index], firstAnatomy: anatomies.first(of: cards[index].composed),
      at: layouts.lines.addCard(cards[index].composed))
  }

  /// The greatest height in an anatomy of a card.
  private func maximumHeight(ofVariant variant: Int, ofCard index: Int) -> Int? {
    anatomies.maximumHeights[last[index].firstAnatomy + variant]
  }

  private func keyCount(of entries: LastEntries) -> Int {
    var (count, entry) = (0, entries.key)
    while let key = entry.index { (count, entry) = (count + 1, keys[key].previous) }
    return count
  }

  /// The memo without the measurements of some cards.
  ///
  /// - Parameter cards: all cards in their current form.
  func without(_ changed: Set<Int>, of cards: [PreparedCard]) -> CardMemo {
    CardMemo(cards, keeping: self, of: cards.indices.map { changed.contains($0) ? nil : $0 })
  }

  /// Returns whether the markup divides a text of a card in some layout.
  func dividesText(ofCard index: Int) -> Bool { last[index].dividesText }

  /// The location of the card in the known lines.
  func place(_ index: Int) -> KnownCard { last[index].place }

  // MARK: Layouts

  /// Limits with their index in the memo, which is faster to compare.
  struct NumberedLimits: Sendable {
    let limits: CardLimits
    fileprivate let number: Int
  }

  mutating func numbered(_ own: CardLimits) -> NumberedLimits {
    let known = limits.firstIndex(of: own)
    if known == nil { limits.append(own) }
    return NumberedLimits(limits: own, number: known ?? limits.count - 1)
  }

  /// The limits of a shelf's cards at each step.
  mutating func limits(of shelf: Shelf, at steps: [Step], theme: Theme) -> [NumberedLimits] {
    var all: [NumberedLimits] = []
    all.reserveCapacity(steps.count)
    for (number, step) in steps.enumerated() {
      let isSame = number > 0 && step.hasLimits(of: steps[number - 1])
      all.append(isSame ? all[number - 1] : numbered(CardLimits(theme: theme, shelf: shelf, at: step)))
    }
    return all
  }

  /// Lays a card out, or returns an earlier layout.
  ///
  /// - Parameters:
  ///   - height: the limits on its height.
  ///   - isWhole: true if nothing is cut to that height; it only affects the choice of the variant.
  /// - Returns: the card's row in the layouts.
  mutating func measured(
    _ index: Int, width: Int, height: HeightLimit, isWhole: Bool = false, limits: NumberedLimits,
    levels: SlotLevels = SlotLevels(), metrics: CardMetrics
  ) -> Int {
    let variant = variant(of: index, width: width, height: height, limits: limits, metrics: metrics)
    let maximum =
      isWhole ? nil : height.maximum(inAnatomyWith: maximumHeight(ofVariant: variant, ofCard: index), limits.limits)
    let known = row(
      of: index, width: width, maximumHeight: maximum, limits: limits.number, levels: levels, variant: variant)
    if let known { return known }
    let row = laidOut(
      index, width: width, maximumHeight: maximum, limits: limits.limits, levels: levels, variant: variant,
      metrics: metrics)
    keys.append(
      RowKey(
        width: width, maximumHeight: maximum, limits: limits.number, levels: levels, variant: variant,
        previous: last[index].key))
    last[index].key = OptionalIndex(row)
    if layouts.rows[row].dividesText { last[index].dividesText = true }
    return row
  }

  /// An earlier layout; nil if there is none.
  private func row(
    of index: Int, width: Int, maximumHeight: Int?, limits: Int, levels: SlotLevels, variant: Int
  ) -> Int? {
    let keys = keys.span
    // Steps ascend, and a repeated request usually follows the previous one.
    var entry = last[index].key
    while let known = entry.index {
      if keys[known].isOf(
        width: width, variant: variant, maximumHeight: maximumHeight, limits: limits, levels: levels)
      {
        return known
      }
      entry = keys[known].previous
    }
    return nil
  }

  /// The height that the card needs, and the space that its clamp leaves empty.
  mutating func need(
    _ index: Int, width: Int, height limit: HeightLimit, clamp: HeightClamp, limits: NumberedLimits,
    levels: SlotLevels = SlotLevels(), metrics: CardMetrics
  ) -> CardNeed {
    let row = measured(index, width: width, height: limit, limits: limits, levels: levels, metrics: metrics)
    let height = layouts.rows[row].naturalHeight
    if let own = limit.own { return CardNeed(row: row, height: max(height, Pixels(own))) }
    guard clamp == .exact,
      let maximum = limit.maximum(
        inAnatomyWith: maximumHeight(ofVariant: layouts.rows[row].variant, ofCard: index), limits.limits
      ).map({ Pixels($0) })
    else { return CardNeed(row: row, height: height) }
    let whole = measured(
      index, width: width, height: limit, isWhole: true, limits: limits, levels: levels, metrics: metrics)
    return CardNeed(
      row: row, height: layouts.rows[whole].naturalHeight > maximum ? max(height, maximum) : height)
  }

  /// Lays a card out, with exactly this greatest height, and slots at least as tall as given. If the body must be cut,
  /// its level height is reduced.
  ///
  /// - Returns: the card's row in the layouts, which is the last one.
  mutating func laidOut(
    _ index: Int, width: Int, maximumHeight: Int?, limits: CardLimits, levels: SlotLevels = SlotLevels(),
    variant: Int = 0, metrics: CardMetrics
  ) -> Int {
    let (card, place) = (cards[index], last[index].place)
    let rooms = levels.isEmpty ? [] : rooms(in: card, variant: variant, levels)
    let plan = plans.number(
      of: card, last[index].contents, variant: variant, anatomy: last[index].firstAnatomy + variant, rooms: rooms)
    let contentHeight = stack(
      card, at: place, plan, width: width, bodyHeight: nil, limits: limits, levels: levels, metrics: metrics)
    let row = layouts.rows.count - 1
    guard let maximum = maximumHeight.map({ Pixels($0) }), layouts.rows[row].naturalHeight > maximum else { return row }
    // If the least height of the anatomy is too much, no cut helps.
    if contentHeight > maximum, let body = layouts.slot(.body, ofRow: row), !rooms.contains(.body) {
      let height = max(body.ownHeight, body.levelHeight ?? .zero)
      let room = height - (contentHeight - maximum)
      var levels = levels
      if let level = levels[.body] { levels[.body] = max(.zero, min(level, room)) }
      layouts.removeLast()
      _ = stack(
        card, at: place, plan, width: width, bodyHeight: room, limits: limits, levels: levels,
        metrics: metrics)
    }
    layouts.rows[row].exceedsMaximum = layouts.rows[row].naturalHeight > maximum
    return row
  }

  private mutating func stack(
    _ card: PreparedCard, at place: KnownCard, _ plan: Int, width: Int, bodyHeight: Pixels?, limits: CardLimits,
    levels: SlotLevels, metrics: CardMetrics
  ) -> Pixels {
    var stacking = CardStacking(
      plans.plans[plan], of: place, width: width, bodyHeight: bodyHeight, limits: limits, levels: levels,
      metrics: metrics)
    return stacking.stack(card, plans, in: &layouts)
  }

  /// The slots that a card lacks, but that are level with slots of other cards.
  private func rooms(in card: PreparedCard, variant: Int, _ levels: SlotLevels) -> Set<Slot> {
    Set(
      card.composed.anatomy(variant).texts.map(\.slot).filter {
        !card.has($0) && levels[$0] ?? .zero > .zero
      })
  }

  // MARK: Variants and widths

  private mutating func variant(
    of index: Int, width: Int, height: HeightLimit, limits: NumberedLimits, metrics: CardMetrics
  ) -> Int {
    if cards[index].composed.anatomies.count == 1 { return 0 }
    var known = last[index].variant
    while let number = known.index {
      let entry = variants[number]
      if entry.width == width, entry.height == height, entry.limits == limits.number {
        return entry.variant
      }
      known = entry.previous
    }
    let variant = fittingVariant(
      of: index, width: width, height: height, limits: limits.limits, metrics: metrics)
    variants.append(
      KnownVariant(
        width: width, height: height, limits: limits.number, variant: variant,
        previous: last[index].variant))
    last[index].variant = OptionalIndex(variants.count - 1)
    return variant
  }

  /// See ``leastUnwrappedWidth(_:limits:metrics:)``.
  mutating func naturalWidth(_ index: Int, limits: NumberedLimits, metrics: CardMetrics) -> Int {
    var entry = last[index].naturalWidth
    while let known = entry.index {
      if naturalWidths[known].limits == limits.number { return naturalWidths[known].width }
      entry = naturalWidths[known].previous
    }
    let width = leastUnwrappedWidth(index, limits: limits.limits, metrics: metrics)
    naturalWidths.append(NaturalWidth(limits: limits.number, width: width, previous: last[index].naturalWidth))
    last[index].naturalWidth = OptionalIndex(naturalWidths.count - 1)
    return width
  }
}

/// A layout of a card, and the height that it needs.
struct CardNeed: Sendable {
  /// The row in the layouts.
  let row: Int
  let height: Pixels
}
