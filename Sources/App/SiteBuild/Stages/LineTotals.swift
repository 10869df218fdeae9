import CardLayout

/// Counts of lines of text over all page widths.
public struct LineTotals: Sendable, Hashable {
  public private(set) var lines = 0
  /// The lines whose end was a close call and is forced in the markup.
  public private(set) var settled = 0

  static func += (totals: inout LineTotals, other: LineTotals) {
    totals.lines += other.lines
    totals.settled += other.settled
  }

  /// Adds the lines of a card at one step.
  mutating func add(_ card: MeasuredCard) {
    lines += card.lineCount
    settled += card.settledCount
  }
}
