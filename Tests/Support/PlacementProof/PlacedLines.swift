/// The wrapping lines of a flow on pages of one width. Lengths are CSS pixels.
struct PlacedLines {
  struct Card {
    let width: Double
    let height: Double
    var marginStart = 0.0
    var marginEnd = 0.0
    var marginTop = 0.0
  }

  struct Rectangle: Equatable {
    let x: Double
    let y: Double
    let width: Double
    var height: Double
  }

  let room: Double
  let start: Double
  let columnGap: Double
  let rowGap: Double
  let alignItems: String

  /// nil if the style sheets do not set the width and the paddings of the list.
  /// - Parameter width: of the shelf.
  init?(_ list: StyledBox, width: Double?, onPageOf page: Double) {
    guard let width,
      let start = list.length("padding-inline-start", onPageOf: page),
      let end = list.length("padding-inline-end", onPageOf: page)
    else { return nil }
    self.start = start
    room = width - start - end
    columnGap = list.length("column-gap", onPageOf: page) ?? 0
    rowGap = list.length("row-gap", onPageOf: page) ?? 0
    alignItems = list.value("align-items", onPageOf: page) ?? "stretch"
  }

  /// The frames of cards, from the top of the list and the leading edge of the shelf (CSS Flexible Box Layout 1, 9.3).
  func frames(of cards: [Card]) -> [Rectangle] {
    let share = alignItems == "center" ? 0.5 : alignItems == "flex-end" ? 1 : 0
    var frames: [Rectangle] = []
    var top = 0.0
    for line in lines(of: cards) {
      if line.lowerBound > 0 { top += rowGap }
      let height = line.map { cards[$0].marginTop + cards[$0].height }.max() ?? 0
      var x = start
      for index in line {
        let card = cards[index]
        if index > line.lowerBound { x += columnGap }
        let left = height - card.marginTop - card.height
        frames.append(
          Rectangle(
            x: x + card.marginStart, y: top + card.marginTop + left * share, width: card.width,
            height: alignItems == "stretch" ? height - card.marginTop : card.height))
        x += card.marginStart + card.width + card.marginEnd
      }
      top += height
    }
    return frames
  }

  private func lines(of cards: [Card]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var x = 0.0
    for (index, card) in cards.enumerated() {
      let outer = card.marginStart + card.width + card.marginEnd
      if let last = lines.last, x + columnGap + outer <= room + grain {
        lines[lines.count - 1] = last.lowerBound..<(index + 1)
        x += columnGap + outer
      } else {
        lines.append(index..<(index + 1))
        x = outer
      }
    }
    return lines
  }
}

/// The tracks of a grid, a list or a waterfall on pages of one width.
struct PlacedGrid {
  let columns: GridTracks
  let rows: GridTracks
  let columnGap: Double
  let rowGap: Double

  /// nil if the style sheets have no tracks that can be read.
  init?(_ list: StyledBox, onPageOf page: Double) {
    guard let columns = list.value("grid-template-columns", onPageOf: page).flatMap(GridTracks.init),
      let rows = list.value("grid-template-rows", onPageOf: page).flatMap(GridTracks.init)
    else { return nil }
    self.columns = columns
    self.rows = rows
    columnGap = list.length("column-gap", onPageOf: page) ?? 0
    rowGap = list.length("row-gap", onPageOf: page) ?? 0
  }

  /// The frame of an area from the start of the grid; nil if it is outside of the grid.
  func frame(of area: GridArea) -> PlacedLines.Rectangle? {
    guard let x = columns.offset(ofLine: area.columnStart, gap: columnGap),
      let y = rows.offset(ofLine: area.rowStart, gap: rowGap),
      let width = columns.size(from: area.columnStart, to: area.columnEnd, gap: columnGap),
      let height = rows.size(from: area.rowStart, to: area.rowEnd, gap: rowGap)
    else { return nil }
    return PlacedLines.Rectangle(x: x, y: y, width: width, height: height)
  }
}

/// The cells of cards without explicit ones: row after row, and none before the last one (CSS Grid Layout 2, 8.5).
struct GridCells {
  let columnCount: Int
  private var row = 1
  private var column = 1

  init(columnCount: Int) { self.columnCount = columnCount }

  /// - Parameter span: the value of `grid-column`; nil if the value cannot be read.
  mutating func next(span: String?) -> GridArea? {
    let count = span.map { $0.hasPrefix("span ") ? Int($0.dropFirst(5)) ?? 0 : 0 } ?? 1
    guard (1...columnCount).contains(count) else { return nil }
    if column + count > columnCount + 1 { (row, column) = (row + 1, 1) }
    defer { column += count }
    return GridArea(rowStart: row, columnStart: column, rowEnd: row + 1, columnEnd: column + count)
  }
}
