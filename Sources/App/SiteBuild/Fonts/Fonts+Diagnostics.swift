import Diagnostics
import TextLayout
import Themes

/// All messages about fonts that are missing.
extension Diagnostic {
  /// The finding for a family of a theme that has no face.
  static func font(
    _ error: FontError, of family: PlacedName, in theme: SourceText, _ installation: Installation
  ) -> Diagnostic {
    switch error {
    case .familyNotFound, .libraryUnavailable: missingFont(family, in: theme, installation)
    case .familyNotStatic: variableFont(family, in: theme)
    case .fileUnreadable(let path), .fileNotAFont(let path): unreadableFont(family, path: path, in: theme)
    }
  }

  private static func missingFont(
    _ family: PlacedName, in theme: SourceText, _ installation: Installation
  ) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-missing", fault: .cannotRun), "font family not found: \(family.name)", at: family.range,
      in: theme,
      help: "install it (\(installation.advice(onFamily: family.name) ?? "`fc-list` shows what is installed"))"
        + ", put its files into the theme's folder, or remove it from the list")
  }

  /// The Debian package that contains a font family; nil if it is unknown.
  static func debianPackage(of family: String) -> String? {
    switch family {
    case _ where family.hasPrefix("Noto Serif CJK"): "fonts-noto-cjk"
    case _ where family.hasPrefix("Noto ") && family.contains("CJK"): "fonts-noto-cjk"
    case "Noto Color Emoji": "fonts-noto-color-emoji"
    case _ where family.hasPrefix("Noto Sans Mono"): "fonts-noto-mono"
    case _ where family.hasPrefix("Noto "): "fonts-noto-core"
    case _ where family.hasPrefix("DejaVu "): "fonts-dejavu"
    case _ where family.hasPrefix("Liberation "): "fonts-liberation"
    case "EB Garamond": "fonts-ebgaramond"
    case "Inter": "fonts-inter"
    case "Lato": "fonts-lato"
    case "Open Sans": "fonts-open-sans"
    case "Roboto": "fonts-roboto"
    case "Vollkorn": "fonts-vollkorn"
    default: nil
    }
  }

  private static func variableFont(_ family: PlacedName, in theme: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-variable", fault: .cannotRun),
      "\(family.name) is only available as a variable font that cannot be made static",
      at: family.range, in: theme,
      help: "install static faces of it, or a variable font with TrueType outlines (table glyf, not CFF2)")
  }

  private static func unreadableFont(_ family: PlacedName, path: String, in theme: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-unreadable", fault: .cannotRun), "cannot read \(family.name) from \(path)", at: family.range,
      in: theme, help: "the file is damaged, or is not a TrueType or OpenType font")
  }

  static func fontArchiveRefused(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-archive-refused", fault: .cannotRun), "nothing was unpacked: \(reason)", path: path,
      help: "download cardshelf-…-cjk.tar.gz of the same version as this program again, with its SHA256SUMS")
  }

  static func fontsUnwritable(_ path: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, .outputUnwritable, "cannot write: \(error.reason)", path: path,
      help: "free space there and let this user write, or name another folder for data with XDG_DATA_HOME")
  }

  static func noFolderForFonts() -> Diagnostic {
    Diagnostic(
      .error, .outputUnwritable, "no folder is known into which fonts could be written", path: "XDG_DATA_HOME",
      help: "set HOME, or set XDG_DATA_HOME to the absolute path of a folder")
  }
}

extension Installation {
  /// How to get a font family, or else how to see which there are; nil if its package is unknown.
  func advice(onFamily family: String) -> String? {
    let package = Diagnostic.debianPackage(of: family)
    if portableFolder == nil { return package.map { "on Debian: apt-get install \($0)" } }
    // The other families of the themes come with the program.
    return package == "fonts-noto-cjk"
      ? "cardshelf fonts --install cardshelf-*-cjk.tar.gz, or pip install 'cardshelf[cjk]'"
      : "`cardshelf fonts` shows what is found"
  }
}
