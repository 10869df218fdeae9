/// The levels that a site can set for a rule.
///
/// A rule whose findings are errors can be changed only if a site can be published in spite of them: the faulty part is
/// omitted, and the rest is laid out and written as if that part did not exist. Tests publish a site with each of these
/// errors as a warning.
public enum RuleControl: Sendable, Hashable {
  /// The level can be error, warning or off.
  case free
  /// The level can be error or warning, but not off.
  ///
  /// - Parameter reason: the purpose of the rule, as part of a sentence.
  case shown(reason: String)
  /// The level cannot be changed.
  case fixed(reason: String)
}

/// The controls of all rules, as their documentation states them.
public enum RuleTable {
  /// Keyed by rule name.
  public static let controls = Dictionary(RuleBook.read().map { ($0.name, $0.control) }) { first, _ in first }

  /// The rules that `rules` can name, in order.
  public static let adjustable: [String] = controls.filter { if case .fixed = $1 { false } else { true } }.keys.sorted()
}

extension RuleControl {
  /// - Parameter kinds: the last one says what a site can change, and for what purpose it cannot.
  init(_ kinds: [String]) {
    self =
      switch kinds.last {
      case "can be off": .free
      case "warn or error for readers": .shown(reason: "it protects readers")
      case "warn or error for exactness": .shown(reason: "it reports where a layout is not exact")
      case "fixed for readers": .fixed(reason: "it protects readers")
      case "fixed for exactness": .fixed(reason: "it keeps pages exact and well-formed")
      case "fixed for commands": .fixed(reason: "commands cannot work without what it requires")
      default: .fixed(reason: "it would be unclear what to publish")
      }
  }

  /// A kind as it is shown to people: fixed levels need no mention, and purposes are for those who want to change a
  /// rule.
  static func shown(_ kind: String) -> String? {
    kind.hasPrefix("fixed for ") ? nil : kind.hasPrefix("warn or error for ") ? "warn or error" : kind
  }
}
