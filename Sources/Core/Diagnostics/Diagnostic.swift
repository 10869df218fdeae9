/// One finding: a fault, its location, and how to fix it.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Sendable { case warning, error }

  /// The name of a rule, which is stable so that tools can filter by it, and the effect of breaking it on the run.
  public struct Rule: Hashable, Sendable {
    public let name: String
    public let fault: Fault

    public init(_ name: String, fault: Fault = .finding) {
      self.name = name
      self.fault = fault
    }
  }

  /// The exit code of an error: 1 or 2.
  public enum Fault: Sendable {
    /// The content has the fault; the build ran.
    case finding
    /// Settings, theme, fonts or the machine have the fault; the build could not run.
    case cannotRun
  }

  public private(set) var severity: Severity
  /// True if the faulty part was left out, so that the rest could be built.
  public private(set) var isOfOmission = false
  public let rule: Rule
  public private(set) var message: String
  public private(set) var path: String
  public let position: SourcePosition?
  public let excerpt: Excerpt?
  public private(set) var help: String?
  /// True if the finding counts the rest of a file's findings: people read it after them.
  public let isAboutRest: Bool

  /// A finding about a span of a file. The span is cut at the end of its first line.
  public init(
    _ severity: Severity, _ rule: Rule, _ message: String, at range: SourceRange, in source: SourceText,
    help: String? = nil
  ) {
    if let origin = source.origin {
      excerpt = origin.excerpt(of: range)
    } else {
      let whole = source.line(at: range.lower)
      let line = SourceRange(min(max(whole.lower, source.textStart), whole.upper), whole.upper)
      let start = min(max(range.lower, line.lower), line.upper)
      let end = min(max(range.upper, start), line.upper)
      excerpt = Excerpt(of: source, line: line, span: SourceRange(start, end))
    }
    self.severity = severity
    self.rule = rule
    self.message = bounded(message)
    self.path = source.path
    self.position = source.position(at: range.lower)
    self.help = help.map(bounded)
    isAboutRest = false
  }

  /// A finding about a file or folder as a whole.
  ///
  /// - Parameter isAboutRest: whether it counts further findings in the file.
  public init(
    _ severity: Severity, _ rule: Rule, _ message: String, path: String, help: String? = nil, isAboutRest: Bool = false
  ) {
    self.severity = severity
    self.rule = rule
    self.message = bounded(message)
    self.path = path
    self.position = nil
    self.excerpt = nil
    self.help = help.map(bounded)
    self.isAboutRest = isAboutRest
  }
}

/// A quotation that is short enough for a message. Findings quote text that others wrote.
private func bounded(_ text: String) -> String {
  let most = 1000
  return text.utf8.count > most ? String(text.unicodeScalars.prefix(most)) + "…" : text
}

/// Work that cannot continue throws the reason.
extension Diagnostic: Error {}

extension Diagnostic {
  /// The same finding, with warnings treated as errors.
  public var asError: Diagnostic {
    var error = self
    error.severity = .error
    return error
  }

  /// The same finding as a warning, which does not end the work.
  public var asWarning: Diagnostic {
    var warning = self
    warning.severity = .warning
    return warning
  }

  /// The same finding if its part of the content is left out. Faults that keep a command from running stay errors.
  public var asOmission: Diagnostic { rule.fault == .finding ? omitted : self }

  /// The same finding as a warning that its part of the content was left out, whatever its fault.
  public var omitted: Diagnostic {
    guard severity == .error else { return self }
    var omission = asWarning
    omission.isOfOmission = true
    return omission
  }

  /// A finding at the same location and of the same rule, with another message.
  public func saying(_ message: String, help: String?) -> Diagnostic {
    var other = self
    other.message = bounded(message)
    other.help = help.map(bounded)
    return other
  }

  /// The same finding for a file with another name.
  public func renamed(from name: String, to newName: String) -> Diagnostic {
    guard path == name else { return self }
    var renamed = self
    renamed.path = newName
    return renamed
  }
}

/// Findings in the order in which they are reported.
public struct DiagnosticSink: Sendable {
  public private(set) var diagnostics: [Diagnostic] = []
  /// The levels that the site sets for findings that are reported from now on.
  public var levels = RuleLevels()

  public init() {}

  public mutating func report(_ diagnostic: Diagnostic) {
    if let diagnostic = levels.applied(to: diagnostic) { diagnostics.append(diagnostic) }
  }

  public mutating func report(contentsOf more: [Diagnostic]) {
    diagnostics.append(contentsOf: levels.isEmpty ? more : more.compactMap(levels.applied))
  }

  public mutating func error(
    _ rule: Diagnostic.Rule, _ message: String, at range: SourceRange, in source: SourceText, help: String? = nil
  ) {
    report(Diagnostic(.error, rule, message, at: range, in: source, help: help))
  }

  public mutating func warning(
    _ rule: Diagnostic.Rule, _ message: String, at range: SourceRange, in source: SourceText, help: String? = nil
  ) {
    report(Diagnostic(.warning, rule, message, at: range, in: source, help: help))
  }

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Sequence where Element == Diagnostic {
  /// Each finding once, sorted by path, line, column, rule and message, and then by everything else that differs, so
  /// that the same findings always come in the same order. Findings that count the rest of a file's findings come last.
  public func sortedByPlace() -> [Diagnostic] {
    let sorted = sorted { a, b in
      let left = (a.path, a.isAboutRest ? 1 : 0, a.position?.line ?? 0, a.position?.column ?? 0)
      let right = (b.path, b.isAboutRest ? 1 : 0, b.position?.line ?? 0, b.position?.column ?? 0)
      if left != right { return left < right }
      let names = (a.rule.name, b.rule.name)
      if names.0 != names.1 || a.message != b.message { return (names.0, a.message) < (names.1, b.message) }
      let details = (a.severity.rawValue, a.help ?? "", a.excerpt?.line ?? "", a.excerpt?.length ?? 0)
      let otherDetails = (b.severity.rawValue, b.help ?? "", b.excerpt?.line ?? "", b.excerpt?.length ?? 0)
      if details != otherDetails { return details < otherDetails }
      return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
    var findings: [Diagnostic] = []
    for finding in sorted {
      // Two files whose names are equal as strings can have the same fault.
      if let last = findings.last, last == finding, last.path.utf8.elementsEqual(finding.path.utf8) { continue }
      findings.append(finding)
    }
    return findings
  }
}
