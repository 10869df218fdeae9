import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import Pages
import ShelfArrangements
import Synchronization
import TextLayout
import Themes

/// Shelves of one page that are laid out together: those that name the same height group, or a single one. A page
/// without shelves has one empty group.
struct ShelfGroup: Sendable {
  let page: Int
  /// The indices of the page's shelves.
  private(set) var shelves: [Int]

  /// The groups in the order of the pages.
  static func all(of site: ComposedSite) -> [ShelfGroup] {
    var groups: [ShelfGroup] = []
    for (page, content) in site.pages.enumerated() {
      var known: [String: Int] = [:]
      if content.shelves.isEmpty { groups.append(ShelfGroup(page: page, shelves: [])) }
      for (index, shelf) in content.shelves.enumerated() {
        if let name = shelf.shelf.heightGroup, let group = known[name] {
          groups[group].shelves.append(index)
        } else {
          if let name = shelf.shelf.heightGroup { known[name] = groups.count }
          groups.append(ShelfGroup(page: page, shelves: [index]))
        }
      }
    }
    return groups
  }

  func cardCount(in site: ComposedSite) -> Int {
    shelves.reduce(0) { $0 + site.pages[page].shelves[$1].shelf.cards.count }
  }

  /// The indices of the cards of all its shelves, in order.
  func cards(in site: ComposedSite) -> [(shelf: Int, card: Int)] {
    shelves.flatMap { number in
      site.pages[page].shelves[number].shelf.cards.indices.map { (number, $0) }
    }
  }

  /// Lays the shelves out.
  ///
  /// - Parameters:
  ///   - prepared: the group's cards, if they were prepared before.
  ///   - recall: the results of earlier builds: prepared and measured cards.
  func layOut(
    in site: ComposedSite, prepared: [CheckedCard]?, theme: Theme, recall: LayoutRecall?, preparer: inout TextPreparer
  ) -> LaidOutGroup {
    let content = site.pages[page]
    var diagnostics: [DiagnosticSink] = []
    var ready: [PreparedShelf] = []
    var checked: [(cards: [CheckedCard], composition: CardComposition)] = []
    var memos: [CardMemo] = []
    var firstCard = 0
    for number in shelves {
      let shelf = content.shelves[number]
      var sink = DiagnosticSink()
      var cards: [CheckedCard] = []
      var composer = shelf.composer(theme: content.theme)
      let known = recall?.cards(of: shelf.shelf, composition: composer.composition, in: self, of: site)
      let places = shelf.shelf.cards.map { known?.place(of: $0) }
      let earlier = shelf.shelf.cards.indices.map { index in
        prepared.map { $0[firstCard + index] } ?? places[index].flatMap { known?[$0] }
      }
      // All cards are composed before the first is shaped: a processor's cache does not hold the code of both.
      let composed = earlier.indices.map { earlier[$0]?.card.composed ?? composer.compose(shelf.shelf.cards[$0]) }
      for index in earlier.indices {
        let card = earlier[index] ?? CheckedCard(composed[index], theme: theme, preparer: &preparer)
        sink.report(missing: card.missing, in: card.card.composed.card.source)
        cards.append(card)
      }
      firstCard += cards.count
      let own = cards.map(\.card)
      memos.append(CardMemo(own, keeping: known?.memo, of: places))
      ready.append(prepare(shelf, cards: own, theme: content.theme, preparer: &preparer, into: &sink))
      if recall != nil { checked.append((cards, composer.composition)) }
      diagnostics.append(sink)
    }
    let laidOut = layOutTogether(ready, steps: theme.steps, theme: content.theme, memos: &memos)
    let kept =
      recall == nil ? [] : zip(checked, memos).map { KeptCards($0.cards, composition: $0.composition, memo: $1) }
    return LaidOutGroup(group: self, shelves: laidOut, diagnostics: diagnostics, cards: kept)
  }

  func prepare(
    _ shelf: ComposedSite.ComposedShelf, cards: [PreparedCard], theme: Theme, preparer: inout TextPreparer,
    into sink: inout DiagnosticSink
  ) -> PreparedShelf {
    var title: PreparedText?
    if let composed = shelf.title {
      let prepared = preparer.prepare(composed.styled)
      sink.report(missing: prepared.missing, in: shelf.shelf.source)
      title = prepared
    }
    var headers: [PreparedShelf.PreparedHeader?] = []
    for (section, title) in zip(shelf.shelf.sections, shelf.sectionTitles) {
      let header = title.map { PreparedShelf.PreparedHeader(title: $0, prepared: preparer.prepare($0.styled)) }
      sink.report(missing: header?.prepared.missing ?? [], in: section.source)
      headers.append(header)
    }
    let labels = shelf.shelf.composedColumnLabels(theme: theme).map { preparer.prepare($0.styled) }
    return PreparedShelf(
      shelf: shelf.shelf, title: shelf.title, preparedTitle: title, cards: cards, headers: headers,
      columnLabels: labels)
  }
}

/// A group whose shelves are laid out.
struct LaidOutGroup: Sendable {
  fileprivate let group: ShelfGroup
  fileprivate let shelves: [LaidOutShelf]
  fileprivate let diagnostics: [DiagnosticSink]
  /// The cards of each shelf; empty if they are not kept.
  fileprivate let cards: [KeptCards]

  /// Renders the shelves.
  func finish(
    in site: ComposedSite, theme: Theme, keepsLayouts: Bool, renderer: PageRenderer?, recall: LayoutRecall?
  ) -> [FinishedShelf] {
    let content = site.pages[group.page]
    let finished = zip(group.shelves, zip(shelves, diagnostics)).map { number, shelf in
      FinishedShelf(
        number: number, shelf.0, of: content.page, theme: content.theme, diagnostics: shelf.1,
        keepsLayouts: keepsLayouts, renderer: renderer)
    }
    return recall?.kept(finished, cards: cards, of: group, in: site) ?? finished
  }
}

/// Groups that are laid out and wait for a task that renders them.
final class WaitingGroups: Sendable {
  /// The groups; nil for a group that a task has requested.
  private let groups: Mutex<[Int: LaidOutGroup?]> = Mutex([:])

  /// Adds a group. Returns it if a task has already requested it: then the caller renders it.
  func add(_ group: LaidOutGroup, number: Int) -> LaidOutGroup? {
    groups.withLock { groups in
      if groups.keys.contains(number) { return group }
      groups[number] = .some(group)
      return nil
    }
  }

  /// Requests a group; nil if it is not laid out yet, and will be rendered by the task that does that.
  func take(_ number: Int) -> LaidOutGroup? {
    groups.withLock { $0.updateValue(nil, forKey: number) ?? nil }
  }
}

/// A shaped card, and the characters that its fonts lack, including those of its code.
struct CheckedCard: Sendable {
  let card: PreparedCard
  let missing: [UInt32]

  init(_ composed: ComposedCard, theme: borrowing Theme, preparer: inout TextPreparer) {
    card = PreparedCard(composed, preparer: &preparer)
    var missing = card.texts.flatMap(\.missing)
    for text in composeCode(of: composed.body, theme: theme) { missing += preparer.prepare(text.styled).missing }
    self.missing = missing
  }
}

/// The results of a laid-out shelf.
struct FinishedShelf: Sendable {
  /// The index of the shelf on its page.
  private(set) var number: Int
  /// The layouts; nil if they are not kept.
  let laidOut: LaidOutShelf?
  let rendered: SpooledShelf?
  let tally: LineTally
  let diagnostics: [Diagnostic]
  /// A revision that is unchanged as long as the shelf is; 0 if none is kept.
  var revision = 0

  fileprivate init(
    number: Int, _ shelf: LaidOutShelf, of page: Page, theme: Theme, diagnostics: consuming DiagnosticSink,
    keepsLayouts: Bool, renderer: PageRenderer?
  ) {
    self.number = number
    let cards = CardAtSteps.all(of: shelf)
    tally = LineTally(shelf, cards: cards, theme: theme)
    let prepared = shelf.prepared
    for card in tally.tooTall {
      diagnostics.report(.cardTooTall(prepared.cards[card].composed.card, at: card, shelf: prepared.shelf))
    }
    for (shortage, card) in tally.shortages {
      diagnostics.report(.slotWithoutRoom(shortage, of: prepared.cards[card].composed.card, in: theme))
    }
    if shelf.views.first?.choice.columns != nil,
      let step = theme.steps.first(where: { prepared.shortageOfColumnToggle(at: $0) != nil }),
      let need = prepared.shortageOfColumnToggle(at: step)
    {
      diagnostics.report(.columnToggleWithoutRoom(prepared.shelf, need: need, at: step))
    }
    if tally.width > .longestInBrowsers {
      diagnostics.report(.tooLong(prepared.shelf, "row", "wide", tally.width))
    }
    self.diagnostics = diagnostics.diagnostics
    rendered = renderer?.render(shelf, cards: cards, of: page)
    laidOut = keepsLayouts ? shelf : nil
  }
}

extension FinishedShelf {
  /// The same shelf at another position on its page.
  func moved(to number: Int) -> FinishedShelf {
    var shelf = self
    shelf.number = number
    return shelf
  }
}

/// Counts for a shelf's cards.
struct LineTally: Sendable {
  /// The lines of all distinct layouts of all cards.
  private(set) var lines = LineTotals()
  /// Cards that no clamp can hold.
  private(set) var tooTall: [Int] = []
  /// Slots without room, each with the first such card.
  private(set) var shortages: [(shortage: SlotShortage, card: Int)] = []

  /// At each step, in the tallest view.
  private(set) var heights: [Pixels]
  /// The width of the widest row.
  private(set) var width = Pixels.zero

  /// - Parameter cards: the different layouts of each card.
  init(_ shelf: LaidOutShelf, cards: [[CardAtSteps]], theme: Theme) {
    let all = shelf.allLayouts
    heights = Array(repeating: .zero, count: shelf.layouts.count)
    // Layouts are large: elements of spans are accessed without being copied.
    for view in shelf.views {
      let layouts = view.layouts.span
      for step in layouts.indices { heights[step] = max(heights[step], layouts[step].size.height) }
    }
    if shelf.prepared.shelf.arrangement.isOneRow {
      width = all.map { $0.frames.last?.maxX ?? .zero }.max() ?? .zero
    }
    let steps = theme.steps
    // A card that is too tall only where text is enlarged is due to its reader, not its author.
    let ownSteps = Set(steps.ofDevices.map(\.index))
    for index in cards.indices {
      let layouts = cards[index]
      let card = shelf.prepared.cards[index]
      var exceedsMaximum = false
      for place in layouts.indices where isFirst(place, in: layouts.span) {
        for shortage in card.slotsWithoutRoom(in: layouts[place].card, theme: theme)
        where !shortages.contains(where: { $0.shortage.isLike(shortage) }) {
          shortages.append((shortage, index))
        }
        lines.add(layouts[place].card)
        exceedsMaximum = exceedsMaximum || layouts[place].card.exceedsMaximum
      }
      if exceedsMaximum,
        all.indices.contains(where: { ownSteps.contains($0 % steps.count) && all[$0].cards[index].exceedsMaximum })
      {
        tooTall.append(index)
      }
    }
  }
}

/// Returns whether no layout before one is equal to it: equal layouts need not be neighbours. Elements of spans are
/// accessed without being copied.
private func isFirst(_ place: Int, in layouts: Span<CardAtSteps>) -> Bool {
  let width = layouts[place].card.width
  for earlier in 0..<place where layouts[earlier].card.width == width {
    if layouts[earlier].card == layouts[place].card { return false }
  }
  return true
}

extension SlotShortage {
  fileprivate func isLike(_ other: SlotShortage) -> Bool { slot == other.slot && anatomy == other.anatomy }
}

extension DiagnosticSink {
  /// Reports characters that no font of a text has.
  mutating func report(missing: [UInt32], in source: SourceText) {
    if missing.isEmpty { return }
    var findings = Findings(path: source.path)
    for scalar in Set(missing).sorted() { findings.report(.glyphMissing, .missingGlyph(scalar, in: source)) }
    report(contentsOf: findings.all)
  }
}
