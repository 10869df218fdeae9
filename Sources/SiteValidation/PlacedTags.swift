/// What the style sheets say about the tags of a shelf's cards.
struct PlacedTags {
  private let cascade: PlacementCascade
  private let markup: PageMarkup
  private let page: PageTree
  /// All lists of tags of the shelf.
  private let all: PlacedBox
  private let gaps: PlacedBox
  /// The boxes of what each value of `class` names, by its number, once they are asked for: cards share classes.
  private var classes: [[PlacedBox]?]
  /// What each of them says on pages of the width that is asked for now.
  private var classTexts: [ClassText?]
  private var own: [PlacedBox?]

  /// What a class says of a tag or a list.
  private struct ClassText {
    let isHidden: Bool
    let width: Double?
  }

  init(of shelf: PageMarkup.Shelf, in markup: PageMarkup, of page: PageTree, by cascade: PlacementCascade) {
    self.cascade = cascade
    self.markup = markup
    self.page = page
    all = cascade.box(.tags, of: shelf.id)
    gaps = cascade.box(ofClass: Array("tags".utf8)[...])
    classes = Array(repeating: nil, count: page.classes.count)
    classTexts = Array(repeating: nil, count: page.classes.count)
    own = Array(repeating: nil, count: markup.tags.items.count)
    for card in shelf.cards {
      for list in markup.tags.lists[card.tags] {
        for (place, item) in list.items.enumerated() {
          let box = cascade.box(.tag(place + 1), of: page.values[card.id])
          if !box.isEmpty { own[item] = box }
        }
      }
    }
  }

  /// What shows of all cards on pages of some width.
  mutating func begin(at step: StepLayout) -> ShownTags {
    for index in classTexts.indices { classTexts[index] = nil }
    return ShownTags(
      columnGap: gaps.gap(.columnGap, onPageOf: step.minWidth), rowGap: gaps.gap(.rowGap, onPageOf: step.minWidth),
      justification: all.text(.justifyContent, onPageOf: step.minWidth) ?? "normal")
  }

  /// Finds what shows of a list.
  ///
  /// - Returns: false where the style sheets hide the list or its article, or do not say how wide a tag is.
  mutating func show(_ list: PageTags.List, at step: StepLayout, in shown: inout ShownTags) -> Bool {
    shown.clear()
    if text(of: list.classes, at: step).isHidden { return false }
    if let article = list.articleClasses, text(of: article, at: step).isHidden { return false }
    for index in list.items {
      let item = markup.tags.items[index]
      let said = item.classes.map { text(of: $0, at: step) }
      if said?.isHidden == true {
        if !item.isChip { shown.hiddenCount += 1 }
        continue
      }
      let box = own[index]
      guard let width = box?.length(.minInlineSize, onPageOf: step.minWidth) ?? said?.width else { return false }
      if !item.isChip { shown.shownCount += 1 }
      shown.items.append(index)
      shown.boxes.append(
        ShownTags.Box(
          start: box?.length(.marginInlineStart, onPageOf: step.minWidth) ?? 0, width: width,
          end: box?.length(.marginInlineEnd, onPageOf: step.minWidth) ?? 0))
    }
    return true
  }

  private mutating func text(of number: Int, at step: StepLayout) -> ClassText {
    if let known = classTexts[number] { return known }
    let boxes = classes[number] ?? page.classes[number].split(separator: 0x20).map { cascade.box(ofClass: $0) }
    classes[number] = boxes
    let text = ClassText(
      isHidden: boxes.contains { $0.isHidden(onPageOf: step.minWidth) },
      width: boxes.lazy.compactMap { $0.length(.minInlineSize, onPageOf: step.minWidth) }.first)
    classTexts[number] = text
    return text
  }
}

/// The tags of a card that show on pages of some width. Lengths are CSS pixels.
struct ShownTags {
  struct Place {
    let x: Double
    let y: Double
    let width: Double
  }

  fileprivate struct Box {
    let start: Double
    let width: Double
    let end: Double
  }

  /// Of the page's tags.
  fileprivate(set) var items: [Int] = []
  /// Tags that show, without the chip.
  fileprivate(set) var shownCount = 0
  /// Tags that do not show.
  fileprivate(set) var hiddenCount = 0
  fileprivate var boxes: [Box] = []
  fileprivate let columnGap: Double
  fileprivate let rowGap: Double
  fileprivate let justification: String

  private(set) var places: [Place] = []
  private(set) var rowCount = 0
  private var rows: [(tags: Range<Int>, used: Double)] = []

  fileprivate init(columnGap: Double, rowGap: Double, justification: String) {
    self.columnGap = columnGap
    self.rowGap = rowGap
    self.justification = justification
  }

  fileprivate mutating func clear() {
    items.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    (shownCount, hiddenCount) = (0, 0)
  }

  /// Finds where the tags are, from the leading top corner of their list, and in how many rows (CSS Flexible Box Layout 1,
  /// 9.3).
  ///
  /// - Parameters:
  ///   - width: of the list.
  ///   - height: likewise; each row has the same share of it.
  mutating func place(width: Double, height: Double) {
    rows.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    for index in boxes.indices {
      let box = boxes[index]
      let outer = box.start + min(box.width, width) + box.end
      if let last = rows.last, last.used + columnGap + outer <= width + grain {
        rows[rows.count - 1] = (last.tags.lowerBound..<index + 1, last.used + (columnGap + outer))
      } else {
        rows.append((index..<index + 1, outer))
      }
    }
    rowCount = rows.count
    let share = justification == "center" ? 0.5 : justification == "flex-end" ? 1 : 0
    let advance = rows.isEmpty ? 0 : (height + rowGap) / Double(rows.count)
    for number in rows.indices {
      var x = (width - rows[number].used) * share
      for box in boxes[rows[number].tags] {
        let boxWidth = min(box.width, width)
        places.append(Place(x: x + box.start, y: Double(number) * advance, width: boxWidth))
        x += box.start + boxWidth + box.end + columnGap
      }
    }
  }
}

extension PlacementCheck {
  /// Compares what shows of a card's tags, and where.
  func check(
    _ card: Int, _ frame: CardFrame?, of frames: LayoutFrames, _ tags: inout PlacedTags, _ shown: inout ShownTags,
    at place: PlacementPlace, into findings: inout Findings
  ) {
    var stated: TagsFrame?
    switch frame?.tags {
    case nil, .some(.nothing): return
    case .some(.noneShow): break
    case .some(.shown(let number)): stated = frames.tags[number]
    }
    // Room that is kept for tags in a card without any has none to compare.
    if stated?.isEmpty == true { stated = nil }
    var isPlaced = false
    for list in place.shelf.cards[card].tags where !isPlaced {
      isPlaced = tags.show(markup.tags.lists[list], at: place.step, in: &shown)
    }
    guard let stated, isPlaced else {
      if stated != nil || isPlaced && !shown.items.isEmpty {
        findings.report(.layoutMismatch, .tagsPresence(of: card, isStated: stated != nil, at: place))
      }
      return
    }
    shown.place(width: stated.width, height: stated.rowsHeight ?? stated.height)
    compareCounts(of: card, stated, with: shown, at: place, into: &findings)
    compareChip(of: card, stated, with: shown, at: place, into: &findings)
    for (index, number) in stated.frames.enumerated() where index < shown.places.count {
      let frame = frames.tagFrames[number]
      let tag = shown.places[index]
      place.compare("the x of tag \(index + 1)", frame.x, with: tag.x, of: card, into: &findings)
      place.compare("the y of tag \(index + 1)", frame.y, with: tag.y, of: card, into: &findings)
      place.compare("the width of tag \(index + 1)", frame.width, with: tag.width, of: card, into: &findings)
    }
  }

  private func compareCounts(
    of card: Int, _ stated: TagsFrame, with shown: ShownTags, at place: PlacementPlace, into findings: inout Findings
  ) {
    func compare(_ quantity: @autoclosure () -> String, _ number: Double, _ found: Int) {
      if number == Double(found) { return }
      findings.report(.layoutMismatch, .tagCount(quantity(), number, found, of: card, at: place))
    }
    compare("the number of tags that show", stated.shown, shown.shownCount)
    compare("the number of hidden tags", stated.hidden, shown.hiddenCount)
    compare("the number of rows", stated.rows, shown.rowCount)
    compare("the number of frames of tags", Double(stated.frames.count), shown.items.count)
  }

  /// A chip says how many tags are hidden, where some are.
  private func compareChip(
    of card: Int, _ stated: TagsFrame, with shown: ShownTags, at place: PlacementPlace, into findings: inout Findings
  ) {
    let chips = shown.items.count - shown.shownCount
    if chips == 0, stated.hidden <= 0 { return }
    let texts = shown.items.lazy.map { markup.tags.items[$0] }.filter(\.isChip).map { page.leadingText(in: $0.element) }
    if chips == 1, stated.hidden > 0, let text = texts.first, text.elementsEqual("+\(shown.hiddenCount)".utf8) {
      return
    }
    findings.report(.layoutMismatch, .chip(texts.map(\.text), hidden: shown.hiddenCount, of: card, at: place))
  }
}
