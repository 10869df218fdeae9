import Diagnostics

extension AuditReport {
  /// A table of the runs, and the differences that most likely caused the others.
  ///
  /// - Parameter limit: the total number of differences to show.
  public func text(limit: Int = 20) -> String {
    if differenceCount == 0 { return table }
    // The sort is stable: groups of equal rank stay in the order of the pages.
    let groups = grouped.enumerated().sorted {
      ($0.element.first.rank, $0.offset) < ($1.element.first.rank, $1.offset)
    }.map(\.element)
    let shown = groups.prefix(max(0, limit))
    let lines = shown.map { $0.text(in: runs[$0.run]) + "\n" }.joined()
    let rest = differenceCount - shown.reduce(0) { $0 + $1.count }
    return table + "\n" + lines + (rest > 0 ? "… and \(rest) more; --report writes all results\n" : "")
  }

  /// Differences that are the same at several widths.
  private var grouped: [DifferenceGroup] {
    var groups: [DifferenceGroup] = []
    var indices: [DifferenceGroup.DifferenceKey: Int] = [:]
    for (run, value) in runs.enumerated() {
      let startsDiffer = Set(
        value.differences.filter { $0.property == .starts }.map(DifferenceGroup.DifferencePlace.init))
      for difference in value.differences {
        // A slot whose lines start elsewhere is reported only once.
        if difference.property == .height, startsDiffer.contains(DifferenceGroup.DifferencePlace(difference)) {
          continue
        }
        let key = DifferenceGroup.DifferenceKey(run: run, difference)
        if let index = indices[key] {
          groups[index].count += 1
        } else {
          indices[key] = groups.count
          groups.append(DifferenceGroup(run: run, first: difference))
        }
      }
    }
    return groups
  }

  private var table: String {
    let head = ["browser", "version", "scale", "pages", "widths", "layouts", "cards", "frames", "lines", "differ"]
    let rows = runs.map { run in
      [
        run.browser, printable(run.version), decimal(run.scale ?? run.devicePixelRatio), String(run.pages.count),
        String(run.widths.count), String(run.tally.layouts), String(run.tally.cards), String(run.tally.frames),
        String(run.tally.lines), run.differText,
      ]
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        // Names are aligned to the left, numbers to the right.
        return column < 2 ? cell + padding : column == row.count - 1 ? cell : padding + cell
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}

extension AuditReport.BrowserRun {
  fileprivate var differText: String {
    if differences.isEmpty { return "none" }
    let frames = "\(tally.differingFrames) \(tally.differingFrames == 1 ? "frame" : "frames")"
    let lines = "\(tally.differingLines) \(tally.differingLines == 1 ? "line" : "lines")"
    return tally.differingLines == 0 ? frames : tally.differingFrames == 0 ? lines : frames + ", " + lines
  }

  fileprivate var title: String { scale == 1 ? browser : "\(browser) at scale \(decimal(scale ?? devicePixelRatio))" }
}

/// A value that differs in the same way at one or more widths.
private struct DifferenceGroup {
  /// The index of the run.
  let run: Int
  let first: Difference
  /// The number of widths.
  var count = 1

  struct DifferencePlace: Hashable {
    let page: String
    let width: Int
    let height: Int?
    let card: String?
    let slot: String?

    init(_ difference: Difference) {
      page = difference.page
      width = difference.width
      height = difference.height
      card = difference.card
      slot = difference.slot
    }
  }

  struct DifferenceKey: Hashable {
    let run: Int
    let page: String
    let names: [String?]
    let property: Difference.Property
    /// Numbers may differ at each width, but a missing or uncomputed thing is the same everywhere.
    let isShown: Bool
    let isComputed: Bool

    init(run: Int, _ difference: Difference) {
      self.run = run
      page = difference.page
      names = [difference.shelf, difference.card, difference.slot]
      property = difference.property
      isShown = difference.shown != nil
      isComputed = difference.computed != nil
    }
  }

  func text(in run: AuditReport.BrowserRun) -> String {
    let more = count == 1 ? "" : " and \(count - 1) other \(count == 2 ? "width" : "widths")"
    let height = first.height.map { " × \($0)" } ?? ""
    return printable("\(run.title), \(first.page) at \(first.width)\(height) px\(more): \(first.text)")
  }
}

extension Difference {
  /// The rank of a difference: causes come before their consequences.
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
    return "\(place): \(values)" + (hint.map { " (\($0))" } ?? "")
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

/// A number with at most three decimals, in the same format in every locale.
func decimal(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  let thousandths = Int((value * 1000).rounded())
  let fraction = String(String(thousandths.magnitude % 1000 + 1000).dropFirst())
  let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
  return (thousandths < 0 ? "-" : "") + String(thousandths.magnitude / 1000) + (digits.isEmpty ? "" : "." + digits)
}
