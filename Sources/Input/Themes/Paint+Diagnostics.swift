import Diagnostics

/// All messages about `paint.css`.
struct PaintFindings: Sendable {
  let source: SourceText

  private func error(
    _ rule: String, _ message: String, at range: SourceRange, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, Diagnostic.Rule(rule, fault: .cannotRun), message, at: range, in: source, help: help)
  }

  func notUTF8(at range: SourceRange) -> Diagnostic {
    error("paint-not-utf8", "byte \(range.lower) of the file is not UTF-8", at: range, help: "save the file as UTF-8")
  }

  func tooLarge(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      "paint-too-large", "more than \(limit) bytes of paint", at: range,
      help: "shorten it: every page loads the whole sheet")
  }

  func tooManyErrors(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      "paint-too-many-errors", "more than \(limit) errors; the rest was not read", at: range,
      help: "fix the errors above first")
  }

  func syntax(_ problem: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    error("paint-syntax", problem, at: range, help: help)
  }

  func property(_ name: String, at range: SourceRange) -> Diagnostic {
    var help = PaintVocabulary.replacement(for: name)
    if help == nil, let near = nearest(to: name, among: PaintVocabulary.properties.sorted()) {
      help = "did you mean `\(near)`?"
    }
    return error(
      "paint-property", "`\(name)` is not allowed in a paint sheet, which cannot change sizes", at: range,
      help: help ?? "a paint sheet sets colours, backgrounds, shadows, radii, outlines, decorations and transitions")
  }

  func transition(_ name: String?, at range: SourceRange) -> Diagnostic {
    let message =
      name.map { "a transition of `\($0)` can move things" } ?? "a transition without a property applies to all"
    return error(
      "paint-transition", message, at: range, help: "name the painted property, such as `transition: color 0.2s`")
  }

  func function(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "paint-function", "`\(name)()` is not allowed in a paint sheet", at: range,
      help: "colours, gradients, filters, timing, `var`, `calc`, `min`, `max` and `clamp` are")
  }

  func loads(_ what: String, at range: SourceRange) -> Diagnostic {
    error(
      "paint-loads", "`\(what)` would load a file", at: range,
      help: what == "@font-face"
        ? "remove it: nothing is loaded from a paint sheet; name font families under `fonts` in theme.yml"
        : "remove it: nothing is loaded from a paint sheet")
  }

  func atRule(_ name: String, at range: SourceRange) -> Diagnostic {
    let help =
      name.lowercased().hasSuffix("keyframes") ? "remove it: animations are not allowed; use `transition`" : nil
    return error(
      "paint-at-rule", "`\(name)` is not allowed in a paint sheet", at: range, help: help ?? "only `@media` is allowed")
  }

  func media(_ text: String, at range: SourceRange) -> Diagnostic {
    error(
      "paint-media", "`@media` cannot use `\(text)` here", at: range,
      help: "it can use prefers-…, hover, forced-colors and print; sizes belong to the layout")
  }

  func colorUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    let guess = nearest(to: name, among: known).map { "; did you mean `--\($0)`?" } ?? ""
    return error(
      "paint-color-unknown", "`--\(name)` is not among the colours of the theme\(guess)", at: range,
      help: "`colors` in theme.yml has: \(known.joined(separator: ", "))")
  }
}
