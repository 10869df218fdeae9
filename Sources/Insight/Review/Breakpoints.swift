import CardLayout
import Diagnostics
import Geometry
public import Themes

/// The page widths at which the layout of a page changes, if every width were a step.
public struct Breakpoints: Sendable {
  /// A part of a page: its title and introduction, or a shelf.
  public struct Part: Sendable {
    /// The id of the shelf; nil for the texts above all shelves.
    public let shelf: String?
    /// The arrangement of the shelf.
    public let arrangement: String
    /// At each of the widths, the differences from the width before it.
    public let shifts: [LayoutShift]
    /// At each step of the theme but the first, the differences from the step before it.
    public let stepShifts: [LayoutShift]

    public init(shelf: String?, arrangement: String, shifts: [LayoutShift], stepShifts: [LayoutShift]) {
      self.shelf = shelf
      self.arrangement = arrangement
      self.shifts = shifts
      self.stepShifts = stepShifts
    }
  }

  /// A width that would be worth a step.
  public struct Gain: Sendable, Hashable {
    public let width: Int
    /// The last width that would show its layout.
    public let last: Int
    /// The lines, rows and cut texts that it saves, less those that it adds.
    public let lines: Int
    public let rows: Int
    public let cuts: Int

    /// What is saved at all widths together.
    var total: Int { (lines + rows + cuts) * (last - width + 1) }
  }

  /// The widths that are examined, in CSS pixels.
  public static let range = 200...2560

  /// The output path of the page.
  public let page: String
  public let steps: [Step]
  /// The examined widths, ascending: those of the range that a theme can have as steps.
  public let widths: [Int]
  public let parts: [Part]

  /// - Parameters:
  ///   - steps: the steps of the theme.
  ///   - widths: see ``widths(of:)``.
  public init(page: String, steps: [Step], widths: [Int], parts: [Part]) {
    self.page = page
    self.steps = steps
    self.widths = widths
    self.parts = parts
  }

  /// The widths of the range that can be steps of a theme: between the margins there are at least 100 px.
  public static func widths(of theme: Theme) -> [Int] {
    range.filter { width in
      guard let widthClass = theme.widthClasses.last(where: { $0.from <= width }) else { return false }
      return width - 2 * widthClass.margin >= 100
    }
  }

  /// The widths at which something changes, as indices in `widths`.
  public var changed: [Int] { widths.indices.filter { index in parts.contains { !$0.shifts[index].isNothing } } }

  /// The steps that change nothing: pages are only wider there than at the step before.
  public var idleSteps: [Step] {
    steps.dropFirst().enumerated().filter { index, _ in parts.allSatisfy { $0.stepShifts[index].isNothing } }.map(
      \.element)
  }

  /// The widths of devices that would save most as steps: the best one between each step and the next, best first.
  ///
  /// What a width saves are the lines, rows and cut texts that pages of this width have now, in the layout of the step
  /// below, and would not have in their own. It counts once for each width up to the next step.
  public func gains(most: Int = 5) -> [Gain] {
    var best: [Int: Gain] = [:]
    for (index, width) in widths.enumerated() where width >= Step.narrowestDevice {
      guard let step = steps.last(where: { $0.minimumWidth <= width }), step.width != width else { continue }
      let next = steps.dropFirst(step.index + 1).first?.minimumWidth ?? Self.range.upperBound + 1
      let (now, then) = (counts(atStep: step.index), counts(at: index))
      let gain = Gain(
        width: width, last: next - 1, lines: now.lines - then.lines, rows: now.rows - then.rows,
        cuts: now.cuts - then.cuts)
      if gain.total > best[step.index]?.total ?? 0 { best[step.index] = gain }
    }
    return Array(best.values.sorted { ($1.total, $0.width) < ($0.total, $1.width) }.prefix(most))
  }

  private func counts(at index: Int) -> LayoutCounts {
    parts.reduce(LayoutCounts()) { $0 + $1.shifts[index].after }
  }

  private func counts(atStep index: Int) -> LayoutCounts {
    parts.reduce(LayoutCounts()) { sum, part in
      guard let first = part.stepShifts.first else { return sum }
      return sum + (index == 0 ? first.before : part.stepShifts[index - 1].after)
    }
  }
}

// MARK: For programs

extension Breakpoints {
  /// All changes as JSON with sorted keys. Numbers before and after are pairs; lengths are CSS pixels.
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("gains")
      json.array(gains()) { json, gain in
        json.object { json in
          json.number(gain.cuts, for: "cuts")
          json.number(gain.lines, for: "lines")
          json.number(gain.rows, for: "rows")
          json.number(gain.last, for: "until")
          json.number(gain.width, for: "width")
        }
      }
      json.string(page, for: "page")
      json.key("stepsWithoutChange")
      json.array(idleSteps) { json, step in json.number(step.width) }
      json.number(1, for: "version")
      json.key("widths")
      json.array(changed, onePerLine: true) { json, index in
        json.object { json in
          json.key("changes")
          json.array(parts.filter { !$0.shifts[index].isNothing }) { json, part in part.write(index, to: &json) }
          json.number(widths[index], for: "width")
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

extension Breakpoints.Part {
  fileprivate func write(_ index: Int, to json: inout JSONWriter) {
    let shift = shifts[index]
    let (before, after) = (shift.before, shift.after)
    func pair(_ before: Int, _ after: Int, for key: String, _ json: inout JSONWriter) {
      guard before != after else { return }
      json.key(key)
      json.array([before, after]) { json, number in json.number(number) }
    }
    func count(_ count: Int, for key: String, _ json: inout JSONWriter) {
      if count > 0 { json.number(count, for: key) }
    }
    json.object { json in
      count(shift.anatomies, for: "cardsWithOtherAnatomy", &json)
      count(shift.heights, for: "cardsWithOtherHeight", &json)
      count(shift.moves, for: "cardsWithOtherPlace", &json)
      count(shift.tags, for: "cardsWithOtherTags", &json)
      pair(before.columns, after.columns, for: "columns", &json)
      pair(before.cuts, after.cuts, for: "cuts", &json)
      if before.height != after.height {
        json.key("height")
        json.array([before.height, after.height]) { json, height in json.number(height) }
      }
      pair(before.lines, after.lines, for: "lines", &json)
      pair(before.pages, after.pages, for: "pages", &json)
      pair(before.rows, after.rows, for: "rows", &json)
      if let shelf { json.string(shelf, for: "shelf") }
      count(shift.texts, for: "textsWithOtherLines", &json)
    }
  }
}

// MARK: For people

extension Breakpoints {
  /// What changes, shelf by shelf.
  ///
  /// - Parameter isComplete: true for a line for each width; otherwise widths between which cards stay in their places
  ///   are one line.
  public func text(isComplete: Bool = false) -> String {
    var text = ""
    for part in parts {
      let lines = part.lines(widths, isComplete: isComplete)
      guard !lines.isEmpty else { continue }
      text += (part.shelf.map { "\(printable($0)), \(part.arrangement)" } ?? "title and introduction") + "\n"
      let column = lines.map(\.widths.count).max() ?? 0
      for line in lines {
        let start = "  " + line.widths + String(repeating: " ", count: column - line.widths.count) + "  "
        text += wrapped(line.changes, after: start)
      }
      text += "\n"
    }
    let count = changed.count
    text +=
      "\(count) of \(widths.count) widths from \(widths.first ?? 0) to \(widths.last ?? 0) change something on \(page)\n"
    if !idleSteps.isEmpty {
      text += wrapped(idleSteps.map { "\($0.width)" }, separator: ", ", after: "steps that change nothing: ")
    }
    let gains = gains()
    if !gains.isEmpty { text += "\nwidths that would save most as steps:\n" }
    for gain in gains {
      let saved = [(gain.lines, "line"), (gain.rows, "row"), (gain.cuts, "cut text")].compactMap { count, name in
        count == 0 ? nil : "\(abs(count)) \(name)\(abs(count) == 1 ? "" : "s") \(count > 0 ? "fewer" : "more")"
      }
      text += "  \(gain.width)  \(saved.joined(separator: ", ")), up to \(gain.last)\n"
    }
    return text
  }

  private func wrapped(_ parts: [String], separator: String = "; ", after start: String) -> String {
    var text = ""
    var line = start
    var isFirst = true
    for (index, part) in parts.enumerated() {
      let own = part + (index + 1 < parts.count ? separator : "")
      if !isFirst, line.count + own.count > 80 {
        while line.last == " " { line.removeLast() }
        text += line + "\n"
        line = String(repeating: " ", count: start.count)
      }
      line += own
      isFirst = false
    }
    return text + line + "\n"
  }
}

extension Breakpoints.Part {
  fileprivate struct ChangeLine {
    var widths: String
    var changes: [String]
  }

  /// A line for each width that arranges cards in another way, and for the widths between two of these.
  fileprivate func lines(_ widths: [Int], isComplete: Bool) -> [ChangeLine] {
    var lines: [ChangeLine] = []
    var run: [Int] = []
    func endRun() {
      guard let first = run.first, let last = run.last else { return }
      lines.append(
        run.count == 1
          ? ChangeLine(widths: "\(widths[first])", changes: shifts[first].changes)
          : ChangeLine(widths: "\(widths[first])-\(widths[last])", changes: run.map { shifts[$0] }.changes))
      run = []
    }
    for index in shifts.indices where !shifts[index].isNothing {
      let joins =
        isComplete
        ? shifts[index].isOnlyOfHeights && run.last == index - 1 && run.allSatisfy { shifts[$0].isOnlyOfHeights }
        : !shifts[index].isOfArrangement && run.last.map { !shifts[$0].isOfArrangement } ?? true
      if !joins { endRun() }
      run.append(index)
    }
    endRun()
    return lines
  }
}

extension LayoutCounts {
  /// What is counted in another way than before.
  fileprivate func changes(since before: LayoutCounts) -> [String] {
    [
      ("columns", before.columns, columns), ("rows", before.rows, rows), ("pages", before.pages, pages),
      ("lines", before.lines, lines), ("cut texts", before.cuts, cuts),
    ].compactMap { name, before, after in before == after ? nil : "\(name) \(before) → \(after)" }
      + (before.height == height ? [] : ["height \(before.height) → \(height)"])
  }
}

extension LayoutShift {
  fileprivate var changes: [String] {
    var changes = after.changes(since: before)
    func add(_ count: Int, _ name: String, _ what: String) {
      if count > 0 { changes.append("\(count) \(name)\(count == 1 ? "" : "s") \(what)") }
    }
    add(anatomies, "card", "with another anatomy")
    // If the columns change, nearly all cards move.
    if before.columns == after.columns { add(moves, "card", "in another place") }
    if before.lines == after.lines { add(texts, "text", "with other lines") }
    add(tags, "card", "with other rows of tags")
    if changes.isEmpty { add(heights, "card", "with another height") }
    return changes
  }
}

extension [LayoutShift] {
  /// The changes at several widths together. A card or a text can be among those of each width, so these are not added
  /// up.
  fileprivate var changes: [String] {
    guard let first, let last else { return [] }
    if allSatisfy(\.isOnlyOfHeights) { return last.after.changes(since: first.before) }
    let total = last.after.changes(since: first.before)
    let moves = count { $0.moves > 0 }
    return ["\(count) widths"] + (total.isEmpty ? ["texts with other lines"] : total)
      + (moves == 0 ? [] : ["cards in other places at \(moves)"])
  }
}
