import Arrangements
public import CardLayout
import Content
import Geometry
import ShelfArrangements
import TextLayout
public import Themes

/// A part of the style sheet of a page's frames.
public enum FrameSheetPart: Sendable {
  case text([UInt8])
  /// A range of the rules of a shelf, which is identified by its index.
  case rules(shelf: Int, Range<Int>)

  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .rules(shelf: _, let range): range.isEmpty
    }
  }
}

/// The style sheet of one page's frames: the positions of everything at each step, written as changes from one step to
/// the next.
struct FrameSheet {
  /// - Parameters:
  ///   - head: the rules of the elements above the shelves.
  ///   - ends: the end of each step's rules in the rules of each shelf; empty for a shelf without cards.
  ///   - steps: the steps of these rules, ascending.
  static func parts(head: ShelfFrameRules = ShelfFrameRules(), _ ends: [[Int]], steps: [Step]) -> [FrameSheetPart] {
    var parts: [FrameSheetPart] = []
    for (place, step) in steps.enumerated() {
      func range(_ ends: [Int]) -> Range<Int> {
        ends.isEmpty ? 0..<0 : (place == 0 ? 0 : ends[place - 1])..<ends[place]
      }
      var rules = ends.enumerated().map { FrameSheetPart.rules(shelf: $0, range($1)) }
      rules.append(.text(Array(head.text[range(head.ends)])))
      rules.removeAll(where: \.isEmpty)
      if rules.isEmpty { continue }
      // The rules of the narrowest step apply at all widths.
      if place > 0 {
        parts.append(.text(Array("@container page (min-width:\(Pixels(step.minimumWidth).rem)){\n".utf8)))
      }
      parts += rules
      if place > 0 { parts.append(.text(Array("}\n".utf8))) }
    }
    return parts
  }

  /// - Parameter rules: the rules of each shelf.
  static func text(_ parts: [FrameSheetPart], rules: [[UInt8]]) -> [UInt8] {
    parts.reduce(into: []) { text, part in
      switch part {
      case .text(let own): text += own
      case .rules(let shelf, let range): text += rules[shelf][range]
      }
    }
  }

  /// The changes of a shelf at each step; empty for a shelf without cards.
  static func rules(of shelf: LaidOutShelf, steps: [Step]) -> ShelfFrameRules {
    rules(of: shelf, cards: CardAtSteps.all(of: shelf), steps: steps)
  }

  /// - Parameter cards: the different layouts of each card.
  static func rules(of shelf: LaidOutShelf, cards: [[CardAtSteps]], steps: [Step]) -> ShelfFrameRules {
    var rules = ShelfFrameRules()
    if shelf.prepared.cards.isEmpty { return rules }
    let conditions = ViewConditions(shelf).all
    let articles = ArticleValues(shelf, cards: cards)
    let tags = TagSettingsAtSteps(shelf, cards: cards)
    var frames = conditions.indices.map {
      ShelfFrames(shelf, view: $0, conditions[$0], articles: articles, tags: tags)
    }
    for step in steps {
      for index in frames.indices { frames[index].add(at: step, in: conditions[index], to: &rules.text) }
      rules.ends.append(rules.text.count)
    }
    return rules
  }
}

/// The rules of a shelf's frames, or of a page's head, at each step, one step after the other.
struct ShelfFrameRules: Sendable {
  fileprivate(set) var text: [UInt8] = []
  /// The end of each step's rules; empty for a shelf without cards.
  fileprivate(set) var ends: [Int] = []

  /// Ends a step, and appends what changed in it.
  mutating func endStep(of rules: inout FrameRules) {
    rules.endStep(to: &text)
    ends.append(text.count)
  }
}

/// The style sheet of a shelf's frames at some of the steps, ascending: pages of other widths use those of the nearest
/// narrower step.
///
/// - Complexity: O(cards x steps).
public func frameStyleSheet(of shelf: LaidOutShelf, at steps: [Step]) -> [UInt8] {
  let rules = FrameSheet.rules(of: shelf, steps: steps)
  return FrameSheet.text(FrameSheet.parts([rules.ends], steps: steps), rules: [rules.text])
}

/// The frames of one shelf.
private struct ShelfFrames {
  private let shelf: LaidOutShelf
  private let scope: ShelfScope
  private var rules: FrameRules
  private let own: FrameRules.Selector
  private var parts: [FramedPart] = []
  /// The cards, if they have individual positions; otherwise empty.
  private var cards: [FrameRules.Selector] = []
  private var articles: ArticleRules
  private var tags: TagRows

  /// The elements around the cards of a part.
  private struct FramedPart {
    let element: FrameRules.Selector
    let list: FrameRules.Selector
    /// All cards of the list.
    let cards: FrameRules.Selector
    /// The widths of cards in a row; nil if all have the same at each step.
    let widths: CardRules?
    /// The first card, if a row has a rule for it.
    let firstCard: FrameRules.Selector?
    /// The rules of lines; nil unless cards are in lines.
    let lines: LineRules?
    /// The rules of a grid; nil unless cards are in its rows.
    let grid: GridRules?
    /// True if something is wider than its line at some step.
    let overflows: Bool
    /// True if it is a row that is wider than its page at some step.
    let scrolls: Bool
  }

  init(
    _ whole: LaidOutShelf, view: Int, _ condition: ViewCondition, articles values: ArticleValues,
    tags settings: TagSettingsAtSteps
  ) {
    let shelf = whole.views.count == 1 ? whole : LaidOutShelf(prepared: whole.prepared, views: [whole.views[view]])
    let prepared = shelf.prepared
    let hasControls = whole.layouts.first?.toggleFrame != nil
    let scope = ShelfScope(shelf: prepared.shelf.id, condition: condition, hasControls: hasControls)
    var rules = FrameRules(selectorCount: prepared.cards.count + 16)
    self.shelf = shelf
    self.scope = scope
    own = rules.selector(scope.element(prepared.shelf.id))
    var lists: [String] = []
    for (index, part) in prepared.parts.enumerated() {
      let element = scope.element(part.id ?? prepared.shelf.id)
      let list = element + ">.cards"
      lists.append(list)
      let boxes = prepared.shelf.arrangement.boxes
      parts.append(
        FramedPart(
          element: rules.selector(element), list: rules.selector(list), cards: rules.selector(list + ">.card"),
          widths: boxes == .row && shelf.hasSeveralWidths(in: part.cards)
            ? CardRules(
              list: list, ids: prepared.cards[part.cards].map(\.composed.card.id), scope: scope,
              differing: [.inlineSize], rules: &rules) : nil,
          firstCard: prepared.shelf.snap == .center ? rules.selector(list + ">.card:first-child") : nil,
          lines: boxes == .lines
            ? LineRules(of: shelf, part: index, list: list, scope: scope, rules: &rules) : nil,
          grid: boxes == .tracks ? GridRules(of: shelf, part: index, list: list, scope: scope, rules: &rules) : nil,
          overflows: shelf.layouts.contains { $0.overflows(in: part.cards) },
          scrolls: shelf.layouts.contains { $0.parts[index].scrollbar != nil }))
    }
    if prepared.shelf.arrangement.boxes == .areas || prepared.shelf.snap == .page {
      for card in prepared.cards { cards.append(rules.selector(scope.element(card.composed.card.id))) }
    }
    let firstStep = view * whole.layouts.count
    articles = ArticleRules(of: shelf, values: values, firstStep: firstStep, lists: lists, scope: scope)
    tags = TagRows(of: shelf, in: whole, settings: settings, firstStep: firstStep, scope: scope, rules: &rules)
    self.rules = rules
  }

  /// Appends the changes at a step.
  mutating func add(at step: Step, in condition: ViewCondition, to text: inout [UInt8]) {
    add(at: step)
    condition.write(to: &text) { rules.endStep(to: &$0) }
  }

  private mutating func add(at step: Step) {
    // Layouts are large: elements of spans are accessed without being copied.
    let (all, number) = (shelf.layouts, step.index)
    let layouts = all.span
    rules.add(own, .minBlockSize, layouts[number].size.height)
    for (index, part) in layouts[number].parts.enumerated() {
      let list = parts[index].list
      let gap = (part.headerFrame?.y ?? part.listTop) - part.top
      if gap > .zero, shelf.prepared.parts[index].id != nil {
        rules.add(parts[index].element, .paddingBlockStart, gap)
      }
      let frames = layouts[number].frames[part.cards]
      let firstTop = frames.lazy.map(\.y).min() ?? .zero
      let lastBottom = frames.lazy.map(\.maxY).max() ?? .zero
      rules.add(list, .paddingBlockStart, firstTop - part.listTop)
      let inset = part.bottom - (part.scrollbar?.room ?? .zero) - lastBottom
      rules.add(list, .paddingBlockEnd, inset + (part.scrollbar == nil ? .zero : RowScrollbar.gap))
      if parts[index].scrolls { rules.add(list, .marginBlockEnd, .zero - (part.scrollbar?.overlap ?? .zero)) }
      let boxes = shelf.prepared.shelf.arrangement.boxes
      if boxes == .row, shelf.prepared.parts[index].id != nil {
        rules.add(parts[index].element, .minBlockSize, part.bottom - part.top)
      }
      switch boxes {
      case .row: addRow(layouts[number], parts[index], of: part.cards)
      case .areas:
        addAreas(frames, columns: layouts[number].columnIndexes, layouts[number].columnSpans, part: part, list: list)
      case .lines: parts[index].lines?.add(layouts[number], at: number, to: &rules)
      case .tracks: parts[index].grid?.add(layouts[number], to: &rules)
      }
      if parts[index].overflows {
        // Browsers divide words that a reader's settings make too wide. They would also divide text that was computed
        // to be wider than its line.
        let breaksWords = !layouts[number].overflows(in: part.cards)
        rules.add(parts[index].cards, .overflowWrap, .keyword(breaksWords ? .breakWord : .normal))
      }
      articles.add(at: number, of: part, at: index, to: &rules)
    }
    tags.add(at: number, to: &rules)
  }

  private mutating func addRow(_ layout: ShelfLayout, _ part: FramedPart, of range: Range<Int>) {
    guard let first = layout.frames.first else { return }
    let start = FrameValue.bleeding(layout.cardsLeading)
    rules.add(part.list, .paddingInlineStart, start)
    rules.add(part.list, .paddingInlineEnd, .bleeding(layout.cardsTrailing))
    rules.add(part.list, .columnGap, layout.spacing)
    if let widths = part.widths {
      widths.add(.inlineSize, layout.frames[range].map(\.width)[...], to: &rules)
    } else {
      rules.add(part.cards, .inlineSize, first.width)
    }
    rules.add(part.cards, .minBlockSize, first.height)
    let snap = shelf.prepared.shelf.snap
    if snap == .none { return }
    rules.add(part.list, .scrollSnapType, .keyword(.inlineMandatory))
    rules.add(part.list, .scrollPaddingInlineStart, start)
    switch snap {
    case .none: break
    case .item: rules.add(part.cards, .scrollSnapAlign, .keyword(.start))
    case .center:
      // Cards snap to the middle of the area inside both insets, which is also the position of a card that fills it.
      rules.add(part.list, .scrollPaddingInlineEnd, .bleeding(layout.cardsTrailing))
      rules.add(part.cards, .scrollSnapAlign, .keyword(.center))
      // Firefox and WebKit scroll a row to its nearest snap position before anybody has touched it: that of the first
      // card has to be where the row begins, even if the card is wider than the area.
      if let first = part.firstCard { rules.add(first, .scrollSnapAlign, .keyword(.start)) }
    case .page:
      let starts = Set(layout.pageStarts)
      for (index, card) in cards.enumerated() {
        rules.add(card, .scrollSnapAlign, .keyword(starts.contains(index) ? .start : .none))
      }
    }
  }

  /// Adds a single grid whose row tracks are the sorted distinct edges of the cards: exact at rest. When text grows,
  /// the tracks grow and nothing overlaps.
  ///
  /// - Parameters:
  ///   - columns: the first column of each card.
  ///   - spans: the number of columns of each card.
  private mutating func addAreas(
    _ frames: ArraySlice<Frame>, columns: [Int], _ spans: [Int], part: PartLayout, list: FrameRules.Selector
  ) {
    guard let first = part.columns.first else { return }
    var edges: [Pixels] = []
    edges.reserveCapacity(2 * frames.count)
    for frame in frames {
      edges.append(frame.y)
      edges.append(frame.maxY)
    }
    edges.sort()
    edges.removeRepeated()
    let gap = part.columns.count > 1 ? part.columns[1].x - first.x - first.width : .zero
    rules.add(list, .paddingInlineStart, part.leading + first.x)
    rules.add(list, .columnGap, gap)
    rules.add(list, .gridTemplateColumns, .columns(part.columns.map(\.width)))
    rules.add(list, .gridTemplateRows, .rows(zip(edges, edges.dropFirst()).map { $1 - $0 }))
    for (index, frame) in zip(frames.indices, frames) {
      let column = columns[index] + 1
      let top = edges.place(of: frame.y) + 1
      let bottom = edges.place(of: frame.maxY) + 1
      rules.add(
        cards[index], .gridArea,
        .area(
          rowStart: top, columnStart: column, rowEnd: bottom, columnEnd: column + spans[index]))
    }
  }
}

extension LaidOutShelf {
  /// Returns whether some cards of a row have other widths than others at some step.
  ///
  /// - Complexity: O(cards x steps), O(1) if no card sets its width.
  fileprivate func hasSeveralWidths(in cards: Range<Int>) -> Bool {
    prepared.hasOwnWidths
      && layouts.contains { layout in
        layout.frames[cards].contains { $0.width != layout.frames[cards.lowerBound].width }
      }
  }
}

extension ShelfLayout {
  /// Returns whether a text of some cards is wider than its slot.
  ///
  /// - Complexity: O(texts of the cards).
  fileprivate func overflows(in cards: Range<Int>) -> Bool {
    self.cards.mayOverflow
      && self.cards[cards].contains { card in
        (0..<card.textCount).contains { card.lineDetails(ofText: $0)?.overflows == true }
      }
  }
}

extension [Pixels] {
  /// Removes repeated neighbours.
  fileprivate mutating func removeRepeated() {
    var count = 0
    for index in indices where index == 0 || self[index] != self[count - 1] {
      self[count] = self[index]
      count += 1
    }
    removeSubrange(count...)
  }

  /// The index of the first element that is not less; the elements ascend.
  fileprivate func place(of edge: Pixels) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if self[middle] < edge { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
