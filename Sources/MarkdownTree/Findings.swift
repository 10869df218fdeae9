import Diagnostics

/// The findings of one text, the first hundred of each rule; what is beyond is counted.
struct Findings {
  private let path: String
  private var made: [Diagnostic] = []
  private var counts: [Diagnostic.Rule: Int] = [:]
  private var severities: [Diagnostic.Rule: Diagnostic.Severity] = [:]

  init(path: String) { self.path = path }

  mutating func report(_ rule: Diagnostic.Rule, _ diagnostic: @autoclosure () -> Diagnostic) {
    let count = counts[rule, default: 0] + 1
    counts[rule] = count
    guard count <= MarkdownLimits.findings else { return }
    let diagnostic = diagnostic()
    severities[rule] = diagnostic.severity
    made.append(diagnostic)
  }

  var all: [Diagnostic] {
    let more = counts.filter { $0.value > MarkdownLimits.findings }.sorted { $0.key.name < $1.key.name }
    return made
      + more.map { rule, count in
        .more(count - MarkdownLimits.findings, like: severities[rule] ?? .error, rule, path: path)
      }
  }
}
