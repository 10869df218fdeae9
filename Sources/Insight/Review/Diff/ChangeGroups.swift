import Geometry
import Pages

/// Merges changes that are the same at several steps.
struct ChangeGroups {
  private var groups: [(change: LayoutChange, widths: Set<Int>)] = []

  var isEmpty: Bool { groups.isEmpty }

  /// - Parameter width: the least page width of the step.
  mutating func add(_ change: LayoutChange, at width: Int) {
    guard let index = groups.firstIndex(where: { $0.change.isSame(as: change) }) else {
      groups.append((change, [width]))
      return
    }
    groups[index].widths.insert(width)
    groups[index].change.merge(change)
  }

  func changes(in context: ComparisonContext) -> [LayoutChange] {
    groups.map { group in
      var change = group.change
      change.widths = context.span(group.widths)
      return change
    }
  }
}

extension LayoutChange {
  /// Returns whether two steps show the same change, except for its numbers.
  fileprivate func isSame(as other: LayoutChange) -> Bool {
    kind == other.kind && cards == other.cards && what == other.what && amounts?.unit == other.amounts?.unit
      && causes.count == other.causes.count && zip(causes, other.causes).allSatisfy { $0.isSame(as: $1) }
  }

  fileprivate mutating func merge(_ other: LayoutChange) {
    amounts?.pairs += other.amounts?.pairs ?? []
    for index in causes.indices { causes[index].amounts?.pairs += other.causes[index].amounts?.pairs ?? [] }
    heights?.pairs += other.heights?.pairs ?? []
    movement.merge(other.movement)
    insideCount = max(insideCount, other.insideCount)
    if setter != other.setter { setter = nil }
  }
}
