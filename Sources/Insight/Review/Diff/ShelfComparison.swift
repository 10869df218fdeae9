import CardLayout
import Content
import Diagnostics
import Geometry
import Pages
import ShelfArrangements

/// The context for comparing all shelves.
struct ComparisonContext {
  let causes: SourceCauses
  let tolerance: Pixels
  /// The least page widths of the steps of both sides, ascending, without those that no device shows at its own size.
  let steps: [Int]
  /// The steps of pages narrower than devices are: browsers show them when a reader enlarges text.
  let enlargedSteps: [Int]
  let widthClasses: [ClassRecord]
  /// The arrangements that shelves can have.
  let arrangements: [AnyArrangement]

  var allWidths: WidthSpan { span(Set(steps)) }

  func span(_ widths: Set<Int>) -> WidthSpan { WidthSpan(widths, of: steps, in: widthClasses) }

  fileprivate func leastWidth(showing cause: ChangeCause) -> Int {
    let names = cause.subject.split(separator: ".")
    return names.count < 2 ? 0 : widthClasses.first { $0.name == names[names.count - 1] }?.minWidth ?? 0
  }

  func differs(_ a: Pixels, _ b: Pixels) -> Bool {
    (a - b).sixtyFourths.magnitude > tolerance.sixtyFourths.magnitude
  }
}

/// One shelf before and after.
struct ShelfComparison {
  let context: ComparisonContext
  private let shelf: MatchedShelf
  let moves: CardMoves
  /// Values of the shelf's own front matter that changed and may change every card, with the least page width at which
  /// each can show: a value of a width class holds from that class on.
  private let shelfCauses: [(cause: ChangeCause, from: Int)]

  /// The indices of the pairs whose cards moved.
  private(set) var moved: [Int] = []
  /// Changes that sources of the shelf explain, or that need no explanation.
  private(set) var explained: [LayoutChange] = []
  /// Changes without an explanation.
  private(set) var unexplained: [LayoutChange] = []
  /// The cards that changed: for cards on both sides their index after, and all cards that are on one side only.
  private(set) var changedCards: Set<Int> = []
  /// True if something in the shelf has the wider cause.
  private(set) var isTouchedByWiderCause = false
  /// The widths at which the shelf differs.
  private(set) var changedWidths: Set<Int> = []
  /// True if the shelf differs on pages narrower than devices are.
  private(set) var isChangedEnlarged = false

  private var explainedGroups = ChangeGroups()
  private var unexplainedGroups = ChangeGroups()
  private var keysOfPairs: [Set<String>?]

  var page: String { shelf.page }
  var before: ShelfRecord { shelf.before }
  var after: ShelfRecord { shelf.after }
  var hasWiderCause: Bool { shelf.hasWiderCause }
  var matching: Matching { shelf.matching }

  /// The arrangement of the shelf; nil if a layout from a file names one that neither the site nor this version of
  /// Cardshelf has.
  var arrangement: AnyArrangement? { context.arrangements.named(after.arrangement) }
  private var isOneRow: Bool { arrangement?.isOneRow ?? false }

  var isChanged: Bool { !explained.isEmpty || !unexplained.isEmpty || isTouchedByWiderCause }

  init(_ context: ComparisonContext, _ shelf: MatchedShelf, moves: CardMoves) {
    self.context = context
    self.shelf = shelf
    self.moves = moves
    let (before, after, matching, causes) = (shelf.before, shelf.after, shelf.matching, context.causes)
    shelfCauses = causes.ofShelf(after) { !Self.orderKeys.contains($0) && !Self.silentKeys.contains($0) }
      .map { (cause: $0, from: context.leastWidth(showing: $0)) }
    keysOfPairs = Array(repeating: nil, count: matching.pairs.count)
    if before == after, !shelf.isRenamed { return }
    for (index, pair) in matching.pairs.enumerated() {
      keysOfPairs[index] = causes.changedKeys(before.cards[pair.before], after.cards[pair.after])
    }
    let keys = keysOfPairs
    moved = matching.moved(preferring: { !(keys[$0] ?? []).isDisjoint(with: ["weight", "date", "title"]) })
    compare()
  }

  /// Keys that decide which cards there are, and their order.
  static let orderKeys: Set = ["sort", "limit"]
  /// Keys that change no frame, or whose change is reported separately.
  private static let silentKeys: Set = ["title", "body", "kind", "weight", "snap", "draft", "arrangement", "dir"]

  private mutating func compare() {
    addStructure()
    if before.arrangement != after.arrangement {
      explained.append(
        LayoutChange(
          kind: .arrangement, page: page, shelf: after.id, widths: context.allWidths,
          what: "\(before.arrangement) -> \(after.arrangement)",
          causes: context.causes.ofShelf(after) { $0 == "arrangement" }))
      changedCards.formUnion(matching.pairs.map(\.after))
      return
    }
    for (old, new) in before.views(like: after) {
      for width in context.steps { compare(old, new, at: width) }
      isChangedEnlarged = isChangedEnlarged || context.enlargedSteps.contains { differ(old, new, at: $0) }
    }
    explained += explainedGroups.changes(in: context)
    unexplained = unexplainedGroups.changes(in: context)
    joinConsequences()
  }

  /// Returns whether anything differs at a step.
  private func differ(_ old: ShelfView, _ new: ShelfView, at width: Int) -> Bool {
    guard let a = old.layouts.run(at: width), let b = new.layouts.run(at: width) else { return false }
    return context.differs(a.height, b.height) || columnChange(a, b) != nil || hasOtherBox(a, b)
      || !deltas(old, new, at: width).isEmpty
  }

  private func deltas(_ old: ShelfView, _ new: ShelfView, at width: Int) -> [CardDelta] {
    matching.pairs.enumerated().compactMap { index, pair in
      guard old.cards.indices.contains(pair.before), new.cards.indices.contains(pair.after),
        let a = old.cards[pair.before].runs.run(at: width), let b = new.cards[pair.after].runs.run(at: width)
      else { return nil }
      return CardDelta(pair: index, a, b, tolerance: context.tolerance)
    }
  }

  // MARK: One step

  private func shelfCauses(at width: Int) -> [ChangeCause] {
    shelfCauses.filter { $0.from <= width }.map(\.cause)
  }

  private mutating func compare(_ old: ShelfView, _ new: ShelfView, at width: Int) {
    guard let oldRun = old.layouts.run(at: width), let newRun = new.layouts.run(at: width) else { return }
    let deltas = deltas(old, new, at: width)
    let columns = columnChange(oldRun, newRun)
    let isTaller = context.differs(oldRun.height, newRun.height)
    if deltas.isEmpty, columns == nil, !isTaller, !hasOtherBox(oldRun, newRun) { return }
    changedWidths.insert(width)
    changedCards.formUnion(deltas.map { matching.pairs[$0.pair].after })
    let roots = deltas.compactMap { root($0, at: width) }
    let rootPairs = Set(roots.map(\.delta.pair))
    let others = deltas.filter { !rootPairs.contains($0.pair) }
    var step = StepLines(movement: movement(of: others, old, new, at: width))
    step.isTouchedByWiderCause =
      hasWiderCause && others.contains(where: \.isOtherInside)
    if let columns {
      var line = change(
        .columns, amounts: Amounts(.columns, at: width, columns.0, columns.1), causes: shelfCauses(at: width))
      if isTaller { line.heights = Amounts(.pixels, at: width, oldRun.height, newRun.height) }
      step.add(line, isExplained: !shelfCauses(at: width).isEmpty)
    } else if isTaller {
      addHeight(oldRun, newRun, roots: roots, at: width, to: &step)
    } else if !shelfCauses(at: width).isEmpty, !deltas.isEmpty {
      var line = summary(of: deltas, at: width)
      line.causes = shelfCauses(at: width)
      step.add(line, isExplained: true)
    }
    for root in roots where !step.told.contains(root.delta.pair) { step.add(line(of: root, at: width)) }
    if columns == nil, shelfCauses(at: width).isEmpty, isSameSet, !(roots.isEmpty && hasWiderCause) {
      if let moved = columnMove(old, new, at: width) { step.add(moved) }
    }
    finish(step, deltas: deltas, at: width)
  }

  private mutating func finish(_ step: StepLines, deltas: [CardDelta], at width: Int) {
    var step = step
    if step.lines.isEmpty, step.unexplained.isEmpty, deltas.isEmpty {
      var line = change(.position)
      line.what = "title"
      step.add(line, isExplained: false)
    } else if step.lines.isEmpty, step.unexplained.isEmpty {
      if let first = explained.firstIndex(where: { $0.kind != .direction && $0.kind != .shelfRenamed }) {
        // The consequences of cards that were added, removed or moved.
        explained[first].movement.merge(step.movement)
      } else {
        step.unexplained.append(summary(of: deltas, at: width))
      }
    }
    if hasWiderCause, step.isTouchedByWiderCause || !step.unexplained.isEmpty { isTouchedByWiderCause = true }
    if !step.lines.isEmpty { step.lines[0].movement = step.movement }
    for line in step.lines { explainedGroups.add(line, at: width) }
    if !step.unexplained.isEmpty { step.unexplained[0].movement = step.movement }
    for line in step.unexplained { unexplainedGroups.add(line, at: width) }
  }

  /// Adds the change of the shelf's own height.
  private func addHeight(_ old: ShelfRun, _ new: ShelfRun, roots: [Root], at width: Int, to step: inout StepLines) {
    var line = change(
      .height, amounts: Amounts(.pixels, at: width, old.height, new.height), causes: shelfCauses(at: width))
    line.causes += headerCauses(old, new, at: width)
    // The part of the change that a card causes is unknown if the wider cause changed the others too.
    if shelfCauses(at: width).isEmpty, !step.isTouchedByWiderCause {
      var responsible = roots
      if isOneRow {
        let grew = new.height > old.height
        if let a = old.tallest, let b = new.tallest, !isSameCard(a, b) {
          line.setter = LayoutChange.Setter(before: a, after: b)
        }
        let id = grew ? new.tallest : old.tallest
        let setting = roots.filter { (grew ? afterCard($0).id : beforeCard($0).id) == id }
        if !setting.isEmpty {
          responsible = setting
        } else if let id, let cause = structuralCause(of: id, cameNew: grew) {
          responsible = []
          line.causes.append(cause)
        }
      } else {
        let resized = roots.filter(\.delta.isResized)
        if !resized.isEmpty { responsible = resized }
        line.causes += structuralCauses
      }
      line.causes += responsible.flatMap(\.causes)
      line.cards = responsible.map { afterCard($0).id }
      step.told.formUnion(responsible.map(\.delta.pair))
      if line.causes.isEmpty { line.causes = structuralCauses }
    }
    step.add(line, isExplained: !line.causes.isEmpty)
  }

  private func headerCauses(_ old: ShelfRun, _ new: ShelfRun, at width: Int) -> [ChangeCause] {
    var causes: [ChangeCause] = []
    func tell(_ a: ShelfRun.HeaderRecord?, _ b: ShelfRun.HeaderRecord?, _ path: String) {
      guard a?.lines != b?.lines else { return }
      var cause = ChangeCause(path: path, subject: "title")
      cause.line = b == nil ? nil : context.causes.after.content?.files[path]?.line(ofKey: "title")
      if let a, let b {
        cause.amounts = Amounts(.lines, at: width, a.lines, b.lines)
      } else {
        cause.detail = a == nil ? "added" : "removed"
      }
      causes.append(cause)
    }
    tell(old.header, new.header, after.source)
    for section in new.sections {
      guard let id = section.id, let other = old.sections.first(where: { $0.id == id }) else { continue }
      tell(other.header, section.header, "Content/\(id)/_index.md")
    }
    return causes
  }

  // MARK: Cards that changed by themselves

  /// A card that changed, and the reason.
  struct Root {
    let delta: CardDelta
    let facts: [CardFact]
    let causes: [ChangeCause]
  }

  func beforeCard(_ root: Root) -> CardRecord { before.cards[matching.pairs[root.delta.pair].before] }
  func afterCard(_ root: Root) -> CardRecord { after.cards[matching.pairs[root.delta.pair].after] }

  private func root(_ delta: CardDelta, at width: Int) -> Root? {
    var facts = delta.facts
    if let keys = keysOfPairs[delta.pair] {
      let telling = keys.subtracting(SourceCauses.silentKeys)
      if telling.isEmpty { return nil }
      let isSetOtherwise = !keys.isDisjoint(with: ["lang", "dir", "span", "card", "cardWidth", "height"])
      let direct = facts.filter { fact in
        guard let slot = fact.slot else { return true }
        return keys.contains(slot.name) || (slot == .title && keys.contains("body"))
      }
      facts = direct.isEmpty && !facts.isEmpty && isSetOtherwise ? [.own] : direct
      // A card of a row is as tall as others are.
      let isOwnSize =
        context.differs(delta.before.frame.width, delta.after.frame.width)
        || (!isOneRow && delta.isResized)
      if facts.isEmpty, isOwnSize, !hasWiderCause, shelfCauses(at: width).isEmpty { facts = [.own] }
    } else if hasWiderCause || !shelfCauses(at: width).isEmpty {
      return nil
    }
    if facts.isEmpty { return nil }
    let pair = matching.pairs[delta.pair]
    return Root(
      delta: delta, facts: facts,
      causes: context.causes.causes(
        of: facts, keys: keysOfPairs[delta.pair], before.cards[pair.before], after.cards[pair.after], at: width))
  }

  private func line(of root: Root, at width: Int) -> LayoutChange {
    var line = change(.text, causes: root.causes)
    line.cards = [afterCard(root).id]
    let (old, new) = (root.delta.before.frame, root.delta.after.frame)
    if !isOneRow, !isTouchedByWiderCause, context.differs(old.height, new.height) {
      line.kind = .cardSize
      line.what = "card"
      line.amounts = Amounts(.pixels, at: width, old.height, new.height)
    } else if context.differs(old.width, new.width) {
      line.kind = .cardSize
      line.what = "card width"
      line.amounts = Amounts(.pixels, at: width, old.width, new.width)
    } else {
      line.kind = kind(of: root.facts)
      line.what = line.kind == .textCut ? "text cut" : line.kind.rawValue
    }
    return line
  }

  private func kind(of facts: [CardFact]) -> LayoutChange.ChangeKind {
    if facts.contains(where: { if case .cut = $0 { true } else { false } }) { return .textCut }
    if facts.allSatisfy({ $0.slot == .tags }) { return .tags }
    return facts.contains { $0.slot == .image } ? .image : .text
  }

  // MARK: Lines

  func change(
    _ kind: LayoutChange.ChangeKind, amounts: Amounts? = nil, causes: [ChangeCause] = []
  ) -> LayoutChange {
    LayoutChange(
      kind: kind, page: page, shelf: after.id, amounts: amounts, causes: causes)
  }

  /// The most visible change of cards that changed together.
  private func summary(of deltas: [CardDelta], at width: Int) -> LayoutChange {
    var line = change(.position)
    line.what = "position"
    if let wider = deltas.first(where: { context.differs($0.before.frame.width, $0.after.frame.width) }) {
      line.kind = .cardSize
      line.what = "card width"
      line.amounts = Amounts(.pixels, at: width, wider.before.frame.width, wider.after.frame.width)
    } else if let taller = deltas.first(where: \.isResized) {
      line.kind = .cardSize
      line.what = "card"
      line.amounts = Amounts(.pixels, at: width, taller.before.frame.height, taller.after.frame.height)
    } else if let other = deltas.first(where: { !$0.facts.isEmpty }) {
      line.kind = kind(of: other.facts)
      line.what = line.kind == .textCut ? "text cut" : line.kind.rawValue
      let pair = matching.pairs[other.pair]
      line.insideCount = deltas.count { !$0.facts.isEmpty }
      if shelfCauses(at: width).isEmpty, line.insideCount == 1 {
        line.cards = [after.cards[pair.after].id]
        line.causes = context.causes.causes(
          of: other.facts, keys: keysOfPairs[other.pair], before.cards[pair.before], after.cards[pair.after],
          at: width)
      }
    } else if deltas.contains(where: { $0.isOtherInside && !$0.isMoved }) {
      line.kind = .slot
      line.what = "inside cards"
    }
    return line
  }

  /// True if something other than its height and columns differs that does not belong to a card.
  private func hasOtherBox(_ old: ShelfRun, _ new: ShelfRun) -> Bool {
    func differ(_ a: ShelfRun.HeaderRecord?, _ b: ShelfRun.HeaderRecord?) -> Bool {
      a?.lines != b?.lines || context.differs(a?.height ?? .zero, b?.height ?? .zero)
    }
    return context.differs(old.width, new.width) || differ(old.header, new.header)
      || old.sections.count != new.sections.count
      || zip(old.sections, new.sections).contains { a, b in
        a.id != b.id || a.cards != b.cards || context.differs(a.y, b.y) || context.differs(a.height, b.height)
          || differ(a.header, b.header)
      }
  }

  private func columnChange(_ old: ShelfRun, _ new: ShelfRun) -> (Int, Int)? {
    if old.columns != new.columns { return (old.columns, new.columns) }
    return zip(old.sections, new.sections).first { $0.columns != $1.columns }.map { ($0.columns, $1.columns) }
  }

  private var isSameSet: Bool {
    matching.added.isEmpty && matching.removed.isEmpty && moved.isEmpty
  }

  private func isSameCard(_ old: String, _ new: String) -> Bool {
    matching.pairs.contains { before.cards[$0.before].id == old && after.cards[$0.after].id == new }
  }

  // MARK: Added, removed and moved cards

  private mutating func addStructure() {
    explained += structure()
    changedCards.formUnion(matching.added)
  }

  /// Makes one line of a card that came or went and of the height that it gives the shelf.
  private mutating func joinConsequences() {
    let structural = explained.indices.filter { explained[$0].isOfStructure }
    if structural.count == 1, let place = structural.first,
      let height = explained.firstIndex(where: { line in
        line.kind == .height && line.widths == explained[place].widths
          && line.causes.allSatisfy { $0.subject == "card" || explained[place].causes.contains($0) }
      })
    {
      explained[place].heights = explained[height].amounts
      explained[place].setter = explained[height].setter
      explained[place].movement.merge(explained[height].movement)
      explained.remove(at: height)
    }
    // The other shelf reports a card that moved there.
    explained.removeAll { line in
      line.kind == .cardRemoved && line.heights == nil && line.cards.allSatisfy { moves.destinations[$0] != nil }
    }
  }

  /// What changed in the sources of the shelf and of its cards.
  var ownCauses: [ChangeCause] {
    shelfCauses.map(\.cause)
      + matching.pairs.enumerated().compactMap { index, pair in
        guard let keys = keysOfPairs[index], !keys.isEmpty else { return nil }
        return ChangeCause(
          path: after.cards[pair.after].source, subject: keys.sorted().joined(separator: ", "), detail: "changed")
      }
  }
}

/// The result of one step.
private struct StepLines {
  var lines: [LayoutChange] = []
  var unexplained: [LayoutChange] = []
  /// The pairs whose change is already in a line.
  var told: Set<Int> = []
  var movement: Movement
  /// True if cards changed inside without a reason of their own.
  var isTouchedByWiderCause = false

  init(movement: Movement) { self.movement = movement }

  mutating func add(_ line: LayoutChange, isExplained: Bool = true) {
    if isExplained { lines.append(line) } else { unexplained.append(line) }
  }
}
