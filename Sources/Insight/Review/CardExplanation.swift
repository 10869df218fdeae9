import CardLayout
import Content
public import ShelfArrangements
public import Themes

/// An explanation of the frame of a card at one step.
public struct CardExplanation: Sendable, Hashable {
  /// The id of the card.
  public var id: String
  public var source: String
  public var step: Step
  /// The page widths that show the step: `390-411`.
  public var pageWidths: String
  /// The number of columns that the reader chose, if there is a choice.
  public var chosenColumns: Int?
  /// The width, the height, what sets the height if not the card itself, x and y.
  public var sums: [Arithmetic]
  /// Notes about cuts, and about lines that the markup ends.
  public var notes: [String]

  /// The explanation for people, with one number on each line.
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
