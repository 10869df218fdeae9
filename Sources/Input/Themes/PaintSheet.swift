public import Diagnostics

/// A `paint.css` that was read.
///
/// Two sheets are equal if their sources are: the rest follows from the source.
public struct PaintSheet: Sendable, Hashable {
  public let source: SourceText
  /// The rules that pictures show: a page at rest. Rules for pointers and for paper are omitted.
  public let rules: [PaintRule]
  /// The classes in its selectors, each with its first range.
  public let classes: [PlacedName]

  init(_ source: SourceText, rules: [PaintRule] = [], classes: [PlacedName] = []) {
    self.source = source
    self.rules = rules
    self.classes = classes
  }

  public static func == (a: PaintSheet, b: PaintSheet) -> Bool { a.source == b.source }

  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// The look of some elements.
public struct PaintRule: Sendable {
  public let selector: PaintSelector
  /// The colour scheme to which the rule applies; nil is both.
  let isDark: Bool?
  var declarations: [(property: String, value: PaintValue)]

  init(_ selector: PaintSelector, isDark: Bool? = nil, _ declarations: KeyValuePairs<String, [PaintTerm]> = [:]) {
    self.selector = selector
    self.isDark = isDark
    self.declarations = declarations.map { ($0, [$1]) }
  }

  /// The rule's declarations, as in a style sheet.
  public var paint: String { declarations.map { "\($0.property):\($0.value.css)" }.joined(separator: ";") }
}

/// Writes the rule as in a style sheet.
extension PaintRule: CustomStringConvertible {
  public var description: String { "\(selector){\(paint)}" }
}

extension [PaintRule] {
  /// The declarations that apply to an element itself, by property. `!important` and inheritance are ignored.
  ///
  /// - Complexity: O(rules).
  public func declarations(of element: Int, in tree: ElementTree, isDark: Bool) -> [String: PaintValue] {
    var found: [(weight: Int, rule: PaintRule)] = []
    for rule in self where rule.isDark == nil || rule.isDark == isDark {
      if let weight = rule.selector.weight(of: element, in: tree) { found.append((weight, rule)) }
    }
    // The sort is stable, so that the later of two equal specificities wins.
    var result: [String: PaintValue] = [:]
    for (_, rule) in found.sorted(by: { $0.weight < $1.weight }) {
      for declaration in rule.declarations { result.set(declaration.property, to: declaration.value) }
    }
    return result
  }
}

extension [String: PaintValue] {
  /// The names of these properties begin like a shorthand, but the properties are not part of it.
  private static let ownProperties: Set<String> = ["border-radius", "outline-offset"]

  /// A shorthand resets its parts.
  fileprivate mutating func set(_ name: String, to value: PaintValue) {
    if !name.hasPrefix("--") {
      for part in keys where part.hasPrefix(name + "-") && !Self.ownProperties.contains(part) {
        removeValue(forKey: part)
      }
    }
    self[name] = value
  }
}
