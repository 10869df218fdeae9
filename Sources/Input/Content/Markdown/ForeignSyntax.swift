import Diagnostics

/// Syntax of other dialects of Markdown that CommonMark does not have, so it is published as it is written.
enum ForeignSyntax: CaseIterable {
  /// A row such as `|---|---|` below one with bars.
  case table
  /// `[ ]` or `[x]` at the start of an item.
  case task
  /// `~~text~~`
  case strikethrough
  /// `[^1]`, or the note itself after `[^1]:`.
  case footnote
  /// `[[Name]]`
  case wikiLink
  /// `{{< name >}}`, `{{% name %}}` or `{% name %}`
  case shortcode
  /// `::: name`
  case container
  /// `$$a^2$$`
  case formula
  /// `[!NOTE]` at the start of a quote.
  case alert

  /// Returns whether a text may contain any of this syntax. It excludes most texts with a single pass over their bytes.
  ///
  /// - Complexity: O(length)
  static func mayStand(in bytes: [UInt8], range: SourceRange) -> Bool {
    let lower = min(range.lower, bytes.count)
    let text = bytes.span.extracting(lower..<min(max(lower, range.upper), bytes.count))
    return text.indices.dropLast().contains { mayBegin(text[$0], text[$0 + 1]) }
  }

  /// Returns whether two bytes may begin any of this syntax.
  @inline(__always)
  static func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "|"): true
    case UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: ":"): first == second
    case UInt8(ascii: "{"): second == first || second == UInt8(ascii: "%")
    case UInt8(ascii: "["):
      switch second {
      case 0x20, UInt8(ascii: "["), UInt8(ascii: "^"), UInt8(ascii: "!"), UInt8(ascii: "x"), UInt8(ascii: "X"): true
      default: false
      }
    default: false
    }
  }
}

extension Diagnostic {
  /// - Parameter range: the range of the syntax, from which the suggested replacement is derived.
  static func foreignSyntax(_ syntax: ForeignSyntax, at range: SourceRange, in source: SourceText) -> Diagnostic {
    let (name, help) = syntax.nameAndHelp(source.text(in: range))
    return Diagnostic(
      .warning, .foreignSyntax, "CommonMark has no \(name): this is shown as it is written", at: range, in: source,
      help: help)
  }
}

extension ForeignSyntax {
  fileprivate func nameAndHelp(_ written: String) -> (String, String) {
    switch self {
    case .table:
      (
        "tables",
        "write a list, or a data file with a card in each row; \\| in the row of hyphens keeps the bars"
      )
    case .task: ("tasks", "write ☐ or ☑ instead of the brackets; \\[ keeps them")
    case .strikethrough:
      (
        "~~ to strike text through",
        "write <s>\(shortened(String(written.dropFirst(2).dropLast(2))))</s>; \\~ keeps the characters"
      )
    case .footnote:
      ("footnotes", "put the note into the text, in parentheses or as a paragraph; \\[ keeps the brackets")
    case .wikiLink:
      (
        "links in double brackets",
        "write [\(shortened(linkText(written)))](path from this file.md); \\[ keeps the brackets"
      )
    case .shortcode:
      ("shortcodes", "write it in Markdown, an image as ![what it shows](file); \\{ keeps the braces")
    case .container:
      ("containers", "write a quote, with > at the beginning of each line; \\: keeps the colons")
    case .formula:
      ("formulas", "write it as text with <sup> and <sub>, or show a picture of it; \\$ keeps the signs")
    case .alert: ("alerts", "write its kind as text, such as **Note**; \\[ keeps the brackets")
    }
  }

  /// Returns `Name` for `[[path/Name#part]]`, and `text` for `[[Name|text]]`.
  private func linkText(_ written: String) -> String {
    let content = written.dropFirst(2).dropLast(2)
    return String(content.split(separator: "|").last ?? content)
  }
}
