import Diagnostics
import Themes

/// A theme with all required parts. Tests can replace each of them.
struct ThemeText {
  var fonts = "fonts: {text: [Noto Sans], mono: [Noto Sans Mono]}\n"
  var cards = "cards: {cover: {stack: [title]}}\n"
  var colors = "colors:\n  light: \(ThemeText.scheme)\n  dark: \(ThemeText.scheme)\n"
  /// Any keys after these.
  var rest = ""

  static let scheme =
    "{page: '#fff', card: '#ffffff', text: '#000', secondary: '#333', accent: '#00f', border: '#ccc', "
    + "tag: '#ddd', tagText: '#222222', code: '#eeeeeeff'}"

  var text: String { fonts + cards + colors + rest }
}

func read(_ source: SourceText) -> (theme: Theme?, findings: [Diagnostic]) {
  var sink = DiagnosticSink()
  let theme = readTheme(source, name: "test", takenNames: ["taken"], into: &sink)
  return (theme, sink.diagnostics)
}
