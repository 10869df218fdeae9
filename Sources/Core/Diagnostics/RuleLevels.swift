/// How severe a site wants the findings of some rules to be.
public struct RuleLevels: Sendable, Hashable {
  public enum Level: String, Sendable, Hashable, CaseIterable { case error, warn, off }

  private var levels: [String: Level] = [:]

  public init() {}

  public var isEmpty: Bool { levels.isEmpty }

  /// The level of a rule, by its name. ``RuleTable`` says which levels it may have.
  public subscript(rule: String) -> Level? {
    get { levels[rule] }
    set { levels[rule] = newValue }
  }

  /// A finding with the severity that is wanted, or nil where it is to be left out.
  ///
  /// An error because of which a command cannot run stays one: rules may be those of front matter and of settings alike.
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
