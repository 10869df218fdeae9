import Geometry
import Pages

/// Merges changes that are the same at several steps.
struct ChangeGroups {
  private var groups: [ChangeGroup] = []

  private struct ChangeGroup {
    var change: LayoutChange
    var widths: Set<Int>
    /// The widths at which the text of each cause is cut as well.
    var cutWidths: [Set<Int>]
  }

  var isEmpty: Bool { groups.isEmpty }

  /// - Parameter width: the least page width of the step.
  mutating func add(_ change: LayoutChange, at width: Int) {
    let cut: [Set<Int>] = change.causes.map { $0.isAlsoCut ? [width] : [] }
    guard let index = groups.firstIndex(where: { $0.change.isSame(as: change) }) else {
      groups.append(ChangeGroup(change: change, widths: [width], cutWidths: cut))
      return
    }
    groups[index].widths.insert(width)
    groups[index].cutWidths = zip(groups[index].cutWidths, cut).map { $0.union($1) }
    groups[index].change.merge(change)
  }

  func changes(in context: ComparisonContext) -> [LayoutChange] {
    groups.map { group in
      var change = group.change
      change.widths = context.span(group.widths)
      for (index, widths) in zip(change.causes.indices, group.cutWidths) where !widths.isEmpty {
        let isEverywhere = widths == group.widths
        change.causes[index].detail = ChangeCause.cut + (isEverywhere ? "" : " (\(context.span(widths).label))")
      }
      return change
    }
  }
}

extension LayoutChange {
  /// Returns whether two steps show the same change, except for its numbers.
  fileprivate func isSame(as other: LayoutChange) -> Bool {
    kind == other.kind && cards == other.cards && what == other.what && amounts?.unit == other.amounts?.unit
      && causes.count == other.causes.count
      && zip(causes, other.causes).allSatisfy { $0.withoutCut.isSame(as: $1.withoutCut) }
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

extension ChangeCause {
  /// The detail of a text that does not fit.
  static let cut = "cut"

  /// True if a text has another number of lines and does not fit.
  fileprivate var isAlsoCut: Bool { detail == Self.cut && amounts != nil }

  /// The same cause, as it is at widths at which the text fits.
  fileprivate var withoutCut: ChangeCause {
    var cause = self
    if isAlsoCut { cause.detail = "" }
    return cause
  }
}
