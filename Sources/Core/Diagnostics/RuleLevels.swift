/// The severity that a site sets for the findings of some rules.
public struct RuleLevels: Sendable, Hashable {
  public enum Level: String, Sendable, Hashable, CaseIterable { case error, warn, off }

  private var levels: [String: Level] = [:]

  public init() {}

  public var isEmpty: Bool { levels.isEmpty }

  /// The level of a rule, by its name. The documentation of the rule says which levels are allowed.
  public subscript(rule: String) -> Level? {
    get { levels[rule] }
    set { levels[rule] = newValue }
  }

  /// The finding with its severity changed, or nil if it is switched off.
  ///
  /// An error that keeps a command from running stays an error: the same rule can apply to front matter and to
  /// settings.
  public func applied(to diagnostic: Diagnostic) -> Diagnostic? {
    guard !levels.isEmpty, let level = levels[diagnostic.rule.name] else { return diagnostic }
    if diagnostic.severity == .error, diagnostic.rule.fault == .cannotRun { return diagnostic }
    switch level {
    case .error: return diagnostic.asError
    case .warn: return diagnostic.asWarning
    case .off: return nil
    }
  }
}
