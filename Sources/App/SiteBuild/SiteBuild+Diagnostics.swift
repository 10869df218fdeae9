import Content
import Diagnostics
import Themes

/// Messages about a site as a whole: its root, settings, theme and content.
extension Diagnostic.Rule {
  /// A character that no font of the theme has.
  static let glyphMissing = Self("glyph-missing")
}

extension Diagnostic {
  static func missingTheme(_ settings: SiteSettings, known: [String]) -> Diagnostic {
    let name = settings.theme.text
    let held = known.isEmpty ? "there is no theme in Themes" : "Themes holds \(known.joined(separator: ", "))"
    let isMisspelt = name.utf8.count < 100 && nearest(to: name, among: known) != nil
    let bundledThemes = BundledTheme.allCases.map(\.rawValue)
    let bundled =
      bundledThemes.contains(name) ? name : name.utf8.count < 100 ? nearest(to: name, among: bundledThemes) : nil
    let advice =
      if let bundled, bundled == name || !isMisspelt {
        "; `cardshelf theme copy \(bundled)` adds \(bundled == name ? "it" : "that theme")"
      } else if known.isEmpty {
        "; `cardshelf theme copy \(bundledThemes[0]) \(name.isPlainWord ? name : "NAME")` adds one"
      } else {
        ""
      }
    let names = held + advice
    let rule = Rule("theme-missing", fault: .cannotRun)
    let message = "theme not found: \(settings.theme.text)"
    guard settings.theme.range.upper > settings.theme.range.lower else {
      return Diagnostic(
        .error, rule, message, path: "Themes/" + settings.theme.text,
        help: "\(names); or name another with theme: in \(settings.source.path)")
    }
    return Diagnostic(
      .error, rule, message, at: settings.theme.range, in: settings.source,
      help: advice.isEmpty ? "\(names); a theme is a folder with a theme.yml" : names)
  }

  static func unusableRoot(_ path: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, Rule("root-missing", fault: .cannotRun), "there is no site here: \(error.reason)",
      path: path.isEmpty ? "(no name)" : path, help: "name the folder with cardshelf.yml with --root")
  }

  static func settingsMisnamed(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("settings-misnamed", fault: .cannotRun), "settings are read only from cardshelf.yml", path: path,
      help: "rename it to cardshelf.yml")
  }

  /// - Parameter other: a folder that may be meant.
  static func missingContent(other: String? = nil) -> Diagnostic {
    Diagnostic(
      .error, Rule("content-missing", fault: .cannotRun), "there is no folder Content", path: "Content",
      help: (other.map { "rename the folder \($0) to Content; " } ?? "")
        + "a card is a Markdown file in a folder inside Content, such as Content/favourites/first.md")
  }

  static func noCards() -> Diagnostic {
    Diagnostic(
      .warning, Rule("no-cards"), "there are no cards, so the pages are empty", path: "Content",
      help: "a card is a Markdown file in a folder inside Content, such as Content/favourites/first.md")
  }

  static func unknownAnatomy(_ name: FieldText, in source: SourceText, known: [String]) -> Diagnostic {
    let near = nearest(to: name.text, among: known).map { "did you mean \($0)? " } ?? ""
    return Diagnostic(
      .error, Rule("card-anatomy-unknown"), "the theme has no card anatomy called \(name.text)", at: name.range,
      in: source, help: near + "there are \(known.joined(separator: ", "))")
  }

  static func unknownWidthClass(
    _ name: String, at range: SourceRange, in source: SourceText, known: [String]
  ) -> Diagnostic {
    let near = nearest(to: name, among: known).map { "did you mean \($0)? " } ?? ""
    return Diagnostic(
      .error, Rule("width-class-unknown"), "there is no width class called \(name)",
      at: range, in: source, help: near + "there are \(known.joined(separator: ", "))")
  }

  static func tooManyLayouts(_ shelf: Shelf, most: Int, of steps: Int) -> Diagnostic {
    Diagnostic(
      .error, Rule("steps-too-many", fault: .cannotRun),
      "the theme has \(steps) steps, and \(shelf.id) needs several layouts at each of them",
      at: shelf.source.line(at: 0),
      in: shelf.source,
      help: "with `columnToggle` and values by orientation and height, a theme may have \(most) steps")
  }

  static func missingGlyph(_ scalar: UInt32, in source: SourceText) -> Diagnostic {
    let digits = String(scalar, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    let character = Unicode.Scalar(scalar).map(String.init) ?? ""
    let message = "no font of the theme contains \(character) (\(code))"
    let help =
      "add a family that contains it to fonts in theme.yml; until then, the character has a fixed width"
    guard let range = source.range(of: character.utf8) else {
      return Diagnostic(.warning, .glyphMissing, message, path: source.path, help: help)
    }
    return Diagnostic(.warning, .glyphMissing, message, at: range, in: source, help: help)
  }

  static func cardTooTall(_ card: Card, at index: Int, shelf: Shelf) -> Diagnostic {
    let own = card.sizes?.height?.first
    let isSet = own != nil || shelf.settings.height != nil
    let source = own.map { shelf.source(of: $0.owner, ofCard: index) } ?? shelf.source
    let key = isSet ? "height" : "maxCardHeight"
    let whose =
      own?.owner == .card
      ? "its `height`" : isSet ? "the `height` in \(source.path)" : "the maxCardHeight of \(shelf.id)"
    return Diagnostic(
      .warning, Rule("card-too-tall"),
      "the card is taller than \(whose), and its body cannot be cut further",
      at: own?.owner == .card ? own?.range ?? card.source.line(at: 0) : card.title?.range ?? card.source.line(at: 0),
      in: card.source, help: "raise \(key) in \(source.path), or shorten the title, subtitle or tags")
  }

  static func noFontconfig() -> Diagnostic {
    Diagnostic(
      .error, Rule("fontconfig-unavailable", fault: .cannotRun), "fontconfig cannot read its configuration",
      path: "fonts.conf", help: "install the package fontconfig")
  }

  static func subsetFailed(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-subset-failed", fault: .cannotRun), "the font cannot be subset", path: path,
      help: "the file is damaged, or HarfBuzz cannot subset its tables")
  }

  static func fontHarmful(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-harmful", fault: .cannotRun),
      "using the font crashes the program, or takes more than \(FontTrial.seconds) seconds or \(FontTrial.megabytes) MB",
      path: path, help: "the file is damaged or malicious; download it again from its publisher")
  }

  static func fontTrialUnconfined(_ theme: String) -> Diagnostic {
    Diagnostic(
      .warning, .decodersUnconfined,
      "the theme's own fonts are tried without a filter of system calls: the kernel or container does not support it "
        + "(seccomp)",
      path: theme,
      help: "build on Linux 4.14 or later, in a container that allows seccomp, if you do not trust the theme")
  }

  static func fontUntried(_ path: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-untried", fault: .cannotRun), "the theme's own fonts cannot be tried: \(error.reason)",
      path: path,
      help: "a separate process uses them first, and could not be started")
  }

  static func textEngineUnavailable() -> Diagnostic {
    Diagnostic(
      .error, Rule("icu-unavailable", fault: .cannotRun), "ICU or HarfBuzz cannot start", path: "libicu",
      help: "the data of ICU is missing, or there is not enough memory")
  }
}

extension String {
  /// True if the text is a word of a shell without quotes.
  fileprivate var isPlainWord: Bool {
    !isEmpty && utf8.first != UInt8(ascii: "-")
      && utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
  }
}
