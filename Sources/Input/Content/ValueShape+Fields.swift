import Arrangements
import Diagnostics

/// The notations of front matter for editors. If a pattern cannot describe everything that the reader checks, such as
/// the number of days in a month, it allows values that the reader refuses, never the reverse.
extension ValueShape {
  static func line(mayBeEmpty: Bool = false) -> ValueShape {
    .text(pattern: mayBeEmpty ? nil : #"\S"#, maximumLength: ContentLimits.textLength)
  }

  static var language: ValueShape {
    let subtag = "([-_][A-Za-z0-9]+)"
    return .text(
      pattern: "^([A-Za-z]{2,3}\(subtag){0,15}|[xX][-_][A-Za-z0-9]{1,8}\(subtag){0,14})$", maximumLength: 100,
      orNumber: false)
  }

  static var date: ValueShape {
    let days = [
      "(0[13578]|1[02])[-/](0[1-9]|[12][0-9]|3[01])", "(0[469]|11)[-/](0[1-9]|[12][0-9]|30)",
      "02[-/](0[1-9]|[12][0-9])",
    ]
    let day = days.joined(separator: "|")
    let time = "([Tt]|[ ]+)[0-9]{1,2}(:[0-9]{2}){1,2}([.][0-9]+)?[ ]*([A-Za-z]{0,5}|[+-][0-9]{2}(:?[0-9]{2})?)"
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map { month in
      month.map { "[\($0.uppercased())\($0.lowercased())]" }.joined()
    }
    let short = "[0-9]{4}([.][0-9]{1,2}[.][0-9]{1,2}|[-/]([0-9][-/][0-9]{1,2}|[0-9]{1,2}[-/][0-9]))([Tt ].*)?"
    let withMonth = "(?=.*[0-9]{4}).*(\(months.joined(separator: "|"))).*"
    return .text(
      pattern: "^((?!0000)[0-9]{4}[-/](\(day))(\(time))?|\(short)|\(withMonth))$", orNumber: false)
  }

  static var slug: ValueShape {
    // A slug of digits is a number in YAML.
    .either([
      .text(pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maximumLength: ContentLimits.slugLength), .integer(0...Int.max),
      .boolean,
    ])
  }

  /// The reader checks hosts, escapes and characters that change the direction of text.
  static var link: ValueShape {
    .text(
      pattern:
        ##"^\s*([Hh][Tt][Tt][Pp][Ss]?://[^/?#\\]|([Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]|[Ss][Mm][Ss]|[Gg][Ee][Oo]):\S|#|/(?![/\\])|(?![/\\#\s])[^:/?#\\]*(/|\?|#|$))"##
    )
  }

  static var baseURL: ValueShape {
    .text(pattern: ##"^[Hh][Tt][Tt][Pp][Ss]?://[^\s?#"<>/]+[^\s?#"<>]*$"##, orNumber: false)
  }

  static var ruleLevels: ValueShape {
    .byName(
      .word(RuleLevels.Level.allCases.map(\.rawValue)),
      pattern: "^(" + RuleTable.adjustable.joined(separator: "|") + ")$")
  }

  static var folderName: ValueShape {
    .text(pattern: ##"^[^.\s/"#%<>?\\`][^\s/"#%<>?\\`]*$"##, maximumLength: 255)
  }

  static var textSize: ValueShape { .word(TextSizeCategory.names) }

  static var columnRule: ValueShape {
    .text(pattern: #"^(shortest|round-robin|balanced|tolerant\((0?[0-9]{1,4}|10000)\))$"#, orNumber: false)
  }
}
