import Geometry
public import Pages

/// The output format of a difference: for people, or for one of several programs.
public enum DifferenceFormat: String, Sendable, Hashable, CaseIterable {
  case human, json
  /// Workflow commands of GitHub Actions, one line for each change.
  case github
  /// A summary for a job's page, with a text drawing.
  case markdown
  /// JUnit XML, with a test case for each shelf.
  case junit
}

/// A difference and the names of the compared versions.
public struct LayoutReport: Sendable {
  public let difference: LayoutDifference
  public let before: LayoutRecord
  public let after: LayoutRecord
  /// The name of the previous version, such as `origin/main`.
  public let against: String

  public init(difference: LayoutDifference, before: LayoutRecord, after: LayoutRecord, against: String) {
    self.difference = difference
    self.before = before
    self.after = after
    self.against = against
  }

  /// - Parameter isColoured: true for people at a terminal.
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
  /// A summary such as `2 shelves of 6 changed; also 3 texts`, or `3 texts, 1 link changed; nothing moved`.
  public var summary: String {
    let content = contentSummary
    if isOfContent { return content + " changed; nothing moved" }
    let count = changedShelves.count
    let layout = "\(count == 0 ? "no shelf" : count == 1 ? "1 shelf" : "\(count) shelves") of \(shelfCount) changed"
    return content.isEmpty ? layout : layout + "; also \(content)"
  }
}

extension LayoutDifference {
  /// The changes outside of some shelves, one line each.
  public func sentences(without shelves: Set<String>) -> [String] {
    let others = changes.filter { $0.shelf.map { !shelves.contains($0) } ?? true }
    let most = 100
    let rest = others.count > most ? ["and \(others.count - most) more"] : []
    return others.prefix(most).map { "\($0.subject): \($0.sentence)" } + rest
  }
}

extension LayoutChange {
  /// The subject of the change: a shelf, a page, or the whole site.
  var subject: String {
    if let shelf { return shelf }
    if let counts, page.isEmpty { return counts.shelves == counts.allShelves ? "everything" : "site" }
    if page.isEmpty { return kind == .widths ? "widths" : "site" }
    return page
  }

  /// A summary such as `212 -> 232 px`, `card added`, `6 shelves of 6, 42 cards`.
  public var summary: String {
    if let counts {
      return "\(counts.shelves) \(counts.shelves == 1 ? "shelf" : "shelves") of \(counts.allShelves), "
        + "\(counts.cards) \(counts.cards == 1 ? "card" : "cards")"
    }
    return [what, amounts?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A sentence such as `compact: 212 -> 232 px. Content/planets/saturn.md:3 subtitle 1 -> 2 lines`, without the
  /// subject.
  public var sentence: String {
    let what = [widths.label, summary].filter { !$0.isEmpty }.joined(separator: ": ")
    let why = (causeTexts(most: 3) + notes).joined(separator: "; ")
    return why.isEmpty ? what : what + ". " + why
  }

  /// The consequences, and the card that sets a height, as parts of a sentence.
  var notes: [String] {
    var notes: [String] = []
    if let heights { notes.append("height " + heights.text) }
    if let setter {
      notes.append("set by \(leaf(setter.after)), before by \(leaf(setter.before))")
    }
    if insideCount > 0 { notes.append(insideCount == 1 ? "in 1 card" : "in \(insideCount) cards") }
    if let text = movement.text { notes.append(text) }
    if isAlsoEnlarged { notes.append("also with enlarged text") }
    return notes
  }

  /// The causes for people, at most `most`, and the number of further ones.
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

/// The last component of an id.
func leaf(_ id: String) -> String { id.split(separator: "/").last.map(String.init) ?? id }
