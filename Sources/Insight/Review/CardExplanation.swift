import CardLayout
import Content
public import ShelfArrangements
public import Themes

/// How a card came by its frame at one step.
public struct CardExplanation: Sendable, Hashable {
  /// Of the card.
  public var id: String
  public var source: String
  public var step: Step
  /// The page widths that show the step: `390-411`.
  public var pageWidths: String
  /// The number of columns that the reader chose, where there is a choice.
  public var chosenColumns: Int?
  /// Width, height, what set the height if not the card itself, x and y.
  public var sums: [Arithmetic]
  /// Cuts, and lines that are fixed in the markup.
  public var notes: [String]

  /// The explanation for people, one number a line.
  public var text: String {
    var lines = ["\(id)  \(step.className), step \(step.width), page width \(pageWidths)"]
    if let window = step.window.words { lines[0] += ", \(window)" }
    if let chosenColumns { lines[0] += ", \(chosenColumns == 1 ? "1 column" : "\(chosenColumns) columns") chosen" }
    for sum in sums {
      lines.append("  " + sum.text)
      if let reason = sum.reason { lines.append("    " + reason) }
    }
    lines += notes.map { "  " + $0 }
    return lines.map { $0 + "\n" }.joined()
  }
}
