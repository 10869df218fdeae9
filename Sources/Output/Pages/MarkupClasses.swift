import Content
public import Diagnostics
import ShelfArrangements
public import Themes

/// The classes that the markup of a site with a theme may have, so that `paint.css` can use them.
public struct MarkupClasses: Sendable {
  public let names: Set<String>
  /// True if a template writes a class from a value: then any name is possible.
  public let areOpen: Bool

  /// - Complexity: O(bytes of the templates)
  public init(theme: Theme, templates: [SourceText]) {
    var names: Set<String> = [
      "card", "cards", "column-toggle", "figure", "labels", "more", "other", "pinned", "room", "row", "section",
      "section-title", "shelf", "shelf-title",
    ]
    names.formUnion(theme.slots.slots.map(theme.slots.className))
    for arrangement in standardArrangements { names.insert("in-" + arrangement.name) }
    for anatomy in theme.anatomies { names.insert(anatomy.name) }
    var areOpen = false
    for template in templates {
      let text = template.text(in: template.fullRange)
      var rest = text[...]
      while let start = rest.firstRange(of: "class=") {
        rest = rest[start.upperBound...]
        guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
        let value = rest.dropFirst().prefix { $0 != quote }
        if value.contains("{{") { areOpen = true }
        for name in value.split(whereSeparator: \.isWhitespace) { names.insert(String(name)) }
        rest = rest[value.endIndex...]
      }
    }
    self.names = names
    self.areOpen = areOpen
  }

  /// Returns whether a class may occur. Classes of code are those of its languages.
  public func has(_ name: String) -> Bool { areOpen || names.contains(name) || name.hasPrefix("language-") }
}
