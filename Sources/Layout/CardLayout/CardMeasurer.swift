import Arrangements
public import Content
import Geometry
import TextLayout
public import Themes

extension PreparedCard {
  /// Lays the card out at a width.
  ///
  /// - Parameters:
  ///   - width: whole CSS pixels, padding included.
  ///   - maximumHeight: the body is cut at whole lines until the card is no taller, if possible; the same applies to
  ///     the greatest height of its anatomy.
  ///   - limits: the limits; nil means those of the theme for all width classes.
  ///   - variant: an index in `ComposedCard.anatomies`.
  /// - Complexity: O(pieces of text); no shaping.
  public func measured(
    width: Int, maximumHeight: Int? = nil, limits: CardLimits? = nil, variant: Int = 0, theme: Theme
  ) -> MeasuredCard {
    let limits = limits ?? CardLimits(theme: theme, upTo: [])
    var memo = CardMemo([self])
    let row = memo.laidOut(
      0, width: width, maximumHeight: self.maximumHeight(maximumHeight, variant: variant, limits: limits),
      limits: limits, variant: variant, metrics: CardMetrics(theme))
    return MeasuredCard(SharedLayouts(memo.layouts), row: row)
  }

  /// Lays the card out in the first of its anatomies that fits.
  ///
  /// - Parameters:
  ///   - maximumHeight: the greatest height, unless a height is set.
  ///   - ownHeight: the height that the card, its section or its shelf sets.
  public func fitted(
    width: Int, maximumHeight: Int?, ownHeight: Int? = nil, limits: CardLimits, theme: Theme
  ) -> MeasuredCard {
    let isLifted = limits.isEnlarged || theme.textSize.isAccessibilityCategory
    let height =
      ownHeight.map { HeightLimit(maximum: isLifted ? nil : $0, own: $0) } ?? HeightLimit(maximum: maximumHeight)
    var memo = CardMemo([self])
    let row = memo.measured(
      0, width: width, height: height, limits: memo.numbered(limits), metrics: CardMetrics(theme))
    return MeasuredCard(SharedLayouts(memo.layouts), row: row)
  }

  /// The smaller of the shelf's greatest height and the anatomy's; nil if text is enlarged.
  func maximumHeight(_ height: Int?, variant: Int, limits: CardLimits) -> Int? {
    limits.maximumHeight(height, composed.anatomies[variant].maxHeight)
  }

  /// The tags in rows at a width.
  func arrangedTags(width: Int, rules: TagRules, metrics: CardMetrics) -> TagArrangement {
    arrangeTags(
      widths: composed.tags.map { Pixels(tagWidth(ofText: $0, metrics: metrics)) },
      height: Pixels(metrics.tagHeight), available: Pixels(width), rules: rules
    ) { hidden in
      composed.chip(counting: hidden).map { Pixels(tagWidth(ofText: $0, metrics: metrics)) } ?? Pixels(width)
    }
  }

  /// The width of a tag: its text rounded up to whole pixels, and its padding.
  public func tagWidth(ofText text: Int, theme: Theme) -> Int {
    texts[text].widthOnOneLine(spare: theme.tags.spareInline) + 2 * theme.tags.paddingInline
  }

  func tagWidth(ofText text: Int, metrics: CardMetrics) -> Int {
    texts[text].widthOnOneLine(spare: metrics.tagSpareInline) + 2 * metrics.tagPaddingInline
  }

  /// Returns whether the markup has the element: the card has content for it, or keeps its space free.
  public func shows(_ element: CardAnatomy.AnatomyElement, keepingFree rooms: Set<Slot>) -> Bool {
    switch element {
    case .image: composed.card.image != nil
    case .text(let placement): has(placement.slot) || rooms.contains(placement.slot)
    // The reader of themes limits the depth, so the recursion is bounded.
    case .row, .stack: element.children.contains { shows($0, keepingFree: rooms) }
    }
  }

  /// Returns whether the card has content for a slot.
  public func has(_ slot: Slot) -> Bool {
    switch slot.kind {
    case .image: composed.card.image != nil
    case .text: composed.text(of: slot).map { !texts[$0].isEmpty } ?? false
    case .markdown: !composed.body.isEmpty
    case .tags: !composed.tags.isEmpty
    }
  }
}

extension ComposedCard {
  /// The text of the chip for a number of hidden tags.
  public func chip(counting hidden: Int) -> Int? { chips.indices.contains(hidden - 1) ? chips[hidden - 1] : nil }
}
