import CardLayout
import Content
import Diagnostics
import Geometry
import Pages
import ShelfArrangements

extension CardDelta {
  /// True if something in the card differs that is not merely a consequence of its height.
  var isOtherInside: Bool {
    if !facts.isEmpty || before.frame.width != after.frame.width { return true }
    return zip(before.slots, after.slots).contains { a, b in
      a.frame.height != b.frame.height || a.frame.width != b.frame.width || a.frame.x != b.frame.x
        || (before.frame.height == after.frame.height && a.frame.y != b.frame.y)
    }
  }
}

extension ShelfComparison {
  /// The cards that moved.
  func movement(of deltas: [CardDelta], _ old: ShelfView, _ new: ShelfView, at width: Int) -> Movement {
    var movement = Movement()
    let moved = deltas.filter(\.isMoved)
    guard let first = moved.first else { return movement }
    movement.count = moved.count
    let down = first.after.frame.y - first.before.frame.y
    let isSame = moved.allSatisfy {
      $0.after.frame.y - $0.before.frame.y == down && $0.after.frame.x == $0.before.frame.x
    }
    movement.down = isSame && down != .zero ? down : nil
    if arrangement?.lineName != nil {
      let (a, b) = (rows(of: old, at: width), rows(of: new, at: width))
      movement.rowCount = moved.count { delta in
        let pair = matching.pairs[delta.pair]
        return a[pair.before] != b[pair.after]
      }
    }
    return movement
  }

  /// The line of each card: a new line begins where cards begin again at the leading edge.
  private func rows(of view: ShelfView, at width: Int) -> [Int] {
    var row = 0
    var last: Pixels?
    return view.cards.map { card in
      let x = card.runs.run(at: width)?.frame.x ?? .zero
      if let before = last, x <= before { row += 1 }
      last = x
      return row
    }
  }

  /// The column of each card, counting only columns that contain a card.
  private func columns(of view: ShelfView, at width: Int) -> [Int] {
    let edges = view.cards.map { $0.runs.run(at: width)?.frame.x ?? .zero }
    let sorted = Set(edges).sorted()
    let places = Dictionary(sorted.enumerated().map { ($1, $0) }) { first, _ in first }
    return edges.map { places[$0] ?? 0 }
  }

  func columnMove(_ old: ShelfView, _ new: ShelfView, at width: Int) -> LayoutChange? {
    guard let arrangement, arrangement.hasColumns, arrangement.lineName == nil else { return nil }
    let (a, b) = (columns(of: old, at: width), columns(of: new, at: width))
    let moved = matching.pairs.filter { a[$0.before] != b[$0.after] }
    guard let first = moved.first else { return nil }
    var line = change(.column)
    line.what = "order"
    line.cards = moved.map { after.cards[$0.after].id }
    line.causes = [
      ChangeCause(
        path: after.cards[first.after].source, subject: "",
        detail: "moved from column \(a[first.before] + 1) to \(b[first.after] + 1)"
          + (moved.count > 1 ? ", and \(moved.count - 1) more" : ""))
    ]
    return line
  }

  // MARK: Added and removed cards

  func structure() -> [LayoutChange] {
    var lines: [LayoutChange] = []
    let orderCauses = context.causes.ofShelf(after) { Self.orderKeys.contains($0) }
    func add(
      _ kind: LayoutChange.ChangeKind, _ name: String, _ cards: [CardRecord], _ cause: (CardRecord) -> ChangeCause
    ) {
      // The consequences of one key are one change, and many cards are reported together.
      let together = cards.isEmpty ? [] : cards.count > 5 || !orderCauses.isEmpty ? [cards] : cards.map { [$0] }
      for cards in together {
        var line = change(kind, causes: orderCauses.isEmpty ? cards.map(cause) : orderCauses)
        line.widths = context.allWidths
        line.what = cards.count == 1 ? "card \(name)" : "\(cards.count) cards \(name)"
        if cards.count == 1, !orderCauses.isEmpty { line.what = "card \(leaf(cards[0].id)) \(name)" }
        line.cards = cards.map(\.id)
        lines.append(line)
      }
    }
    let added = matching.added.map { after.cards[$0] }
    let removed = matching.removed.map { before.cards[$0] }
    add(.cardAdded, "added", added.filter { moves.origins[$0.id] == nil }, addition)
    add(.cardRemoved, "removed", removed.filter { moves.destinations[$0.id] == nil }, removal)
    for card in added {
      guard let old = moves.origins[card.id] else { continue }
      var line = change(
        .cardMoved, causes: [ChangeCause(path: card.source, subject: "", detail: "\(old.id) -> \(card.id)")])
      (line.widths, line.what, line.cards) = (context.allWidths, "card moved from \(folder(of: old.id))", [card.id])
      lines.append(line)
    }
    for card in removed {
      guard let new = moves.destinations[card.id] else { continue }
      var line = change(.cardRemoved, causes: [ChangeCause(path: new.source, subject: "", detail: "")])
      (line.widths, line.what, line.cards) = (context.allWidths, "card moved to \(folder(of: new.id))", [card.id])
      lines.append(line)
    }
    let renamed = matching.pairs.filter { matching.renamed.contains($0.after) }
    let oldNames = Dictionary(renamed.map { (after.cards[$0.after].id, before.cards[$0.before].id) }) { a, _ in a }
    add(.cardRenamed, "renamed", renamed.map { after.cards[$0.after] }) { card in
      ChangeCause(path: card.source, subject: "", detail: "\(oldNames[card.id] ?? "") -> \(card.id)")
    }
    let moved = moved.filter { !matching.renamed.contains(matching.pairs[$0].after) }
    if !moved.isEmpty {
      var line = change(.order, causes: orderCauses.isEmpty ? moved.map(orderCause) : orderCauses)
      line.what = "order"
      line.widths = context.allWidths
      line.cards = moved.map { after.cards[matching.pairs[$0].after].id }
      lines.append(line)
    }
    if before.isRightToLeft != after.isRightToLeft {
      var line = change(.direction, causes: context.causes.ofShelf(after) { ["dir", "lang"].contains($0) })
      line.what = before.isRightToLeft ? "rtl -> ltr" : "ltr -> rtl"
      line.widths = context.allWidths
      // The page's own direction is reported once.
      if !(line.causes.isEmpty && hasWiderCause) { lines.append(line) }
    } else {
      for pair in matching.pairs {
        let (old, new) = (before.cards[pair.before], after.cards[pair.after])
        guard old.isRightToLeft != new.isRightToLeft else { continue }
        var line = change(.direction)
        line.what = old.isRightToLeft ? "rtl -> ltr" : "ltr -> rtl"
        line.cards = [new.id]
        line.widths = context.allWidths
        let card = context.causes.after.content?.cards[new.id]
        let key = card?.line(ofKey: "dir") != nil ? "dir" : "lang"
        let value = card.flatMap { sourceValues(of: $0)[key]?.text }
        line.causes = [
          ChangeCause(path: new.source, line: card?.line(ofKey: key), subject: key, detail: value ?? "changed")
        ]
        lines.append(line)
      }
    }
    return lines
  }

  private func addition(of card: CardRecord) -> ChangeCause {
    var cause = ChangeCause(path: card.source, subject: "", detail: "")
    if let old = context.causes.before.content?.file(card.source), isDraft(old) {
      let line = context.causes.after.content?.cards[card.id]?.line(ofKey: "draft")
      (cause.line, cause.subject, cause.detail) = (line, "draft", "true -> false")
    }
    return cause
  }

  private func removal(of card: CardRecord) -> ChangeCause {
    var cause = ChangeCause(path: card.source, subject: "", detail: "")
    guard let file = context.causes.after.content?.file(card.source) else { return cause }
    if isDraft(file) {
      (cause.line, cause.subject, cause.detail) = (file.line(ofKey: "draft"), "draft", "false -> true")
    }
    return cause
  }

  private func isDraft(_ source: SourceText) -> Bool { sourceValues(of: source)["draft"]?.text == "true" }

  private func orderCause(_ index: Int) -> ChangeCause {
    let pair = matching.pairs[index]
    let card = after.cards[pair.after]
    var cause = ChangeCause(
      path: card.source, subject: "", detail: "moved from place \(pair.before + 1) to \(pair.after + 1)")
    let keys = context.causes.changedKeys(before.cards[pair.before], card) ?? []
    if let key = ["weight", "date", "title"].first(where: { keys.contains($0) }) {
      cause.line = context.causes.after.content?.cards[card.id]?.line(ofKey: key)
      cause.subject = key + " changed,"
    }
    return cause
  }

  /// The causes of added and removed cards.
  var structuralCauses: [ChangeCause] {
    matching.added.compactMap { structuralCause(of: after.cards[$0].id, cameNew: true) }
      + matching.removed.compactMap { structuralCause(of: before.cards[$0].id, cameNew: false) }
      + (matching.added.isEmpty && matching.removed.isEmpty ? moved.map(orderCause) : [])
  }

  func structuralCause(of id: String, cameNew: Bool) -> ChangeCause? {
    let card =
      cameNew
      ? matching.added.map { after.cards[$0] }.first { $0.id == id }
      : matching.removed.map { before.cards[$0] }.first { $0.id == id }
    return card.map { card in
      let other = cameNew ? moves.origins[card.id] : moves.destinations[card.id]
      let source = cameNew ? card.source : other?.source ?? card.source
      return ChangeCause(
        path: source, subject: "card", detail: other != nil ? "moved" : cameNew ? "added" : "removed")
    }
  }
}

/// Returns whether a card has only another name: it has the same file, most of its values and its title or its text, or
/// the same look if no file is available.
func isNamesake(_ old: CardRecord, _ new: CardRecord, causes: SourceCauses) -> Bool {
  if old.source == new.source { return true }
  if let a = causes.before.content?.cards[old.id], let b = causes.after.content?.cards[new.id],
    a.title?.text != b.title?.text, a.writtenBody != b.writtenBody
  {
    return false
  }
  if let a = causes.values(old, on: causes.before), let b = causes.values(new, on: causes.after) {
    if a == b { return true }
    let keys = Set(a.keys).union(b.keys)
    let isTextSame = a["body"] == b["body"] && a["body"] != ""
    return 2 * keys.count { a[$0] == b[$0] } >= keys.count
      && (isTextSame || a["title"] != nil && a["title"] == b["title"])
  }
  return old.runs.count == new.runs.count
    && zip(old.runs, new.runs).allSatisfy {
      $0.minWidth == $1.minWidth && $0.slots == $1.slots && $0.frame.width == $1.frame.width
        && $0.frame.height == $1.frame.height && !$0.slots.isEmpty
    }
}

/// The id without its last component.
private func folder(of id: String) -> String { id.split(separator: "/").dropLast().joined(separator: "/") }
