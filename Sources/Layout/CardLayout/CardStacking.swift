import Arrangements
import Geometry
import TextLayout
import Themes

/// Stacks the elements of a card's anatomy, top to bottom.
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

  let card: PreparedCard
  let width: Int
  /// The greatest height of the body; nil means unlimited.
  let bodyHeight: Pixels?
  let limits: CardLimits
  let levels: SlotLevels
  let metrics: CardMetrics
  private let anatomy: CardAnatomy
  private let rooms: Set<TextSlot>
  private var isPinned = false
  private var measured: MeasuredContent

  init(
    card: PreparedCard, variant: Int, width: Int, bodyHeight: Pixels?, limits: CardLimits, levels: SlotLevels,
    metrics: CardMetrics
  ) {
    self.card = card
    self.width = width
    self.bodyHeight = bodyHeight
    self.limits = limits
    self.levels = levels
    self.metrics = metrics
    anatomy = card.composed.anatomy(variant)
    rooms =
      levels.isEmpty
      ? []
      : Set(anatomy.texts.map(\.slot).filter { !card.has($0) && levels[SlotName($0)] ?? .zero > .zero })
    measured = MeasuredContent(width: width, variant: variant, texts: [], rooms: rooms)
    measured.texts.reserveCapacity(card.texts.count)
    for _ in card.texts.indices { measured.texts.append(nil) }
    measured.slots.reserveCapacity(anatomy.elements.count)
  }

  /// - Parameter lines: of the card's texts.
  mutating func stacked(lines: inout KnownLines) -> (card: MeasuredContent, contentHeight: Pixels) {
    let padding = Pixels(anatomy.padding)
    var column = StackedColumn(x: padding, width: max(0, width - 2 * anatomy.padding), alignment: .stretch, y: padding)
    let firstPinned = anatomy.firstPinned ?? anatomy.elements.count
    for index in anatomy.elements.indices {
      isPinned = index >= firstPinned
      add(anatomy.elements[index], at: index, in: [], to: &column, lines: &lines)
    }
    let contentHeight = column.y + padding
    let ratioHeight = anatomy.ratio?.height(forWidth: width) ?? 0
    let height = max(contentHeight, Pixels(max(anatomy.minHeight, ratioHeight)))
    if height > contentHeight {
      for index in measured.slots.indices where measured.slots[index].isPinned {
        measured.slots[index].frame.y += height - contentHeight
      }
    }
    measured.naturalHeight = height
    // Taken out, because all that is left would be copied.
    return (exchange(&measured, with: MeasuredContent(width: 0, texts: [])), contentHeight)
  }

  /// - Parameters:
  ///   - index: the element's index in its parent.
  ///   - parent: the path of the parent. Paths of elements are built only when they are needed, which is rare.
  // The reader of themes limits the depth, so the recursion is bounded.
  private mutating func add(
    _ element: CardAnatomy.AnatomyElement, at index: Int, in parent: ElementPath, to column: inout StackedColumn,
    lines: inout KnownLines
  ) {
    guard card.shows(element, keepingFree: rooms) else { return }
    switch element {
    case .image(let image): add(image, to: &column)
    case .text(let text):
      let width = width(of: element, at: index, in: parent, column)
      add(text, x: column.x(ofWidth: width), width: width, to: &column, lines: &lines)
    case .row(let row):
      column.open(gap: row.gap)
      let width = width(of: element, at: index, in: parent, column)
      add(row, at: parent + [index], width: width, to: &column, lines: &lines)
    case .stack(let stack):
      column.open(gap: stack.gap)
      let width = width(of: element, at: index, in: parent, column)
      var inner = StackedColumn(x: column.x(ofWidth: width), width: width, alignment: stack.alignment, y: column.y)
      add(stack, at: parent + [index], to: &inner, lines: &lines)
      column.y = inner.y
    }
  }

  private mutating func add(
    _ stack: CardAnatomy.Stack, at path: ElementPath, to column: inout StackedColumn, lines: inout KnownLines
  ) {
    for (index, element) in stack.elements.enumerated() {
      add(element, at: index, in: path, to: &column, lines: &lines)
    }
  }

  private mutating func add(_ image: CardAnatomy.ImagePlacement, to column: inout StackedColumn) {
    let bleed = image.bleeds ? anatomy.padding : 0
    if column.isEmpty { column.y -= Pixels(bleed) }
    column.open(gap: image.gap)
    let size = image.size(in: column.width + 2 * bleed)
    let x = bleed > 0 ? column.x - Pixels(bleed) : column.x(ofWidth: size.width, image.alignment)
    append(.image, x: x, width: size.width, height: Pixels(size.height), to: &column)
    column.spaceBelowImage = Pixels(image.below)
  }

  // MARK: Rows

  private mutating func add(
    _ row: CardAnatomy.ItemRow, at path: ElementPath, width: Int, to column: inout StackedColumn,
    lines: inout KnownLines
  ) {
    let items = row.items.enumerated().filter { card.shows($0.element, keepingFree: rooms) }
    if row.isStacked(whereTextIsEnlarged: limits.isEnlarged) {
      var inner = StackedColumn(x: column.x(ofWidth: width), width: width, alignment: .start, y: column.y)
      for (index, item) in items {
        if !inner.isEmpty { inner.y += Pixels(row.spacing) }
        addItem(item, at: path + [index], to: &inner, lines: &lines)
        inner.isEmpty = false
      }
      column.y = inner.y
      return
    }
    let widths = rowWidths(
      items.map { RowItem($0.element, ownWidth: ownWidth(of: $0.element)) }, in: width, spacing: row.spacing)
    var x = column.x(ofWidth: width)
    var placed: [(slots: Range<Int>, height: Pixels, isSlot: Bool)] = []
    for ((index, item), width) in zip(items, widths) {
      measured.itemWidths[path + [index]] = width
      let first = measured.slots.count
      var inner = StackedColumn(x: x, width: width, alignment: .start, y: column.y)
      addItem(item, at: path + [index], to: &inner, lines: &lines)
      placed.append((first..<measured.slots.count, inner.y - column.y, item.children.isEmpty))
      x += Pixels(width + row.spacing)
    }
    let height = placed.map(\.height).max() ?? .zero
    for item in placed {
      let down = offset(of: item.height, in: height, row.alignment)
      for index in item.slots { measured.slots[index].frame.y += down }
      if row.alignment == .stretch, item.isSlot, let slot = item.slots.first, measured.slots[slot].name != .image {
        measured.slots[slot].frame.height = height
      }
    }
    column.y += height
  }

  /// Adds an item of a row, which sets its width; an image with a size keeps it.
  private mutating func addItem(
    _ item: CardAnatomy.AnatomyElement, at path: ElementPath, to column: inout StackedColumn, lines: inout KnownLines
  ) {
    switch item {
    case .image(let image):
      let size = image.size(in: column.width)
      append(.image, x: column.x, width: size.width, height: Pixels(size.height), to: &column)
    case .text(let text): add(text, x: column.x, width: column.width, to: &column, lines: &lines)
    case .row(let row): add(row, at: path, width: column.width, to: &column, lines: &lines)
    case .stack(let stack):
      var inner = StackedColumn(x: column.x, width: column.width, alignment: stack.alignment, y: column.y)
      add(stack, at: path, to: &inner, lines: &lines)
      column.y = inner.y
    }
  }

  // MARK: Widths

  /// The width of an element in a stack.
  private mutating func width(
    of element: CardAnatomy.AnatomyElement, at index: Int, in parent: ElementPath, _ column: StackedColumn
  ) -> Int {
    switch element.width {
    case .fill: return column.width
    case .fixed(let width): return min(width, column.width)
    case .hug(let maximum):
      let width = min(ownWidth(of: element), maximum ?? Int.max, column.width)
      measured.itemWidths[parent + [index]] = width
      return width
    }
  }

  /// The width of an element on one line.
  private func ownWidth(of element: CardAnatomy.AnatomyElement) -> Int {
    let most = 1 << 20
    if case .fixed(let width) = element.width { return width }
    guard card.shows(element, keepingFree: rooms) else { return 0 }
    switch element {
    case .image: return most
    case .text(let placement):
      switch placement.slot {
      case .body: return card.has(.body) ? most : 0
      case .tags:
        let widths = card.composed.tags.map { card.tagWidth(ofText: $0, metrics: metrics) }
        return min(most, widths.reduce(0, +) + metrics.tagSpacing * max(0, widths.count - 1))
      case .eyebrow, .title, .subtitle, .footer:
        return min(most, card.composed.text(of: placement.slot).map { card.texts[$0].leastWidthOnOneLine } ?? 0)
      }
    case .row(let row):
      let items = row.items.filter { card.shows($0, keepingFree: rooms) }.map { ownWidth(of: $0) }
      return row.isStacked(whereTextIsEnlarged: limits.isEnlarged)
        ? items.max() ?? 0 : min(most, items.reduce(0, +) + row.spacing * max(0, items.count - 1))
    case .stack(let stack): return stack.elements.map { ownWidth(of: $0) }.max() ?? 0
    }
  }

  // MARK: Texts

  private mutating func add(
    _ placement: CardAnatomy.TextPlacement, x: Pixels, width: Int, to column: inout StackedColumn,
    lines: inout KnownLines
  ) {
    let name = SlotName(placement.slot)
    if rooms.contains(placement.slot) {
      column.open(gap: placement.gap)
      return append(name, x: x, width: width, height: .zero, to: &column)
    }
    switch placement.slot {
    case .eyebrow, .title, .subtitle, .footer:
      guard let text = card.composed.text(of: placement.slot) else { return }
      addText(text, placement: placement, x: x, width: width, to: &column, lines: &lines)
    case .body: addBody(placement, x: x, width: width, to: &column, lines: &lines)
    case .tags: addTags(placement, x: x, width: width, to: &column, lines: &lines)
    }
  }

  private mutating func addText(
    _ text: Int, placement: CardAnatomy.TextPlacement, x: Pixels, width: Int, to column: inout StackedColumn,
    lines known: inout KnownLines
  ) {
    let lines = known.lines(ofText: text, width: width, maximumLines: limits.lines(of: placement.slot))
    if lines.lineCount == 0 { return }
    measured.texts[text] = lines
    column.open(gap: placement.gap)
    append(
      SlotName(placement.slot), x: x, width: width,
      height: Pixels(max(lines.lineCount, placement.minLines) * card.composed.texts[text].lineHeight),
      lineCount: lines.lineCount,
      isTruncated: lines.isTruncated, to: &column)
  }

  private mutating func addBody(
    _ placement: CardAnatomy.TextPlacement, x: Pixels, width: Int, to column: inout StackedColumn,
    lines: inout KnownLines
  ) {
    let body = BodyMeasurer(card: card, metrics: metrics, width: width).measure(
      maximumHeight: bodyHeight, lines: &lines, texts: &measured.texts)
    measured.hiddenBlocks = body.hiddenBlocks
    if body.height == .zero {
      // A hidden body still counts as an element above the next one.
      if !body.hiddenBlocks.isEmpty { column.isEmpty = false }
      return
    }
    column.open(gap: placement.gap)
    let wanted = Pixels(placement.minLines * metrics.bodyLineHeight)
    let least = min(wanted, max(.zero, bodyHeight ?? wanted))
    append(
      .body, x: x, width: width, height: max(body.height, least), lineCount: body.lineCount,
      isTruncated: body.isTruncated, lowered: least < wanted ? least : nil, to: &column)
  }

  private mutating func addTags(
    _ placement: CardAnatomy.TextPlacement, x: Pixels, width: Int, to column: inout StackedColumn,
    lines: inout KnownLines
  ) {
    let (card, rules, metrics) = (card, limits.tags, metrics)
    let tags = lines.tags(width: width, rules: rules) {
      card.arrangedTags(width: width, rules: rules, metrics: metrics)
    } textsOf: { arranged in
      let chip = arranged.chip.flatMap { _ in card.composed.chip(counting: arranged.hiddenCount) }
      return card.composed.tags.prefix(arranged.frames.count) + (chip.map { [$0] } ?? [])
    }
    let rowCount = tags.arrangement.rows.count
    guard rowCount > 0 else {
      // Hidden tags still count as an element above the next one.
      column.y += column.spaceBelowImage
      column.spaceBelowImage = .zero
      column.isEmpty = false
      return
    }
    for index in tags.texts.indices { measured.texts[tags.texts[index].text] = tags.texts[index].lines }
    measured.tags = MeasuredTags(tags, available: Pixels(width))
    column.open(gap: placement.gap)
    append(
      .tags, x: x, width: width, height: tags.arrangement.size.height, lineCount: rowCount, isTruncated: false,
      to: &column)
  }

  private mutating func append(
    _ name: SlotName, x: Pixels, width: Int, height: Pixels, lineCount: Int = 0, isTruncated: Bool = false,
    lowered: Pixels? = nil, to column: inout StackedColumn
  ) {
    let level = levels[name]
    let own = max(height, level ?? .zero)
    measured.slots.append(
      MeasuredSlot(
        name: name, frame: Frame(x: x, y: column.y, width: Pixels(width), height: own), isPinned: isPinned,
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
