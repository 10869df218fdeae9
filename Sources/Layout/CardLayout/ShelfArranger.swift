import Arrangements
import Geometry
import SiteContent
import TextLayout
import Themes

/// Lays one shelf out at one step after the other, part by part.
struct ShelfArranger {
  /// In an object, because they are large and calls would copy them.
  final class ArrangerInputs: Sendable {
    let shelf: PreparedShelf
    let settings: Shelf
    let theme: Theme
    /// Of each card.
    fileprivate let spans: [ColumnSpan]

    fileprivate init(_ shelf: PreparedShelf, theme: Theme) {
      self.shelf = shelf
      settings = shelf.shelf
      self.theme = theme
      spans = settings.cards.map { card in
        switch card.span {
        case .columns(let count): .columns(count)
        case .full: .full
        case nil: .columns(1)
        }
      }
    }
  }

  let inputs: ArrangerInputs
  let metrics: CardMetrics
  var memo = CardMemo()
  /// For a grid whose number of columns the reader chooses: the current number.
  var columnChoice: Int?
  private(set) var step: Step
  /// For a shelf that is one row.
  private(set) var row: UniformRow?
  /// One for each card.
  private(set) var levels: [SlotLevels]
  /// Of each card.
  private(set) var limits: CardMemo.NumberedLimits
  private(set) var maximumHeight: Int?
  var ahead = NeedsAhead()

  /// - Parameter step: the first one.
  init(_ shelf: PreparedShelf, at step: Step, limits: CardMemo.NumberedLimits, theme: Theme) {
    inputs = ArrangerInputs(shelf, theme: theme)
    self.step = step
    self.limits = limits
    metrics = CardMetrics(theme)
    levels = shelf.withoutLevels
  }

  mutating func go(to step: Step, limits: CardMemo.NumberedLimits, row: UniformRow?) {
    self.step = step
    self.limits = limits
    self.row = row
    if inputs.shelf.hasLevels { levels = row?.levels ?? inputs.shelf.withoutLevels }
    maximumHeight =
      if case .length(let length) = inputs.theme.maximumHeight(of: inputs.settings, at: step) { length } else { nil }
  }

  private var inset: EdgeLengths { inputs.settings.inset(at: step) }
  var spacing: Pixels { Pixels(inputs.settings.spacing(at: step, theme: inputs.theme)) }
  var lineSpacing: Pixels { inputs.settings.lineSpacing?.value(upTo: step.classNames).map { Pixels($0) } ?? spacing }

  /// The lines of cards do not depend on their heights. If slots are level, cards are first arranged by themselves, and
  /// then again with the resulting heights.
  mutating func layout() -> ShelfLayout {
    guard inputs.shelf.hasLevels else { return arrangedLayout() }
    if row == nil { levels = inputs.shelf.withoutLevels }
    var layout = arrangedLayout()
    // In a waterfall a card may move to a column that is a pixel wider, which changes its lines.
    for _ in 0..<(row == nil ? 4 : 0) {
      let found = inputs.shelf.levels(of: layout.cards.rows, in: levelGroups(of: layout), memo.layouts)
      if found == levels { break }
      levels = found
      layout = arrangedLayout()
    }
    let own = levels
    levels = inputs.shelf.withoutLevels
    let alone = layout.cards.rows.enumerated().map { index, card in
      row.map {
        memo.measured(
          index, width: $0.cardWidth, maximumHeight: $0.maximumHeight, limits: limits, metrics: metrics)
      }
        ?? need(index, width: Pixels(memo.layouts.rows[card].width)).row
    }
    levels = own
    layout.levelCosts = inputs.shelf.levelCosts(from: alone, to: layout.cards.rows, memo.layouts)
    return layout
  }

  /// Cards of a waterfall that span as many columns have the same width, except for a leftover pixel.
  private func levelGroups(of layout: ShelfLayout) -> [LevelGroup] {
    guard inputs.settings.arrangement == .waterfall else {
      return [LevelGroup(cards: Array(layout.cards.indices), level: .shelf)]
        + layout.parts.flatMap(\.lines).map { LevelGroup(cards: Array($0), level: .row) }
    }
    let byWidth = Dictionary(grouping: layout.cards.indices) { layout.columnSpans[$0] }
    return byWidth.values.map { LevelGroup(cards: $0, level: .shelf) }
  }

  private mutating func arrangedLayout() -> ShelfLayout {
    var layout = ShelfLayout(
      size: Size(width: Pixels(step.width), height: .zero), title: nil, titleFrame: nil,
      cardsTop: Pixels(inset.top), cardsLeading: Pixels(step.margin + inset.leading),
      cardsTrailing: Pixels(step.margin + inset.trailing), spacing: spacing, lineSpacing: lineSpacing,
      frames: [], cards: LaidOutCards(), columnIndexes: [], columnSpans: [], parts: [], pageStarts: [])
    var y = Pixels.zero
    if let title = inputs.shelf.title, let prepared = inputs.shelf.preparedTitle {
      let (lines, frame) = heading(title, prepared, at: y)
      layout.title = lines
      layout.titleFrame = frame
      y = frame.maxY + Pixels(inputs.theme.shelf.titleGap)
      layout.cardsTop += y
    }
    if columnChoice != nil {
      let height = Pixels(inputs.theme.columnToggleHeight * (inputs.shelf.stacksColumnToggle(at: step) ? 2 : 1))
      layout.toggleFrame = Frame(x: Pixels(step.margin), y: y, width: Pixels(step.contentWidth), height: height)
      y += height + Pixels(inputs.theme.shelf.titleGap)
      layout.cardsTop = y + Pixels(inset.top)
    }
    let parts = inputs.shelf.parts
    for index in parts.indices {
      let cards = parts[index].cards
      let isContinued = parts[index].isContinued
      var box = PartLayout(
        cards: cards, header: nil, headerFrame: nil, top: y, listTop: y, bottom: y, leading: .zero,
        trailing: .zero, columns: [], lines: [])
      if let header = parts[index].header {
        if index > 0 { y += Pixels(inputs.theme.shelf.titleGap * 2) }
        let (lines, frame) = heading(header.title, header.prepared, at: y)
        box.header = lines
        box.headerFrame = frame
        y = frame.maxY + Pixels(inputs.theme.shelf.titleGap)
      } else if isContinued {
        y += lineSpacing
      }
      box.listTop = isContinued ? box.top : y
      let insets = insets(ofPart: index, below: y)
      box.leading = insets.leading
      box.trailing = insets.trailing
      let arranged = arrange(part: index, cards, insets: insets)
      box.columns = arranged.columns.map { ShelfLayout.ColumnFrame(x: $0.x, width: $0.width) }
      box.lines = arranged.lines.map { cards.lowerBound + $0.lowerBound..<cards.lowerBound + $0.upperBound }
      box.bottom = arranged.bottom
      box.scrollbar = arranged.scrollbar
      y = arranged.bottom
      layout.frames.take(arranged.frames)
      layout.cards.rows.take(arranged.cards)
      if !arranged.columnIndexes.isEmpty {
        layout.columnSpans.take(inputs.spans[cards].map { $0.count(of: arranged.columns.count) })
      }
      layout.columnIndexes.take(arranged.columnIndexes)
      layout.parts.append(box)
    }
    if !inputs.shelf.parts.isEmpty { layout.size.height = y }
    if inputs.settings.arrangement == .shelf {
      layout.pageStarts = pageStarts(
        of: layout.frames, containerWidth: layout.size.width, leadingInset: layout.cardsLeading)
    }
    return layout
  }

  private func heading(_ title: ComposedText, _ prepared: PreparedText, at y: Pixels) -> (MeasuredText, Frame) {
    let lines = prepared.lines(width: step.contentWidth, maximumLines: title.maximumLines?.value(upTo: step.classNames))
    let height = Pixels(lines.lineCount * title.lineHeight)
    return (lines, Frame(x: Pixels(step.margin), y: y, width: Pixels(step.contentWidth), height: height))
  }

  /// A part that continues below has no inset there, nor has its continuation above.
  func insets(ofPart part: Int, below y: Pixels) -> Insets {
    let inset = inputs.shelf.parts[part].settings?.inset?.value(upTo: step.classNames) ?? inset
    let goesOn = part + 1 < inputs.shelf.parts.count && inputs.shelf.parts[part + 1].isContinued
    return Insets(
      top: y + Pixels(inputs.shelf.parts[part].isContinued ? 0 : inset.top),
      leading: Pixels(step.margin + inset.leading),
      bottom: Pixels(goesOn ? 0 : inset.bottom), trailing: Pixels(step.margin + inset.trailing))
  }

  /// - Parameter cards: those of the part.
  private mutating func arrange(part: Int, _ cards: Range<Int>, insets: Insets) -> ArrangedPart {
    switch inputs.settings.arrangement {
    case .shelf: arrangeRow(part: part, cards, insets: insets)
    case .flow: arrangeFlow(cards, insets: insets)
    case .grid: arrangeGrid(cards, in: columns(ofPart: part, insets: insets), insets: insets)
    case .waterfall: arrangeWaterfall(cards, in: columns(ofPart: part, insets: insets), insets: insets)
    case .list: arrangeList(cards, insets: insets)
    }
  }

  // MARK: - What several arrangements need

  /// At least one pixel: a shelf without room was reported, and is laid out anyway as far as possible.
  func contentWidth(in insets: Insets) -> Pixels {
    max(Pixels(1), Pixels(step.width) - insets.leading - insets.trailing)
  }

  mutating func need(_ index: Int, width: Pixels) -> CardNeed {
    let width = width.roundedDown
    // The other choice of columns has other widths.
    if let known = ahead[index, step.index], memo.layouts.rows[known.row].width == width { return known }
    return memo.need(
      index, width: width, maximumHeight: maximumHeight, clamp: inputs.settings.clamp, limits: limits,
      levels: levels[index], metrics: metrics)
  }

  func columns(ofPart part: Int, insets: Insets) -> [ColumnTrack] {
    let room = inputs.settings.room(
      at: step, in: inputs.shelf.parts[part].settings, columnChoice: columnChoice, theme: inputs.theme)
    return columnTracks(
      count: room.columnCount, in: contentWidth(in: insets), spacing: Pixels(room.columnGap),
      cellPadding: inputs.settings.cellPadding.map { Pixels($0) })
  }

  func spans(of cards: Range<Int>) -> [ColumnSpan] {
    Array(inputs.spans[cards])
  }
}

/// The arrangement of one part, relative to the shelf's box; ranges of cards count from the part's first.
struct ArrangedPart {
  var frames: [Frame]
  /// Their rows in the layouts.
  var cards: [Int]
  var columns: [ColumnTrack] = []
  var columnIndexes: [Int] = []
  var lines: [Range<Int>] = []
  var bottom: Pixels
  /// Below a row; its room is included in `bottom`.
  var scrollbar: RowScrollbar?
}

extension Array {
  /// Appends elements. An empty array takes over their storage, so a shelf with one part copies nothing.
  fileprivate mutating func take(_ others: consuming [Element]) {
    if isEmpty { self = others } else { append(contentsOf: others) }
  }
}

extension Theme {
  /// At accessibility text sizes, and if text is enlarged, the height of cards is unlimited.
  func maximumHeight(of shelf: Shelf, at step: Step) -> MaximumHeight? {
    textSize.isAccessibilityCategory || step.isNarrowerThanDevices
      ? nil : shelf.maxCardHeight?.value(upTo: step.classNames)
  }
}
