/// A part of a site that is not as it was approved.
struct BaselineChange: Sendable, Hashable {
  enum ChangeKind: Sendable, Hashable {
    case added, removed, changed
    /// The shelves of a page, or the cards of a shelf, have another order.
    case reordered
  }

  let kind: ChangeKind
  /// The part as it is now, or as it was if it is removed.
  let part: BaselinePart
  /// The heights that were approved; empty if there are none.
  let approvedHeights: [Int]
  /// The page and the shelf that the part is on.
  let place: BaselinePlace
}

/// The page and the shelf to which a line belongs.
struct BaselinePlace: Sendable, Hashable {
  var page = ""
  var shelf: String?

  /// Moves on to the next part.
  fileprivate mutating func pass(_ part: BaselinePart) {
    switch part.kind {
    case .file, .font: self = BaselinePlace()
    case .page: self = BaselinePlace(page: part.name)
    case .shelf: shelf = part.name
    case .card: break
    }
  }
}

extension LayoutBaseline {
  /// The differences of a site from what was approved; none mean that nothing about it has changed.
  ///
  /// - Complexity: O(parts)
  func changes(to now: LayoutBaseline) -> [BaselineChange] {
    let (old, new) = (places, now.places)
    let approved = Dictionary(parts.map { ($0.key, $0) }) { first, _ in first }
    let current = Dictionary(now.parts.map { ($0.key, $0) }) { first, _ in first }
    var changes: [BaselineChange] = []
    for (part, place) in zip(now.parts, new) {
      let known = approved[part.key]
      if known == part { continue }
      changes.append(
        BaselineChange(
          kind: known == nil ? .added : .changed, part: part, approvedHeights: known?.heights ?? [], place: place))
    }
    for (part, place) in zip(parts, old) where current[part.key] == nil {
      changes.append(BaselineChange(kind: .removed, part: part, approvedHeights: part.heights, place: place))
    }
    let shared = { (part: BaselinePart) in approved[part.key] != nil && current[part.key] != nil }
    let (before, after) = (members(where: shared), now.members(where: shared))
    for (part, place) in zip(now.parts, new) where before[part.key] != after[part.key] {
      changes.append(BaselineChange(kind: .reordered, part: part, approvedHeights: [], place: place))
    }
    return changes
  }

  /// The place of each part.
  private var places: [BaselinePlace] {
    var place = BaselinePlace()
    return parts.map { part in
      place.pass(part)
      return place
    }
  }

  /// The shelves of each page and the cards of each shelf, in order.
  private func members(where isCounted: (BaselinePart) -> Bool) -> [BaselineKey: [String]] {
    var members: [BaselineKey: [String]] = [:]
    for (part, place) in zip(parts, places) where isCounted(part) {
      switch part.kind {
      case .file, .font, .page: break
      case .shelf: members[BaselineKey(kind: .page, name: place.page), default: []].append(part.name)
      case .card: members[BaselineKey(kind: .shelf, name: place.shelf ?? ""), default: []].append(part.name)
      }
    }
    return members
  }

  /// Approves some parts, and leaves all others as they were approved.
  ///
  /// - Parameters:
  ///   - filter: selects parts by name. A page includes its shelves, and a shelf its cards.
  ///   - now: the parts of the site.
  ///   - sources: the source files of pages, shelves and cards, by which they can be selected too.
  public func approving(
    _ filter: ChangeFilter, of now: LayoutBaseline, sources: [String: String]
  ) -> LayoutBaseline {
    if filter.isAll { return now }
    let kept = zip(parts, places).filter { !filter.takes($0, at: $1, sources) }.map(\.0)
    let keptKeys = Set(kept.map(\.key))
    // A selected part comes after the one that it follows now.
    var followers: [BaselineKey?: [BaselinePart]] = [:]
    var last: BaselineKey?
    for (part, place) in zip(now.parts, now.places) {
      if filter.takes(part, at: place, sources) {
        followers[last, default: []].append(part)
      } else if keptKeys.contains(part.key) {
        last = part.key
      }
    }
    var result = self
    result.parts = (followers[nil] ?? []) + kept.flatMap { [$0] + (followers[$0.key] ?? []) }
    return result
  }

  /// Returns whether a filter selects any part.
  public func holds(_ filter: ChangeFilter, sources: [String: String]) -> Bool {
    zip(parts, places).contains { filter.takes($0, at: $1, sources) }
  }
}
