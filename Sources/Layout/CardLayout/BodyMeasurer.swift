import Geometry
import TextLayout
import Themes

/// A body at one width.
struct MeasuredBody {
  var height = Pixels.zero
  var lineCount = 0
  var isTruncated = false
  /// The numbers of hidden blocks and list items.
  var hiddenBlocks: Set<Int> = []
  /// The markers of the visible items of numbered lists, in order.
  var markers: [MarkerFrame] = []
  /// The columns of tables, by the number of the table.
  var columns: [Int: TableColumns] = [:]
}

/// Stacks the blocks of a card's body.
struct BodyMeasurer {
  let place: KnownCard
  /// The start of the card's texts in `CardLayouts.texts`.
  let firstText: Int
  let metrics: CardMetrics
  /// The width of the whole body.
  let width: Int

  /// - Parameters:
  ///   - maximumHeight: whole lines, and blocks that cannot be cut, are removed from the end until the rest is no
  ///     taller; an ellipsis ends the last line that stays. Without room for one line, nothing stays.
  ///   - layouts: the layouts in which the lines of the body's texts are set, unless they are hidden.
  func measure(_ card: PreparedCard, maximumHeight: Pixels?, in layouts: inout CardLayouts) -> MeasuredBody {
    let others = maximumHeight == nil ? [] : Array(layouts.texts[firstText...])
    var whole = Pass(lineLimit: nil)
    let height = height(of: card, &whole, in: &layouts)
    guard let maximumHeight, height > maximumHeight else { return whole.body(height: height) }
    // Heights grow with the number of lines shown, so a binary search finds the greatest number that fits.
    var fits = 0
    var tooMany = whole.lineCount
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      var pass = Pass(lineLimit: middle)
      if self.height(of: card, &pass, in: &layouts) <= maximumHeight { fits = middle } else { tooMany = middle }
    }
    layouts.texts.replaceSubrange(firstText..., with: others)
    var pass = Pass(lineLimit: fits)
    let cut = self.height(of: card, &pass, in: &layouts)
    var body = pass.body(height: fits == 0 ? .zero : cut)
    body.isTruncated = true
    if let last = pass.lastText, let shown = layouts.texts[firstText + last.text].index,
      !layouts.lines.lines.counts[shown].isTruncated
    {
      // The cut is between blocks: the line above it must still show that something is missing.
      let lines = layouts.lines.number(
        ofText: place.text(last.text), of: card, width: last.width, maximumLines: last.lineCount, endsInEllipsis: true)
      layouts.texts[firstText + last.text] = OptionalIndex(lines)
    }
    return body
  }

  /// One walk over the blocks. Each line of text counts as one, and so does a horizontal rule, a figure, and each line
  /// of code.
  private struct Pass {
    let lineLimit: Int?
    var lineCount = 0
    var hiddenBlocks: Set<Int> = []
    var markers: [MarkerFrame] = []
    var columns: [Int: TableColumns] = [:]
    /// True if something that cannot be cut did not fit: nothing after it may be shown.
    private var isClosed = false
    /// The text above the cut, if there is one.
    var lastText: (text: Int, width: Int, lineCount: Int)?

    init(lineLimit: Int?) { self.lineLimit = lineLimit }

    var isFull: Bool { isClosed || lineLimit.map { lineCount >= $0 } ?? false }

    func body(height: Pixels) -> MeasuredBody {
      MeasuredBody(
        height: height, lineCount: lineCount, hiddenBlocks: hiddenBlocks, markers: markers, columns: columns)
    }

    /// Places something that cannot be cut, if there is room for it.
    mutating func takeWhole(_ lines: Int) -> Bool {
      if let lineLimit, lineCount + lines > lineLimit {
        isClosed = true
        return false
      }
      lineCount += lines
      lastText = nil
      return true
    }
  }

  private var style: BodyStyle { metrics.body }

  private func height(of card: PreparedCard, _ pass: inout Pass, in layouts: inout CardLayouts) -> Pixels {
    let body = card.composed.body
    return height(of: body.span, of: card, in: BodyColumn(x: 0, y: .zero, width: width), &pass, in: &layouts)
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private func height(
    of blocks: Span<BodyBlock>, of card: PreparedCard, in column: BodyColumn, _ pass: inout Pass,
    in layouts: inout CardLayouts
  ) -> Pixels {
    var height = Pixels.zero
    var isFirst = true
    for index in blocks.indices {
      let linesBefore = pass.lineCount
      let spacing = isFirst ? .zero : Pixels(style.blockSpacing)
      let blockHeight =
        pass.isFull
        ? .zero
        : self.height(of: blocks[index], of: card, in: column.below(height + spacing), &pass, in: &layouts)
      if pass.lineLimit != nil, pass.lineCount == linesBefore {
        pass.hiddenBlocks.insert(blocks[index].number)
        continue
      }
      if blockHeight == .zero, pass.lineLimit == nil, isVoid(blocks[index].kind, in: card) { continue }
      isFirst = false
      height += spacing + blockHeight
    }
    return height
  }

  /// Returns whether a block has no box: the markup omits it.
  private func isVoid(_ kind: BodyBlock.BodyBlockKind, in card: PreparedCard) -> Bool {
    switch kind {
    case .paragraph(let text), .heading(_, let text): card.texts[text].isEmpty
    default: false
    }
  }

  private func height(
    of block: BodyBlock, of card: PreparedCard, in column: BodyColumn, _ pass: inout Pass,
    in layouts: inout CardLayouts
  ) -> Pixels {
    switch block.kind {
    case .paragraph(let text), .heading(_, let text):
      return height(ofText: text, of: card, width: column.width, &pass, in: &layouts)
    case .quote(let children):
      return height(of: children.span, of: card, in: column.indented(by: style.indent), &pass, in: &layouts)
    case .list(_, let isTight, let items):
      return height(
        of: items, of: card, in: column, spacing: Pixels(isTight ? style.itemSpacing : style.blockSpacing), &pass,
        in: &layouts)
    case .code(_, _, let count):
      guard pass.takeWhole(count) else { return .zero }
      return Pixels(count * metrics.codeLineHeight + 2 * style.codePadding)
    case .rule:
      guard pass.takeWhole(1) else { return .zero }
      return Pixels(style.ruleThickness)
    case .figure(let figure):
      guard pass.takeWhole(1) else { return .zero }
      return Pixels(figure.shape.height(inColumn: column.width))
    case .table(let table):
      return height(of: table, numbered: block.number, of: card, in: column, &pass, in: &layouts)
    }
  }

  /// Rows stay whole: each counts as one line.
  private func height(
    of table: BodyBlock.BodyTable, numbered number: Int, of card: PreparedCard, in column: BodyColumn,
    _ pass: inout Pass, in layouts: inout CardLayouts
  ) -> Pixels {
    let columns = TableColumns(
      of: table, texts: card.texts, width: column.width, style: style, textSize: metrics.bodyTextSize)
    pass.columns[number] = columns
    var height = Pixels.zero
    for row in table.rows {
      guard !pass.isFull, pass.takeWhole(1) else {
        pass.hiddenBlocks.insert(row.number)
        continue
      }
      height += self.height(of: row, of: card, columns, in: column.below(height), &pass, in: &layouts)
    }
    return height
  }

  private func height(
    of row: BodyBlock.BodyTable.TableRow, of card: PreparedCard, _ columns: TableColumns, in column: BodyColumn,
    _ pass: inout Pass, in layouts: inout CardLayouts
  ) -> Pixels {
    var tallest = Pixels.zero
    var x = column.x
    for (place, cell) in row.cells.enumerated() {
      let padding = style.cellPaddings(inColumn: place, of: row.cells.count)
      let inner = BodyColumn(
        x: x + padding.start, y: column.y + Pixels(style.cellPaddingBlock),
        width: columns.widths[place] - padding.start - padding.end)
      var whole = Pass(lineLimit: nil)
      tallest = max(tallest, height(of: cell.span, of: card, in: inner, &whole, in: &layouts))
      pass.markers += whole.markers
      pass.columns.merge(whole.columns) { $1 }
      x += columns.widths[place]
    }
    return tallest + Pixels(2 * style.cellPaddingBlock + style.ruleThickness)
  }

  private func height(
    of items: [BodyBlock.BodyItem], of card: PreparedCard, in column: BodyColumn, spacing: Pixels,
    _ pass: inout Pass, in layouts: inout CardLayouts
  ) -> Pixels {
    let indent = items.indent(card.texts, least: style.indent)
    let inner = column.indented(by: indent)
    var height = Pixels.zero
    var isFirst = true
    for item in items {
      let linesBefore = pass.lineCount
      let markersBefore = pass.markers.count
      let top = height + (isFirst ? .zero : spacing)
      let itemHeight =
        pass.isFull ? .zero : self.height(of: item.blocks.span, of: card, in: inner.below(top), &pass, in: &layouts)
      // An item without content is only a marker, which a cut before it does not hide.
      if pass.lineCount == linesBefore, pass.isFull || pass.lineLimit != nil && !item.blocks.isEmpty {
        pass.hiddenBlocks.insert(item.number)
        continue
      }
      if item.marker != nil {
        let frame = MarkerFrame(x: column.x, y: column.y + top, width: max(0, indent - markerGap))
        pass.markers.insert(frame, at: markersBefore)
      }
      isFirst = false
      height = top + itemHeight
    }
    return height
  }

  private func height(
    ofText text: Int, of card: PreparedCard, width: Int, _ pass: inout Pass, in layouts: inout CardLayouts
  ) -> Pixels {
    let room = pass.lineLimit.map { $0 - pass.lineCount }
    let place = place.text(text)
    let lines = layouts.lines.number(ofText: place, of: card, width: width, maximumLines: room)
    let count = layouts.lines.lines.counts[lines].lineCount
    layouts.texts[firstText + text] = OptionalIndex(lines)
    pass.lineCount += count
    if count > 0 { pass.lastText = (text, width, count) }
    return Pixels(layouts.lines.height(ofLines: count, ofText: place))
  }
}

/// The position at which the blocks of a body, of a quote or of an item begin, in the body.
private struct BodyColumn {
  let x: Int
  let y: Pixels
  let width: Int

  func below(_ height: Pixels) -> BodyColumn { BodyColumn(x: x, y: y + height, width: width) }

  func indented(by indent: Int) -> BodyColumn {
    BodyColumn(x: x + indent, y: y, width: max(0, width - indent))
  }
}
