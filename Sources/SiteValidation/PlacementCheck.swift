import Diagnostics

/// Compares what `layout.json` says about a page with its markup and its style sheets.
struct PlacementCheck {
  let page: PageTree
  let markup: PageMarkup
  let cascade: PlacementCascade

  /// - Complexity: O(cards of the page · layouts of their shelf · rules for the card).
  func run(against shelves: [ShelfLayout], into findings: inout Findings) {
    compareOrder(of: "shelf", markup.shelves.map(\.id), shelves.map(\.id), in: nil, into: &findings)
    let layouts = Dictionary(shelves.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for shelf in markup.shelves {
      guard let layout = layouts[shelf.id] else { continue }
      if shelf.arrangement != layout.arrangement.rawValue {
        findings.report(
          .layoutContent,
          .arrangement(layout.arrangement.rawValue, markup: shelf.arrangement, shelf.element, of: page))
      }
      guard let otherLayouts = layout.otherLayouts else {
        check(shelf, layout.arrangement, against: layout.layouts, into: &findings)
        continue
      }
      for (choice, layouts) in [(PlacementTarget.Choice.first, layout.layouts), (.other, otherLayouts)] {
        var chosen = cascade
        chosen.scope = PlacementTarget.Scope(shelf: shelf.id, choice: choice)
        PlacementCheck(page: page, markup: markup, cascade: chosen)
          .check(shelf, layout.arrangement, against: layouts, into: &findings)
      }
    }
  }

  private func check(
    _ shelf: PageMarkup.Shelf, _ arrangement: ShelfLayout.Arrangement, against layouts: [StepLayout],
    into findings: inout Findings
  ) {
    let ids = shelf.cards.map(\.id)
    let box = cascade.box(.element, of: shelf.id)
    let cardBoxes = arrangement == .shelf ? [] : ids.map { cascade.box(.element, of: $0) }
    var memoized = MemoizedCascade(cascade)
    let tags = shelf.cards.map { card in
      card.tags.map { PlacedTags($0, of: card.id, in: shelf.id, by: &memoized) }
    }
    for step in layouts {
      let place = PlacementPlace(shelf: shelf, step: step, page: page)
      place.compare("width", step.width, with: box.length(.inlineSize, at: step), into: &findings)
      place.compare("height", step.height, with: box.length(.minBlockSize, at: step), into: &findings)
      let stated = step.cards.map(\.id)
      compareOrder(of: "card", ids, stated, in: place, into: &findings)
      let frames: [CardFrame?]
      if ids == stated {
        frames = step.cards
      } else {
        let byID = Dictionary(step.cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        frames = ids.map { byID[$0] }
      }
      for (card, frame) in frames.enumerated() { check(tags[card], of: card, frame, at: place, into: &findings) }
      for list in shelf.lists {
        switch arrangement {
        case .shelf: checkRow(frames, of: list, at: place, into: &findings)
        case .waterfall: checkGrid(frames, cardBoxes, of: list, at: place, into: &findings)
        case .flow, .grid, .list:
          checkLines(frames, cardBoxes, of: list, in: box, at: place, into: &findings)
        }
      }
    }
  }

  /// One row of cards that are all alike.
  private func checkRow(
    _ frames: [CardFrame?], of markup: PageMarkup.List, at place: PlacementPlace, into findings: inout Findings
  ) {
    let step = place.step
    let list = cascade.box(.list, of: markup.owner)
    let card = cascade.box(.cards, of: markup.owner)
    let width = card.length(.inlineSize, at: step)
    let height = card.length(.minBlockSize, at: step)
    let advance = (width.number ?? 0) + list.gap(.columnGap, at: step)
    // A start that only a browser can tell is taken from the first card.
    let first = markup.cards.first.flatMap { frames[$0] }
    let start = list.length(.paddingInlineStart, at: step).number ?? first?.x ?? 0
    for index in markup.cards {
      guard let frame = frames[index] else { continue }
      place.compare("width", frame.width, with: width, of: index, into: &findings)
      place.compare("height", frame.height, with: height, of: index, into: &findings)
      if width.number != nil {
        place.compare(
          "x", frame.x, with: .number(start + Double(index - markup.cards.lowerBound) * advance), of: index,
          into: &findings)
      }
      place.compare("y", frame.y, with: .number(first?.y ?? frame.y), of: index, into: &findings)
    }
  }

  /// Cards that span tracks of one grid. Where the grid starts is taken from the first card.
  private func checkGrid(
    _ frames: [CardFrame?], _ boxes: [PlacedBox], of markup: PageMarkup.List, at place: PlacementPlace,
    into findings: inout Findings
  ) {
    let list = cascade.box(.list, of: markup.owner)
    let step = place.step
    guard let grid = PlacedGrid(list, at: step) else {
      return findings.report(.layoutMismatch, .noGrid(list.gridText(at: step), at: place))
    }
    var origin: (x: Double, y: Double)?
    for index in markup.cards {
      guard let frame = frames[index] else { continue }
      let area = boxes[index].value(.gridArea, onPageOf: step.minWidth)
      guard let expected = grid.frame(of: area, index: index - markup.cards.lowerBound) else {
        findings.report(.layoutMismatch, .notInGrid(StatedLength(area), of: index, at: place))
        continue
      }
      place.compare("width", frame.width, with: .number(expected.width), of: index, into: &findings)
      place.compare("height", frame.height, with: .number(expected.height), of: index, into: &findings)
      let start = origin ?? (frame.x - expected.x, frame.y - expected.y)
      origin = start
      place.compare("x", frame.x, with: .number(start.x + expected.x), of: index, into: &findings)
      place.compare("y", frame.y, with: .number(start.y + expected.y), of: index, into: &findings)
    }
  }

  /// Cards in lines that wrap. Where the first line starts is taken from its first card.
  private func checkLines(
    _ frames: [CardFrame?], _ boxes: [PlacedBox], of markup: PageMarkup.List, in shelf: PlacedBox,
    at place: PlacementPlace, into findings: inout Findings
  ) {
    let step = place.step
    let all = cascade.box(.cards, of: markup.owner)
    guard let lines = PlacedLines(cascade.box(.list, of: markup.owner), shelf: shelf, at: step) else {
      return findings.report(.layoutMismatch, .noLines(at: place))
    }
    var cards: [PlacedLines.Card] = []
    for index in markup.cards {
      // What is said of all cards is more specific than what is said of one.
      func length(_ property: PlacementRule.Property) -> Double? {
        (all.length(property, at: step).number) ?? boxes[index].length(property, at: step).number
      }
      guard let width = length(.inlineSize), let height = length(.minBlockSize) else {
        return findings.report(.layoutMismatch, .noSize(of: index, at: place))
      }
      cards.append(
        PlacedLines.Card(
          width: width, height: height, marginStart: length(.marginInlineStart) ?? 0,
          marginEnd: length(.marginInlineEnd) ?? 0, marginTop: length(.marginBlockStart) ?? 0))
    }
    var top: Double?
    for (index, expected) in zip(markup.cards, lines.frames(of: cards)) {
      guard let frame = frames[index] else { continue }
      place.compare("width", frame.width, with: .number(expected.width), of: index, into: &findings)
      place.compare("height", frame.height, with: .number(expected.height), of: index, into: &findings)
      let start = top ?? frame.y - expected.y
      top = start
      place.compare("x", frame.x, with: .number(expected.x), of: index, into: &findings)
      place.compare("y", frame.y, with: .number(start + expected.y), of: index, into: &findings)
    }
  }

  /// The same names in the same order; says what is missing on either side, or where the order differs.
  private func compareOrder(
    of kind: String, _ found: [ExactText], _ stated: [ExactText], in place: PlacementPlace?,
    into findings: inout Findings
  ) {
    if found == stated { return }
    let element = place?.shelf.element ?? 0
    let inPage = Set(found)
    let inLayout = Set(stated)
    let missing = stated.filter { !inPage.contains($0) }
    let unknown = found.filter { !inLayout.contains($0) }
    for id in missing {
      findings.report(.layoutContent, .notInPage(kind, id.text, element, of: page))
    }
    for id in unknown {
      findings.report(.layoutContent, .notInLayout(kind, id.text, markup.ids[id] ?? element, of: page))
    }
    if missing.isEmpty, unknown.isEmpty {
      let index = zip(found, stated).prefix { $0 == $1 }.count
      let id = index < found.count ? found[index] : stated[min(index, stated.count - 1)]
      findings.report(.layoutOrder, .order(kind, id.text, markup.ids[id] ?? element, of: page))
    }
  }
}

/// The grid of a waterfall on pages of some width.
private struct PlacedGrid {
  let columns: GridTracks
  let rows: GridTracks
  let columnGap: Double
  let rowGap: Double

  init?(_ list: PlacedBox, at step: StepLayout) {
    guard case .tracks(let columns) = list.value(.gridTemplateColumns, onPageOf: step.minWidth),
      case .tracks(let rows) = list.value(.gridTemplateRows, onPageOf: step.minWidth)
    else { return nil }
    self.columns = columns
    self.rows = rows
    columnGap = list.gap(.columnGap, at: step)
    rowGap = list.gap(.rowGap, at: step)
  }

  /// The frame of a card from the grid's start. In a single column cards without an area lie in order.
  func frame(
    of area: PlacementRule.Value?, index: Int
  ) -> (x: Double, y: Double, width: Double, height: Double)? {
    let lines: GridArea
    switch area {
    case .area(let area): lines = area
    case nil where columns.count == 1:
      lines = GridArea(rowStart: index + 1, columnStart: 1, rowEnd: index + 2, columnEnd: 2)
    default: return nil
    }
    guard let x = columns.offset(ofLine: lines.columnStart, gap: columnGap),
      let y = rows.offset(ofLine: lines.rowStart, gap: rowGap),
      let width = columns.size(from: lines.columnStart, to: lines.columnEnd, gap: columnGap),
      let height = rows.size(from: lines.rowStart, to: lines.rowEnd, gap: rowGap)
    else { return nil }
    return (x, y, width, height)
  }
}
