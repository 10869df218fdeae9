import Geometry
import SiteContent
import TextLayout
import Themes

private let expectedLayoutCount = 8

/// The layouts of a card so far, and what makes others cheaper. There are at most a few for each step, which are faster
/// to search than to hash.
struct KnownCard: Sendable {
  private struct KnownLayout: Sendable {
    let width: Int
    let variant: Int
    let maximumHeight: Int?
    /// Resolved, so that width classes with the same limits share layouts.
    let limits: CardLimits
    let levels: SlotLevels
    let card: MeasuredCard

    @inline(__always)
    func isOf(width: Int, variant: Int, maximumHeight: Int?, limits: CardLimits, levels: SlotLevels) -> Bool {
      self.width == width && self.variant == variant && self.maximumHeight == maximumHeight && self.limits == limits
        && (levels.isEmpty ? self.levels.isEmpty : self.levels == levels)
    }
  }

  private struct KnownVariant: Sendable {
    let width: Int
    let maximumHeight: Int?
    let limits: CardLimits
    let variant: Int
  }

  private var layouts: [KnownLayout] = []
  private var variants: [KnownVariant] = []
  private var naturalWidths: [(limits: CardLimits, width: Int)] = []
  private var lines: KnownLines

  init(of card: PreparedCard) { lines = KnownLines(of: card.texts) }

  /// - Parameters:
  ///   - card: always the same one.
  ///   - maximumHeight: that of the shelf.
  ///   - isWhole: true if nothing is cut to that height; it only affects the choice of the variant.
  mutating func layout(
    of card: borrowing PreparedCard, width: Int, maximumHeight: Int?, isWhole: Bool = false, limits: CardLimits,
    levels: SlotLevels, metrics: CardMetrics
  ) -> MeasuredCard {
    let variant = variant(of: card, width: width, maximumHeight: maximumHeight, limits: limits, metrics: metrics)
    let maximum = isWhole ? nil : card.maximumHeight(maximumHeight, variant: variant, limits: limits)
    let known = found(width: width, variant: variant, maximumHeight: maximum, limits: limits, levels: levels)
    if let known { return known }
    let measured = card.laidOut(
      width: width, maximumHeight: maximum, limits: limits, levels: levels, variant: variant, metrics: metrics,
      lines: &lines)
    if layouts.isEmpty { layouts.reserveCapacity(expectedLayoutCount) }
    layouts.append(
      KnownLayout(
        width: width, variant: variant, maximumHeight: maximum, limits: limits, levels: levels, card: measured))
    return measured
  }

  private func found(
    width: Int, variant: Int, maximumHeight: Int?, limits: CardLimits, levels: SlotLevels
  ) -> MeasuredCard? {
    let layouts = layouts.span
    // Steps ascend, and a repeated request usually follows the previous one.
    for index in layouts.indices.reversed()
    where layouts[index].isOf(
      width: width, variant: variant, maximumHeight: maximumHeight, limits: limits, levels: levels)
    {
      return layouts[index].card
    }
    return nil
  }

  mutating func naturalWidth(of card: borrowing PreparedCard, limits: CardLimits, metrics: CardMetrics) -> Int {
    if let known = naturalWidths.first(where: { $0.limits == limits }) { return known.width }
    let width = card.naturalWidth(limits: limits, metrics: metrics, lines: &lines)
    naturalWidths.append((limits, width))
    return width
  }

  private mutating func variant(
    of card: borrowing PreparedCard, width: Int, maximumHeight: Int?, limits: CardLimits, metrics: CardMetrics
  ) -> Int {
    if card.composed.anatomies.count == 1 { return 0 }
    let known = variants.last {
      $0.width == width && $0.maximumHeight == maximumHeight && $0.limits == limits
    }
    if let known { return known.variant }
    let variant = card.variant(
      atWidth: width, maximumHeight: maximumHeight, limits: limits, metrics: metrics, lines: &lines)
    variants.append(KnownVariant(width: width, maximumHeight: maximumHeight, limits: limits, variant: variant))
    return variant
  }
}
