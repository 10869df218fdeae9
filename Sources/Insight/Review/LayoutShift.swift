public import CardLayout
public import Geometry
import TextLayout

/// What can be counted in the layout of a shelf, or of the texts above all shelves.
public struct LayoutCounts: Sendable, Hashable {
  /// The most columns of a part; 0 without columns.
  public var columns = 0
  /// The rows of a grid, the lines of a flow, or the entries of a list; 0 in other arrangements.
  public var rows = 0
  /// The positions at which a row comes to rest that scrolls by pages; 0 in other arrangements.
  public var pages = 0
  /// The lines of all texts, without tags.
  public var lines = 0
  /// The texts of which something is not shown, without tags.
  public var cuts = 0
  public var height = Pixels.zero

  public init() {}

  /// The number that a further step can reduce: lines, rows and cut texts.
  var cost: Int { lines + rows + cuts }

  static func + (a: LayoutCounts, b: LayoutCounts) -> LayoutCounts {
    var sum = a
    sum.columns += b.columns
    sum.rows += b.rows
    sum.pages += b.pages
    sum.lines += b.lines
    sum.cuts += b.cuts
    sum.height += b.height
    return sum
  }
}

/// The differences between two layouts of one shelf.
public struct LayoutShift: Sendable, Hashable {
  public var before: LayoutCounts
  public var after: LayoutCounts
  /// The number of texts with other lines.
  public var texts = 0
  /// The number of cards whose tags are in other rows, or whose shown tags are others.
  public var tags = 0
  /// The number of cards that use another anatomy.
  public var anatomies = 0
  /// The number of cards in another row or column.
  public var moves = 0
  /// The number of cards with another height.
  public var heights = 0

  public init(before: LayoutCounts, after: LayoutCounts) {
    self.before = before
    self.after = after
  }

  public var isNothing: Bool {
    before == after && texts == 0 && tags == 0 && anatomies == 0 && moves == 0 && heights == 0
  }

  /// True if only heights differ, as where pictures are as wide as their columns.
  var isOnlyOfHeights: Bool {
    var same = before
    same.height = after.height
    return same == after && texts == 0 && tags == 0 && anatomies == 0 && moves == 0 && !isNothing
  }

  /// True if cards are arranged in another way.
  var isOfArrangement: Bool {
    before.columns != after.columns || before.rows != after.rows || before.pages != after.pages || anatomies > 0
  }

  /// The layouts of one shelf at two steps, the first of which comes first.
  ///
  /// - Complexity: O(texts).
  public init(from before: ShelfLayout, to after: ShelfLayout, of shelf: PreparedShelf) {
    self.init(before: LayoutCounts(before), after: LayoutCounts(after))
    for (a, b) in zip([before.title] + before.parts.map(\.header), [after.title] + after.parts.map(\.header)) {
      self.before.lines += a?.lineCount ?? 0
      self.after.lines += b?.lineCount ?? 0
      if a?.lineStarts != b?.lineStarts || a?.cut != b?.cut { texts += 1 }
    }
    let places = (CardPlaces(before), CardPlaces(after))
    for index in after.cards.indices {
      let (a, b) = (before.cards[index], after.cards[index])
      let composed = shelf.cards[index].composed
      let tagTexts = Set(composed.tags + composed.chips)
      for text in 0..<b.textCount where !tagTexts.contains(text) {
        self.before.lines += a.lineCount(ofText: text)
        self.after.lines += b.lineCount(ofText: text)
        if a.isCut(text: text) { self.before.cuts += 1 }
        if b.isCut(text: text) { self.after.cuts += 1 }
        if !a.hasLines(ofText: text, as: b) { texts += 1 }
      }
      if a.variant != b.variant { anatomies += 1 }
      if !tagTexts.isEmpty, !a.hasTags(of: b) { tags += 1 }
      if before.frames[index].height != after.frames[index].height { heights += 1 }
      if places.0[index] != places.1[index] { moves += 1 }
    }
  }
}

extension LayoutCounts {
  /// The counts of everything except texts.
  fileprivate init(_ layout: ShelfLayout) {
    columns = layout.parts.map(\.columns.count).max() ?? 0
    rows = layout.parts.reduce(0) { $0 + $1.lines.count }
    pages = layout.pageStarts.count
    height = layout.size.height
  }
}

/// The row and the column of each card.
private struct CardPlaces {
  private var rows: [Int]
  private let columns: [Int]

  init(_ layout: ShelfLayout) {
    rows = Array(repeating: 0, count: layout.frames.count)
    columns = layout.columnIndexes
    for part in layout.parts {
      for (row, cards) in part.lines.enumerated() { for card in cards { rows[card] = row } }
    }
  }

  subscript(card: Int) -> [Int] { [rows[card], columns.isEmpty ? 0 : columns[card]] }
}

extension MeasuredCard {
  fileprivate func hasTags(of other: MeasuredCard) -> Bool {
    if isIdentical(to: other) { return true }
    return tags?.rows == other.tags?.rows && tags?.shownCount == other.tags?.shownCount
      && tags?.hiddenCount == other.tags?.hiddenCount
  }
}
