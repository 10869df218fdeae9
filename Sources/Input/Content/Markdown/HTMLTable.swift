import Diagnostics

/// The cells of a `<table>` while it is read.
struct HTMLTable {
  struct Cell {
    let blocks: [Block]
    let isName: Bool
    let alignment: Block.BlockTable.ColumnAlignment?
  }

  var rows: [[Cell]] = []

  mutating func add(_ blocks: [Block], isName: Bool, alignment: Block.BlockTable.ColumnAlignment?) {
    if rows.isEmpty { rows.append([]) }
    let shown = isName ? blocks.map(\.emphasized) : blocks
    rows[rows.count - 1].append(Cell(blocks: shown, isName: isName, alignment: alignment))
  }

  /// The table; the blocks of its cells if it has only one column, or too many cells.
  func blocks(at range: SourceRange) -> [Block] {
    let rows = rows.filter { !$0.isEmpty }
    let columnCount = rows.map(\.count).max() ?? 0
    guard columnCount > 1, columnCount * rows.count <= WrittenTable.mostCells else {
      return rows.joined().flatMap(\.blocks)
    }
    let columns = (0..<columnCount).map { column in
      rows.lazy.compactMap { $0.indices.contains(column) ? $0[column].alignment : nil }.first ?? .start
    }
    let cells = rows.map { row in row.map(\.blocks) + Array(repeating: [], count: columnCount - row.count) }
    let hasHeader = rows[0].allSatisfy(\.isName)
    return [Block(.table(Block.BlockTable(columns: columns, hasHeader: hasHeader, rows: cells)), range: range)]
  }
}

extension Block {
  /// The name of a column or row, in bold type.
  var emphasized: Block {
    guard case .paragraph(let content) = kind else { return self }
    return Block(.paragraph([Inline(.span(.strong, content), range: range)]), range: range)
  }
}

extension Block.BlockTable.ColumnAlignment {
  init?(of tag: HTMLTag) {
    let style = tag["style"]?.lowercased().filter { !$0.isWhitespace } ?? ""
    let stated = style.firstRange(of: "text-align:").map { style[$0.upperBound...].prefix { $0.isLetter } }
    switch stated.map(String.init) ?? tag["align"]?.lowercased() {
    case "center"?: self = .center
    case "right"?, "end"?: self = .end
    case "left"?, "start"?: self = .start
    default: return nil
    }
  }
}
