import Content
import Diagnostics

extension ThemeReader {
  /// Reads `fonts`: names of stacks, and their families in order of preference.
  mutating func fontStacks(_ stacks: YAMLMappingReader?) -> [FontStack] {
    guard var stacks else { return [] }
    stacks.require("text", "mono", help: "write a list of font families, such as [Noto Sans]", into: &sink)
    fontNames = stacks.entries.map(\.key)
    return stacks.entries.map { entry in
      checkName(entry)
      return stack(entry)
    }
  }

  /// Reads a stack. The last name may be the kind of fonts that readers' systems use instead.
  private mutating func stack(_ entry: YAMLEntry) -> FontStack {
    var stack = FontStack(name: entry.key, families: [], generic: entry.key == "mono" ? .mono : .sans)
    guard !entry.value.isNothing, var names = values.strings(entry.value, called: entry.key, into: &sink) else {
      return stack
    }
    if names.count > 1, let generic = names.last.flatMap({ GenericFamily(rawValue: $0.value) }) {
      stack.generic = generic
      names.removeLast()
    }
    if names.isEmpty { sink.report(findings.fontStackEmpty(entry.key, at: entry.value.range)) }
    for name in names where Self.isGeneric(name.value) {
      sink.report(findings.genericFont(name.value, at: name.range))
    }
    stack.families = names.map { PlacedName(name: $0.value, range: $0.range) }
    return stack
  }

  /// Returns whether a name is a generic family of CSS Fonts 4 (section 2.1.3), a system font, a keyword of every
  /// property, or empty.
  static func isGeneric(_ family: String) -> Bool {
    let name = family.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let generic: Set = [
      "", "system-ui", "sans-serif", "serif", "monospace", "cursive", "fantasy", "math", "emoji", "fangsong",
      "-apple-system", "blinkmacsystemfont", "inherit", "initial", "unset", "revert", "revert-layer", "default",
    ]
    return generic.contains(name) || name.hasPrefix("ui-")
  }
}
