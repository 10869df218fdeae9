import Diagnostics

/// The findings about one file, at most 20 of each rule: one fault of a generator or a template repeats itself.
struct Findings {
  private static let limit = 20

  private let path: String
  private var diagnostics: [Diagnostic] = []
  private var counts: [Diagnostic.Rule: Int] = [:]

  init(path: String) { self.path = path }

  /// Takes a finding; one beyond the limit is counted but not made.
  mutating func report(_ rule: Diagnostic.Rule, _ diagnostic: @autoclosure () -> Diagnostic) {
    let count = counts[rule, default: 0]
    counts[rule] = count + 1
    if count < Self.limit { diagnostics.append(diagnostic()) }
  }

  /// All findings, and how many more there are of a rule.
  var all: [Diagnostic] {
    let rest = counts.filter { $0.value > Self.limit }.sorted { $0.key.name < $1.key.name }
    return diagnostics + rest.map { .more($0.value - Self.limit, of: $0.key, in: path) }
  }
}
