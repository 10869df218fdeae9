import CardLayout
import TextLayout

/// Counts of lines of text over all page widths.
public struct LineTotals: Sendable, Hashable {
  public private(set) var lines = 0
  /// The lines whose end was a close call and is forced in the markup.
  public private(set) var settled = 0
  /// The lines that texts have because close calls are resolved for the shorter line.
  public private(set) var extra = 0

  static func += (totals: inout LineTotals, other: LineTotals) {
    totals.lines += other.lines
    totals.settled += other.settled
    totals.extra += other.extra
  }

  /// Adds the lines of a card at one step.
  mutating func add(_ card: MeasuredCard) {
    lines += card.lineCount
    if card.settledCount == 0 { return }
    settled += card.settledCount
    for text in 0..<card.textCount { extra += card.lineDetails(ofText: text)?.extraLineCount ?? 0 }
  }
}
