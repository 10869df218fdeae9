/// What the style sheets say about the tags of a card.
struct PlacedTags {
  private struct Item {
    let item: PageTags.Item
    let own: PlacedBox
    let classes: [PlacedBox]
  }

  private let list: [PlacedBox]
  /// All lists of tags of the shelf.
  private let all: PlacedBox
  private let gaps: PlacedBox
  private let items: [Item]

  init(_ tags: PageTags, of card: ExactText, in shelf: ExactText, by cascade: inout MemoizedCascade) {
    list = tags.classes.map { cascade.box(ofClass: $0) }
    all = cascade.tags(of: shelf)
    gaps = cascade.box(ofClass: "tags")
    var items: [Item] = []
    for (place, item) in tags.items.enumerated() {
      let classes = item.classes.map { cascade.box(ofClass: $0) }
      items.append(Item(item: item, own: cascade.cascade.box(.tag(place + 1), of: card), classes: classes))
    }
    self.items = items
  }

  /// What shows; nil where the style sheets hide the list or its article, or do not say how wide a tag is.
  func shown(at step: StepLayout) -> ShownTags? {
    if list.contains(where: { $0.isHidden(at: step) }) { return nil }
    var shown = ShownTags(columnGap: gaps.gap(.columnGap, at: step), rowGap: gaps.gap(.rowGap, at: step))
    if case .other(let text)? = all.value(.justifyContent, onPageOf: step.minWidth) { shown.justification = text }
    for item in items {
      if item.classes.contains(where: { $0.isHidden(at: step) }) {
        if !item.item.isChip { shown.hiddenCount += 1 }
        continue
      }
      let ownWidth = item.own.length(.minInlineSize, at: step).number
      let widths = item.classes.lazy.compactMap { $0.length(.minInlineSize, at: step).number }
      guard let width = ownWidth ?? widths.first else { return nil }
      shown.items.append(item.item)
      shown.boxes.append(
        (
          item.own.length(.marginInlineStart, at: step).number ?? 0, width,
          item.own.length(.marginInlineEnd, at: step).number ?? 0
        ))
    }
    return shown
  }
}

/// A cascade that finds the rules of a class once: cards share classes.
struct MemoizedCascade {
  let cascade: PlacementCascade
  private var classes: [String: PlacedBox] = [:]
  private var tags: [ExactText: PlacedBox] = [:]

  init(_ cascade: PlacementCascade) { self.cascade = cascade }

  fileprivate mutating func box(ofClass name: String) -> PlacedBox {
    if let known = classes[name] { return known }
    let box = cascade.box(ofClass: name)
    classes[name] = box
    return box
  }

  /// All lists of tags of a shelf.
  fileprivate mutating func tags(of shelf: ExactText) -> PlacedBox {
    if let known = tags[shelf] { return known }
    let box = cascade.box(.tags, of: shelf)
    tags[shelf] = box
    return box
  }
}

extension PlacedBox {
  fileprivate func isHidden(at step: StepLayout) -> Bool {
    guard case .other(let text)? = value(.display, onPageOf: step.minWidth) else { return false }
    return text.hasPrefix("none")
  }
}

/// The tags of a card that show on pages of some width. Lengths are CSS pixels.
struct ShownTags {
  typealias Place = (x: Double, y: Double, width: Double)

  fileprivate typealias Box = (start: Double, width: Double, end: Double)

  fileprivate(set) var items: [PageTags.Item] = []
  /// Tags that do not show.
  fileprivate(set) var hiddenCount = 0
  fileprivate var boxes: [Box] = []
  fileprivate let columnGap: Double
  fileprivate let rowGap: Double
  fileprivate var justification = "normal"

  fileprivate init(columnGap: Double, rowGap: Double) {
    self.columnGap = columnGap
    self.rowGap = rowGap
  }

  /// Where the tags are, from the leading top corner of their list, and in how many rows (CSS Flexible Box Layout 1, 9.3).
  ///
  /// - Parameters:
  ///   - width: of the list.
  ///   - height: likewise; each row has the same share of it.
  func places(width: Double, height: Double) -> (places: [Place], rowCount: Int) {
    let boxes = boxes.map { ($0.start, min($0.width, width), $0.end) as Box }
    var rows: [Range<Int>] = []
    var used: [Double] = []
    for (index, box) in boxes.enumerated() {
      let outer = box.start + box.width + box.end
      if let last = rows.last, used[rows.count - 1] + columnGap + outer <= width + grain {
        rows[rows.count - 1] = last.lowerBound..<index + 1
        used[rows.count - 1] += columnGap + outer
      } else {
        rows.append(index..<index + 1)
        used.append(outer)
      }
    }
    let advance = rows.isEmpty ? 0 : (height + rowGap) / Double(rows.count)
    var places: [Place] = []
    for (number, row) in rows.enumerated() {
      let left = width - used[number]
      var x =
        switch justification {
        case "center": left / 2
        case "flex-end": left
        default: 0.0
        }
      for box in boxes[row] {
        places.append((x + box.start, Double(number) * advance, box.width))
        x += box.start + box.width + box.end + columnGap
      }
    }
    return (places, rows.count)
  }
}

extension PlacementCheck {
  /// Compares what shows of a card's tags, and where.
  func check(
    _ tags: [PlacedTags], of card: Int, _ frame: CardFrame?, at place: PlacementPlace, into findings: inout Findings
  ) {
    guard var stated = frame?.tags else { return }
    // Room that is kept for tags in a card without any has none to compare.
    if stated?.isEmpty == true { stated = nil }
    let placed = tags.lazy.compactMap { $0.shown(at: place.step) }.first
    guard let stated, let placed else {
      if stated != nil || placed?.items.isEmpty == false {
        findings.report(.layoutMismatch, .tagsPresence(of: card, isStated: stated != nil, at: place))
      }
      return
    }
    let shownCount = placed.items.count { !$0.isChip }
    let expected = placed.places(width: stated.width, height: stated.rowsHeight ?? stated.height)
    func compare(_ quantity: String, _ number: Double, _ found: Int) {
      if number == Double(found) { return }
      findings.report(.layoutMismatch, .tagCount(quantity, number, found, of: card, at: place))
    }
    compare("the number of tags that show", stated.shown, shownCount)
    compare("the number of hidden tags", stated.hidden, placed.hiddenCount)
    compare("the number of rows", stated.rows, expected.rowCount)
    compare("the number of frames of tags", Double(stated.frames.count), placed.items.count)
    let chips = placed.items.compactMap(\.text)
    if chips != (stated.hidden > 0 ? ["+\(placed.hiddenCount)"] : []) {
      findings.report(.layoutMismatch, .chip(chips, hidden: placed.hiddenCount, of: card, at: place))
    }
    for (index, (frame, tag)) in zip(stated.frames, expected.places).enumerated() {
      place.compare("the x of tag \(index + 1)", frame.x, with: .number(tag.x), of: card, into: &findings)
      place.compare("the y of tag \(index + 1)", frame.y, with: .number(tag.y), of: card, into: &findings)
      place.compare("the width of tag \(index + 1)", frame.width, with: .number(tag.width), of: card, into: &findings)
    }
  }
}
