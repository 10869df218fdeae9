import Diagnostics

extension LayoutDifference {
  /// A line for each change: shelf, widths, what changed and why, in aligned columns. The number of changed shelves
  /// follows. Empty if nothing changed.
  ///
  /// - Parameter isColoured: true to use escapes of terminals (ECMA-48).
  public func lines(isColoured: Bool = false) -> String {
    if isEmpty { return "" }
    let rows = changes.map { change in
      (head: [change.subject, change.widths.label, change.summary].map(printable), causes: tail(of: change))
    }
    let widths = (0..<3).map { column in
      rows.filter { column < 2 || !$0.causes.isEmpty }.map { $0.head[column].count }.max() ?? 0
    }
    var text = ""
    for row in rows {
      var line = ""
      for (column, cell) in row.head.enumerated() {
        let isLast = column == 2 && row.causes.isEmpty
        // An empty column takes up no room.
        if widths[column] == 0, !isLast { continue }
        line += coloured(cell, column: column, isColoured)
        if !isLast { line += String(repeating: " ", count: max(0, widths[column] - cell.count) + 3) }
      }
      let indent = widths.reduce(0) { $0 + ($1 == 0 ? 0 : $1 + 3) }
      for (index, cause) in row.causes.enumerated() {
        line += index == 0 ? "" : "\n" + String(repeating: " ", count: indent)
        line += coloured(cause, column: 3, isColoured)
      }
      text += line + "\n"
    }
    return text + summary + "\n"
  }

  private func tail(of change: LayoutChange) -> [String] {
    var texts = change.causeTexts(most: 5)
    let notes = change.notes.joined(separator: "; ")
    if !notes.isEmpty {
      if texts.isEmpty { texts = [notes] } else { texts[texts.count - 1] += "; " + notes }
    }
    return texts.map(printable)
  }

  private func coloured(_ text: String, column: Int, _ isColoured: Bool) -> String {
    guard isColoured, !text.isEmpty else { return text }
    let code = ["1", "2", "33", "0"][min(column, 3)]
    return code == "0" ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
