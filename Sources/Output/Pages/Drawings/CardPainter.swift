import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import Images
import TextLayout
import Themes

/// Draws one card at one layout.
struct CardPainter {
  let card: PreparedCard
  let measured: MeasuredCard
  /// The size of the card.
  let size: Size
  let theme: Theme
  let setter: ParagraphSetter
  /// False if only slots are drawn.
  let showsText: Bool
  /// The card's elements on a page; nil if its style sheet is unknown.
  private var elements: CardElements?
  private var marks: [Mark] = []
  /// The edge of the texts of the cell that is being drawn, if its column has one of its own.
  private var cellEdge: LineSetting.Edge?

  private var isRightToLeft: Bool { card.composed.card.direction == .rtl }
  private var anatomy: CardAnatomy { card.composed.anatomy(measured.variant) }

  init(
    card: PreparedCard, measured: MeasuredCard, size: Size, theme: Theme, setter: ParagraphSetter, showsText: Bool,
    elements: CardElements? = nil
  ) {
    self.card = card
    self.measured = measured
    self.size = size
    self.theme = theme
    self.setter = setter
    self.showsText = showsText
    self.elements = elements
  }

  consuming func draw() -> CardDrawing {
    for slot in measured.slots(inHeight: size.height) {
      let frame = slot.frame.mirrored(in: size.width, isRightToLeft)
      marks.append(.slot(name: theme.slots.name(of: slot.id), frame, lineCount: slot.lineCount))
      switch slot.id.kind {
      case .image:
        // A drawing loads nothing from other sites.
        let path = card.composed.card.image?.path
        let focus = card.composed.card.imageFocus ?? .center
        marks.append(
          .image(path.map { image(.file($0), focus) }, name: path ?? "", frame, paint(elements?.slots[.image])))
      case .text: drawText(of: slot.id, in: frame)
      case .markdown: drawBody(in: frame)
      case .tags: drawTags(in: frame)
      }
    }
    return CardDrawing(width: size.width, height: size.height, paint: paint(elements?.article), marks: marks)
  }

  /// The style that the style sheet has for the language of the card.
  private func style(_ name: KeyPath<TextStyles, TextStyle>) -> TextStyle {
    theme.textStyles[keyPath: name].raised(for: card.composed.card.language)
  }

  private func image(_ reference: ImageReference, _ focus: ImageFocus = .center) -> DrawnImage {
    DrawnImage(reference: reference, focus: focus, fonts: setter.fonts)
  }

  private func paint(_ element: Int?) -> BoxPaint? { element.flatMap { elements?.appearance.look(of: $0).box } }

  private func color(_ element: Int?, token: String) -> DrawnColor {
    element.flatMap { elements?.appearance.look(of: $0).color }.map { .ink($0) } ?? .token(token)
  }

  /// The looks of the leaves of a text inside an element.
  private mutating func looks(ofText text: Int, in element: Int?) -> ((Int) -> LeafLook)? {
    guard let element, var elements else { return nil }
    let composed = card.composed.texts[text]
    let around = composed.styled.leaves.indices.map {
      elements.element(ofLeaf: $0, ofText: text, composed, in: element)
    }
    self.elements = elements
    let appearance = elements.appearance
    return { leaf in
      LeafLook(element: around[leaf], isBlock: around[leaf] == element, look: appearance.look(of: around[leaf]))
    }
  }

  private func edge(of slot: Slot) -> LineSetting.Edge {
    if slot == .body, let cellEdge { return cellEdge }
    let alignment = anatomy.texts.first { $0.slot == slot }?.textAlignment ?? anatomy.textAlignment ?? .start
    return switch alignment {
    case .start: isRightToLeft ? .right : .left
    case .center: .center
    case .end: isRightToLeft ? .left : .right
    }
  }

  private mutating func drawText(of slot: Slot, in frame: Frame) {
    guard showsText, let text = card.composed.text(of: slot), let lines = measured.texts[text] else { return }
    marks.append(
      .text(
        setter.draw(
          text, of: card, lines: lines, style: style(\.[slot]), place: slot == .title ? .title : .other, box: frame,
          edge: edge(of: slot), isRightToLeft: isRightToLeft,
          look: looks(ofText: text, in: elements?.slots[slot]))))
  }

  // MARK: Tags

  private mutating func drawTags(in frame: Frame) {
    guard let tags = measured.tags else { return }
    var texts = Array(card.composed.tags.prefix(tags.arrangement.frames.count))
    if tags.arrangement.chip != nil, let chip = card.composed.chip(counting: tags.arrangement.hiddenCount) {
      texts.append(chip)
    }
    let padding = Pixels(theme.tags.paddingInline)
    for (place, (text, tag)) in zip(texts, tags.frames).enumerated() {
      let element = elements?.tags[place]
      var box = tag.mirrored(in: frame.width, isRightToLeft)
      box.x += frame.x
      box.y += frame.y
      marks.append(.box(.tag, box, paint(element)))
      guard showsText else { continue }
      let inner = Frame(
        x: box.x + padding, y: box.y + Pixels(theme.tags.paddingBlock), width: max(.zero, box.width - padding * 2),
        height: box.height)
      let room = inner.width.roundedDown + theme.tags.spareInline
      let lines = card.texts[text].lines(width: max(1, room), maximumLines: 1)
      let drawn = setter.draw(
        text, of: card, lines: lines, style: style(\.tag), place: .other, box: inner,
        edge: edge(of: .tags), isRightToLeft: isRightToLeft,
        look: looks(ofText: text, in: elements?.tagTexts[place]))
      // Pages clip tags at their boxes. Letters reach that far only if there is little space around them.
      marks.append(theme.tags.paddingInline < 4 ? .clippedText(drawn, box) : .text(drawn))
    }
  }

  // MARK: The body

  private mutating func drawBody(in frame: Frame) {
    guard showsText else { return }
    _ = stack(card.composed.body, x: frame.x, y: frame.y, width: frame.width, spacing: theme.body.blockSpacing)
  }

  /// Stacks blocks like `BodyMeasurer`.
  ///
  /// - Returns: the height.
  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func stack(_ blocks: [BodyBlock], x: Pixels, y: Pixels, width: Pixels, spacing: Int) -> Pixels {
    var bottom = y
    var isFirst = true
    for block in blocks where shows(block) {
      if !isFirst { bottom += Pixels(spacing) }
      isFirst = false
      bottom += draw(block, x: x, y: bottom, width: width)
    }
    return bottom - y
  }

  private func shows(_ block: BodyBlock) -> Bool {
    if measured.hiddenBlocks.contains(block.number) { return false }
    switch block.kind {
    case .paragraph(let text), .heading(_, let text):
      return !card.texts[text].isEmpty && measured.texts[text] != nil
    case .quote, .list, .code, .rule, .figure, .table: return true
    }
  }

  private mutating func draw(_ block: BodyBlock, x: Pixels, y: Pixels, width: Pixels) -> Pixels {
    let element = elements?.blocks[block.number]
    switch block.kind {
    case .paragraph(let text): return draw(text, style(\.body), element, x: x, y: y, width: width)
    case .heading(_, let text): return draw(text, style(\.heading), element, x: x, y: y, width: width)
    case .quote(let children):
      let place = marks.count
      let indent = Pixels(theme.body.indent)
      let height = stack(
        children, x: isRightToLeft ? x : x + indent, y: y, width: max(.zero, width - indent),
        spacing: theme.body.blockSpacing)
      let bar = Pixels(3)
      let line = Frame(x: isRightToLeft ? x + width - bar : x, y: y, width: bar, height: height)
      marks.insert(.box(.quote, line, paint(element.flatMap { elements?.before($0) })), at: place)
      if let own = paint(element) {
        marks.insert(.box(.quoted, Frame(x: x, y: y, width: width, height: height), own), at: place)
      }
      return height
    case .list(let start, let isTight, let items):
      let spacing = isTight ? theme.body.itemSpacing : theme.body.blockSpacing
      return draw(items, from: start, spacing: spacing, x: x, y: y, width: width)
    case .code(_, let text, let lineCount):
      let style = theme.textStyles.code
      let padding = Pixels(theme.body.codePadding)
      let height = Pixels(lineCount * style.lineHeight) + padding * 2
      let frame = Frame(x: x, y: y, width: width, height: height)
      let content = Frame(
        x: x + padding, y: y + padding, width: max(.zero, width - padding * 2), height: height - padding * 2)
      let edge = edge(of: .body)
      marks.append(.box(.code, frame, paint(element)))
      marks.append(
        .clippedText(
          setter.drawCode(
            text, style: style, color: color(elements?.codes[block.number], token: style.color), box: content,
            edge: edge == .center ? .center : .left), frame))
      return height
    case .rule:
      let height = Pixels(theme.body.ruleThickness)
      marks.append(.box(.rule, Frame(x: x, y: y, width: width, height: height), paint(element)))
      return height
    case .figure(let figure):
      let own = Pixels(figure.shape.width(inColumn: width.roundedDown))
      let height = Pixels(figure.shape.height(inColumn: width.roundedDown))
      let left: Pixels
      switch edge(of: .body) {
      case .left: left = x
      case .center: left = x + Pixels(sixtyFourths: (width - own).sixtyFourths / 2)
      case .right: left = x + width - own
      }
      marks.append(
        .image(
          image(.target(figure.target, from: card.composed.card.source.path)), name: figure.alt,
          Frame(x: left, y: y, width: own, height: height), paint(element)))
      return height
    case .table(let table):
      return measured.columns[block.number].map { draw(table, $0, x: x, y: y, width: width) } ?? .zero
    }
  }

  // A table that scrolls is cut where its card is.
  private mutating func draw(
    _ table: BodyBlock.BodyTable, _ columns: TableColumns, x: Pixels, y: Pixels, width: Pixels
  ) -> Pixels {
    let body = theme.body
    var bottom = y
    for row in table.rows where !measured.hiddenBlocks.contains(row.number) {
      var (start, tallest) = (0, Pixels.zero)
      for (place, cell) in row.cells.enumerated() {
        let paddings = body.cellPaddings(inColumn: place, of: row.cells.count)
        let own = Pixels(columns.widths[place] - paddings.start - paddings.end)
        let inside = Pixels(start + paddings.start)
        start += columns.widths[place]
        if inside >= width { continue }
        let left = isRightToLeft ? x + width - inside - own : x + inside
        let top = bottom + Pixels(body.cellPaddingBlock)
        let height = aligned(table.columns[place]) {
          $0.stack(cell, x: left, y: top, width: own, spacing: body.blockSpacing)
        }
        tallest = max(tallest, height)
      }
      bottom += tallest + Pixels(2 * body.cellPaddingBlock)
      let line = min(width, Pixels(start))
      marks.append(
        .box(
          .rule,
          Frame(x: isRightToLeft ? x + width - line : x, y: bottom, width: line, height: Pixels(body.ruleThickness)),
          nil))
      bottom += Pixels(body.ruleThickness)
    }
    return bottom - y
  }

  /// Draws the texts of a cell from where its column begins them.
  private mutating func aligned<Result>(
    _ alignment: Block.BlockTable.ColumnAlignment, _ draw: (inout CardPainter) -> Result
  ) -> Result {
    let outside = cellEdge
    defer { cellEdge = outside }
    switch alignment {
    case .start: break
    case .center: cellEdge = .center
    case .end: cellEdge = isRightToLeft ? .left : .right
    }
    return draw(&self)
  }

  private mutating func draw(
    _ text: Int, _ style: TextStyle, _ element: Int?, x: Pixels, y: Pixels, width: Pixels
  ) -> Pixels {
    guard let lines = measured.texts[text] else { return .zero }
    let height = Pixels(lines.lineCount * card.composed.texts[text].lineHeight)
    marks.append(
      .text(
        setter.draw(
          text, of: card, lines: lines, style: style, place: .body,
          box: Frame(x: x, y: y, width: width, height: height), edge: edge(of: .body), isRightToLeft: isRightToLeft,
          look: looks(ofText: text, in: element))))
    return height
  }

  private mutating func draw(
    _ items: [BodyBlock.BodyItem], from start: Int?, spacing: Int, x: Pixels, y: Pixels, width: Pixels
  ) -> Pixels {
    let indent = Pixels(items.indent(card.texts, least: theme.body.indent))
    let (innerX, inner) = (isRightToLeft ? x : x + indent, max(.zero, width - indent))
    let room = max(.zero, indent - Pixels(markerGap))
    var bottom = y
    var isFirst = true
    for (place, item) in items.enumerated() where !measured.hiddenBlocks.contains(item.number) {
      if !isFirst { bottom += Pixels(spacing) }
      isFirst = false
      let marker = start.map { "\($0 &+ place)." } ?? "•"
      let edge = isRightToLeft ? x + width - room : x
      let element = elements?.blocks[item.number].flatMap { elements?.before($0) }
      marks.append(
        .text(
          setter.drawLine(
            marker, style: style(\.body), color: color(element, token: "secondary"),
            language: card.composed.card.language,
            box: Frame(x: edge, y: bottom, width: room, height: Pixels(theme.textStyles.body.lineHeight)),
            edge: isRightToLeft ? .left : .right, isRightToLeft: isRightToLeft)))
      bottom += stack(item.blocks, x: innerX, y: bottom, width: inner, spacing: theme.body.blockSpacing)
    }
    return bottom - y
  }
}

extension Frame {
  /// The frame from the left edge of the container, instead of the leading edge.
  func mirrored(in width: Pixels, _ isRightToLeft: Bool) -> Frame {
    guard isRightToLeft else { return self }
    var copy = self
    copy.x = width - x - self.width
    return copy
  }
}
