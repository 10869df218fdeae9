public import Pages

/// The comparison of a site with what was approved.
public struct BaselineComparison: Sendable {
  private let baseline: LayoutBaseline
  private let changes: [BaselineChange]
  private let record: LayoutRecord

  /// - Parameters:
  ///   - baseline: what was approved.
  ///   - now: the parts of the site as it is.
  ///   - record: the layout of the site.
  public init(_ baseline: LayoutBaseline, with now: LayoutBaseline, of record: LayoutRecord) {
    self.baseline = baseline
    self.record = record
    changes = baseline.changes(to: now)
  }

  /// True if nothing about the site has changed since it was approved.
  public var isEmpty: Bool { changes.isEmpty }

  // MARK: With the site that was approved

  /// Returns whether a site is what was approved, in all parts that have changed since.
  public func isOf(_ site: LayoutBaseline) -> Bool {
    let others = Set(baseline.changes(to: site).map(\.part.key))
    return changes.allSatisfy { !others.contains($0.part.key) }
  }

  /// Leaves out the changes, since an earlier site, of parts that were approved after it.
  ///
  /// - Parameter site: the parts of the earlier site, of which this is a difference.
  public func limited(_ difference: LayoutDifference, since site: LayoutBaseline) -> LayoutDifference {
    let later = baseline.changes(to: site)
    if later.isEmpty { return difference }
    let (open, settled) = (names(of: changes), names(of: later))
    let (openShelves, settledShelves) = (Set(changes.compactMap(\.place.shelf)), Set(later.compactMap(\.place.shelf)))
    var limited = difference
    limited.changes = difference.changes.filter { change in
      let named = change.cards + change.causes.map(\.path) + [change.shelf ?? change.page]
      if named.contains(where: open.contains) { return true }
      if named.contains(where: settled.contains) { return false }
      // It follows from another change of the shelf.
      guard let shelf = change.shelf else { return true }
      return openShelves.contains(shelf) || !settledShelves.contains(shelf)
    }
    limited.changedShelves = Set(limited.changes.compactMap(\.shelf))
    limited.changedCardCount = changes.count { $0.part.kind == .card }
    return limited
  }

  /// The names of the parts that changed, and their files.
  private func names(of changes: [BaselineChange]) -> Set<String> {
    let sources = record.sources
    let names = Set(changes.map(\.part.name))
    return names.union(names.compactMap { sources[$0] })
  }

  // MARK: Without it

  /// What the lines of the baseline tell: which parts changed, and the heights of cards.
  public func difference(_ filter: ChangeFilter = ChangeFilter()) -> LayoutDifference {
    let sources = record.sources
    var difference = LayoutDifference(
      changes: [], shelfCount: record.shelfCount, changedShelves: [], cardCount: record.cardCount, changedCardCount: 0)
    for change in changes where filter.takes(change, sources) {
      difference.changes.append(LayoutChange(change, source: sources[change.part.name]))
      if let shelf = change.place.shelf { difference.changedShelves.insert(shelf) }
      if change.part.kind == .card { difference.changedCardCount += 1 }
    }
    return difference
  }
}

extension ChangeFilter {
  fileprivate func takes(_ change: BaselineChange, _ sources: [String: String]) -> Bool {
    takes(change.part, at: change.place, sources)
  }

  /// Returns whether a part, its shelf or its page is selected, by name or by source file.
  func takes(_ part: BaselinePart, at place: BaselinePlace, _ sources: [String: String]) -> Bool {
    [part.name, place.page, place.shelf ?? ""].contains { name in
      !name.isEmpty && (takes(name) || sources[name].map { takes($0) } ?? false)
    }
  }
}

extension LayoutRecord {
  /// The source files of pages, shelves and cards, by the names of their parts in a baseline.
  public var sources: [String: String] {
    var sources: [String: String] = [:]
    for page in pages {
      sources[page.path] = page.source
      for shelf in page.shelves {
        sources[shelf.id] = shelf.source
        for card in shelf.cards { sources[card.id] = card.source }
      }
    }
    return sources
  }
}

extension LayoutChange {
  fileprivate init(_ change: BaselineChange, source: String?) {
    let part = change.part
    self.init(kind: Self.kind(of: change), page: change.place.page, shelf: change.place.shelf)
    causes = [source ?? (part.kind == .file ? part.name : nil)].compactMap { path in
      path.map { ChangeCause(path: $0, subject: "") }
    }
    what = part.kind.rawValue
    if part.kind == .card {
      cards = [part.name]
      if causes.isEmpty { what += " \(part.name)" }
    } else if part.kind == .font {
      what += " \(part.name)"
    }
    switch change.kind {
    case .added: what += " added"
    case .removed: what += " removed"
    case .reordered: what = part.kind == .page ? "order of shelves" : "order of cards"
    case .changed:
      var changed: Amounts?
      for (width, heights) in zip(BaselinePart.measuredWidths, zip(change.approvedHeights, part.heights))
      where heights.0 != heights.1 {
        let amounts = Amounts(.pixels, at: width, heights.0, heights.1)
        changed?.pairs += amounts.pairs
        changed = changed ?? amounts
      }
      amounts = changed
      if changed == nil { what += " changed" }
    }
  }

  private static func kind(of change: BaselineChange) -> ChangeKind {
    switch (change.kind, change.part.kind) {
    case (.added, .page): .pageAdded
    case (.removed, .page): .pageRemoved
    case (.added, .shelf): .shelfAdded
    case (.removed, .shelf): .shelfRemoved
    case (.added, .card): .cardAdded
    case (.removed, .card): .cardRemoved
    case (.reordered, _): .order
    default: .part
    }
  }
}
