import Diagnostics

extension Diagnostic {
  static func missingFont(_ family: FontFamilyReference, in theme: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-missing", fault: .cannotRun), "font family not found: \(family.name)", at: family.range,
      in: theme,
      help:
        "install it (`fc-list` shows what is installed), put its files into the theme's folder, or take it off the list"
    )
  }

  static func variableFont(_ family: FontFamilyReference, in theme: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-variable", fault: .cannotRun),
      "\(family.name) is there as a variable font only, of a kind that cannot be made static",
      at: family.range, in: theme,
      help: "install static faces of it, or a variable font with TrueType outlines (table glyf, not CFF2)")
  }

  static func unreadableFont(_ family: FontFamilyReference, path: String, in theme: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-unreadable", fault: .cannotRun), "cannot read \(family.name) from \(path)", at: family.range,
      in: theme, help: "the file is damaged, or is no TrueType or OpenType font")
  }

  static func pictureFont(_ family: FontFamilyReference, in theme: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-not-quantisable", fault: .cannotRun),
      "the glyphs of \(family.name) are coloured or pictures, which `metrics: quantised` cannot round",
      at: family.range,
      in: theme, help: "take the family off the list, or write `metrics: natural`")
  }
}
