public import Diagnostics

extension Diagnostic.Rule {
  /// HTML that is shown as text.
  public static let rawHTML = Diagnostic.Rule("raw-html")
  /// A link inside a link, which is shown as text.
  public static let linkNested = Diagnostic.Rule("link-nested")
  /// A link or image target that is not allowed in a page.
  public static let linkRefused = Diagnostic.Rule("link-refused")
  /// An address in angle brackets that pages cannot link to, which is shown as text.
  public static let autolinkScheme = Diagnostic.Rule("autolink-scheme")
  /// Syntax of another dialect of Markdown, which is shown as text.
  public static let foreignSyntax = Diagnostic.Rule("foreign-syntax")
  /// A comment without an end.
  public static let commentUnclosed = Diagnostic.Rule("comment-unclosed")
  /// A character that was replaced by U+FFFD.
  public static let characterLost = Diagnostic.Rule("character-lost")
  /// Bytes that are not UTF-8 text.
  public static let notUTF8 = Diagnostic.Rule("not-utf8")
  /// A control character, written as such or as an entity.
  public static let controlCharacter = Diagnostic.Rule("control-character")
  public static let markdownTooLarge = Diagnostic.Rule("markdown-too-large")
  public static let markdownTooDeep = Diagnostic.Rule("markdown-too-deep")
  public static let markdownTooComplex = Diagnostic.Rule("markdown-too-complex")
}

extension LinkRefusal {
  /// The fault of the target, as the end of a sentence.
  public var reason: String {
    switch self {
    case .empty: "it is empty"
    case .controlCharacter: "it contains a control character"
    case .directionControl(let scalar):
      "it contains U+\(String(scalar.value, radix: 16, uppercase: true)), which changes the direction of text"
    case .backslash: "it contains a backslash"
    case .otherHost: "it starts with //"
    case .missingHost(let scheme): "no host follows \(scheme):"
    case .host(let host): "\(shortened(host)) is not a valid host"
    case .port: "the text after the host is not a port"
    case .credentials: "it has an @ in front of the host"
    case .escape: "a % is not followed by two hexadecimal digits"
    case .number(let scheme): "no telephone number follows \(scheme):"
    case .place: "no coordinates follow geo:"
    case .scheme(let scheme): "\(shortened(scheme)): is not allowed"
    }
  }

  /// How to fix it.
  public var help: String {
    switch self {
    case .empty: "write a target between the parentheses, or #id for a place on the same page"
    case .controlCharacter, .directionControl: "remove the character, or write it as a percent escape"
    case .backslash: "write / between folders; a real backslash in an address is %5C"
    case .otherHost: "write https:// in front of the host"
    case .missingHost(let scheme): "write \(scheme)://host/path"
    case .host: "a host consists of letters, digits and hyphens, with dots between its parts"
    case .port: "write a number up to 65535 after the colon, or no colon"
    case .credentials: "write only the host; text before an @ can look like another host"
    case .escape: "write %25 for a percent sign"
    case .number(let scheme): "write the number with its country, such as \(scheme):+49-30-1234567"
    case .place: "write latitude and longitude, such as geo:52.5163,13.3777"
    case .scheme:
      "write an https:, http:, mailto:, tel:, sms: or geo: address, a path relative to this file, or #id"
    }
  }
}

extension Diagnostic {
  static func rawHTML(_ html: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .rawHTML, "HTML is shown as text: \(shortened(html))", at: range, in: source,
      help: markdown(insteadOf: html)
        ?? "pairs of these tags are allowed: <b>, <i>, <em>, <strong>, <code>, <kbd>, <s>, <u>, <mark>, <small>, <sub> and <sup>,"
        + " and <br> and <wbr>, all without attributes; write \\< for a less-than sign")
  }

  static func omittedHTML(_ name: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .rawHTML, "<\(name)> is left out, because pages run and load nothing that is not their own", at: range,
      in: source, help: "write what it says in Markdown, or link to it")
  }

  /// The equivalent in Markdown.
  private static func markdown(insteadOf html: String) -> String? {
    let name = html.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    switch name {
    case "a": return "write [text](\(attribute("href", of: html) ?? "address"))"
    case "img": return "write ![what it shows](\(attribute("src", of: html) ?? "file"))"
    case "script", "style", "iframe", "form", "video", "audio":
      return "remove it: pages contain only pictures and text"
    case "p", "div", "span", "center", "font", "section":
      return "remove the tags and keep the text between them; separate paragraphs with empty lines"
    case "ul", "ol", "li": return "begin the line of each item with a hyphen and a space, or with 1. and a space"
    case "h1", "h2", "h3", "h4", "h5", "h6":
      return "write \(String(repeating: "#", count: Int(name.suffix(1)) ?? 1)) and a space before the heading"
    case "hr": return "write *** between empty lines"
    default: return nil
    }
  }

  private static func attribute(_ name: String, of html: String) -> String? {
    guard let start = html.firstRange(of: name + "=\""), let end = html[start.upperBound...].firstIndex(of: "\"") else {
      return nil
    }
    return shortened(String(html[start.upperBound..<end]))
  }

  package static func commentUnclosed(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .commentUnclosed, "this comment has no end: the rest of the text is not shown", at: range, in: source,
      help: "end the comment, or write \\ before it to show it as text")
  }

  static func linkNested(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .linkNested, "a link inside a link is shown as text", at: range, in: source,
      help: "write the address without < and >, or put it after the other link")
  }

  static func spacedTarget(_ target: SpacedTarget, in source: SourceText) -> Diagnostic {
    let mended = source.text(in: target.label) + "(<" + source.text(in: target.address) + ">)"
    return Diagnostic(
      .warning, .foreignSyntax,
      "a target with spaces makes no \(target.isImage ? "image" : "link"): this is shown as it"
        + " is written", at: target.range, in: source, help: "write \(shortened(mended))")
  }

  static func autolinkScheme(_ text: String, scheme: String, at range: SourceRange, in source: SourceText)
    -> Diagnostic
  {
    let help =
      scheme == "doi"
      ? "write <https://doi.org/\(shortened(String(text.dropFirst(4))))>"
      : "write [text](address) with an https: address; put other text between backticks, or begin it with \\<"
    return Diagnostic(
      .warning, .autolinkScheme, "<\(shortened(text))> is shown as text, because pages do not link to \(scheme):",
      at: range, in: source, help: help)
  }

  static func linkRefused(_ text: String, _ refusal: LinkRefusal, at range: SourceRange, in source: SourceText)
    -> Diagnostic
  {
    Diagnostic(
      .error, .linkRefused, "link target refused: \(shortened(text)): \(refusal.reason)", at: range, in: source,
      help: refusal.help)
  }

  static func forbidden(_ finding: ForbiddenText, in source: SourceText) -> Diagnostic {
    let range = finding.range
    switch finding.kind {
    case .malformed(let byte):
      return Diagnostic(
        .error, .notUTF8, "byte \(hexadecimal(Int(byte))) is not UTF-8 text", at: range, in: source,
        help: "save the file as UTF-8")
    case .replacementCharacter:
      return Diagnostic(
        .error, .notUTF8, "U+FFFD is in place of a lost character", at: range, in: source,
        help: "write the character again and save the file as UTF-8")
    case .control(let scalar):
      return Diagnostic(
        .error, .notUTF8, "byte \(hexadecimal(scalar)) is a control character", at: range, in: source,
        help: "remove it; of control characters, a text can contain only tabs and line breaks")
    }
  }

  static func controlEntity(_ scalar: Unicode.Scalar, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .controlCharacter,
      "an entity represents \(hexadecimal(Int(scalar.value))), which HTML does not allow",
      at: range, in: source, help: "remove the entity")
  }

  static func tooLarge(_ count: Int, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .markdownTooLarge, "the text has \(count) bytes, more than \(MarkdownLimits.bytes)",
      at: SourceRange(range.lower, range.lower), in: source, help: "split the text into several files")
  }

  static func tooDeep(_ what: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .markdownTooDeep, "\(what) are nested more than \(MarkdownLimits.depth) deep", at: range, in: source,
      help: "use fewer levels; deeper levels are omitted")
  }

  static func tooComplex(_ complexity: MarkdownComplexity, in source: SourceText) -> Diagnostic {
    let (what, help) =
      switch complexity.kind {
      case .markers:
        (
          "more than \(MarkdownLimits.depth) quote or list markers start this line",
          "use fewer levels, or put an escape \\ before the first marker"
        )
      case .indentation:
        (
          "a quote or list marker is indented by more than \(MarkdownLimits.indentation) columns",
          "use fewer levels, or put an escape \\ before the marker"
        )
      case .brackets:
        (
          "more than \(MarkdownLimits.brackets) [ are in consecutive lines without a blank line",
          "add blank lines, or write fewer ["
        )
      case .declarations:
        (
          "more than \(MarkdownLimits.brackets) <! or <? are in consecutive lines without a blank line",
          "add blank lines, or write fewer of them"
        )
      case .definitions:
        (
          "the link definitions of this text are too long for the number of its links",
          "add blank lines between definitions, or shorten their addresses"
        )
      case .blankLines:
        (
          "this line is nested too deeply for the number of blank lines in this text",
          "use fewer levels, or remove blank lines"
        )
      }
    return Diagnostic(.error, .markdownTooComplex, what, at: complexity.range, in: source, help: help)
  }
}

/// A text that is short enough for a message.
func shortened(_ text: String) -> String {
  let longest = 60
  let start = text.prefix(longest + 1)
  return start.count > longest ? start.dropLast() + "…" : text
}

private func hexadecimal(_ value: Int) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
}
