import Content

extension DocumentedRule {
  /// The rule as text for a terminal of 80 columns.
  var text: String {
    var text = "\(name): \(title)\n(\(kinds.joined(separator: ", ")))\n"
    var isCode = false
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        text += "    \(line)\n"
      } else if line.isEmpty {
        if !text.hasSuffix("\n\n") { text += "\n" }
      } else {
        if text.hasSuffix(")\n") { text += "\n" }
        text += wrapped(line, at: 78)
      }
    }
    return text
  }

  private func wrapped(_ line: Substring, at width: Int) -> String {
    var text = ""
    var column = 0
    for word in line.split(separator: " ") {
      if column > 0, column + 1 + word.count > width {
        text += "\n"
        column = 0
      }
      text += column > 0 ? " \(word)" : "\(word)"
      column += word.count + (column > 0 ? 1 : 0)
    }
    return text + "\n"
  }
}

extension [DocumentedRule] {
  /// The names and titles of the rules, grouped by subject.
  var list: String {
    let width = map(\.name.count).max() ?? 0
    var text = ""
    var subject = ""
    for rule in self {
      if rule.subject.title != subject {
        text += (text.isEmpty ? "" : "\n") + rule.subject.title.uppercased() + "\n"
        subject = rule.subject.title
      }
      text += rule.name + String(repeating: " ", count: width + 2 - rule.name.count) + rule.title + "\n"
    }
    return text
  }
}
