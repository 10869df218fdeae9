import Diagnostics

extension Diagnostic.Rule {
  private static func paint(_ name: String) -> Self { Self(name, fault: .cannotRun) }

  static let paintNotUTF8 = paint("paint-not-utf8")
  static let paintTooLarge = paint("paint-too-large")
  static let paintTooManyErrors = paint("paint-too-many-errors")
  static let paintSyntax = paint("paint-syntax")
  static let paintProperty = paint("paint-property")
  static let paintTransition = paint("paint-transition")
  static let paintFunction = paint("paint-function")
  static let paintLoads = paint("paint-loads")
  static let paintAtRule = paint("paint-at-rule")
  static let paintMedia = paint("paint-media")
  static let paintColorUnknown = paint("paint-color-unknown")
}

/// Every message about `paint.css`.
struct PaintFindings: Sendable {
  let source: SourceText

  private func error(
    _ rule: Diagnostic.Rule, _ message: String, at range: SourceRange, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, rule, message, at: range, in: source, help: help)
  }

  func notUTF8(at range: SourceRange) -> Diagnostic {
    error(.paintNotUTF8, "byte \(range.lower) of the file is not UTF-8", at: range, help: "save the file as UTF-8")
  }

  func tooLarge(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(.paintTooLarge, "more than \(limit) bytes of paint", at: range, help: "every page loads the whole sheet")
  }

  func tooManyErrors(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      .paintTooManyErrors, "more than \(limit) errors; the rest was not read", at: range,
      help: "mend the errors above first")
  }

  func syntax(_ problem: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    error(.paintSyntax, problem, at: range, help: help)
  }

  func property(_ name: String, at range: SourceRange) -> Diagnostic {
    var help = PaintVocabulary.replacement(for: name)
    if help == nil, let near = nearest(to: name, among: PaintVocabulary.properties.sorted()) {
      help = "did you mean `\(near)`?"
    }
    return error(
      .paintProperty, "`\(name)` is not allowed in a paint sheet, which can change no dimension", at: range,
      help: help ?? "a paint sheet sets colours, backgrounds, shadows, radii, outlines, decorations and transitions")
  }

  func transition(_ name: String?, at range: SourceRange) -> Diagnostic {
    let message =
      name.map { "a transition of `\($0)` can move things" } ?? "a transition without a property is one of all"
    return error(
      .paintTransition, message, at: range, help: "name the painted property, such as `transition: color 0.2s`")
  }

  func function(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      .paintFunction, "`\(name)()` is not allowed in a paint sheet", at: range,
      help: "colours, gradients, filters, timing, `var`, `calc`, `min`, `max` and `clamp` are")
  }

  func loads(_ what: String, at range: SourceRange) -> Diagnostic {
    error(
      .paintLoads, "`\(what)` would load a file", at: range,
      help: what == "@font-face"
        ? "remove it: nothing is loaded from a paint sheet; name font families under `fonts` in theme.yml"
        : "remove it: nothing is loaded from a paint sheet")
  }

  func atRule(_ name: String, at range: SourceRange) -> Diagnostic {
    let help =
      name.lowercased().hasSuffix("keyframes") ? "remove it: animations are not allowed; use `transition`" : nil
    return error(
      .paintAtRule, "`\(name)` is not allowed in a paint sheet", at: range, help: help ?? "`@media` alone is")
  }

  func media(_ text: String, at range: SourceRange) -> Diagnostic {
    error(
      .paintMedia, "`@media` may not ask for `\(text)` here", at: range,
      help: "it may ask for prefers-…, hover, forced-colors and print; sizes are the layout's")
  }

  func colorUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    let guess = nearest(to: name, among: known).map { "; did you mean `--\($0)`?" } ?? ""
    return error(
      .paintColorUnknown, "`--\(name)` is not among the colours of the theme\(guess)", at: range,
      help: "`colors` in theme.yml has: \(known.joined(separator: ", "))")
  }
}
