import Arrangements
import Content
import Geometry
import ShelfArrangements
import TextLayout
import Themes

/// Lays out one shelf at one step after the other, part by part.
struct ShelfArranger {
  /// A class, so that calls do not copy these large values.
  final class ArrangerInputs: Sendable {
    let shelf: PreparedShelf
    let settings: Shelf
    let theme: Theme
    /// The span of each card.
    let spans: [ColumnSpan]
    /// The line heights, indexed by slot number.
    fileprivate let lineHeights: [Int]
    fileprivate let hasOwnWidths: Bool
    fileprivate let hasOwnHeights: Bool

    fileprivate init(_ shelf: PreparedShelf, theme: Theme) {
      self.shelf = shelf
      hasOwnWidths = shelf.hasOwnWidths
      hasOwnHeights = shelf.hasOwnHeights
      settings = shelf.shelf
      self.theme = theme
      lineHeights = theme.slots.slots.map { theme.textStyles[$0].lineHeight }
      spans = settings.cards.map { card in
        switch card.span {
        case .columns(let count): .columns(count)
        case .full: .full
        case nil: .columns(1)
        }
      }
    }

    func placement(at step: Step) -> PlacementSettings { settings.placement(at: step, theme: theme) }
  }

  let inputs: ArrangerInputs
  let metrics: CardMetrics
  var memo = CardMemo()
  /// The current number of columns in a grid where the reader chooses it.
  var columnChoice: Int?
  private(set) var step: Step
  /// The row, if the shelf is one.
  private(set) var row: UniformRow?
  /// The widths that cards set themselves; empty if none does.
  private var ownWidths: [Int?] = []
  /// The levels of each card.
  private(set) var levels: [SlotLevels]
  /// The limits on each card.
  private(set) var limits: CardMemo.NumberedLimits
  private(set) var heights: CardHeights
  var ahead = NeedsAhead()
  /// The part that is being arranged, and the row of each of its cards in the layouts, if its height was requested.
  private var partCards = 0..<0
  private var rows: [Int?] = []

  /// - Parameter step: the first step.
  init(_ shelf: PreparedShelf, at step: Step, limits: CardMemo.NumberedLimits, theme: Theme) {
    inputs = ArrangerInputs(shelf, theme: theme)
    self.step = step
    self.limits = limits
    metrics = CardMetrics(theme)
    levels = shelf.withoutLevels
    heights = CardHeights(of: shelf, at: step, maximum: nil, areLifted: theme.liftsHeights(at: step))
  }

  mutating func go(to step: Step, limits: CardMemo.NumberedLimits, row: UniformRow?) {
    self.step = step
    self.limits = limits
    self.row = row
    if inputs.hasOwnWidths { ownWidths = row?.ownWidths ?? inputs.shelf.ownWidths(at: step, theme: inputs.theme) }
    if inputs.shelf.hasLevels { levels = row?.levels ?? inputs.shelf.withoutLevels }
    if let row {
      heights = row.heights
      return
    }
    var maximum: Int?
    if case .length(let length) = inputs.theme.maximumHeight(of: inputs.settings, at: step) { maximum = length }
    heights.maximum = maximum
    if inputs.hasOwnHeights {
      heights = CardHeights(
        of: inputs.shelf, at: step, maximum: maximum, areLifted: inputs.theme.liftsHeights(at: step))
    }
  }

  private var inset: EdgeLengths { inputs.settings.inset(at: step) }

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
          index, width: $0.width(of: index), height: $0.heights.limit(of: index), limits: limits, metrics: metrics)
      }
        ?? need(index, width: Pixels(memo.layouts.rows[card].width)).row
    }
    levels = own
    layout.levelCosts = inputs.shelf.levelCosts(from: alone, to: layout.cards.rows, memo.layouts)
    return layout
  }

  /// Without lines, cards of equal width are level. Cards that span equally many columns have equal widths, except for
  /// a leftover pixel.
  private func levelGroups(of layout: ShelfLayout) -> [LevelGroup] {
    let lines = layout.parts.flatMap(\.lines)
    guard lines.isEmpty, !layout.columnSpans.isEmpty else {
      return [LevelGroup(cards: Array(layout.cards.indices), level: .shelf)]
        + lines.map { LevelGroup(cards: Array($0), level: .row) }
    }
    let byWidth = Dictionary(grouping: layout.cards.indices) { layout.columnSpans[$0] }
    return byWidth.values.map { LevelGroup(cards: $0, level: .shelf) }
  }

  private mutating func arrangedLayout() -> ShelfLayout {
    let placement = inputs.placement(at: step)
    var layout = ShelfLayout(
      size: Size(width: Pixels(step.width), height: .zero), title: nil, titleFrame: nil,
      cardsTop: Pixels(inset.top), cardsLeading: Pixels(step.margin + inset.leading),
      cardsTrailing: Pixels(step.margin + inset.trailing), spacing: placement.spacing,
      lineSpacing: placement.lineSpacing,
      frames: [], cards: LaidOutCards(), columnIndexes: [], columnSpans: [], parts: [], pageStarts: [])
    var y = Pixels.zero
    if let title = inputs.shelf.title, let prepared = inputs.shelf.preparedTitle {
      let (lines, frame) = heading(title, prepared, at: y)
      layout.title = lines
      layout.titleFrame = frame
      y = frame.maxY + Pixels(inputs.theme.shelf.titleGap)
      layout.cardsTop += y
    }
    if columnChoice != nil, !inputs.theme.hasColumnTogglesInTemplate {
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
      y += gap(abovePart: index)
      if let header = parts[index].header {
        let (lines, frame) = heading(header.title, header.prepared, at: y)
        box.header = lines
        box.headerFrame = frame
        y = frame.maxY + Pixels(inputs.theme.shelf.titleGap)
      } else if isContinued {
        y += placement.lineSpacing
      }
      box.listTop = isContinued ? box.top : y
      let insets = insets(ofPart: index, below: y)
      box.leading = insets.leading
      box.trailing = insets.trailing
      var arranged = arrange(part: index, insets: insets, placement)
      if inputs.settings.arrangement.isOneRow {
        box.scrollbar = scrollbar(
          ofPart: index, frames: arranged.frames, trailing: insets.trailing, lineSpacing: placement.lineSpacing)
        arranged.bottom += box.scrollbar?.room ?? .zero
      }
      box.columns = arranged.columns
      box.lines = arranged.lines.map { cards.lowerBound + $0.lowerBound..<cards.lowerBound + $0.upperBound }
      box.bottom = arranged.bottom
      y = arranged.bottom
      layout.frames.take(arranged.frames)
      layout.cards.rows.take(rowsInLayouts(of: arranged.frames))
      if !arranged.columnIndexes.isEmpty {
        layout.columnSpans.take(inputs.spans[cards].map { $0.count(of: arranged.columns.count) })
      }
      layout.columnIndexes.take(arranged.columnIndexes)
      layout.parts.append(box)
    }
    if !inputs.shelf.parts.isEmpty { layout.size.height = y }
    layout.ownHeights = heights.own
    if inputs.settings.arrangement.isOneRow {
      layout.pageStarts = pageStarts(
        of: layout.frames, containerWidth: layout.size.width, leadingInset: layout.cardsLeading)
    }
    return layout
  }

  /// The space above a section; nothing above the first part of a shelf.
  func gap(abovePart part: Int) -> Pixels {
    guard part > 0, let section = inputs.shelf.parts[part].section else { return .zero }
    return Pixels(section.gap?.value(upTo: step.classNames) ?? inputs.theme.shelf.titleGap * 2)
  }

  private func heading(_ title: ComposedText, _ prepared: PreparedText, at y: Pixels) -> (MeasuredText, Frame) {
    let lines = prepared.lines(width: step.contentWidth, maximumLines: title.maximumLines?.value(upTo: step.classNames))
    let height = Pixels(lines.lineCount * title.lineHeight)
    return (lines, Frame(x: Pixels(step.margin), y: y, width: Pixels(step.contentWidth), height: height))
  }

  /// A part that continues below has no inset at its bottom, and its continuation has none at its top.
  func insets(ofPart part: Int, below y: Pixels) -> Insets {
    let inset = inputs.shelf.parts[part].settings?.inset?.value(upTo: step.classNames) ?? inset
    let goesOn = part + 1 < inputs.shelf.parts.count && inputs.shelf.parts[part + 1].isContinued
    return Insets(
      top: y + Pixels(inputs.shelf.parts[part].isContinued ? 0 : inset.top),
      leading: Pixels(step.margin + inset.leading),
      bottom: Pixels(goesOn ? 0 : inset.bottom), trailing: Pixels(step.margin + inset.trailing))
  }

  private mutating func arrange(part: Int, insets: Insets, _ placement: PlacementSettings) -> ArrangedPart {
    partCards = inputs.shelf.parts[part].cards
    rows = Array(repeating: nil, count: partCards.count)
    let arrangement = inputs.settings.arrangement
    let room = PartRoom(
      insets: insets, width: contentWidth(in: insets),
      columns: arrangement.hasColumns ? columns(ofPart: part, insets: insets) : [], settings: placement)
    return arrangement.rules.arrange(&self, in: room)
  }

  /// The row of each card of the part in the layouts. The last width for which an arrangement requested a height need
  /// not be the one that it chose.
  private mutating func rowsInLayouts(of frames: [Frame]) -> [Int] {
    frames.indices.map { index in
      if let row = rows[index], memo.layouts.rows[row].width == frames[index].width.roundedDown { return row }
      return measuredRow(of: partCards.lowerBound + index, width: frames[index].width)
    }
  }

  /// A card of a row is cut to the height of all cards.
  private mutating func measuredRow(of card: Int, width: Pixels) -> Int {
    guard let row else { return need(card, width: width).row }
    return memo.measured(
      card, width: row.width(of: card), height: row.heights.limit(of: card), limits: limits, levels: levels[card],
      metrics: metrics)
  }

  /// The width of the content, at least one pixel: a shelf without room has been reported, and is still laid out as
  /// well as possible.
  func contentWidth(in insets: Insets) -> Pixels {
    max(Pixels(1), Pixels(step.width) - insets.leading - insets.trailing)
  }

  mutating func need(_ index: Int, width: Pixels) -> CardNeed {
    let width = width.roundedDown
    // The other choice of columns has other widths.
    if let known = ahead[index, step.index], memo.layouts.rows[known.row].width == width { return known }
    return memo.need(
      index, width: width, height: heights.limit(of: index), clamp: inputs.settings.clamp, limits: limits,
      levels: levels[index], metrics: metrics)
  }

  func columns(ofPart part: Int, insets: Insets) -> [ColumnTrack] {
    let room = inputs.settings.room(
      at: step, in: inputs.shelf.parts[part].settings, columnChoice: columnChoice, theme: inputs.theme)
    return columnTracks(
      count: room.columnCount, in: contentWidth(in: insets), spacing: Pixels(room.columnGap),
      cellPadding: inputs.settings.cellPadding.map { Pixels($0) })
  }
}

extension ShelfArranger: ArrangedCards {
  var count: Int { partCards.count }

  var sizeInRow: Size? { row.map { Size(width: Pixels($0.cardWidth), height: $0.height) } }

  var spans: [ColumnSpan] { Array(inputs.spans[partCards]) }

  func breaksBefore(_ index: Int) -> Bool { inputs.settings.cards[partCards.lowerBound + index].breakBefore }

  func ownWidth(of index: Int) -> Pixels? {
    ownWidths.isEmpty ? nil : ownWidths[partCards.lowerBound + index].map { Pixels($0) }
  }

  mutating func naturalWidth(of index: Int) -> Pixels {
    Pixels(memo.naturalWidth(partCards.lowerBound + index, limits: limits, metrics: metrics))
  }

  mutating func height(of index: Int, width: Pixels) -> Pixels {
    let need = need(partCards.lowerBound + index, width: width)
    rows[index] = need.row
    return need.height
  }

  /// The bottom of the first line of text: in cards of one anatomy that begin with the same slot, the baseline is at
  /// the same distance above it.
  mutating func baseline(of index: Int) -> Pixels? {
    guard let row = rows[index] else { return nil }
    let texts = memo.layouts.slots[memo.layouts.rows[row].slots].lazy.filter {
      $0.id.kind != .image && $0.lineCount > 0
    }
    guard let first = texts.min(by: { $0.frame.y < $1.frame.y }) else { return nil }
    let line = first.id.kind == .tags ? metrics.tagHeight : inputs.lineHeights[first.id.number]
    return first.frame.y + min(Pixels(line), first.frame.height)
  }
}

extension Array {
  /// Appends elements. An empty array adopts their storage, so a shelf with one part copies nothing.
  fileprivate mutating func take(_ others: consuming [Element]) {
    if isEmpty { self = others } else { append(contentsOf: others) }
  }
}
