import Arrangements
import Geometry
import SiteContent
import TextLayout
public import Themes

extension PreparedCard {
  /// Lays the card out at a width.
  ///
  /// - Parameters:
  ///   - width: whole CSS pixels, padding included.
  ///   - maximumHeight: the body is cut on whole lines until the card is no taller, where that is possible.
  ///   - limits: nil is what the theme says for all width classes.
  /// - Complexity: O(pieces of text); no shaping.
  public func measured(
    width: Int, maximumHeight: Int? = nil, limits: CardLimits? = nil, theme: Theme
  ) -> MeasuredCard {
    let limits = limits ?? CardLimits(theme: theme, upTo: [])
    let full = CardStacking(card: self, width: width, bodyHeight: nil, limits: limits, theme: theme).stack()
    guard let maximum = maximumHeight.map({ Pixels($0) }), full.card.naturalHeight > maximum else { return full.card }
    var clamped = full.card
    // Where the least height of the anatomy is what is too much, no cut helps.
    if full.contentHeight > maximum, let body = clamped.slots.first(where: { $0.name == .body }) {
      let room = body.frame.height - (full.contentHeight - maximum)
      clamped = CardStacking(card: self, width: width, bodyHeight: room, limits: limits, theme: theme).stack().card
    }
    clamped.exceedsMaximum = clamped.naturalHeight > maximum
    return clamped
  }
}

/// Stacks the elements of a card's anatomy, top to bottom.
private struct CardStacking {
  let card: PreparedCard
  let width: Int
  /// The most that the body may take; nil is as much as it needs.
  let bodyHeight: Pixels?
  let limits: CardLimits
  let theme: Theme
  private var y: Pixels
  private var isEmpty = true
  private var spaceBelowImage = Pixels.zero
  private var isPinned = false
  private var slots: [MeasuredSlot] = []
  private var tags: MeasuredTags?
  private var texts: [MeasuredText?]
  private var hiddenBlocks: Set<Int> = []

  private var anatomy: CardAnatomy { card.composed.anatomy }
  private var innerWidth: Int { max(0, width - 2 * anatomy.padding) }

  init(card: PreparedCard, width: Int, bodyHeight: Pixels?, limits: CardLimits, theme: Theme) {
    self.card = card
    self.width = width
    self.bodyHeight = bodyHeight
    self.limits = limits
    self.theme = theme
    y = Pixels(card.composed.anatomy.padding)
    texts = Array(repeating: nil, count: card.texts.count)
  }

  consuming func stack() -> (card: MeasuredCard, contentHeight: Pixels) {
    let firstPinned = anatomy.firstPinned ?? anatomy.elements.count
    for (place, element) in anatomy.elements.enumerated() {
      isPinned = place >= firstPinned
      switch element {
      case .image(let placement): add(placement)
      case .text(let placement): add(placement, x: anatomy.padding, width: innerWidth)
      case .row(let row): add(row)
      }
    }
    let contentHeight = y + Pixels(anatomy.padding)
    var card = MeasuredCard(
      width: width, naturalHeight: contentHeight, slots: slots, tags: tags, texts: texts, hiddenBlocks: hiddenBlocks,
      exceedsMaximum: false)
    let height = max(contentHeight, Pixels(anatomy.minHeight))
    card.slots = card.slots(inHeight: height)
    card.naturalHeight = height
    return (card, contentHeight)
  }

  private mutating func openGap(_ gap: Int) {
    if !isEmpty { y += Pixels(gap) + spaceBelowImage }
    spaceBelowImage = .zero
    isEmpty = false
  }

  private mutating func add(_ image: CardAnatomy.ImagePlacement) {
    guard card.composed.card.image != nil else { return }
    let bleed = image.bleeds ? anatomy.padding : 0
    if isEmpty { y -= Pixels(bleed) }
    openGap(image.gap)
    let imageWidth = innerWidth + 2 * bleed
    let height = (imageWidth * image.ratioHeight + image.ratioWidth / 2) / max(1, image.ratioWidth)
    appendSlot(.image, x: anatomy.padding - bleed, width: imageWidth, height: Pixels(height))
    spaceBelowImage = Pixels(image.below)
  }

  private mutating func add(_ row: CardAnatomy.Row) {
    let labels = card.composed.labels(of: row)
    let hasImage = card.composed.card.image != nil
    if !hasImage && labels.isEmpty { return }
    openGap(row.gap)
    if row.isStacked { return addStacked(row, labels: labels) }
    let top = y
    let offset = hasImage ? row.imageWidth + row.spacing : 0
    let firstLabel = slots.count
    isEmpty = true
    for label in labels { add(label, x: anatomy.padding + offset, width: max(0, innerWidth - offset)) }
    isEmpty = false
    guard hasImage else { return }
    let labelHeight = y - top
    let height = max(labelHeight, Pixels(row.imageHeight))
    let centered = { (own: Pixels) in
      row.isCentered ? Pixels(sixtyFourths: (height - own).sixtyFourths / 2) : Pixels.zero
    }
    for index in firstLabel..<slots.count { slots[index].frame.y += centered(labelHeight) }
    y = top + centered(Pixels(row.imageHeight))
    appendSlot(.image, x: anatomy.padding, width: row.imageWidth, height: Pixels(row.imageHeight))
    y = top + height
  }

  private mutating func addStacked(_ row: CardAnatomy.Row, labels: [CardAnatomy.TextPlacement]) {
    if card.composed.card.image != nil {
      appendSlot(.image, x: anatomy.padding, width: row.imageWidth, height: Pixels(row.imageHeight))
      if !labels.isEmpty { y += Pixels(row.spacing) }
    }
    isEmpty = true
    for label in labels { add(label, x: anatomy.padding, width: innerWidth) }
    isEmpty = false
  }

  private mutating func add(_ placement: CardAnatomy.TextPlacement, x: Int, width: Int) {
    switch placement.slot {
    case .eyebrow: add(card.composed.eyebrow, placement: placement, x: x, width: width)
    case .title: add(card.composed.title, placement: placement, x: x, width: width)
    case .subtitle: add(card.composed.subtitle, placement: placement, x: x, width: width)
    case .body: addBody(placement, x: x, width: width)
    case .tags: addTags(placement, x: x, width: width)
    }
  }

  private mutating func add(_ text: Int?, placement: CardAnatomy.TextPlacement, x: Int, width: Int) {
    guard let text else { return }
    let composed = card.composed.texts[text]
    let lines = card.texts[text].lines(width: width, maximumLines: limits.lines(of: placement.slot))
    if lines.lineCount == 0 { return }
    texts[text] = lines
    openGap(placement.gap)
    appendSlot(
      SlotName(placement.slot), x: x, width: width, height: Pixels(lines.lineCount * composed.lineHeight),
      lineCount: lines.lineCount, isTruncated: lines.isTruncated)
  }

  private mutating func addBody(_ placement: CardAnatomy.TextPlacement, x: Int, width: Int) {
    if card.composed.body.isEmpty { return }
    let prose = BodyMeasurer(composed: card.composed.texts, prepared: card.texts, theme: theme)
    let body = prose.measure(card.composed.body, width: width, maximumHeight: bodyHeight)
    for (index, lines) in body.texts { texts[index] = lines }
    hiddenBlocks = body.hiddenBlocks
    if body.height == .zero {
      // A body that is hidden is still an element above the next one.
      if !hiddenBlocks.isEmpty { isEmpty = false }
      return
    }
    openGap(placement.gap)
    appendSlot(
      .body, x: x, width: width, height: body.height, lineCount: body.lineCount, isTruncated: body.isTruncated)
  }

  private mutating func addTags(_ placement: CardAnatomy.TextPlacement, x: Int, width: Int) {
    if card.composed.tags.isEmpty { return }
    let arranged = card.arrangedTags(width: width, rules: limits.tags, theme: theme)
    guard !arranged.rows.isEmpty else {
      // Tags that are hidden are still an element above the next one.
      y += spaceBelowImage
      spaceBelowImage = .zero
      isEmpty = false
      return
    }
    let oneLine = 1 << 20
    for tag in card.composed.tags.prefix(arranged.frames.count) { texts[tag] = card.texts[tag].lines(width: oneLine) }
    if arranged.chip != nil, let chip = card.composed.chip(counting: arranged.hiddenCount) {
      texts[chip] = card.texts[chip].lines(width: oneLine)
    }
    tags = MeasuredTags(arrangement: arranged, rules: limits.tags, available: Pixels(width))
    openGap(placement.gap)
    appendSlot(
      .tags, x: x, width: width, height: arranged.size.height, lineCount: arranged.rows.count, isTruncated: false)
  }

  private mutating func appendSlot(
    _ name: SlotName, x: Int, width: Int, height: Pixels, lineCount: Int = 0, isTruncated: Bool = false
  ) {
    slots.append(
      MeasuredSlot(
        name: name, frame: Frame(x: Pixels(x), y: y, width: Pixels(width), height: height), isPinned: isPinned,
        lineCount: lineCount, isTruncated: isTruncated))
    y += height
  }
}

extension ComposedCard {
  /// The labels of a row that the card has.
  public func labels(of row: CardAnatomy.Row) -> [CardAnatomy.TextPlacement] { row.labels.filter { has($0.slot) } }

  /// Whether the card has something to show in a slot.
  public func has(_ slot: TextSlot) -> Bool {
    switch slot {
    case .eyebrow: eyebrow != nil
    case .title: title != nil
    case .subtitle: subtitle != nil
    case .body: !body.isEmpty
    case .tags: !tags.isEmpty
    }
  }
}

extension ComposedCard {
  /// The text of the chip for a number of hidden tags.
  public func chip(counting hidden: Int) -> Int? { chips.indices.contains(hidden - 1) ? chips[hidden - 1] : nil }
}

extension PreparedCard {
  /// The tags in rows of a width (T1 to T5, T12, T15, T16).
  fileprivate func arrangedTags(width: Int, rules: TagRules, theme: Theme) -> TagArrangement {
    arrangeTags(
      widths: composed.tags.map { Pixels(tagWidth(ofText: $0, theme: theme)) },
      height: Pixels(theme.textStyles.tag.lineHeight + 2 * theme.tags.paddingBlock), available: Pixels(width),
      rules: rules
    ) { hidden in
      composed.chip(counting: hidden).map { Pixels(tagWidth(ofText: $0, theme: theme)) } ?? Pixels(width)
    }
  }

  /// The width of a tag: its text rounded up to whole pixels, so that no engine finds it too wide, and its padding (T1).
  public func tagWidth(ofText text: Int, theme: Theme) -> Int {
    texts[text].leastWidthOnOneLine + 2 * theme.tags.paddingInline
  }
}
