import CardLayout
import Geometry
import SiteContent

extension ExplainedCard {
  /// The reason for the column of a card in a waterfall: the heights of the columns before it.
  var columnReason: String? {
    guard let part, layout.columnIndexes.indices.contains(index), part.columns.count > 1 else { return nil }
    let taken = columnsTaken(by: index)
    let count = part.columns.count
    let span = taken.count
    let name = span == 1 ? "column \(taken.lowerBound + 1)" : "columns \(taken.lowerBound + 1)-\(taken.upperBound)"
    if span >= count { return "all \(count) columns" }
    switch shelf.settings.columnRule {
    case .roundRobin: return name + ", the next in turn"
    case .balanced:
      let tallest = part.cards.map { layout.frames[$0].maxY }.max() ?? .zero
      return name + ": so the tallest column ends at \(tallest), as early as possible"
    case .shortest, .tolerant: break
    }
    let ends = (0..<count).map { end(ofColumn: $0, in: part) }
    // For each place where the card fits, where it would begin there.
    let tops = (0...count - span).map { start in ends[start..<start + span].max() ?? .zero }
    let own = tops[taken.lowerBound]
    let others = tops.indices.filter { $0 != taken.lowerBound }.map { tops[$0] }
    if case .tolerant(let tolerance) = shelf.settings.columnRule {
      let least = tops.min() ?? own
      return "\(name), the first in turn that ends at most \(tolerance) below the shortest, \(least): it ends at \(own)"
    }
    if others.count == 1, let other = others.first {
      return own == other ? "\(name) because both end at \(own)" : "\(name) since \(own) < \(other)"
    }
    return "\(name) since \(own) is the smallest of \(tops.map(\.description).joined(separator: ", "))"
  }

  /// The end of the previous cards in a column; the top of the list if there are none.
  private func end(ofColumn column: Int, in part: PartLayout) -> Pixels {
    let cards = (part.cards.lowerBound..<index).filter { columnsTaken(by: $0).contains(column) }
    let top = part.cards.first.map { layout.frames[$0].y } ?? .zero
    return cards.map { layout.frames[$0].maxY }.max() ?? top
  }
}
