/// Compares one shelf on pages of one width with its layout.
struct ShelfProof {
  let path: String
  let shelf: ShelvesInPage.Shelf
  let step: StatedStep
  let arrangement: String
  let boxes: ShelfBoxes
  private(set) var faults: [PlacementFault] = []

  init(
    path: String, shelf: ShelvesInPage.Shelf, step: StatedStep, arrangement: String, boxes: ShelfBoxes
  ) {
    (self.path, self.shelf, self.step, self.arrangement, self.boxes) = (path, shelf, step, arrangement, boxes)
  }

  private var page: Double { step.minWidth }

  mutating func run() {
    compare("width", step.width, with: boxes.shelf, "inline-size")
    compare("height", step.height, with: boxes.shelf, "min-block-size")
    faults += differences("card", shelf.cards.map(\.id), step.cards.map(\.id), in: path)
    let stated = Dictionary(step.cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let frames = shelf.cards.map { stated[$0.id] }
    for (card, frame) in frames.enumerated() {
      if let frame { checkTags(of: card, frame) }
    }
    for (list, boxes) in zip(shelf.lists, boxes.lists) {
      switch arrangement {
      case "shelf": checkRow(frames, list.cards, boxes)
      case "flow": checkLines(frames, list.cards, boxes)
      default: checkGrid(frames, list.cards, boxes)
      }
    }
  }

  // MARK: - Lists

  /// Checks a row of cards with equal heights.
  private mutating func checkRow(_ frames: [StatedCard?], _ cards: Range<Int>, _ boxes: ShelfBoxes.List) {
    // The start of the row is that of the first card, because only a browser can compute it.
    let first = cards.first.flatMap { frames[$0] }
    let gap = boxes.list.length("column-gap", onPageOf: page) ?? 0
    var start = boxes.list.length("padding-inline-start", onPageOf: page) ?? first?.x
    for index in cards {
      // A rule for all cards is more specific than a rule for one.
      let width =
        boxes.cards.length("inline-size", onPageOf: page)
        ?? self.boxes.cards[index].length("inline-size", onPageOf: page)
      if let frame = frames[index] {
        if let width {
          compare("width", frame.width, with: width, of: index)
        } else {
          compare("width", frame.width, with: boxes.cards, "inline-size", of: index)
        }
        compare("height", frame.height, with: boxes.cards, "min-block-size", of: index)
        if let start { compare("x", frame.x, with: start, of: index) }
        compare("y", frame.y, with: first?.y ?? frame.y, of: index)
      }
      // Where a card has no width, the places of those behind it are unknown.
      start = width.flatMap { width in start.map { $0 + width + gap } }
    }
  }

  /// Checks cards that span tracks of one grid. The top of the grid is that of the first card.
  private mutating func checkGrid(_ frames: [StatedCard?], _ cards: Range<Int>, _ boxes: ShelfBoxes.List) {
    guard let grid = PlacedGrid(boxes.list, onPageOf: page) else {
      return report("the style sheets set no tracks that can be read")
    }
    // The start of the grid is that of the first card where only a browser can compute it.
    var start = boxes.list.length("padding-inline-start", onPageOf: page)
    let isStretched = boxes.list.value("align-items", onPageOf: page) != "start"
    var cells = GridCells(columnCount: grid.columns.count)
    var top: Double?
    for index in cards {
      let own = self.boxes.cards[index]
      let value = own.value("grid-area", onPageOf: page)
      let span = own.value("grid-column", onPageOf: page)
      let area = value.map { GridArea($0) } ?? cells.next(span: span)
      guard let frame = frames[index] else { continue }
      guard let area, var expected = grid.frame(of: area) else {
        report("grid-area \(value ?? span ?? "auto") is not in the grid", of: index)
        continue
      }
      if !isStretched {
        guard let height = own.length("min-block-size", onPageOf: page) else {
          return report("the style sheets set no min-block-size", of: index)
        }
        expected.height = height
      }
      start = start ?? frame.x - expected.x
      top = top ?? frame.y - expected.y
      compare(frame, with: expected, at: (start ?? 0, top ?? 0), of: index)
    }
  }

  /// Checks cards in lines that wrap. The start of the first line is that of its first card.
  private mutating func checkLines(_ frames: [StatedCard?], _ indices: Range<Int>, _ boxes: ShelfBoxes.List) {
    guard
      let lines = PlacedLines(
        boxes.list, width: self.boxes.shelf.length("inline-size", onPageOf: page), onPageOf: page)
    else {
      return report("the style sheets do not set the width and paddings of its list")
    }
    var cards: [PlacedLines.Card] = []
    for index in indices {
      // A rule for all cards is more specific than a rule for one.
      func length(_ property: String) -> Double? {
        boxes.cards.length(property, onPageOf: page) ?? self.boxes.cards[index].length(property, onPageOf: page)
      }
      guard let width = length("inline-size"), let height = length("min-block-size") else {
        return report("the style sheets set no inline-size or no min-block-size", of: index)
      }
      cards.append(
        PlacedLines.Card(
          width: width, height: height, marginStart: length("margin-inline-start") ?? 0,
          marginEnd: length("margin-inline-end") ?? 0, marginTop: length("margin-block-start") ?? 0))
    }
    var top: Double?
    for (index, expected) in zip(indices, lines.frames(of: cards)) {
      guard let frame = frames[index] else { continue }
      let start = top ?? frame.y - expected.y
      top = start
      compare(frame, with: expected, at: (0, start), of: index)
    }
  }

  // MARK: - Tags

  private mutating func checkTags(of card: Int, _ frame: StatedCard) {
    var stated: StatedTags?
    switch frame.tags {
    case .unknown: return
    case .noneShow: break
    // A card may reserve space for tags without having any, so there is nothing to compare.
    case .shown(let tags): stated = tags.isEmpty ? nil : tags
    }
    let (width, height) = (stated?.width ?? .infinity, stated?.rowsHeight ?? stated?.height ?? 0)
    let id = shelf.cards[card].id
    var shown: PlacedTags?
    for list in shelf.cards[card].tags where shown == nil {
      shown = PlacedTags(
        list, ofCard: id, in: shelf.id, size: (width, height), by: boxes.cascade, classes: boxes.classes,
        onPageOf: page)
    }
    guard let stated, let shown else {
      if stated != nil { report("tags are in layout.json, but do not show by the style sheets", of: card) }
      if let shown, stated == nil, !shown.places.isEmpty { report("tags show that layout.json lacks", of: card) }
      return
    }
    for (quantity, number, found) in [
      ("the number of tags that show", stated.shown, shown.shownCount),
      ("the number of hidden tags", stated.hidden, shown.hiddenCount),
      ("the number of rows", stated.rows, shown.rowCount),
      ("the number of frames of tags", Double(stated.frames.count), shown.places.count),
    ] where number != Double(found) {
      report("\(quantity) is \(number) in layout.json, but \(found) by the style sheets", of: card)
    }
    // A chip shows how many tags are hidden, if any are.
    if shown.chips != (shown.hiddenCount > 0 ? ["+\(shown.hiddenCount)"] : []) {
      let said = shown.chips.isEmpty ? "no chip shows" : "the chip says \(shown.chips.joined(separator: " and "))"
      report("\(said), but the style sheets hide \(shown.hiddenCount) tags", of: card)
    }
    for (index, (frame, tag)) in zip(stated.frames, shown.places).enumerated() {
      compare("the x of tag \(index + 1)", frame.x, with: tag.x, of: card)
      compare("the y of tag \(index + 1)", frame.y, with: tag.y, of: card)
      compare("the width of tag \(index + 1)", frame.width, with: tag.width, of: card)
    }
  }

  // MARK: - Comparing

  private mutating func compare(
    _ frame: StatedCard, with expected: PlacedLines.Rectangle, at start: (x: Double, y: Double), of card: Int
  ) {
    compare("width", frame.width, with: expected.width, of: card)
    compare("height", frame.height, with: expected.height, of: card)
    compare("x", frame.x, with: start.x + expected.x, of: card)
    compare("y", frame.y, with: start.y + expected.y, of: card)
  }

  private mutating func compare(
    _ quantity: String, _ stated: Double, with box: StyledBox, _ property: String, of card: Int? = nil
  ) {
    if let length = box.length(property, onPageOf: page) { return compare(quantity, stated, with: length, of: card) }
    let found = box.value(property, onPageOf: page).map { "but \"\($0)\" in the style sheets" }
    report(
      "\(quantity) is \(pixels(stated)) in layout.json, \(found ?? "but the style sheets do not say so")", of: card)
  }

  private mutating func compare(_ quantity: String, _ stated: Double, with found: Double, of card: Int? = nil) {
    if abs(found - stated) < grain { return }
    report("\(quantity) is \(pixels(stated)) in layout.json, but \(pixels(found)) by the style sheets", of: card)
  }

  private mutating func report(_ message: String, of card: Int? = nil) {
    let subject = card.map { ", card \(shelf.cards[$0].id.text)" } ?? ""
    faults.append(
      PlacementFault(.mismatch, in: path, "shelf \(shelf.id.text), pages from \(pixels(page))\(subject): \(message)"))
  }
}

/// Compares two lists of ids, and names those that are missing on either side, or a difference in their order.
func differences(_ kind: String, _ found: [ExactID], _ stated: [ExactID], in path: String) -> [PlacementFault] {
  if found == stated { return [] }
  let (inPage, inLayout) = (Set(found), Set(stated))
  let missing = stated.filter { !inPage.contains($0) }.map {
    PlacementFault(.content, in: path, "the \(kind) \($0.text) is in layout.json, but not in the page")
  }
  let unknown = found.filter { !inLayout.contains($0) }.map {
    PlacementFault(.content, in: path, "the \(kind) \($0.text) is in the page, but not in layout.json")
  }
  if !(missing + unknown).isEmpty { return missing + unknown }
  let index = zip(found, stated).prefix { $0 == $1 }.count
  let id = index < found.count ? found[index] : stated[min(index, stated.count - 1)]
  return [
    PlacementFault(
      .order, in: path, "the order of the page and that of layout.json differ from \(kind) \(id.text) on")
  ]
}
