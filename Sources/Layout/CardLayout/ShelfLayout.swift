public import Geometry
public import TextLayout
public import Themes

/// A shelf at every step.
public struct LaidOutShelf: Sendable {
  public let prepared: PreparedShelf
  /// One for each step, in order.
  public let layouts: [ShelfLayout]
  /// Where the reader may choose another number of columns: likewise with that one; otherwise empty.
  public let otherLayouts: [ShelfLayout]

  /// All that may be shown.
  public var allLayouts: [ShelfLayout] { otherLayouts.isEmpty ? layouts : layouts + otherLayouts }

  public init(prepared: PreparedShelf, layouts: [ShelfLayout], otherLayouts: [ShelfLayout] = []) {
    self.prepared = prepared
    self.layouts = layouts
    self.otherLayouts = otherLayouts
  }
}

/// A shelf at one step: where everything is.
public struct ShelfLayout: Sendable, Hashable {
  /// The shelf's own box; as wide as the step.
  public var size: Size
  /// The lines of the shelf's title.
  public var title: MeasuredText?
  public var titleFrame: Frame?
  /// Of what the reader chooses the number of columns with.
  public var toggleFrame: Frame?
  /// From the top of the shelf to the top of the first cards.
  public var cardsTop: Pixels
  /// From the leading edge of the shelf to the leading edge of the first cards.
  public var cardsLeading: Pixels
  public var cardsTrailing: Pixels
  public var spacing: Pixels
  /// Between lines, rows, or the cards of a column.
  public var lineSpacing: Pixels
  /// In the shelf's box.
  public var frames: [Frame]
  public var cards: [MeasuredCard]
  /// Of a grid or waterfall: the first column of each card.
  public var columnIndexes: [Int]
  /// Likewise: how many columns it takes.
  public var columnSpans: [Int]
  /// One for each of the shelf's parts.
  public var parts: [PartLayout]
  /// The cards at which a shelf comes to rest that is scrolled by pages.
  public var pageStarts: [Int]
  /// One for each slot that is made level with those of other cards.
  public var levelCosts: [LevelCost] = []

  /// Of the first part.
  public var columns: [ColumnFrame] { parts.first?.columns ?? [] }

  /// Leading edges from the cards' own, and widths.
  public struct ColumnFrame: Sendable, Hashable {
    public var x: Pixels
    public var width: Pixels
  }
}

/// One part of a shelf at one step.
public struct PartLayout: Sendable, Hashable {
  /// Of the shelf's cards.
  public var cards: Range<Int>
  public var header: MeasuredText?
  /// In the shelf's box.
  public var headerFrame: Frame?
  /// Where the part's own box begins, in the shelf's.
  public var top: Pixels
  /// Where the list of its cards begins.
  public var listTop: Pixels
  /// Where it ends.
  public var bottom: Pixels
  /// From the leading edge of the shelf to that of the first column.
  public var leading: Pixels
  public var trailing: Pixels
  /// Of a grid or waterfall.
  public var columns: [ShelfLayout.ColumnFrame]
  /// The cards of each line of a flow, row of a grid, or of a list.
  public var lines: [Range<Int>]
  /// Below a row that is wider than its page; counted in `bottom`.
  public var scrollbarRoom = Pixels.zero
}

/// Lays shelves of one page out at every step. Cards are measured once for each width and clamp that comes up.
///
/// - Parameter shelves: those of one height group, or a single one.
/// - Complexity: O(steps x cards x pieces of a card); cards whose words the markup divides are measured twice.
public func layOutTogether(_ shelves: [PreparedShelf], steps: [Step], theme: Theme) -> [LaidOutShelf] {
  var memos = shelves.map { CardMemo($0.cards) }
  return layOutTogether(shelves, steps: steps, theme: theme, memos: &memos)
}

/// Likewise with what is known already of the cards; what becomes known is added.
///
/// - Parameter memos: one a shelf.
public func layOutTogether(
  _ shelves: [PreparedShelf], steps: [Step], theme: Theme, memos: inout [CardMemo]
) -> [LaidOutShelf] {
  var shelves = shelves
  var divided = shelves.map { _ in Set<Int>() }
  while true {
    let result = layOutOnce(shelves, steps: steps, theme: theme, memos: &memos)
    var isNew = false
    for index in shelves.indices {
      let found = shelves[index].allowForDivisions(in: result[index].allLayouts)
      isNew = isNew || found.isNew
      divided[index].formUnion(found.cards)
      // What is known of these cards holds for none whose words are not divided.
      if !divided[index].isEmpty { memos[index] = memos[index].without(divided[index], of: shelves[index].cards) }
    }
    if !isNew { return result }
  }
}

private func layOutOnce(
  _ shelves: [PreparedShelf], steps: [Step], theme: Theme, memos: inout [CardMemo]
) -> [LaidOutShelf] {
  var layouts: [[ShelfLayout]] = shelves.map { _ in [] }
  var otherLayouts = layouts
  for step in steps {
    let rows = uniformRows(of: shelves, at: step, theme: theme, memos: &memos)
    for index in shelves.indices {
      let choices = shelves[index].columnChoices(theme: theme)
      // Moved there and back: while two had it, each would copy what it adds to.
      var arranger = ShelfArranger(
        shelf: shelves[index], step: step, theme: theme, row: rows[index], columnChoice: choices?.first,
        memo: exchange(&memos[index], with: CardMemo()))
      layouts[index].append(arranger.layout())
      if let other = choices?.other {
        arranger.columnChoice = other
        otherLayouts[index].append(arranger.layout())
      }
      memos[index] = arranger.memo
    }
  }
  return shelves.indices.map { index in
    LaidOutShelf(prepared: shelves[index], layouts: layouts[index], otherLayouts: otherLayouts[index])
  }
}

extension PreparedShelf {
  /// Lays a shelf out that is in no height group.
  public func laidOut(steps: [Step], theme: Theme) -> LaidOutShelf {
    layOutTogether([self], steps: steps, theme: theme).first ?? LaidOutShelf(prepared: self, layouts: [])
  }
}
