import Diagnostics
import Pages

extension LayoutDifference {
  /// Warnings for GitHub's log, which shows them next to the sources (GitHub Docs, "Workflow commands"): one for each
  /// change, at its first cause.
  public var workflowCommands: String {
    changes.map { change in
      var properties: [String] = []
      if let cause = change.causes.first(where: { !$0.path.isEmpty }) {
        properties.append("file=" + escapedProperty(cause.path))
        if let line = cause.line { properties.append("line=\(line)") }
      }
      let title = [change.subject, change.widths.label].filter { !$0.isEmpty }.joined(separator: ", ")
      properties.append("title=" + escapedProperty(title))
      let parts = [change.summary] + change.causeTexts(most: 20) + change.notes
      return "::warning \(properties.joined(separator: ","))::\(escapedData(parts.joined(separator: "\n")))\n"
    }.joined()
  }
}

extension LayoutReport {
  /// A test case for each shelf, which fails if the shelf changed; other changes are separate cases (the schema of
  /// Jenkins' xUnit plugin).
  var junit: String {
    var cases: [(page: String, name: String)] = []
    for change in difference.changes where change.shelf == nil {
      if !cases.contains(where: { $0.name == change.subject }) { cases.append((change.page, change.subject)) }
    }
    for page in after.pages { cases += page.shelves.map { (page.path, $0.id) } }
    for change in difference.changes {
      if let shelf = change.shelf, !cases.contains(where: { $0.name == shelf }) { cases.append((change.page, shelf)) }
    }
    var body = ""
    var failures = 0
    for (page, name) in cases {
      let own = difference.changes.filter { $0.subject == name }
      body += "    <testcase classname=\"\(xml(page.isEmpty ? "site" : page))\" name=\"\(xml(name))\""
      if own.isEmpty {
        body += "/>\n"
        continue
      }
      failures += 1
      let lines = own.map { change in
        ([change.widths.label, change.summary].filter { !$0.isEmpty } + change.causeTexts(most: 20) + change.notes)
          .joined(separator: "; ")
      }
      body +=
        ">\n      <failure message=\"\(xml(lines.first ?? ""))\">\(xml(lines.joined(separator: "\n")))</failure>\n"
      body += "    </testcase>\n"
    }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="cardshelf diff" \(counts)>
      \(body)  </testsuite>
      </testsuites>

      """
  }
}

/// Text for XML 1.0: characters that are not allowed are shown as on terminals.
private func xml(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    let allowed = printable(String(line)).unicodeScalars.map { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : $0 }
    return escapedMarkup(String(String.UnicodeScalarView(allowed)), inAttribute: true)
  }.joined(separator: "\n")
}
