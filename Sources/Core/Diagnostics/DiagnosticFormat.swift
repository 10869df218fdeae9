import JSONText

/// How findings are written: for people, or for one of the machines that read them.
public enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
  /// Place and message, the source line, and the way to mend it.
  case text
  /// An object with all findings in `diagnostics`, keys sorted.
  case json
  /// Workflow commands of GitHub Actions, one finding a line.
  case github
  /// SARIF 2.1.0 (OASIS).
  case sarif

  /// All findings of a run.
  ///
  /// - Parameters:
  ///   - version: of the program, for formats that name who found what.
  ///   - emphasis: of the text for people.
  ///   - mostOfRule: how many findings of a rule people are shown; nil is all. Machines are always told all.
  ///   - rules: what formats say about a rule that can say more than its name.
  /// - Complexity: O(text of the findings).
  public func document(
    of diagnostics: [Diagnostic], version: String, emphasis: Emphasis = .none, mostOfRule: Int? = nil,
    rules: [String: RuleSummary] = [:]
  ) -> String {
    switch self {
    case .text: diagnostics.rendered(with: emphasis, mostOfRule: mostOfRule)
    // Terminals and logs show these too, and names and texts of the content are in them.
    case .json: calm(jsonDocument(of: diagnostics, named: "diagnostics") { $1.write(to: &$0) }, escaped: escapedInJSON)
    case .github: calm(diagnostics.map(\.workflowCommand).joined()) { "\\u{" + String($0.value, radix: 16) + "}" }
    case .sarif: calm(sarifDocument(of: diagnostics, version: version, rules: rules), escaped: escapedInJSON)
    }
  }
}

/// The documentation of a rule, for formats that can carry it.
public struct RuleSummary: Sendable {
  /// One line.
  public let text: String
  /// The reason for the rule, with examples: Markdown.
  public let help: String

  public init(text: String, help: String) {
    self.text = text
    self.help = help
  }
}

/// A document in which what would steer a terminal is escaped, apart from the ends of its lines.
private func calm(_ document: String, escaped: (Unicode.Scalar) -> String) -> String {
  let steers = { (scalar: Unicode.Scalar) in scalar != "\n" && steersTerminals(scalar) }
  guard document.unicodeScalars.contains(where: steers) else { return document }
  var result = ""
  for scalar in document.unicodeScalars {
    if steers(scalar) { result += escaped(scalar) } else { result.unicodeScalars.append(scalar) }
  }
  return result
}

private func escapedInJSON(_ scalar: Unicode.Scalar) -> String {
  scalar.utf16.map { unit in
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }.joined()
}

extension Diagnostic {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let position {
        json.number(position.column, for: "column")
        json.number(position.column + (excerpt?.length ?? 1), for: "endColumn")
      }
      if let help {
        json.string(help, for: "help")
      }
      if let position {
        json.number(position.line, for: "line")
      }
      json.string(message, for: "message")
      json.string(path, for: "path")
      json.string(rule.name, for: "rule")
      json.string(severity.rawValue, for: "severity")
    }
  }

  /// A line for GitHub's log, which shows it beside the source (GitHub Docs, "Workflow commands").
  fileprivate var workflowCommand: String {
    var properties = ["file=" + escapedProperty(path)]
    if let position {
      properties.append("line=\(position.line)")
      properties.append("col=\(position.column)")
      properties.append("endColumn=\(position.column + (excerpt?.length ?? 1))")
    }
    properties.append("title=" + escapedProperty(rule.name))
    let text = help.map { message + "\nhelp: " + $0 } ?? message
    return "::\(severity.rawValue) \(properties.joined(separator: ","))::\(escapedData(text))\n"
  }
}
