import Diagnostics
public import Geometry
import Pages
import ShelfArrangements
import Themes

/// The differences between two layouts, with their causes.
///
/// The layouts are compared at the least page width of each step of either. Lengths that differ by no more than the
/// tolerance are equal; counts are exact. Changes of content that move nothing follow those of the layout.
///
/// - Complexity: O(cards x steps x slots + bytes of the cards); layouts of identical shelves are skipped.
public func compareLayouts(
  before: LayoutSide, after: LayoutSide, tolerance: Pixels = .zero, filter: ChangeFilter = ChangeFilter(),
  isLayoutOnly: Bool = false
) -> LayoutDifference {
  var comparison = SiteComparison(before: before, after: after, tolerance: tolerance, filter: filter)
  comparison.compare(isLayoutOnly: isLayoutOnly)
  return comparison.difference
}

private struct SiteComparison {
  let before: LayoutRecord
  let after: LayoutRecord
  let context: ComparisonContext
  let filter: ChangeFilter
  let siteCauses: [ChangeCause]

  private(set) var difference = LayoutDifference(
    changes: [], shelfCount: 0, changedShelves: [], cardCount: 0, changedCardCount: 0)
  /// The shelves on both sides, page by page.
  private var pairs: [MatchedShelf] = []
  private var shelves: [ShelfComparison] = []

  init(before: LayoutSide, after: LayoutSide, tolerance: Pixels, filter: ChangeFilter) {
    self.before = before.record
    self.after = after.record
    self.filter = filter
    let causes = SourceCauses(before: before, after: after)
    let steps = Set(before.record.stepWidths).union(after.record.stepWidths).sorted()
    // A step is as narrow as its widest pages.
    let enlarged = zip(steps, steps.dropFirst()).prefix { $1 <= Step.narrowestDevice }.map(\.0)
    context = ComparisonContext(
      causes: causes, tolerance: tolerance, steps: Array(steps.dropFirst(enlarged.count)), enlargedSteps: enlarged,
      widthClasses: after.record.widthClasses,
      arrangements: standardArrangements + (after.content?.arrangements ?? []))
    siteCauses = causes.ofSite()
  }

  mutating func compare(isLayoutOnly: Bool) {
    let pages = Matching(before.pages, after.pages) {
      $0.path
    } isSame: { _, _ in
      false
    }
    for index in pages.added { add(.pageAdded, "page added", after.pages[index]) }
    for index in pages.removed { add(.pageRemoved, "page removed", before.pages[index]) }
    for pair in pages.pairs { compare(before.pages[pair.before], after.pages[pair.after]) }
    compareShelves()
    addHeadline()
    for shelf in shelves { add(shelf) }
    addEnlarged()
    if !isLayoutOnly { addContent(of: pages.pairs.map { after.pages[$0.after] }) }
    difference.changes.sort(by: precedes)
    if !filter.isAll { difference.changes = difference.changes.filter(isTaken) }
  }

  // MARK: Widths

  /// Adds what changed of the widths, if nothing is laid out in another way because of it.
  private mutating func addWidths() {
    if before.widthClasses == after.widthClasses { return }
    let causes = context.causes.ofWidths()
    func add(_ what: String, _ name: String) {
      var line = LayoutChange(kind: .widths, page: "", what: what)
      line.causes = causes.filter { $0.subject.hasPrefix("widthClasses.\(name).") }
      difference.changes.append(line)
    }
    let classes = Matching(before.widthClasses, after.widthClasses) {
      $0.name
    } isSame: { _, _ in
      false
    }
    for index in classes.added {
      add("width class \(after.widthClasses[index].name) added", after.widthClasses[index].name)
    }
    for index in classes.removed {
      add("width class \(before.widthClasses[index].name) removed", before.widthClasses[index].name)
    }
    for pair in classes.pairs {
      let (old, new) = (before.widthClasses[pair.before], after.widthClasses[pair.after])
      if old.minWidth != new.minWidth {
        add("width class \(new.name) from \(old.minWidth) -> \(new.minWidth) px", new.name)
      }
      let (a, b) = (old.steps.map(\.minWidth), new.steps.map(\.minWidth))
      for width in b where !a.contains(width) && width != new.minWidth { add("step \(width) px added", new.name) }
      for width in a where !b.contains(width) && width != old.minWidth { add("step \(width) px removed", new.name) }
    }
  }

  // MARK: Pages and shelves

  private mutating func add(_ kind: LayoutChange.ChangeKind, _ what: String, _ page: PageRecord) {
    let taken = page.shelves.filter { isTaken($0, on: page.path) }
    guard filter.isAll || !taken.isEmpty || filter.takes(page.path, page.source) else { return }
    count(taken, changed: true)
    var line = LayoutChange(kind: kind, page: page.path, what: what)
    line.causes = [ChangeCause(path: page.source, subject: "", detail: "")]
    difference.changes.append(line)
  }

  private mutating func count(_ shelves: [ShelfRecord], changed: Bool) {
    difference.shelfCount += shelves.count
    difference.cardCount += shelves.reduce(0) { $0 + $1.cards.count }
    if changed {
      difference.changedShelves.formUnion(shelves.map(\.id))
      difference.changedCardCount += shelves.reduce(0) { $0 + $1.cards.count }
    }
  }

  private mutating func compare(_ old: PageRecord, _ new: PageRecord) {
    let matching = Matching(old.shelves, new.shelves) {
      $0.id
    } isSame: { a, b in
      // Renamed shelves are matched by the names of their cards.
      let (x, y) = (Set(a.cards.map { name($0, in: a) }), Set(b.cards.map { name($0, in: b) }))
      return !x.isEmpty && 2 * x.intersection(y).count > max(x.count, y.count)
    }
    let pageCauses = context.causes.ofPage(new.source)
    for index in matching.added where isTaken(new.shelves[index], on: new.path) {
      tell(.shelfAdded, "shelf added", new.shelves[index], page: new.path)
      count([new.shelves[index]], changed: true)
    }
    for index in matching.removed where isTaken(old.shelves[index], on: old.path) {
      tell(.shelfRemoved, "shelf removed", old.shelves[index], page: old.path)
      count([old.shelves[index]], changed: true)
    }
    addHead(old, new, causes: pageCauses)
    let moved = matching.moved { place in
      !context.causes.changedValues(of: new.shelves[matching.pairs[place].after].source) { $0 == "weight" }.isEmpty
    }
    for (place, pair) in matching.pairs.enumerated() {
      let (a, b) = (old.shelves[pair.before], new.shelves[pair.after])
      guard isTaken(a, on: old.path) || isTaken(b, on: new.path) else { continue }
      let isRenamed = matching.renamed.contains(pair.after)
      let hasPageCause = !pageCauses.isEmpty || old.textSize != new.textSize
      pairs.append(
        MatchedShelf(
          page: new.path, before: a, after: b, isRenamed: isRenamed, hasWiderCause: !siteCauses.isEmpty || hasPageCause,
          causes: context.causes))
      count([b], changed: false)
      if isRenamed {
        var line = LayoutChange(kind: .shelfRenamed, page: new.path, shelf: b.id, what: "shelf renamed")
        line.widths = context.allWidths
        line.causes = [ChangeCause(path: b.source, subject: "", detail: "\(a.id) -> \(b.id)")]
        difference.changes.append(line)
        difference.changedShelves.insert(b.id)
      }
      if moved.contains(place) {
        var line = LayoutChange(kind: .shelfMoved, page: new.path, shelf: b.id, what: "shelf moved")
        line.widths = context.allWidths
        line.causes =
          context.causes.changedValues(of: b.source) { $0 == "weight" }
          + context.causes.changedValues(of: new.source) { $0 == "shelves" }
        if line.causes.isEmpty {
          line.causes = [
            ChangeCause(path: b.source, subject: "", detail: "from place \(pair.before + 1) to \(pair.after + 1)")
          ]
        }
        difference.changes.append(line)
        difference.changedShelves.insert(b.id)
      }
    }
  }

  private func name(_ card: CardRecord, in shelf: ShelfRecord) -> Substring { card.id.dropFirst(shelf.id.count) }

  private mutating func tell(_ kind: LayoutChange.ChangeKind, _ what: String, _ shelf: ShelfRecord, page: String) {
    var line = LayoutChange(kind: kind, page: page, shelf: shelf.id, what: what)
    line.widths = context.allWidths
    line.causes = [ChangeCause(path: shelf.source, subject: "", detail: "")]
    difference.changes.append(line)
  }

  /// A card that moved to another shelf is one change, reported for the shelf that has it now.
  private mutating func compareShelves() {
    let removed = pairs.flatMap { pair in pair.matching.removed.map { pair.before.cards[$0] } }
    let added = pairs.flatMap { pair in pair.matching.added.map { pair.after.cards[$0] } }
    let matching = Matching(removed, added) {
      $0.id
    } isSame: {
      isNamesake($0, $1, causes: context.causes)
    }
    var moves = CardMoves()
    for pair in matching.pairs { moves.add(from: removed[pair.before], to: added[pair.after]) }
    shelves = pairs.map { ShelfComparison(context, $0, moves: moves) }
  }

  /// Adds the change of what stands above the shelves.
  private mutating func addHead(_ old: PageRecord, _ new: PageRecord, causes: [ChangeCause]) {
    guard filter.isAll || filter.takes(new.path, new.source), !old.head.isEmpty, !new.head.isEmpty else { return }
    let changed = context.causes.changedValues(of: new.source) { ["title", "body"].contains($0) }
    var groups = ChangeGroups()
    for width in context.steps {
      guard let a = old.head.run(at: width), let b = new.head.run(at: width) else { continue }
      for (key, name, before, after) in [
        ("title", "title", a.titleLines, b.titleLines),
        ("body", "introduction", a.introductionLines, b.introductionLines),
      ] where before != after {
        guard var cause = changed.first(where: { $0.subject == key }) else { continue }
        cause.line = cause.line ?? context.causes.firstDifferingLine(ofBody: new.source)
        (cause.subject, cause.detail) = (name, "")
        var line = LayoutChange(kind: .pageHead, page: new.path, causes: [cause])
        line.amounts = Amounts(.lines, at: width, before, after)
        groups.add(line, at: width)
      }
    }
    difference.changes += groups.changes(in: context)
  }

  private mutating func addContent(of pages: [PageRecord]) {
    var content = ContentChanges(context.causes, after: difference.changes)
    for page in pages { content.add(page) }
    for shelf in shelves { content.add(shelf) }
    content.addSite()
    difference.changes = content.layout + content.changes
    let moved = Set(shelves.flatMap { shelf in shelf.changedCards.map { shelf.after.cards[$0].id } })
    difference.changedCardCount += Set(content.changes.flatMap(\.cards)).subtracting(moved).count
  }

  /// Adds the shelves that change only on pages narrower than devices are.
  private mutating func addEnlarged() {
    let only = shelves.filter { $0.isChangedEnlarged && !$0.isChanged }
    guard let first = only.first else { return }
    difference.changedShelves.formUnion(only.map(\.after.id))
    var line = LayoutChange(kind: .enlargedText, page: only.count == 1 ? first.page : "")
    line.shelf = only.count == 1 ? first.after.id : nil
    line.what = only.count == 1 ? "only with enlarged text" : "\(only.count) shelves only with enlarged text"
    line.causes = Array(only.flatMap(\.ownCauses).prefix(3))
    if line.causes.isEmpty { line.causes = siteCauses }
    difference.changes.append(line)
  }

  private mutating func add(_ shelf: ShelfComparison) {
    guard shelf.isChanged else { return }
    difference.changedShelves.insert(shelf.after.id)
    difference.changedCardCount += shelf.changedCards.count
    difference.changes += shelf.explained
    if shelf.isChangedEnlarged, let last = difference.changes.indices.last, !shelf.explained.isEmpty {
      difference.changes[last].isAlsoEnlarged = difference.changes[last].widths != context.allWidths
    }
    // Changes in the headline are not repeated.
    if shelf.hasWiderCause || isAllUnexplained { return }
    difference.changes += shelf.unexplained.map { line in
      var line = line
      if line.causes.isEmpty { line.causes = [.unknown] }
      return line
    }
  }

  // MARK: Changes of all shelves

  /// True if every shelf differs without any explanation.
  private var isAllUnexplained: Bool {
    siteCauses.isEmpty && shelves.count > 1
      && shelves.allSatisfy { !$0.unexplained.isEmpty && $0.explained.isEmpty && !$0.hasWiderCause }
  }

  private mutating func addHeadline() {
    let touched = shelves.filter(\.isTouchedByWiderCause)
    if touched.isEmpty || siteCauses.isEmpty { addWidths() }
    if !siteCauses.isEmpty {
      headline(of: touched, causes: siteCauses, page: "")
    } else if isAllUnexplained {
      headline(of: shelves, causes: [.unknown], page: "")
    } else {
      for page in after.pages {
        let own = shelves.filter { $0.page == page.path && $0.isTouchedByWiderCause }
        let causes = context.causes.ofPage(page.source)
        headline(of: own, causes: causes.isEmpty ? [.unknown] : causes, page: page.path)
      }
    }
  }

  private mutating func headline(of touched: [ShelfComparison], causes: [ChangeCause], page: String) {
    if touched.isEmpty { return }
    let all = page.isEmpty ? difference.shelfCount : shelves.count { $0.page == page }
    var line = LayoutChange(kind: .everything, page: page)
    line.counts = LayoutChange.Counts(
      shelves: touched.count, allShelves: all, cards: touched.reduce(0) { $0 + $1.changedCards.count })
    line.widths = context.span(touched.reduce(into: []) { $0.formUnion($1.changedWidths) })
    line.causes = causes
    difference.changes.append(line)
  }

  // MARK: Order and filter

  private func precedes(_ a: LayoutChange, _ b: LayoutChange) -> Bool { key(of: a) < key(of: b) }

  /// Headlines come first, then the pages and shelves in their order, then kinds, widths and cards. What moves nothing
  /// is last, with new hosts before all else.
  private func key(of change: LayoutChange) -> SortKey {
    let page = after.pages.firstIndex { $0.path == change.page } ?? after.pages.count
    var shelf = 0
    if let id = change.shelf {
      shelf =
        after.pages.indices.contains(page)
        ? after.pages[page].shelves.firstIndex { $0.id == id } ?? after.pages[page].shelves.count : 0
    }
    let group =
      switch change.kind {
      case .everything, .widths: 0
      case .enlargedText: 2
      case .content: change.what == change.content?.rawValue ? 4 : 3
      default: 1
      }
    return SortKey(
      numbers: [
        group, page, change.shelf == nil ? 0 : 1, shelf,
        LayoutChange.ChangeKind.allCases.firstIndex(of: change.kind) ?? 0,
        change.widths.stretches.first?.from ?? 0,
      ], texts: [change.page, change.shelf ?? ""] + change.cards + [change.what] + change.causes.map(\.place))
  }

  private struct SortKey: Comparable {
    let numbers: [Int]
    let texts: [String]

    static func < (a: SortKey, b: SortKey) -> Bool {
      a.numbers == b.numbers
        ? a.texts.lexicographicallyPrecedes(b.texts) : a.numbers.lexicographicallyPrecedes(b.numbers)
    }
  }

  private func isTaken(_ shelf: ShelfRecord, on page: String) -> Bool {
    filter.isAll || filter.takes(page, shelf.id, shelf.source)
      || shelf.cards.contains { filter.takes($0.id, $0.source) }
  }

  /// The changes of a shelf that concern a card, if the shelf changed only because of that card.
  private func isTaken(_ change: LayoutChange) -> Bool {
    guard let shelf = change.shelf else {
      return change.kind != .content || filter.takes(change.page) || change.causes.contains { filter.takes($0.path) }
    }
    return filter.takes(change.page, shelf) || change.cards.contains { filter.takes($0) }
      || change.causes.contains { filter.takes($0.path) }
  }
}

extension ChangeCause {
  /// The cause if no difference in the sources can be the reason.
  static let unknown = ChangeCause(path: "", subject: "", detail: "cause not found in sources")
}

/// The cards that went to another shelf.
struct CardMoves {
  /// The cards as they were, by their new ids.
  private(set) var origins: [String: CardRecord] = [:]
  /// The cards as they are, by their old ids.
  private(set) var destinations: [String: CardRecord] = [:]

  mutating func add(from old: CardRecord, to new: CardRecord) {
    origins[new.id] = old
    destinations[old.id] = new
  }
}

/// A shelf on both sides.
struct MatchedShelf {
  let page: String
  let before: ShelfRecord
  let after: ShelfRecord
  let isRenamed: Bool
  /// True if the theme, a font, the settings or the page changed: this may be the cause of anything that nothing in the
  /// shelf explains.
  let hasWiderCause: Bool
  let matching: Matching

  init(
    page: String, before: ShelfRecord, after: ShelfRecord, isRenamed: Bool, hasWiderCause: Bool, causes: SourceCauses
  ) {
    self.page = page
    self.before = before
    self.after = after
    self.isRenamed = isRenamed
    self.hasWiderCause = hasWiderCause
    let (old, new) = (before.id, after.id)
    matching = Matching(before.cards, after.cards) { card in
      // Cards of a renamed shelf are identified by the rest of their ids.
      guard isRenamed else { return card.id }
      return String(card.id.dropFirst((card.id.hasPrefix(new + "/") ? new : old).count))
    } isSame: {
      isNamesake($0, $1, causes: causes)
    }
  }
}

extension LayoutRecord {
  /// The least page widths of all steps, ascending.
  var stepWidths: [Int] { steps.map(\.minWidth).sorted() }

  var steps: [ClassRecord.StepRecord] { widthClasses.flatMap(\.steps) }
}
