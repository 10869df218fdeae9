import Geometry
public import Pages

/// How a difference is written: for people, or for one of the machines that read it.
public enum DifferenceFormat: String, Sendable, Hashable, CaseIterable {
  case human, json
  /// Workflow commands of GitHub Actions, one change a line.
  case github
  /// A summary for a job's page, with a picture drawn in text.
  case markdown
  /// A test case a shelf.
  case junit
}

/// A difference and the names of the compared versions.
public struct LayoutReport: Sendable {
  public let difference: LayoutDifference
  public let before: LayoutRecord
  public let after: LayoutRecord
  /// The name of the previous version: `origin/main`.
  public let against: String

  public init(difference: LayoutDifference, before: LayoutRecord, after: LayoutRecord, against: String) {
    self.difference = difference
    self.before = before
    self.after = after
    self.against = against
  }

  /// - Parameter isColoured: for people at a terminal.
  public func document(as format: DifferenceFormat, isColoured: Bool = false) -> String {
    switch format {
    case .human: difference.lines(isColoured: isColoured)
    case .json: difference.json
    case .github: difference.workflowCommands
    case .markdown: markdown
    case .junit: junit
    }
  }
}

extension LayoutDifference {
  /// `2 shelves of 6 changed`
  public var summary: String {
    let count = changedShelves.count
    return "\(count) \(count == 1 ? "shelf" : "shelves") of \(shelfCount) changed"
  }
}

extension LayoutChange {
  /// The subject of the change: a shelf, a page, or the whole site.
  var subject: String {
    if let shelf { return shelf }
    if let counts, page.isEmpty { return counts.shelves == counts.allShelves ? "everything" : "site" }
    return page.isEmpty ? "widths" : page
  }

  /// `212 -> 232 px`, `card added`, `6 shelves of 6, 42 cards`
  public var summary: String {
    if let counts {
      return "\(counts.shelves) \(counts.shelves == 1 ? "shelf" : "shelves") of \(counts.allShelves), "
        + "\(counts.cards) \(counts.cards == 1 ? "card" : "cards")"
    }
    return [what, amounts?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `compact: 212 -> 232 px. Content/planets/saturn.md:3 subtitle 1 -> 2 lines`, without the subject.
  public var sentence: String {
    let what = [widths.label, summary].filter { !$0.isEmpty }.joined(separator: ": ")
    let why = (causeTexts(most: 3) + notes).joined(separator: "; ")
    return why.isEmpty ? what : what + ". " + why
  }

  /// The consequences, and the card that sets a height, as parts of a sentence.
  var notes: [String] {
    var notes: [String] = []
    if let setter {
      notes.append("set by \(leaf(setter.after)), before by \(leaf(setter.before))")
    }
    if let heights { notes.append("height " + heights.text) }
    if insideCount > 0 { notes.append(insideCount == 1 ? "in 1 card" : "in \(insideCount) cards") }
    if let text = movement.text { notes.append(text) }
    return notes
  }

  /// The causes as people read them, no more than `most`, and how many others there are.
  func causeTexts(most: Int) -> [String] {
    let texts = causes.prefix(most).map { [$0.place, $0.text].filter { !$0.isEmpty }.joined(separator: " ") }
    return causes.count > most ? texts + ["and \(causes.count - most) more"] : texts
  }
}

extension Movement {
  var text: String? {
    if count == 0 { return nil }
    var text = count == 1 ? "1 card" : "\(count) cards"
    if let down {
      text += " below moved \(down > .zero ? "down" : "up") by \(shown(down > .zero ? down : .zero - down)) px"
    } else {
      text += " moved"
    }
    if rowCount > 0 { text += ", \(rowCount) to another row" }
    return text
  }
}

/// The last name of an id.
func leaf(_ id: String) -> String { id.split(separator: "/").last.map(String.init) ?? id }
