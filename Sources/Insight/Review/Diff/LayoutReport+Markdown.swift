import Diagnostics
import Geometry
import Pages

extension LayoutReport {
  /// A heading, a table of the changes, a drawing of the shelf that changed most, and counts.
  var markdown: String {
    let all =
      "\(difference.shelfCount) \(difference.shelfCount == 1 ? "shelf" : "shelves"), "
      + "\(difference.cardCount) \(difference.cardCount == 1 ? "card" : "cards")"
    if difference.isEmpty { return "## Layout: unchanged\n\n\(all), as in \(code(against)).\n" }
    var text = "## Layout: \(difference.summary)\n\n| shelf | widths | change | cause |\n|---|---|---|---|\n"
    // A job's page holds at most 1 MiB.
    for change in difference.changes.prefix(200) {
      let causes = change.causes.prefix(5).map { cause in
        [cause.place.isEmpty ? "" : code(cause.place), cell(cause.text)].filter { !$0.isEmpty }.joined(separator: " ")
      }
      let more = change.causes.count > 5 ? ["and \(change.causes.count - 5) more"] : []
      let last = (causes + more + change.notes.map(cell)).joined(separator: "<br>")
      text += "| \(code(change.subject)) | \(cell(change.widths.label)) | \(cell(change.summary)) | \(last) |\n"
    }
    if difference.changes.count > 200 { text += "\nand \(difference.changes.count - 200) more changes\n" }
    if let picture { text += "\n" + picture }
    return text
      + "\n\(difference.changedCardCount) of \(difference.cardCount) cards changed against \(code(against)).\n"
  }

  private func cell(_ text: String) -> String {
    var result = ""
    for scalar in printable(text.replacing(" -> ", with: " → ")).unicodeScalars {
      if "\\`*_{}[]<>|#".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private func code(_ text: String) -> String {
    let plain = printable(text).replacing("|", with: "\\|")
    return text.contains("`") ? cell(text) : "`\(plain)`"
  }

  /// The shelf whose height changed most, before and after, at the width that shows it most.
  private var picture: String? {
    let old = Dictionary(before.pages.flatMap(\.shelves).map { ($0.id, $0) }) { first, _ in first }
    let known = Set(before.stepWidths)
    let widths = after.stepWidths.filter { known.contains($0) }
    var most: (before: ShelfRecord, after: ShelfRecord, width: Int, by: Int)?
    for shelf in after.pages.flatMap(\.shelves) where difference.changedShelves.contains(shelf.id) {
      guard let other = old[shelf.id] else { continue }
      for width in widths {
        guard let a = other.views.first?.layouts.run(at: width), let b = shelf.views.first?.layouts.run(at: width)
        else { continue }
        let by = Int((b.height - a.height).sixtyFourths.magnitude)
        if most.map({ by > $0.by }) ?? true { most = (other, shelf, width, by) }
      }
    }
    guard let most else { return nil }
    let drawings = [("before", most.before), ("after", most.after)].map { name, shelf -> String in
      let height = shelf.views.first?.layouts.run(at: most.width)?.height ?? .zero
      return "\(name), \(shown(height)) px\n" + drawing(of: shelf, at: most.width)
    }
    return "\(code(most.after.id)) on pages \(most.width) px wide:\n\n```text\n"
      + drawings.joined(separator: "\n") + "```\n"
  }
}

/// The cards of a shelf as boxes, to scale: a character represents at least 8 px in width, and twice as much in height.
func drawing(of shelf: ShelfRecord, at width: Int) -> String {
  guard let view = shelf.views.first, let run = view.layouts.run(at: width) else { return "" }
  let across = max(8, (run.width.roundedUp + 95) / 96)
  let down = 2 * across
  let columns = min(96, run.width.roundedUp / across)
  let rows = min(40, run.height.roundedUp / down + 1)
  var canvas = Array(repeating: Array(repeating: Character(" "), count: max(1, columns)), count: max(1, rows))
  func put(_ character: Character, _ x: Int, _ y: Int) {
    if canvas.indices.contains(y), canvas[y].indices.contains(x) { canvas[y][x] = character }
  }
  for card in view.cards {
    guard let frame = card.runs.run(at: width)?.frame, frame.x < run.width else { continue }
    let (left, top) = (frame.x.roundedDown / across, frame.y.roundedDown / down)
    let right = max(left + 1, frame.maxX.roundedDown / across - 1)
    let bottom = max(top + 1, frame.maxY.roundedDown / down - 1)
    // Parts outside the drawing are skipped.
    guard left < columns, top < rows, left >= 0, top >= 0 else { continue }
    for x in left...min(right, columns) {
      put("─", x, top)
      put("─", x, bottom)
    }
    for y in top...min(bottom, rows) {
      put("│", left, y)
      put("│", right, y)
    }
    put("┌", left, top)
    put("┐", right, top)
    put("└", left, bottom)
    put("┘", right, bottom)
    let labels = [leaf(card.id), "\(shown(frame.height)) px"]
    for (line, label) in labels.enumerated() where top + 1 + line < bottom {
      for (index, character) in printable(label).prefix(max(0, right - left - 2)).enumerated() {
        put(character, left + 2 + index, top + 1 + line)
      }
    }
  }
  let lines = canvas.map { line in
    var text = String(line)
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
  let isCut = run.height.roundedUp / down + 1 > rows
  return (lines + (isCut ? ["…"] : [])).joined(separator: "\n") + "\n"
}
