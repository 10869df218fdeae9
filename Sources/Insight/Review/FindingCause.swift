import Diagnostics
import Pages

/// A possible common cause of several findings: a key of the theme, of a shelf or of the settings.
struct FindingCause: Hashable, Sendable {
  /// The rule of the finding about the cause. Findings of two rules may be signs of the same cause.
  let rule: ReviewRule
  /// The file that contains the key, or should.
  let source: SourceText
  /// The key path: `textStyles.title.maxLines`.
  let key: String
  /// The consequence, as a sentence without the cards.
  let message: String
  /// The condition under which it applies, if it does not always. Findings with the same cause may differ in it.
  var circumstance = ""
  /// The affected unit.
  let unit: CauseUnit
  /// The change that fixes it.
  let help: String

  enum CauseUnit: String, Sendable {
    case card = "cards"
    case shelf = "shelves"
  }

  static func == (a: FindingCause, b: FindingCause) -> Bool {
    a.key == b.key && a.message == b.message && a.source.path == b.source.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(message)
    hasher.combine(source.path)
  }
}

/// A finding of a review, and the cause that it may share with others.
struct ReviewFinding: Sendable {
  let diagnostic: Diagnostic
  let cause: FindingCause?
  /// The card or shelf that it is about.
  let subject: String
  /// The severity of the finding, in words that follow the subject: `by 12 px`.
  let measure: String
  /// The severity among findings of the same cause, as a number.
  let weight: Int

  init(
    _ diagnostic: Diagnostic, cause: FindingCause? = nil, subject: String = "", measure: String = "", weight: Int = 0
  ) {
    self.diagnostic = diagnostic
    self.cause = cause
    self.subject = subject
    self.measure = measure
    self.weight = weight
  }
}

extension ReviewFinding {
  /// The same finding with another diagnostic.
  func with(_ diagnostic: Diagnostic) -> ReviewFinding {
    ReviewFinding(diagnostic, cause: cause, subject: subject, measure: measure, weight: weight)
  }
}

extension [ReviewFinding] {
  /// One finding for each cause that several findings share, and all others unchanged.
  func grouped() -> [Diagnostic] {
    var single: [Diagnostic] = []
    var groups: [FindingCause: [ReviewFinding]] = [:]
    for finding in self {
      if let cause = finding.cause {
        groups[cause, default: []].append(finding)
      } else {
        single.append(finding.diagnostic)
      }
    }
    return single
      + groups.map { cause, findings in findings.count == 1 ? findings[0].diagnostic : cause.finding(about: findings) }
  }
}

extension FindingCause {
  private static let mostExamples = 3

  /// - Parameter findings: at least two findings.
  fileprivate func finding(about findings: [ReviewFinding]) -> Diagnostic {
    // Ties go to the cause's own rule.
    let rank = { (finding: ReviewFinding) in
      (-finding.weight, finding.diagnostic.rule.name == rule.rawValue ? 0 : 1, finding.diagnostic.path, finding.subject)
    }
    let worst = findings.sorted { rank($0) < rank($1) }
    var subjects: Set<String> = []
    let examples = worst.filter { subjects.insert($0.subject).inserted }
    // Two signs of one cause in one card are one finding; the rule of the cause says more.
    let own = worst.filter { $0.diagnostic.rule.name == rule.rawValue }
    if subjects.count == 1, own.count == 1, unit == .card { return own[0].diagnostic }
    let shown = examples.prefix(Self.mostExamples).map { example -> String in
      guard unit == .shelf else {
        return example.measure.isEmpty ? example.subject : "\(example.subject) \(example.measure)"
      }
      let measures = findings.filter { $0.subject == example.subject }.map(\.measure)
      return "\(example.subject) (\(measures.joined(separator: ", ")))"
    }
    let count = subjects.count == 1 ? unit == .card ? "1 card" : "1 shelf" : "\(subjects.count) \(unit.rawValue)"
    let isPart = examples.count > shown.count
    let start = !isPart ? ": " : examples[0].weight == 0 ? ", such as " : ", most in "
    let when = Set(findings.compactMap(\.cause?.circumstance)).sorted().filter { !$0.isEmpty }
    let what = ([message] + (when.isEmpty ? [] : [when.joined(separator: " and ")])).joined(separator: " ")
    let text = "\(what) in \(count)\(start)\(shown.joined(separator: ", "))"
    let advice = help + "; --all-findings shows each"
    let severity: Diagnostic.Severity = findings.contains { $0.diagnostic.severity == .error } ? .error : .warning
    let diagnosticRule = own.isEmpty ? worst[0].diagnostic.rule : rule.diagnosticRule
    guard let value = sourceValues(of: source)[key] else {
      return worst[0].diagnostic.saying(text, help: advice)
    }
    return Diagnostic(severity, diagnosticRule, text, at: value.range, in: source, help: advice)
  }
}
