public import Arrangements
public import Content
public import Geometry
public import TextLayout
public import Themes

/// A shelf at every step.
public struct LaidOutShelf: Sendable {
  public let prepared: PreparedShelf
  /// What its layouts depend on besides the width of the page, with the layouts; the first shows first.
  public let views: [LaidOutView]

  /// The layouts of the first view, one for each step, in order.
  public var layouts: [ShelfLayout] { views.isEmpty ? [] : views[0].layouts }

  /// The view that shows first in a window of a size.
  ///
  /// - Parameter height: nil is that of an upright window that is not low.
  public func view(inWindowOf width: Int, by height: Int?) -> LaidOutView? {
    guard let height else { return views.first }
    return views.first { $0.choice.window.holds(inWindowOf: width, by: height) }
  }

  /// All layouts that can be shown, view by view.
  public var allLayouts: [ShelfLayout] { views.count == 1 ? layouts : views.flatMap(\.layouts) }

  /// - Parameter views: at least one; each has as many layouts.
  public init(prepared: PreparedShelf, views: [LaidOutView]) {
    self.prepared = prepared
    self.views = views
  }
}

/// A shelf at every step, for one choice of its reader and one shape of the window.
public struct LaidOutView: Sendable {
  public let choice: LayoutChoice
  /// One for each step, in order.
  public fileprivate(set) var layouts: [ShelfLayout]

  public init(_ choice: LayoutChoice = LayoutChoice(), layouts: [ShelfLayout]) {
    self.choice = choice
    self.layouts = layouts
  }
}

/// What decides between the layouts of a shelf at one page width.
public struct LayoutChoice: Sendable, Hashable {
  /// The number of columns that the reader chose; nil if there is no choice.
  public var columns: Int?
  public var window: WindowShape

  public init(columns: Int? = nil, window: WindowShape = WindowShape()) {
    self.columns = columns
    self.window = window
  }
}

/// A shelf at one step, with the position of everything.
public struct ShelfLayout: Sendable, Hashable {
  /// The size of the shelf's box, which is as wide as the step.
  public var size: Size
  /// The lines of the shelf's title.
  public var title: MeasuredText?
  public var titleFrame: Frame?
  /// The frame of the controls for the number of columns.
  public var toggleFrame: Frame?
  /// The distance from the top of the shelf to the top of the first cards.
  public var cardsTop: Pixels
  /// The distance from the leading edge of the shelf to that of the first cards.
  public var cardsLeading: Pixels
  public var cardsTrailing: Pixels
  public var spacing: Pixels
  /// The space between lines, rows, or the cards of a column.
  public var lineSpacing: Pixels
  /// The frames of the cards relative to the shelf's box.
  public var frames: [Frame]
  public var cards: LaidOutCards
  /// The first column of each card in a grid or waterfall.
  public var columnIndexes: [Int]
  /// The number of columns that each card spans in a grid or waterfall.
  public var columnSpans: [Int]
  /// The layout of each of the shelf's parts.
  public var parts: [PartLayout]
  /// The cards at which a shelf that scrolls by pages comes to rest.
  public var pageStarts: [Int]
  /// The height that is set for each card, in whole CSS pixels; empty if there is none.
  public var ownHeights: [Int?] = []
  /// The cost of each slot that is level with slots of other cards.
  public var levelCosts: [LevelCost] = []

  /// The height that a card needs: that of its content, or the height that is set for it if that is greater.
  public func neededHeight(ofCard index: Int) -> Pixels {
    let natural = cards[index].naturalHeight
    return ownHeights.isEmpty ? natural : max(natural, Pixels(ownHeights[index] ?? 0))
  }

  /// The columns of the first part.
  public var columns: [ColumnTrack] { parts.first?.columns ?? [] }
}

/// One part of a shelf at one step.
public struct PartLayout: Sendable, Hashable {
  /// The indices of the shelf's cards.
  public var cards: Range<Int>
  public var header: MeasuredText?
  /// The frame of the header relative to the shelf's box.
  public var headerFrame: Frame?
  /// The top of the part's own box, relative to the shelf's.
  public var top: Pixels
  /// The top of the list of its cards.
  public var listTop: Pixels
  /// The bottom of the list.
  public var bottom: Pixels
  /// The distance from the leading edge of the shelf to that of the first column.
  public var leading: Pixels
  public var trailing: Pixels
  /// The columns of a grid or waterfall.
  public var columns: [ColumnTrack]
  /// The cards of each line of a flow, row of a grid, or of a list.
  public var lines: [Range<Int>]
  /// The scrollbar below a row that is wider than its page; its room is included in `bottom`.
  public var scrollbar: RowScrollbar?
}

/// Lays out shelves of one page at every step. Cards are measured once for each width and clamp that occurs.
///
/// - Parameter shelves: the shelves of one height group, or a single one.
/// - Complexity: O(steps x cards x pieces of a card); cards whose words the markup divides are measured twice.
public func layOutTogether(_ shelves: [PreparedShelf], steps: [Step], theme: Theme) -> [LaidOutShelf] {
  var memos = shelves.map { CardMemo($0.cards) }
  return layOutTogether(shelves, steps: steps, theme: theme, memos: &memos)
}

/// Lays out shelves, reusing measurements of their cards; new measurements are added to the memos.
///
/// - Parameter memos: the memo of each shelf.
public func layOutTogether(
  _ shelves: [PreparedShelf], steps: [Step], theme: Theme, memos: inout [CardMemo]
) -> [LaidOutShelf] {
  var shelves = shelves
  var divided = shelves.map { _ in Set<Int>() }
  while true {
    let result = layOutOnce(shelves, steps: steps, theme: theme, memos: &memos)
    var isNew = false
    for index in shelves.indices {
      let found = shelves[index].allowForDivisions(in: result[index].allLayouts, memos[index])
      isNew = isNew || found.isNew
      divided[index].formUnion(found.cards)
      // Measurements of these cards are invalid, because they did not allow for divided words.
      if !divided[index].isEmpty { memos[index] = memos[index].without(divided[index], of: shelves[index].cards) }
    }
    if !isNew { return result }
  }
}

func layOutOnce(
  _ shelves: [PreparedShelf], steps: [Step], theme: Theme, memos: inout [CardMemo]
) -> [LaidOutShelf] {
  var views: [[LaidOutView]] = shelves.map { _ in [] }
  for shape in windowShapes(of: shelves.map(\.shelf), theme: theme) {
    let shaped = layOut(shelves, at: steps.shaped(shape), in: shape, theme: theme, memos: &memos)
    for index in shelves.indices { views[index] += shaped[index] }
  }
  return shelves.indices.map { index in
    let shared = SharedLayouts(memos[index].layouts)
    for view in views[index].indices {
      for step in views[index][view].layouts.indices { views[index][view].layouts[step].cards.layouts = shared }
    }
    return LaidOutShelf(prepared: shelves[index], views: views[index])
  }
}

/// Lays shelves out in windows of one shape.
///
/// - Returns: the views of each shelf, one for each choice of its reader.
private func layOut(
  _ shelves: [PreparedShelf], at steps: [Step], in shape: WindowShape, theme: Theme, memos: inout [CardMemo]
) -> [[LaidOutView]] {
  var views = shelves.map { shelf in
    shelf.columnChoices(theme: theme).map { LaidOutView(LayoutChoice(columns: $0, window: shape), layouts: []) }
  }
  guard let first = steps.first else { return views }
  let limits = shelves.indices.map { memos[$0].limits(of: shelves[$0].shelf, at: steps, theme: theme) }
  var arrangers = shelves.indices.map { ShelfArranger(shelves[$0], at: first, limits: limits[$0][0], theme: theme) }
  for index in arrangers.indices {
    // The memo is swapped in and out, because changing a shared one would copy it.
    swap(&arrangers[index].memo, &memos[index])
    arrangers[index].columnChoice = views[index][0].choice.columns
    arrangers[index].measureAhead(at: steps, limits: limits[index])
    swap(&arrangers[index].memo, &memos[index])
  }
  for (number, step) in steps.enumerated() {
    let rows = uniformRows(of: shelves, at: step, limits: limits.map { $0[number] }, theme: theme, memos: &memos)
    for index in arrangers.indices {
      swap(&arrangers[index].memo, &memos[index])
      arrangers[index].go(to: step, limits: limits[index][number], row: rows[index])
      for view in views[index].indices {
        arrangers[index].columnChoice = views[index][view].choice.columns
        views[index][view].layouts.append(arrangers[index].layout())
      }
      swap(&arrangers[index].memo, &memos[index])
    }
  }
  return views
}

extension PreparedShelf {
  /// Lays out a shelf that is not in a height group.
  public func laidOut(steps: [Step], theme: Theme) -> LaidOutShelf {
    layOutTogether([self], steps: steps, theme: theme).first
      ?? LaidOutShelf(prepared: self, views: [LaidOutView(layouts: [])])
  }
}
