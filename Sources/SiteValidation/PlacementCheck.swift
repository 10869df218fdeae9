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
        check(shelf, layout, layout.layouts, into: &findings)
        continue
      }
      for (choice, layouts) in [(PlacementSelector.Choice.first, layout.layouts), (.other, otherLayouts)] {
        var chosen = cascade
        chosen.scope = PlacementCascade.Scope(shelf: shelf.id, choice: choice)
        PlacementCheck(page: page, markup: markup, cascade: chosen).check(shelf, layout, layouts, into: &findings)
      }
    }
  }

  private func check(
    _ shelf: PageMarkup.Shelf, _ layout: ShelfLayout, _ layouts: [StepLayout], into findings: inout Findings
  ) {
    let ids = shelf.cards.map { layout.frames.ids.number(of: page.values[$0.id]) ?? -1 }
    let box = cascade.box(.element, of: shelf.id)
    let boxes = layout.arrangement == .shelf ? [] : shelf.cards.map { cascade.box(.element, of: page.values[$0.id]) }
    let lists = shelf.lists.map { ListBoxes($0, by: cascade) }
    var tags = PlacedTags(of: shelf, in: markup, of: page, by: cascade)
    for step in layouts {
      let place = PlacementPlace(shelf: shelf, step: step, page: page)
      place.compare("width", step.width, with: box, .inlineSize, into: &findings)
      place.compare("height", step.height, with: box, .minBlockSize, into: &findings)
      let frames = StepFrames(of: ids, at: step, in: layout.frames)
      if !frames.areInOrder {
        compareOrder(
          of: "card", shelf.cards.map { ExactText(page.values[$0.id].text) },
          layout.frames.cards[step.cards].map { ExactText(layout.frames.ids.text($0.id)) }, in: place, into: &findings)
      }
      var shown = tags.begin(at: step)
      for card in shelf.cards.indices {
        check(card, frames[card], of: layout.frames, &tags, &shown, at: place, into: &findings)
      }
      for list in lists {
        switch layout.arrangement {
        case .shelf: checkRow(frames, of: list, at: place, into: &findings)
        case .waterfall: checkGrid(frames, boxes, of: list, at: place, into: &findings)
        case .flow, .grid, .list: checkLines(frames, boxes, of: list, in: box, at: place, into: &findings)
        }
      }
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
      findings.report(.layoutContent, .notInLayout(kind, id.text, self.element(of: id) ?? element, of: page))
    }
    if missing.isEmpty, unknown.isEmpty {
      let index = zip(found, stated).prefix { $0 == $1 }.count
      let id = index < found.count ? found[index] : stated[min(index, stated.count - 1)]
      findings.report(.layoutOrder, .order(kind, id.text, self.element(of: id) ?? element, of: page))
    }
  }

  private func element(of id: ExactText) -> Int? {
    markup.ids.number(of: Array(id.text.utf8)[...]).map { markup.elementsOfIDs[$0] }
  }
}

/// What the style sheets say about a list and all its cards.
struct ListBoxes {
  let cards: Range<Int>
  let list: PlacedBox
  let all: PlacedBox

  init(_ list: PageMarkup.List, by cascade: PlacementCascade) {
    cards = list.cards
    self.list = cascade.box(.list, of: list.owner)
    all = cascade.box(.cards, of: list.owner)
  }
}

/// The frames of the cards of a shelf on pages of some width, in the order of the page.
struct StepFrames {
  /// Whether the layout has the cards in the order of the page, and no others.
  let areInOrder: Bool

  private let frames: ArraySlice<CardFrame>
  /// In the slice, by card; only if they are not in order.
  private var places: [Int?] = []

  /// - Parameter ids: of the page's cards, by their numbers in the layout; -1 for those that it lacks.
  init(of ids: [Int], at step: StepLayout, in frames: LayoutFrames) {
    self.frames = frames.cards[step.cards]
    areInOrder = ids.count == step.cards.count && zip(ids, self.frames).allSatisfy { $0 == $1.id }
    if areInOrder { return }
    var byID: [Int?] = Array(repeating: nil, count: frames.ids.count)
    for place in step.cards.reversed() { byID[frames.cards[place].id] = place }
    places = ids.map { $0 < 0 ? nil : byID[$0] }
  }

  subscript(card: Int) -> CardFrame? {
    if areInOrder { return frames[frames.startIndex + card] }
    return places[card].map { frames[$0] }
  }
}
