import Diagnostics
import Pages
import Themes

extension ReviewedSite {
  /// The findings of `paint-class-unused`: one for each class that neither Cardshelf nor a template of the theme
  /// writes.
  func unusedPaintClasses() -> [Diagnostic] {
    guard let paint = theme.paint else { return [] }
    let known = MarkupClasses(theme: theme, templates: templates)
    // A sheet with thousands of classes was not written for this theme, and guessing takes time.
    return paint.classes.filter { !known.has($0.name) }.prefix(64).map { unused in
      let guess = unused.name.utf8.count > 60 ? nil : nearest(to: unused.name, among: Array(known.names))
      return .found(
        .paintClassUnused,
        "no markup has the class `\(unused.name.prefix(60))`\(guess.map { "; did you mean `\($0)`?" } ?? "")",
        at: unused.range, in: paint.source,
        help: "classes are the names of `cards` in \(theme.source.path), of slots, and those in templates")
    }
  }
}
