public import Geometry

/// The rule by which a waterfall chooses the columns of the next card.
public enum ColumnRule: Hashable, Sendable {
  /// The columns in which the card is highest; ties go to the first.
  case shortest
  /// The columns in turn, regardless of their heights. A card that spans more columns than are left starts again at the
  /// first.
  case roundRobin
  /// Considers the positions that are at most this much below the highest one, and chooses the first after the columns
  /// of the previous card, or the first of all if there is none (CSS Grid Layout 3, `flow-tolerance`). `Pixels.longest`
  /// distributes the cards in order.
  case tolerant(Pixels)
  /// The columns for which the tallest column becomes least tall; ties go to the division in which cards leave the
  /// order least.
  ///
  /// A card is above at most `maximumDisplacement` earlier cards and below as many later ones. A search that takes more
  /// steps than `workLimit` ends with the best result so far, which is never taller than that of `shortest`.
  case balanced(maximumDisplacement: Int, workLimit: Int = 20_000)
}

/// Cards in columns, each as tall as needed.
public struct WaterfallArrangement: Hashable, Sendable {
  /// One frame per card, in source order, from the leading top corner, including the insets.
  public let frames: [Frame]
  /// The first column of each card, from 0 at the leading edge.
  public let columnIndexes: [Int]
  /// The size of the waterfall, including insets; zero in both directions if there are no cards.
  public let size: Size
  /// The quality of the columns, if the rule was `balanced`.
  public let balance: WaterfallBalance?

  static let empty = WaterfallArrangement(frames: [], columnIndexes: [], size: .zero, balance: nil)
}

/// Places cards one after the other, each at the end of the columns that the rule chooses.
///
/// The columns are chosen before the card is measured, so they can differ in width. With a cell padding, a card takes
/// its height and twice the padding in its columns, and its frame is inset by the padding; the padding above the first
/// and below the last card belongs to their cells. `lineSpacing` is added between cards only. A card that spans several
/// columns is below everything in them, and the next card in any of them is below it.
///
/// - Parameters:
///   - count: the number of cards.
///   - columns: from `columnTracks`, with the same cell padding. No columns count as one column of no width.
///   - spans: one per card, in source order; cards beyond the last span one column.
///   - lineSpacing: between cards of one column only, at least zero.
///   - insets: the space around all columns; a waterfall without cards has none.
///   - rule: how the columns of the next card are chosen.
///   - cellPadding: the inset of a card's frame in its part of the columns, on every side.
///   - height: returns the height of the card at an index at the given width; called once per card, in source order.
///     For `balanced`, it is called before anything is placed, once for each possible width, card by card.
/// - Complexity: O(cards x columns x span) and one call of `height` per card; for `balanced`, at most O(work limit x
///   columns) more.
public func arrangeWaterfall(
  count: Int, columns: [ColumnTrack], spans: [ColumnSpan] = [], lineSpacing: Pixels, insets: Insets = .zero,
  rule: ColumnRule, cellPadding: Pixels = .zero, height: (_ index: Int, _ width: Pixels) -> Pixels
) -> WaterfallArrangement {
  guard count > 0 else { return .empty }
  let cells = CellRules(
    columns: columns.orOneEmpty, spans: spans, lineSpacing: lineSpacing.bounded, cellPadding: cellPadding.bounded)
  var chooser = ColumnChooser(rule: rule)
  var placing = WaterfallPlacing(cells: cells, insets: insets.bounded, count: count)
  guard case .balanced(let displacement, let workLimit) = rule else {
    for index in 0..<count {
      let span = cells.span(of: index)
      let start = chooser.start(ofSpan: span, below: placing.bottoms)
      placing.place(start: start, span: span, height: height(index, cells.columns.width(from: start, count: span)))
    }
    return placing.arrangement(balance: nil)
  }

  let needs = (0..<count).map { MeasuredCell(index: $0, cells: cells, height: height) }
  let balanced = balancedStarts(
    of: needs, columnCount: cells.columns.count, maximumDisplacement: displacement, workLimit: workLimit)
  for (need, start) in zip(needs, balanced.starts) {
    placing.place(start: start, span: need.span, height: need.height(at: start, in: cells))
  }
  let insetsHeight = insets.bounded.top + insets.bounded.bottom
  return placing.arrangement(
    balance: WaterfallBalance(
      lowerBound: balanced.lowerBound - cells.lineSpacing + insetsHeight, displacement: balanced.displacement,
      isLeast: balanced.isLeast))
}

/// The common properties of all cards of a waterfall.
struct CellRules {
  let columns: [ColumnTrack]
  let spans: [ColumnSpan]
  let lineSpacing: Pixels
  let cellPadding: Pixels

  func span(of index: Int) -> Int { index < spans.count ? spans[index].count(of: columns.count) : 1 }
}

/// Chooses the first column of a card from the ends of the columns.
struct ColumnChooser {
  let rule: ColumnRule
  /// The column after those of the previous card; the number of columns if that card ended in the last one.
  private var cursor = 0

  init(rule: ColumnRule) { self.rule = rule }

  mutating func start(ofSpan span: Int, below bottoms: [Pixels]) -> Int {
    let last = bottoms.count - span
    let start: Int
    switch rule {
    case .roundRobin:
      start = cursor > last ? 0 : cursor
    case .shortest, .balanced:
      start = highestStart(ofSpan: span, below: bottoms)
    case .tolerant(let tolerance):
      let highest = top(ofSpan: span, at: highestStart(ofSpan: span, below: bottoms), below: bottoms)
      let isTied = { top(ofSpan: span, at: $0, below: bottoms) <= highest + tolerance.bounded }
      let ahead = min(cursor, last + 1)..<last + 1
      start = ahead.first(where: isTied) ?? (0..<last + 1).first(where: isTied) ?? 0
    }
    cursor = start + span
    return start
  }
}

/// The top of a card at the end of some columns.
func top(ofSpan span: Int, at start: Int, below bottoms: [Pixels]) -> Pixels {
  var top = bottoms[start]
  for column in start..<start + span { top = max(top, bottoms[column]) }
  return top
}

/// The start with the highest position of a card; ties go to the first.
func highestStart(ofSpan span: Int, below bottoms: [Pixels]) -> Int {
  var best = 0
  var highest = top(ofSpan: span, at: 0, below: bottoms)
  for start in 0..<bottoms.count - span + 1 {
    let y = top(ofSpan: span, at: start, below: bottoms)
    if y < highest {
      highest = y
      best = start
    }
  }
  return best
}

/// The state while cards are placed.
private struct WaterfallPlacing {
  let cells: CellRules
  let insets: Insets
  /// The start of the next cell in each column.
  var bottoms: [Pixels]
  private var frames: [Frame] = []
  private var columnIndexes: [Int] = []
  private var bottom: Pixels

  init(cells: CellRules, insets: Insets, count: Int) {
    self.cells = cells
    self.insets = insets
    bottoms = cells.columns.map { _ in insets.top }
    bottom = insets.top
    frames.reserveCapacity(count)
    columnIndexes.reserveCapacity(count)
  }

  mutating func place(start: Int, span: Int, height: Pixels) {
    let y = top(ofSpan: span, at: start, below: bottoms) + cells.cellPadding
    let frame = Frame(
      x: insets.leading + cells.columns[start].x, y: y, width: cells.columns.width(from: start, count: span),
      height: height.bounded)
    frames.append(frame)
    columnIndexes.append(start)
    let cellBottom = frame.maxY + cells.cellPadding
    bottom = max(bottom, cellBottom)
    for column in start..<start + span { bottoms[column] = cellBottom + cells.lineSpacing }
  }

  func arrangement(balance: WaterfallBalance?) -> WaterfallArrangement {
    let width = cells.columns.reduce(Pixels.zero) { max($0, $1.end) } + cells.cellPadding
    return WaterfallArrangement(
      frames: frames, columnIndexes: columnIndexes,
      size: Size(width: insets.leading + width + insets.trailing, height: bottom + insets.bottom), balance: balance)
  }
}
