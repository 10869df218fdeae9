import Arrangements
import Content
import Geometry
import TextLayout
import Themes

/// Stacks the elements of a card's anatomy, top to bottom, and adds the result to the layouts.
///
/// Methods that are called for each element are mutating even if they change nothing: otherwise the call would copy
/// this value.
struct CardStacking {
  /// The elements of a stack that are already placed.
  private struct StackedColumn {
    let x: Pixels
    let width: Int
    let alignment: CrossAlignment
    var y: Pixels
    var isEmpty = true
    var spaceBelowImage = Pixels.zero

    mutating func open(gap: Int) {
      if !isEmpty { y += Pixels(gap) + spaceBelowImage }
      spaceBelowImage = .zero
      isEmpty = false
    }

    func x(ofWidth width: Int, _ alignment: CrossAlignment? = nil) -> Pixels {
      x + offset(of: Pixels(width), in: Pixels(self.width), alignment ?? self.alignment)
    }
  }

  let place: KnownCard
  let width: Int
  /// The greatest height of the body; nil means unlimited.
  let bodyHeight: Pixels?
  let limits: CardLimits
  let levels: SlotLevels
  let metrics: CardMetrics
  let plan: StackPlans.Plan
  private var firstSlot = 0
  private var firstText = 0
  /// The index in `KnownLines.tags`; nil while no tags are visible.
  private var tags: Int?
  private var widthOfTags = 0
  /// The index in `CardLayouts.details`; nil while there are none.
  private var details: Int?

  init(
    _ plan: StackPlans.Plan, of place: KnownCard, width: Int, bodyHeight: Pixels?, limits: CardLimits,
    levels: SlotLevels, metrics: CardMetrics
  ) {
    self.plan = plan
    self.place = place
    self.width = width
    self.bodyHeight = bodyHeight
    self.limits = limits
    self.levels = levels
    self.metrics = metrics
  }

  /// Adds a row.
  ///
  /// - Returns: the height of the content alone.
  mutating func stack(_ card: PreparedCard, _ plans: StackPlans, in layouts: inout CardLayouts) -> Pixels {
    (firstSlot, firstText) = (layouts.slots.count, layouts.texts.count)
    layouts.texts.append(contentsOf: repeatElement(OptionalIndex.none, count: card.texts.count))
    if plan.rooms > 0 {
      let rooms = plans.rooms[plan.rooms]
      change(&layouts) { $0.rooms = rooms }
    }
    let padding = Pixels(plan.padding)
    var column = StackedColumn(x: padding, width: max(0, width - 2 * plan.padding), alignment: .stretch, y: padding)
    add(plan.elements, of: card, plans, to: &column, in: &layouts)
    let contentHeight = column.y + padding
    let ratioHeight = plan.ratio?.height(forWidth: width) ?? 0
    let height = max(contentHeight, Pixels(max(plan.minHeight, ratioHeight)))
    if height > contentHeight {
      for index in firstSlot..<layouts.slots.count where layouts.slots[index].isPinned {
        layouts.slots[index].frame.y += height - contentHeight
      }
    }
    addRow(height: height, to: &layouts)
    return contentHeight
  }

  private mutating func addRow(height: Pixels, to layouts: inout CardLayouts) {
    let counts = layouts.lineCounts(ofTexts: firstText..<layouts.texts.count)
    layouts.rows.append(
      LayoutRow(
        width: width, variant: plan.variant, naturalHeight: height, slots: firstSlot..<layouts.slots.count,
        texts: firstText..<layouts.texts.count, tags: tags, tagWidth: widthOfTags, details: details,
        lineCount: counts.all, settledCount: counts.settled, dividesText: counts.dividesText))
  }

  private mutating func change(_ layouts: inout CardLayouts, _ change: (inout LayoutDetails) -> Void) {
    if let details { return change(&layouts.details[details]) }
    details = layouts.details.count
    var new = LayoutDetails()
    change(&new)
    layouts.details.append(new)
  }

  // The reader of themes limits the depth, so the recursion is bounded.
  private mutating func add(
    _ elements: Range<Int>, of card: PreparedCard, _ plans: StackPlans, to column: inout StackedColumn,
    in layouts: inout CardLayouts
  ) {
    let all = plans.elements.span
    var index = elements.lowerBound
    while index < elements.upperBound {
      let element = all[index]
      switch element.kind {
      case .image: add(plans.images[element.image], to: &column, in: &layouts, isPinned: element.isPinned)
      case .text, .body, .tags, .room:
        let width = width(of: element, at: index, of: card, plans, column, in: &layouts)
        add(element, x: column.x(ofWidth: width), width: width, of: card, to: &column, in: &layouts)
      case .row:
        column.open(gap: element.gap)
        let width = width(of: element, at: index, of: card, plans, column, in: &layouts)
        addRow(at: index, width: width, of: card, plans, to: &column, in: &layouts)
      case .stack:
        column.open(gap: element.gap)
        let width = width(of: element, at: index, of: card, plans, column, in: &layouts)
        var inner = StackedColumn(x: column.x(ofWidth: width), width: width, alignment: element.alignment, y: column.y)
        add(index + 1..<element.end, of: card, plans, to: &inner, in: &layouts)
        column.y = inner.y
      }
      index = element.end
    }
  }

  private mutating func add(
    _ image: CardAnatomy.ImagePlacement, to column: inout StackedColumn, in layouts: inout CardLayouts, isPinned: Bool
  ) {
    let bleed = image.bleeds ? plan.padding : 0
    if column.isEmpty { column.y -= Pixels(bleed) }
    column.open(gap: image.gap)
    let size = image.size(in: column.width + 2 * bleed)
    let x = bleed > 0 ? column.x - Pixels(bleed) : column.x(ofWidth: size.width, image.alignment)
    append(
      .image, x: x, width: size.width, height: Pixels(size.height), isPinned: isPinned, to: &column, in: &layouts)
    column.spaceBelowImage = Pixels(image.below)
  }

  // MARK: Rows

  /// - Parameter row: the index of the row in the elements.
  private mutating func addRow(
    at row: Int, width: Int, of card: PreparedCard, _ plans: StackPlans, to column: inout StackedColumn,
    in layouts: inout CardLayouts
  ) {
    let element = plans.elements[row]
    let items = plans.children(of: row)
    if element.isStacked(whereTextIsEnlarged: limits.isEnlarged) {
      var inner = StackedColumn(x: column.x(ofWidth: width), width: width, alignment: .start, y: column.y)
      for item in items {
        if !inner.isEmpty { inner.y += Pixels(element.spacing) }
        addItem(item, of: card, plans, to: &inner, in: &layouts)
        inner.isEmpty = false
      }
      column.y = inner.y
      return
    }
    let rowItems = items.map { item in
      RowItem(
        width: plans.elements[item].width, ownWidth: ownWidth(ofElement: item, of: card, plans),
        keepsWidth: plans.elements[item].kind == .image)
    }
    let widths = rowWidths(rowItems, in: width, spacing: element.spacing)
    var x = column.x(ofWidth: width)
    var placed: [(slots: Range<Int>, height: Pixels, isSlot: Bool)] = []
    for (item, width) in zip(items, widths) {
      setWidth(width, of: plans.elements[item], plans, in: &layouts)
      let first = layouts.slots.count
      var inner = StackedColumn(x: x, width: width, alignment: .start, y: column.y)
      addItem(item, of: card, plans, to: &inner, in: &layouts)
      placed.append((first..<layouts.slots.count, inner.y - column.y, plans.elements[item].isSlot))
      x += Pixels(width + element.spacing)
    }
    let height = placed.map(\.height).max() ?? .zero
    for item in placed {
      let down = offset(of: item.height, in: height, element.alignment)
      for index in item.slots { layouts.slots[index].frame.y += down }
      if element.alignment == .stretch, item.isSlot, let slot = item.slots.first, layouts.slots[slot].id.kind != .image
      {
        layouts.slots[slot].frame.height = height
      }
    }
    column.y += height
  }

  /// Adds an item of a row, which sets its width; an image with a size keeps it.
  private mutating func addItem(
    _ item: Int, of card: PreparedCard, _ plans: StackPlans, to column: inout StackedColumn,
    in layouts: inout CardLayouts
  ) {
    let element = plans.elements[item]
    switch element.kind {
    case .image:
      let size = plans.images[element.image].size(in: column.width)
      append(
        .image, x: column.x, width: size.width, height: Pixels(size.height), isPinned: element.isPinned, to: &column,
        in: &layouts)
    case .text, .body, .tags, .room:
      add(element, x: column.x, width: column.width, of: card, to: &column, in: &layouts)
    case .row: addRow(at: item, width: column.width, of: card, plans, to: &column, in: &layouts)
    case .stack:
      var inner = StackedColumn(x: column.x, width: column.width, alignment: element.alignment, y: column.y)
      add(item + 1..<element.end, of: card, plans, to: &inner, in: &layouts)
      column.y = inner.y
    }
  }

  // MARK: Widths

  /// The width of an element in a stack.
  private mutating func width(
    of element: StackPlans.PlannedElement, at index: Int, of card: PreparedCard, _ plans: StackPlans,
    _ column: StackedColumn, in layouts: inout CardLayouts
  ) -> Int {
    switch element.width {
    case .fill: return column.width
    case .fixed(let width): return min(width, column.width)
    case .hug(let maximum):
      let width = min(ownWidth(ofElement: index, of: card, plans), maximum ?? Int.max, column.width)
      setWidth(width, of: element, plans, in: &layouts)
      return width
    }
  }

  private mutating func setWidth(
    _ width: Int, of element: StackPlans.PlannedElement, _ plans: StackPlans, in layouts: inout CardLayouts
  ) {
    guard let path = element.path.index else { return }
    change(&layouts) { $0.itemWidths[plans.paths[path]] = width }
  }

  /// The width of an element on one line.
  private func ownWidth(ofElement index: Int, of card: PreparedCard, _ plans: StackPlans) -> Int {
    let most = 1 << 20
    let element = plans.elements[index]
    if case .fixed(let width) = element.width { return width }
    switch element.kind {
    case .image, .body: return most
    case .room: return 0
    case .text: return card.composed.text(of: element.slot).map { min(most, card.texts[$0].leastWidthOnOneLine) } ?? 0
    case .tags:
      let widths = card.composed.tags.map { card.tagWidth(ofText: $0, metrics: metrics) }
      return min(most, widths.reduce(0, +) + metrics.tagSpacing * max(0, widths.count - 1))
    case .row:
      let items = plans.children(of: index).map { ownWidth(ofElement: $0, of: card, plans) }
      return element.isStacked(whereTextIsEnlarged: limits.isEnlarged)
        ? items.max() ?? 0 : min(most, items.reduce(0, +) + element.spacing * max(0, items.count - 1))
    case .stack:
      return plans.children(of: index).map { ownWidth(ofElement: $0, of: card, plans) }
        .reduce(element.widthOfAbsent, max)
    }
  }

  // MARK: Texts

  private mutating func add(
    _ element: StackPlans.PlannedElement, x: Pixels, width: Int, of card: PreparedCard,
    to column: inout StackedColumn, in layouts: inout CardLayouts
  ) {
    switch element.kind {
    case .room:
      column.open(gap: element.gap)
      append(element.slot, x: x, width: width, height: .zero, isPinned: element.isPinned, to: &column, in: &layouts)
    case .body: addBody(element, x: x, width: width, of: card, to: &column, in: &layouts)
    case .tags: addTags(element, x: x, width: width, of: card, to: &column, in: &layouts)
    case .text: addText(element, x: x, width: width, of: card, to: &column, in: &layouts)
    case .image, .row, .stack: break
    }
  }

  private mutating func addText(
    _ element: StackPlans.PlannedElement, x: Pixels, width: Int, of card: PreparedCard,
    to column: inout StackedColumn, in layouts: inout CardLayouts
  ) {
    guard let text = card.composed.text(of: element.slot) else { return }
    let place = place.text(text)
    let number = layouts.lines.number(
      ofText: place, of: card, width: width, maximumLines: limits.lines(of: element.slot))
    let lines = layouts.lines.lines.counts[number]
    if lines.lineCount == 0 { return }
    layouts.texts[firstText + text] = OptionalIndex(number)
    column.open(gap: element.gap)
    append(
      element.slot, x: x, width: width,
      height: Pixels(layouts.lines.height(ofLines: max(lines.lineCount, element.minLines), ofText: place)),
      lineCount: lines.lineCount, isTruncated: lines.isTruncated, isPinned: element.isPinned, to: &column, in: &layouts)
  }

  private mutating func addBody(
    _ element: StackPlans.PlannedElement, x: Pixels, width: Int, of card: PreparedCard,
    to column: inout StackedColumn, in layouts: inout CardLayouts
  ) {
    let body = BodyMeasurer(place: place, firstText: firstText, metrics: metrics, width: width).measure(
      card, maximumHeight: bodyHeight, in: &layouts)
    if !body.hiddenBlocks.isEmpty { change(&layouts) { $0.hiddenBlocks = body.hiddenBlocks } }
    if body.height == .zero {
      // A hidden body still counts as an element above the next one.
      if !body.hiddenBlocks.isEmpty { column.isEmpty = false }
      return
    }
    if !body.markers.isEmpty { change(&layouts) { $0.markers = body.markers } }
    if !body.columns.isEmpty { change(&layouts) { $0.columns = body.columns } }
    column.open(gap: element.gap)
    let wanted = Pixels(element.minLines * metrics.bodyLineHeight)
    let least = min(wanted, max(.zero, bodyHeight ?? wanted))
    append(
      .body, x: x, width: width, height: max(body.height, least), lineCount: body.lineCount,
      isTruncated: body.isTruncated, lowered: least < wanted ? least : nil, isPinned: element.isPinned, to: &column,
      in: &layouts)
  }

  private mutating func addTags(
    _ element: StackPlans.PlannedElement, x: Pixels, width: Int, of card: PreparedCard,
    to column: inout StackedColumn, in layouts: inout CardLayouts
  ) {
    let number = layouts.lines.number(
      ofTagsOf: card, at: place, width: width, rules: limits.tags, metrics: metrics)
    let rowCount = layouts.lines.tags[number].arrangement.rows.count
    guard rowCount > 0 else {
      // Hidden tags still count as an element above the next one.
      column.y += column.spaceBelowImage
      column.spaceBelowImage = .zero
      column.isEmpty = false
      return
    }
    for text in layouts.lines.tags[number].texts {
      layouts.texts[firstText + text.text] = OptionalIndex(text.lines)
    }
    (tags, widthOfTags) = (number, width)
    column.open(gap: element.gap)
    append(
      .tags, x: x, width: width, height: layouts.lines.tags[number].arrangement.size.height, lineCount: rowCount,
      isPinned: element.isPinned, to: &column, in: &layouts)
  }

  private mutating func append(
    _ slot: Slot, x: Pixels, width: Int, height: Pixels, lineCount: Int = 0, isTruncated: Bool = false,
    lowered: Pixels? = nil, isPinned: Bool, to column: inout StackedColumn, in layouts: inout CardLayouts
  ) {
    let level = levels[slot]
    let own = max(height, level ?? .zero)
    layouts.slots.append(
      MeasuredSlot(
        id: slot, frame: Frame(x: x, y: column.y, width: Pixels(width), height: own), isPinned: isPinned,
        lineCount: lineCount, isTruncated: isTruncated, ownHeight: own, levelHeight: level, loweredHeight: lowered))
    column.y += own
  }
}

/// The distance from the start, if there is more room than needed.
private func offset(of own: Pixels, in room: Pixels, _ alignment: CrossAlignment) -> Pixels {
  switch alignment {
  case .start, .stretch: .zero
  case .center: Pixels(sixtyFourths: (room - own).sixtyFourths / 2)
  case .end: room - own
  }
}
