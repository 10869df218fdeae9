import Content
import TextLayout
public import Themes

/// The columns of a table at one width.
public struct TableColumns: Sendable, Hashable {
  /// The widths with their paddings, in whole CSS pixels.
  public let widths: [Int]
  /// True if they are wider than the text around the table, so that it scrolls.
  public let isScrolled: Bool

  /// Columns are as wide as their content on one line where there is room for that. Otherwise each has room for its
  /// longest word, and they share the rest by what they lack. A table without room for that scrolls.
  ///
  /// - Parameters:
  ///   - texts: the texts of the body.
  ///   - width: the width of the text around the table, in whole CSS pixels.
  /// - Complexity: O(text of the table)
  init(of table: BodyBlock.BodyTable, texts: [PreparedText], width: Int, style: BodyStyle, textSize: Int) {
    let measure = CellMeasure(texts: texts, style: style, widestWord: widestWord(inCellOf: textSize))
    var needs = [CellWidths](repeating: CellWidths(), count: table.columns.count)
    for row in table.rows {
      for (column, cell) in row.cells.enumerated() { needs[column].formUnion(measure.widths(of: cell)) }
    }
    for column in needs.indices { needs[column].widen(to: Self.leastEms * textSize) }
    let paddings = needs.indices.map { style.cellPaddings(inColumn: $0, of: table.columns.count) }
    let room = width - paddings.reduce(0) { $0 + $1.start + $1.end }
    let content = Self.shared(needs, room: room, textSize: textSize)
    widths = zip(content, paddings).map { $0 + $1.start + $1.end }
    isScrolled = content.reduce(0, +) > room
  }

  /// Narrower columns of running text are hard to read.
  private static let leastEms = 6
  /// The width of running text in a table that scrolls in any case.
  private static let emsWhereScrolled = 14

  private static func shared(_ needs: [CellWidths], room: Int, textSize: Int) -> [Int] {
    let (least, natural) = (needs.reduce(0) { $0 + $1.least }, needs.reduce(0) { $0 + $1.natural })
    if natural <= room { return needs.map(\.natural) }
    guard least < room else { return needs.map { max($0.least, min($0.natural, emsWhereScrolled * textSize)) } }
    var widths = needs.map { $0.least + (room - least) * ($0.natural - $0.least) / (natural - least) }
    var left = room - widths.reduce(0, +)
    for column in widths.indices where left > 0 && widths[column] < needs[column].natural {
      widths[column] += 1
      left -= 1
    }
    return widths
  }
}

/// The width of the content of a cell, in whole CSS pixels.
private struct CellWidths {
  /// The width of its longest word.
  var least = 0
  /// The width on one line; at least the other.
  var natural = 0

  mutating func formUnion(_ other: CellWidths) {
    least = max(least, other.least)
    natural = max(natural, other.natural, least)
  }

  mutating func widen(to width: Int) { least = max(least, min(width, natural)) }

  func indented(by indent: Int) -> CellWidths { CellWidths(least: least + indent, natural: natural + indent) }
}

/// The widest word that a cell does not divide, in whole CSS pixels.
func widestWord(inCellOf textSize: Int) -> Int { 10 * textSize }

/// The width that the content of a cell needs.
private struct CellMeasure {
  let texts: [PreparedText]
  let style: BodyStyle
  let widestWord: Int

  /// The least and the greatest width of a picture in a cell, in CSS pixels.
  private static let picture = 48...240

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  func widths(of blocks: [BodyBlock]) -> CellWidths {
    blocks.reduce(into: CellWidths()) { $0.formUnion(widths(of: $1)) }
  }

  private func widths(of block: BodyBlock) -> CellWidths {
    switch block.kind {
    case .paragraph(let text), .heading(_, let text):
      return CellWidths(
        least: min(texts[text].leastWidthOfChunks, widestWord), natural: texts[text].leastWidthOnOneLine)
    case .quote(let blocks): return widths(of: blocks).indented(by: style.indent)
    case .list(_, _, let items):
      return widths(of: items.flatMap(\.blocks)).indented(by: items.indent(texts, least: style.indent))
    case .code: return CellWidths(least: widestWord, natural: 3 * widestWord)
    case .rule: return CellWidths()
    case .figure(let figure):
      let own = figure.shape.greatestWidth ?? Self.picture.upperBound
      return CellWidths(least: min(own, Self.picture.lowerBound), natural: min(own, Self.picture.upperBound))
    case .table(let table):
      let columns = table.columns.indices.map { column in widths(of: table.rows.flatMap { $0.cells[column] }) }
      let paddings = 2 * style.cellPaddingInline * (columns.count - 1)
      return CellWidths(
        least: columns.reduce(paddings) { $0 + $1.least }, natural: columns.reduce(paddings) { $0 + $1.natural })
    }
  }
}

extension BodyStyle {
  /// The padding of a cell towards its neighbours, in CSS pixels.
  public var cellPaddingInline: Int { codePadding }
  /// The padding above and below the content of a cell, in CSS pixels.
  public var cellPaddingBlock: Int { itemSpacing }

  /// The paddings of a cell: none at the edges of the table.
  public func cellPaddings(inColumn column: Int, of count: Int) -> (start: Int, end: Int) {
    (column > 0 ? cellPaddingInline : 0, column < count - 1 ? cellPaddingInline : 0)
  }
}
