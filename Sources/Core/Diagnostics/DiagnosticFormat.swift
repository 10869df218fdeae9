/// The output format of findings: for people, or for one of several programs.
public enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
  /// Location and message, the source line, and how to fix it.
  case text
  /// An object with all findings in `diagnostics`, keys sorted.
  case json
  /// Workflow commands of GitHub Actions, one per finding.
  case github
  /// SARIF 2.1.0 (OASIS).
  case sarif

  /// Formats all findings of a run.
  ///
  /// - Parameters:
  ///   - version: the version of the program, for formats that name the tool.
  ///   - emphasis: the emphasis of text for people.
  ///   - mostOfRule: the number of findings of a rule to show to people; nil shows all. Formats for programs always
  ///     contain all.
  ///   - rules: the documentation of rules, for formats that can contain it.
  ///   - folder: the site's folder, from the root of the repository, for formats whose readers start there; with a
  ///     slash at its end, or empty.
  /// - Complexity: O(text of the findings).
  public func document(
    of diagnostics: [Diagnostic], version: String, emphasis: Emphasis = .none, mostOfRule: Int? = nil,
    rules: [String: RuleSummary] = [:], folder: String = ""
  ) -> String {
    switch self {
    case .text: diagnostics.rendered(with: emphasis, mostOfRule: mostOfRule)
    // Terminals and logs show these formats too, and they contain names and texts of the content.
    case .json: calm(jsonDocument(of: diagnostics, named: "diagnostics") { $1.write(to: &$0) }, escaped: escapedInJSON)
    case .github: calm(diagnostics.map(\.workflowCommand).joined()) { "\\u{" + String($0.value, radix: 16) + "}" }
    case .sarif:
      calm(sarifDocument(of: diagnostics, in: folder, version: version, rules: rules), escaped: escapedInJSON)
    }
  }
}

/// The documentation of a rule, for formats that can carry it.
public struct RuleSummary: Sendable {
  /// A summary in one line.
  public let text: String
  /// The reason for the rule, with examples: Markdown.
  public let help: String

  public init(text: String, help: String) {
    self.text = text
    self.help = help
  }
}

/// The document with all characters that control a terminal escaped, apart from line feeds.
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

  /// A line for GitHub's log, which shows it next to the source (GitHub Docs, "Workflow commands").
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
