import Diagnostics

/// All messages about TOML.
extension Diagnostic {
  static func tomlSyntax(_ problem: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("toml-syntax"), "not TOML: \(problem)", at: range, in: source,
      help: "texts are between quotes, as in title = \"A title\"")
  }

  static func tomlNotUTF8(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("toml-syntax"), "the front matter is not UTF-8", at: range, in: source,
      help: "save the file as UTF-8")
  }

  static func tomlTooLarge(_ limit: Int, at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("toml-too-large"), "more than \(limit) bytes of TOML", at: SourceRange(offset, offset + 1),
      in: source, help: "check the end of the front matter; put long text below it")
  }

  static func tomlTooDeep(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("toml-too-large"), "the keys of the front matter have too many dots", at: range, in: source,
      help: "write tables for most of them")
  }
}
