extension AuditReport {
  /// A table of the runs and the differences that most likely caused the others.
  ///
  /// - Parameter limit: how many differences are shown in all.
  public func text(limit: Int = 20) -> String {
    var text = table
    let all = runs.enumerated().flatMap { run, value in value.differences.map { (run: run, difference: $0) } }
    // Stable: those of one rank stay in the order of the pages.
    let shown = all.enumerated().sorted {
      ($0.element.difference.rank, $0.offset) < ($1.element.difference.rank, $1.offset)
    }.prefix(max(0, limit)).map(\.element)
    for (run, difference) in shown {
      text += "\n" + runs[run].title + ", " + difference.text
    }
    if all.count > shown.count { text += "\n… and \(all.count - shown.count) more" }
    return all.isEmpty ? text : text + "\n"
  }

  private var table: String {
    let head = ["browser", "version", "scale", "pages", "widths", "layouts", "cards", "frames", "lines", "differ"]
    let rows = runs.map { run in
      [
        run.browser, run.version, decimal(run.scale ?? run.devicePixelRatio), String(run.pages.count),
        String(run.widths.count), String(run.tally.layouts), String(run.tally.cards), String(run.tally.frames),
        String(run.tally.lines), run.differText,
      ]
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        // Names to the left, numbers to the right.
        return column < 2 ? cell + padding : column == row.count - 1 ? cell : padding + cell
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}

extension AuditReport.Run {
  fileprivate var differText: String {
    if differences.isEmpty { return "none" }
    let frames = "\(tally.differingFrames) \(tally.differingFrames == 1 ? "frame" : "frames")"
    let lines = "\(tally.differingLines) \(tally.differingLines == 1 ? "line" : "lines")"
    return tally.differingLines == 0 ? frames : tally.differingFrames == 0 ? lines : frames + ", " + lines
  }

  fileprivate var title: String { scale == 1 ? browser : "\(browser) at scale \(decimal(scale ?? devicePixelRatio))" }
}

extension Difference {
  /// What causes others comes before what follows from it.
  fileprivate var rank: Int {
    switch property {
    case .presence: 0
    case .starts: 1
    case .height where slot != nil: 2
    case .width, .x: 3
    case .y where slot != nil: 4
    case .height, .y: 5
    }
  }

  fileprivate var text: String {
    let place = (card ?? "shelf \(shelf)") + (slot.map { " \($0)" } ?? "")
    let values =
      switch property {
      case .presence: shown == nil ? "computed, not shown" : "shown, not computed"
      case .starts: "lines start at \(computed.text) computed, \(shown.text) shown"
      default: "\(property.rawValue) \(computed.text) computed, \(shown.text) shown"
      }
    return "\(page) at \(width) px: \(place): \(values)" + (hint.map { " (\($0))" } ?? "")
  }
}

extension Difference.Amount? {
  fileprivate var text: String {
    switch self {
    case nil: "none"
    case .length(let value): decimal(value)
    case .starts(let values):
      "[" + values.prefix(12).map(String.init).joined(separator: " ") + (values.count > 12 ? " …]" : "]")
    }
  }
}

/// A number with at most three decimals, whatever the locale.
func decimal(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  let thousandths = Int((value * 1000).rounded())
  let fraction = String(String(thousandths.magnitude % 1000 + 1000).dropFirst())
  let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
  return (thousandths < 0 ? "-" : "") + String(thousandths.magnitude / 1000) + (digits.isEmpty ? "" : "." + digits)
}
