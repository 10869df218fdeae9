/// The findings of one file, limited to the first ones of each rule. The others are only counted, because each finding
/// costs time and memory, and the author of a text controls how many there are.
package struct Findings {
  private static let mostLineBytes = 4 << 20

  private let path: String
  private let most: Int
  private var made: [Diagnostic] = []
  private var counts: [Diagnostic.Rule: Count] = [:]
  /// The bytes of all lines of findings so far: each finding reads its whole line.
  private var lineBytes = 0

  private struct Count {
    var made = 0
    var all = 0
    var severity = Diagnostic.Severity.error
  }

  /// - Parameter most: the limit for each rule.
  package init(path: String, most: Int = 100) {
    self.path = path
    self.most = most
  }

  package mutating func report(_ rule: Diagnostic.Rule, _ diagnostic: @autoclosure () -> Diagnostic) {
    counts[rule, default: Count()].all += 1
    let count = counts[rule]?.made ?? 0
    let isFew = count < most && lineBytes < Self.mostLineBytes
    // The first finding sets the severity of those that are only counted.
    guard count == 0 || isFew else { return }
    let diagnostic = diagnostic()
    counts[rule]?.made += 1
    counts[rule]?.severity = diagnostic.severity
    lineBytes += diagnostic.excerpt?.lineLength ?? 0
    made.append(diagnostic)
  }

  package var all: [Diagnostic] {
    if counts.isEmpty { return [] }
    let more = counts.filter { $0.value.all > $0.value.made }.sorted { $0.key.name < $1.key.name }
    return made
      + more.map { rule, count in
        Diagnostic(
          count.severity, rule, "\(count.all - count.made) more findings of this kind in this file", path: path,
          isAboutRest: true)
      }
  }
}
