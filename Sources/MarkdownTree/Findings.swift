package import Diagnostics

/// The findings of one file, the first hundred of each rule; what is beyond is counted, because a finding costs time and
/// memory of its own, and whoever writes a text decides how many there are.
package struct Findings {
  private let path: String
  private var made: [Diagnostic] = []
  private var counts: [Diagnostic.Rule: Int] = [:]
  private var severities: [Diagnostic.Rule: Diagnostic.Severity] = [:]

  package init(path: String) { self.path = path }

  package mutating func report(_ rule: Diagnostic.Rule, _ diagnostic: @autoclosure () -> Diagnostic) {
    let count = counts[rule, default: 0] + 1
    counts[rule] = count
    guard count <= MarkdownLimits.findings else { return }
    let diagnostic = diagnostic()
    severities[rule] = diagnostic.severity
    made.append(diagnostic)
  }

  package var all: [Diagnostic] {
    let more = counts.filter { $0.value > MarkdownLimits.findings }.sorted { $0.key.name < $1.key.name }
    return made
      + more.map { rule, count in
        .more(count - MarkdownLimits.findings, like: severities[rule] ?? .error, rule, path: path)
      }
  }
}
