import Diagnostics

/// Syntax of other dialects of Markdown that neither CommonMark nor ``Dialect`` has, so it is published as it is written.
enum ForeignSyntax: CaseIterable {
  /// `[^1]`, or the note itself after `[^1]:`.
  case footnote
  /// `{{< name >}}`, `{{% name %}}` or `{% name %}`
  case shortcode
  /// `{: .name}`
  case attributes
  /// `::: name`
  case container
  /// `$$a^2$$`
  case formula

  /// Returns whether a text may contain any of this syntax. It excludes most texts with a single pass over their bytes.
  ///
  /// - Complexity: O(length)
  static func mayStand(in bytes: [UInt8], range: SourceRange) -> Bool {
    let lower = min(range.lower, bytes.count)
    let text = bytes.span.extracting(lower..<min(max(lower, range.upper), bytes.count))
    return text.indices.dropLast().contains { mayBegin(text[$0], text[$0 + 1]) }
  }

  /// Returns whether a line may begin with a definition, an indented note or the placeholder of a table of contents.
  @inline(__always)
  static func mayBeginLine(_ text: Span<UInt8>, at start: Int) -> Bool {
    guard start + 2 < text.count else { return false }
    switch text[start] {
    case UInt8(ascii: ":"): return text[start + 1] == 0x20 || text[start + 1] == 0x09
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return text[start + 1] == text[start] && text[start + 2] == text[start]
    case UInt8(ascii: "["):
      return text[start + 1] | 0x20 == UInt8(ascii: "t") && text[start + 2] | 0x20 == UInt8(ascii: "o")
    default: return false
    }
  }

  /// Returns whether two bytes may begin any of this syntax, or any that ``Dialect`` reads.
  @inline(__always)
  static func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "|"): true
    case UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: ":"), UInt8(ascii: "="): first == second
    case UInt8(ascii: "{"): second == first || second == UInt8(ascii: "%") || second == UInt8(ascii: ":")
    case UInt8(ascii: "^"): isAlphanumeric(second)
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
  static func foreignSyntax(_ syntax: ForeignSyntax, at range: SourceRange, in source: SourceText) -> Diagnostic {
    let (name, help) = syntax.nameAndHelp
    return Diagnostic(
      .warning, .foreignSyntax,
      syntax == .shortcode || syntax == .attributes
        ? "pages have no \(name): this is left out" : "CommonMark has no \(name): this is shown as it is written",
      at: range, in: source, help: help)
  }
}

extension ForeignSyntax {
  fileprivate var nameAndHelp: (String, String) {
    switch self {
    case .footnote:
      ("footnotes", "put the note into the text, in parentheses or as a paragraph; \\[ keeps the brackets")
    case .shortcode:
      ("templates", "write what it shows, an image as ![what it shows](file); \\{ keeps the braces")
    case .attributes: ("attributes", "remove it; \\{ keeps the braces")
    case .container:
      ("containers", "write a quote, with > at the beginning of each line; \\: keeps the colons")
    case .formula:
      ("formulas", "write it as text with <sup> and <sub>, or show a picture of it; \\$ keeps the signs")
    }
  }
}
