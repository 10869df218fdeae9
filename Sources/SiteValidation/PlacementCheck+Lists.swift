import Diagnostics

extension PlacementCheck {
  /// One row of cards that are all alike.
  func checkRow(_ frames: StepFrames, of boxes: ListBoxes, at place: PlacementPlace, into findings: inout Findings) {
    let page = place.step.minWidth
    let width = boxes.all.length(.inlineSize, onPageOf: page)
    let height = boxes.all.length(.minBlockSize, onPageOf: page)
    let advance = (width ?? 0) + boxes.list.gap(.columnGap, onPageOf: page)
    // A start that only a browser can tell is taken from the first card.
    let first = boxes.cards.first.flatMap { frames[$0] }
    let start = boxes.list.length(.paddingInlineStart, onPageOf: page) ?? first?.x ?? 0
    for index in boxes.cards {
      guard let frame = frames[index] else { continue }
      place.compare(
        "width", frame.width, with: width, of: index,
        otherwise: StatedLength(boxes.all.value(.inlineSize, onPageOf: page)), into: &findings)
      place.compare(
        "height", frame.height, with: height, of: index,
        otherwise: StatedLength(boxes.all.value(.minBlockSize, onPageOf: page)), into: &findings)
      if width != nil {
        place.compare(
          "x", frame.x, with: start + Double(index - boxes.cards.lowerBound) * advance, of: index, into: &findings)
      }
      place.compare("y", frame.y, with: first?.y ?? frame.y, of: index, into: &findings)
    }
  }

  /// Cards that span tracks of one grid. Where the grid starts is taken from the first card.
  func checkGrid(
    _ frames: StepFrames, _ cards: [PlacedBox], of boxes: ListBoxes, at place: PlacementPlace,
    into findings: inout Findings
  ) {
    let page = place.step.minWidth
    guard let grid = PlacedGrid(boxes.list, onPageOf: page) else {
      return findings.report(.layoutMismatch, .noGrid(boxes.list.gridText(onPageOf: page), at: place))
    }
    var origin: (x: Double, y: Double)?
    for index in boxes.cards {
      guard let frame = frames[index] else { continue }
      var area = cards[index].area(onPageOf: page)
      let value = area == nil ? cards[index].value(.gridArea, onPageOf: page) : nil
      if area == nil, value == nil { area = grid.area(ofCard: index - boxes.cards.lowerBound) }
      guard let area, let expected = grid.frame(of: area) else {
        let value = value ?? cards[index].value(.gridArea, onPageOf: page)
        findings.report(.layoutMismatch, .notInGrid(StatedLength(value), of: index, at: place))
        continue
      }
      place.compare("width", frame.width, with: expected.width, of: index, into: &findings)
      place.compare("height", frame.height, with: expected.height, of: index, into: &findings)
      let start = origin ?? (frame.x - expected.x, frame.y - expected.y)
      origin = start
      place.compare("x", frame.x, with: start.x + expected.x, of: index, into: &findings)
      place.compare("y", frame.y, with: start.y + expected.y, of: index, into: &findings)
    }
  }

  /// Cards in lines that wrap. Where the first line starts is taken from its first card.
  func checkLines(
    _ frames: StepFrames, _ boxesOfCards: [PlacedBox], of boxes: ListBoxes, in shelf: PlacedBox,
    at place: PlacementPlace, into findings: inout Findings
  ) {
    let page = place.step.minWidth
    guard let lines = PlacedLines(boxes.list, shelf: shelf, at: place.step) else {
      return findings.report(.layoutMismatch, .noLines(at: place))
    }
    let properties: [PlacementDeclaration.Property] = [
      .inlineSize, .minBlockSize, .marginInlineStart, .marginInlineEnd, .marginBlockStart,
    ]
    // What is said of all cards is more specific than what is said of one.
    let common = properties.map { boxes.all.length($0, onPageOf: page) }
    var cards: [PlacedLines.Card] = []
    cards.reserveCapacity(boxes.cards.count)
    for index in boxes.cards {
      func length(_ property: Int) -> Double? {
        common[property] ?? boxesOfCards[index].length(properties[property], onPageOf: page)
      }
      guard let width = length(0), let height = length(1) else {
        return findings.report(.layoutMismatch, .noSize(of: index, at: place))
      }
      cards.append(
        PlacedLines.Card(
          width: width, height: height, marginStart: length(2) ?? 0, marginEnd: length(3) ?? 0,
          marginTop: length(4) ?? 0))
    }
    var top: Double?
    for (index, expected) in zip(boxes.cards, lines.frames(of: cards)) {
      guard let frame = frames[index] else { continue }
      place.compare("width", frame.width, with: expected.width, of: index, into: &findings)
      place.compare("height", frame.height, with: expected.height, of: index, into: &findings)
      let start = top ?? frame.y - expected.y
      top = start
      place.compare("x", frame.x, with: expected.x, of: index, into: &findings)
      place.compare("y", frame.y, with: start + expected.y, of: index, into: &findings)
    }
  }
}

/// The grid of a waterfall on pages of some width.
private struct PlacedGrid {
  let columns: GridTracks
  let rows: GridTracks
  let columnGap: Double
  let rowGap: Double

  init?(_ list: PlacedBox, onPageOf width: Double) {
    guard case .tracks(let columns) = list.value(.gridTemplateColumns, onPageOf: width),
      case .tracks(let rows) = list.value(.gridTemplateRows, onPageOf: width)
    else { return nil }
    self.columns = columns
    self.rows = rows
    columnGap = list.gap(.columnGap, onPageOf: width)
    rowGap = list.gap(.rowGap, onPageOf: width)
  }

  /// Where a card without an area lies: in a single column in order; nil in several.
  func area(ofCard index: Int) -> GridArea? {
    guard columns.count == 1, let row = Int32(exactly: index + 1), row < .max else { return nil }
    return GridArea(rowStart: row, columnStart: 1, rowEnd: row + 1, columnEnd: 2)
  }

  /// The frame of an area from the grid's start.
  func frame(of area: GridArea) -> (x: Double, y: Double, width: Double, height: Double)? {
    guard let x = columns.offset(ofLine: Int(area.columnStart), gap: columnGap),
      let y = rows.offset(ofLine: Int(area.rowStart), gap: rowGap),
      let width = columns.size(from: Int(area.columnStart), to: Int(area.columnEnd), gap: columnGap),
      let height = rows.size(from: Int(area.rowStart), to: Int(area.rowEnd), gap: rowGap)
    else { return nil }
    return (x, y, width, height)
  }
}
