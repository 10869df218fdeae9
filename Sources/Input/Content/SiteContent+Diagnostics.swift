import Arrangements
import Diagnostics
import Images
import ShelfArrangements

/// Every message about a value of settings or front matter.
struct FieldFindings: Sendable {
  let source: SourceText
  /// The effect on the run: broken front matter is a finding; with broken settings nothing can run.
  let fault: Diagnostic.Fault

  func error(_ rule: String, _ message: String, at range: SourceRange, help: String?) -> Diagnostic {
    Diagnostic(.error, Diagnostic.Rule(rule, fault: fault), message, at: range, in: source, help: help)
  }

  func empty(_ key: String, at range: SourceRange) -> Diagnostic {
    error("text-empty", "`\(key)` is empty", at: range, help: "write a text, or remove it")
  }

  func tooLong(_ key: String, at range: SourceRange) -> Diagnostic {
    error(
      "text-too-long", "`\(key)` has more than \(ContentLimits.textLength) characters", at: range,
      help: "put long texts below the front matter")
  }

  func controlCharacter(_ key: String, _ scalar: Unicode.Scalar, at range: SourceRange) -> Diagnostic {
    error(
      "control-character", "`\(key)` holds \(codePoint(scalar)), which HTML does not allow", at: range,
      help: "remove the character")
  }

  func duplicate(_ key: String, _ text: FieldText) -> Diagnostic {
    Diagnostic(
      .warning, Diagnostic.Rule("duplicate-value", fault: fault), "\(quoted(text.text)) is twice in `\(key)`",
      at: text.range, in: source, help: "remove one of them")
  }

  func classNeverCounts(_ name: String, of key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, Diagnostic.Rule("class-never-counts", fault: fault),
      "`\(name)` of `\(key)` never counts: every window is portrait or landscape", at: range, in: source,
      help: "remove it, or remove `portrait`, so that the widths decide in windows that are not landscape")
  }

  func language(_ text: String, at range: SourceRange) -> Diagnostic {
    error(
      "language-invalid", "\(quoted(text)) is not a language tag", at: range,
      help: languageTag(for: text).map { "write \($0)" } ?? "write a tag such as en, pt-BR or zh-Hant (BCP 47)")
  }

  func unusualLanguage(_ text: String, known: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, Diagnostic.Rule("language-unusual", fault: fault),
      "a part of \(quoted(text)) has more than eight characters, which is too long for a language tag", at: range,
      in: source,
      help: "pages use \(known); write a tag such as sr-Latn or sr-ijekavsk (BCP 47)")
  }

  func date(_ text: String, _ problem: CalendarDate.Problem, at range: SourceRange) -> Diagnostic {
    let message =
      switch problem {
      case .notation: "\(quoted(text)) is not a date"
      case .noSuchMonth(let month): "\(quoted(text)) is not a date: there is no month \(month)"
      case .noSuchDay(let days): "\(quoted(text)) is not a date: that month has \(days) days"
      }
    return error("date-invalid", message, at: range, help: "write year, month and day, such as 2025-07-31")
  }

  func textSizeUnknown(_ name: String, at range: SourceRange) -> Diagnostic {
    let guess = TextSizeCategory.nearestName(to: name).map { "; did you mean `\($0)`?" } ?? ""
    return error(
      "unknown-value", "`textSize` cannot be \(quoted(name))\(guess)", at: range,
      help: "one of: \(TextSizeCategory.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  func imageFocus(_ text: String, at range: SourceRange) -> Diagnostic {
    error(
      "image-focus-invalid", "\(quoted(text)) is not a point of an image", at: range,
      help: "write top, bottom, left, right, center, two of them, or percentages from the left and the top: [30%, 70%]")
  }

  func slug(_ text: String, at range: SourceRange) -> Diagnostic {
    let words = text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    let example = words.isEmpty || words.utf8.count > ContentLimits.slugLength ? "" : ", such as \(words)"
    return error(
      "slug-invalid", "\(quoted(text)) is not a slug", at: range,
      help: "use a to z and 0 to 9, with single hyphens between words, at most \(ContentLimits.slugLength)"
        + " characters\(example)")
  }

  func textForList(_ key: String, _ text: String, at range: SourceRange) -> Diagnostic {
    let isOfHyphens = text.hasPrefix("-")
    let parts = text.split { isOfHyphens ? $0.isWhitespace : $0 == "," }
      .map { collapsed(String($0.drop { isOfHyphens && $0 == "-" })) }
    return error(
      "text-for-list", "`\(key)` is one text, but looks like a list", at: range,
      help: "write [\(list(parts))]; if it is one text, put it between quotes")
  }

  func link(_ text: String, _ refusal: LinkRefusal, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, .linkRefused, "link target refused: \(shortened(text)): \(refusal.reason)", at: range, in: source,
      help: refusal.help)
  }

  func endsAtComment(_ key: String, whole: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, Diagnostic.Rule("value-ends-at-comment"),
      "`\(key)` ends here, because a space and `#` begin a comment", at: range, in: source,
      help: "put the text between quotes: \(key): \"\(whole)\"; a comment has a space after its #")
  }

  func folderName(_ key: String, _ text: String, at range: SourceRange) -> Diagnostic {
    error(
      "folder-name-invalid", "`\(key)` must be the name of a folder, not \(quoted(text))", at: range,
      help: "write the name alone, without a path, spaces or a dot at its start")
  }

  func baseURL(_ text: String, at range: SourceRange) -> Diagnostic {
    error(
      "base-url-invalid", "`baseURL` must be an https: or http: address, not \(quoted(text))", at: range,
      help: "write the address of the site's folder, such as https://example.org/cards/")
  }

  func unknownRule(_ name: String, at range: SourceRange) -> Diagnostic {
    let guess = name.utf8.count <= 200 ? nearest(to: name, among: RuleTable.controls.keys.sorted()) : nil
    return error(
      "rule-unknown", "unknown rule \(quoted(name))" + (guess.map { "; did you mean `\($0)`?" } ?? ""), at: range,
      help: "the name of a rule is at the end of its findings; cardshelf explain --rules lists all rules")
  }

  func fixedRule(_ name: String, _ reason: String, at range: SourceRange) -> Diagnostic {
    error(
      "rule-fixed", "the findings of `\(name)` cannot be changed, because \(reason)", at: range,
      help: "remove the key; cardshelf explain \(name) says why the rule exists")
  }

  func shownRule(_ name: String, _ reason: String, at range: SourceRange) -> Diagnostic {
    error(
      "rule-fixed", "`\(name)` cannot be switched off, because \(reason)", at: range, help: "write warn or error")
  }

  func columnRule(_ text: String, _ guess: String?, at range: SourceRange) -> Diagnostic {
    error(
      "unknown-value", "`columnRule` cannot be \(quoted(text))" + (guess.map { "; did you mean `\($0)`?" } ?? ""),
      at: range,
      help: "one of: \(ColumnRuleName.examples.map(\.description).joined(separator: ", ")); a tolerance is "
        + "\(ColumnRuleName.tolerances.lowerBound) to \(ColumnRuleName.tolerances.upperBound) CSS pixels")
  }

  func automaticHeight(for arrangement: String, at range: SourceRange) -> Diagnostic {
    error(
      "key-unsuitable", "`maxCardHeight` cannot be `auto` if the arrangement is `\(arrangement)`",
      at: range,
      help: "write a number of CSS pixels, or arrangement: shelf")
  }

  func columnToggleWords(at range: SourceRange) -> Diagnostic {
    error(
      "column-toggle-invalid", "`columnToggle` needs two different words", at: range,
      help: "write true, or the words for one column and for two, such as [1 column, 2 columns]")
  }

  func columnsToggled(at range: SourceRange) -> Diagnostic {
    error(
      "column-toggle-invalid", "with `columnToggle` the reader chooses the number of columns", at: range,
      help: "write 1 or 2, the choice that is shown first, or remove it")
  }

  func keyUnsuitable(_ key: String, for arrangement: String, suits: [String], at range: SourceRange) -> Diagnostic {
    error(
      "key-unsuitable", "`\(key)` means nothing if the arrangement is `\(arrangement)`", at: range,
      help: "remove it, or write arrangement: " + suits.joined(separator: " or "))
  }
}

// MARK: - Files

extension Diagnostic {
  static func frontMatterUnclosed(_ notation: FrontMatter.Notation, at range: SourceRange, in source: SourceText)
    -> Diagnostic
  {
    Diagnostic(
      .error, Rule("front-matter-unclosed"), "the front matter has no end", at: range, in: source,
      help: notation == .toml
        ? "end it with a line +++"
        : "end it with a line ---; to begin with a horizontal rule and no front matter, write ***")
  }

  static func frontMatterUnread(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("front-matter-unread"),
      "front matter must be between two lines of three hyphens; this would be shown as text", at: range, in: source,
      help: "write --- alone in the line, above and below the keys; for a horizontal rule, write ***")
  }

  static func titleIsComment(_ comment: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("title-missing"), "the title is empty, because `#` begins a comment", at: range, in: source,
      help: "put the title between quotes: title: \"\(shortened(comment))\"")
  }

  static func indexMisnamed(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("index-misnamed"), "a file index.md is a card, and this is a key of a shelf or page", at: range,
      in: source, help: "rename the file to _index.md")
  }

  static func cardEnding(_ path: String) -> Diagnostic {
    let name = ContentPath.name(of: path)
    let stem = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
    return Diagnostic(
      .warning, Rule("card-ending"), "this is not a card, because its name does not end in .md", path: path,
      help: "rename it to \(stem).md; if it should not be shown, keep it outside Content")
  }

  /// - Parameter isNamed: true if the file's name is used instead.
  static func titleMissing(at range: SourceRange?, in source: SourceText, isNamed: Bool) -> Diagnostic {
    if source.origin != nil {
      return Diagnostic(
        .error, Rule("title-missing"), "the row has no title", at: SourceRange(0, 0), in: source,
        help:
          "fill in its title, or name the column of titles in the shelf's _index.md, such as fields: { title: Name }")
    }
    return Diagnostic(
      isNamed ? .warning : .error, Rule("title-missing"),
      "the card has neither a title nor a heading" + (isNamed ? ", and is named after its file" : ""),
      at: SourceRange(range?.lower ?? 0, range?.lower ?? 0), in: source,
      help: "write title: in the front matter, or a heading # in the text")
  }

  static func shelfText(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, Rule("shelf-text"), "a shelf cannot show text", at: range, in: source,
      help: "put the text into a card or into the page's _index.md")
  }

  private static func and(_ others: Int) -> String {
    others == 0 ? "" : others == 1 ? "; there is one more next to it" : "; \(others) more are next to it"
  }

  static func notContent(_ path: String, others: Int) -> Diagnostic {
    Diagnostic(
      .error, Rule("card-misplaced"), "this file is not in Content" + and(others), path: path,
      help: "move it into a folder of Content"
    )
  }

  /// - Parameter shelf: the folder whose index says that it is a shelf or a section.
  static func cardTooDeep(_ path: String, others: Int, shelf: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("card-misplaced"), "a card cannot be in a folder inside a shelf" + and(others), path: path,
      help:
        "move it to \(shelf), or make its folder a section with kind: section in its _index.md, or remove kind: from"
        + " \(shelf)/_index.md, so that its folders are shelves")
  }

  static func sectionMisplaced(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("index-misplaced"), "a section cannot be here", path: path,
      help: "sections belong in the folder of a shelf; remove kind: section, or move the folder into a shelf's")
  }

  static func sectionOfRow(_ section: IndexFile, shelf: String, others: [String]) -> Diagnostic {
    let names = others.dropLast().joined(separator: ", ") + (others.count > 1 ? " or " : "") + (others.last ?? "")
    return Diagnostic(
      .error, Rule("section-unsuitable"), "a shelf that is one row cannot have sections", path: section.source.path,
      help: "write arrangement: \(names) in \(shelf)/_index.md, or move the cards into \(shelf)")
  }

  static func cardKeyUnsuitable(
    _ key: String, at range: SourceRange, in source: SourceText, arrangement: String, suits: [String]
  ) -> Diagnostic {
    Diagnostic(
      .error, Rule("key-unsuitable"),
      "`\(key)` means nothing in a shelf whose arrangement is `\(arrangement)`", at: range, in: source,
      help: "remove it, or write arrangement: \(suits.joined(separator: " or ")) in the shelf's _index.md")
  }

  static func indexMisplaced(_ path: String) -> Diagnostic {
    let around = ContentPath.folder(of: ContentPath.folder(of: path))
    let mayBePage = ContentPath.folder(of: around) == ContentPath.root
    return Diagnostic(
      .error, Rule("index-misplaced"), "a shelf cannot be in a shelf", path: path,
      help: (mayBePage ? "write kind: page in \(around)/_index.md, so that it can contain shelves, or " : "")
        + "move the folder into Content or a page's folder")
  }

  /// - Parameter around: the kind of the folder that contains it.
  static func pageMisplaced(_ path: String, in around: IndexFile.FolderKind) -> Diagnostic {
    let other =
      switch around {
      case .page: "remove kind: page, so that it is a shelf"
      case .shelf: "write kind: section, so that its cards are a part of the shelf"
      case .section: "move its cards into the section"
      }
    return Diagnostic(
      .error, Rule("index-misplaced"), "a page cannot be in a \(around.rawValue)", path: path,
      help: "move the folder into Content, or \(other)")
  }
}

// MARK: - Keys that belong together

extension Diagnostic {
  static func unknownShelf(_ name: FieldText, known: [String], in source: SourceText) -> Diagnostic {
    let guess = name.text.utf8.count <= 200 ? nearest(to: name.text, among: known) : nil
    return Diagnostic(
      .error, Rule("shelf-unknown"),
      "there is no shelf \(quoted(name.text))" + (guess.map { "; did you mean `\($0)`?" } ?? ""), at: name.range,
      in: source, help: known.isEmpty ? "this page has no shelves" : "shelves: " + list(known))
  }

  static func imageMissing(
    _ written: String, at range: SourceRange, in source: SourceText, images: [String], guess: String?
  ) -> Diagnostic {
    let folder = ContentPath.folder(of: source.path)
    let help =
      (guess.map { "did you mean \($0)? " } ?? "")
      + (images.isEmpty ? "\(folder) contains no images" : "\(folder) holds \(list(images))")
    return Diagnostic(
      .error, Rule("image-missing"), "image not found: \(shortened(written))", at: range, in: source, help: help)
  }

  static func imageType(_ written: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-type"), "\(quoted(written)) is not an image that pages can show", at: range, in: source,
      help: "images end in \(list(ImageKind.allCases.flatMap(\.endings)))")
  }

  static func imageElsewhere(_ written: String, at range: SourceRange, in source: SourceText, guess: String?)
    -> Diagnostic
  {
    Diagnostic(
      .error, Rule("image-refused"), "a page cannot load \(shortened(written))", at: range, in: source,
      help: (guess.map { "did you mean \($0)? " } ?? "")
        + "put the image into the content folder and write its path relative to this file, because pages load"
        + " nothing from other sites")
  }

  static func linkType(_ path: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("link-type"), "\(quoted(ContentPath.name(of: path))) is not a file that a site publishes", at: range,
      in: source,
      help:
        "link to an image, a document, audio, video or an archive (\(list(DownloadTypes.extensions))), or put the"
        + " file elsewhere and link to its address: browsers would run it in the name of this site")
  }

  static func linkMissing(
    _ target: LinkTarget, at range: SourceRange, in source: SourceText, help: String
  ) -> Diagnostic {
    let written = source.bytes[range.lower..<range.upper]
    let isByName = written.starts(with: "[[".utf8) || written.starts(with: "![[".utf8)
    let name = isByName ? String(decoding: written, as: UTF8.self) : target.text
    return Diagnostic(
      .error, .linkMissing, "link target not found: \(shortened(name))", at: range, in: source,
      help: isByName ? "no file of the content has this name" : help)
  }
}

extension Diagnostic.Rule {
  static let linkMissing = Diagnostic.Rule("link-missing")
}

/// A list of at most eight of the names.
func list(_ names: [String]) -> String {
  let shown = names.prefix(8).joined(separator: ", ")
  return names.count > 8 ? shown + ", …" : shown
}

func quoted(_ text: String) -> String { "`\(shortened(text))`" }

func codePoint(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  return scalar.value > 0x20 && scalar.value < 0x7F ? "\(scalar)" : scalar == " " ? "a space" : code
}
