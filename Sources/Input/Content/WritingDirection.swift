/// The base direction of a text.
public enum WritingDirection: String, Sendable, Hashable, CaseIterable {
  case ltr, rtl

  /// The direction of the script that a language is written in.
  ///
  /// - Parameter tag: a BCP 47 tag. A script subtag decides; without one, the usual script of the language does.
  public init(language tag: String) {
    let subtags = tag.lowercased().split(separator: "-")
    let script = subtags.dropFirst().prefix { $0.count != 1 }.first { $0.count == 4 && !($0.first?.isNumber ?? true) }
    let isRightToLeft =
      if let script {
        rightToLeftScripts.contains(String(script))
      } else {
        rightToLeftLanguages.contains(String(subtags.first ?? ""))
      }
    self = isRightToLeft ? .rtl : .ltr
  }

  /// The direction of the first strong character (UAX #9, rules P2 and P3), or nil if the text has none.
  public init?(firstStrongOf text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x200E: self = .ltr
      case 0x200F, 0x061C: self = .rtl
      case _ where !isLetter(scalar): continue
      // The blocks whose letters have the classes R and AL (Unicode 15, DerivedBidiClass).
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: self = .rtl
      default: self = .ltr
      }
      return
    }
    return nil
  }
}

/// The value of `dir` in a file.
public enum DirectionSetting: String, Sendable, Hashable, CaseIterable {
  case ltr, rtl
  /// The first strong character of the title decides.
  case auto
}

/// Language and direction as the site, page, shelf and card inherit them.
///
/// A new language brings its own direction, regardless of the parent. `auto` is inherited as `auto`: the title of each
/// card decides.
struct TextContext {
  private(set) var language: String {
    didSet { directionOfLanguage = WritingDirection(language: language) }
  }
  private var directionOfLanguage: WritingDirection
  /// The direction; nil means that of the language.
  private var direction: DirectionSetting?

  init(language: String) {
    self.language = language
    directionOfLanguage = WritingDirection(language: language)
  }

  func with(language: FieldText?, direction: DirectionSetting?) -> TextContext {
    var context = self
    if let language {
      context.language = language.text
      context.direction = nil
    }
    if let direction { context.direction = direction }
    return context
  }

  func direction(of title: String?) -> WritingDirection {
    switch direction {
    case .ltr: return .ltr
    case .rtl: return .rtl
    case .auto: return title.flatMap(WritingDirection.init(firstStrongOf:)) ?? directionOfLanguage
    case nil: return directionOfLanguage
    }
  }
}

private let rightToLeftScripts: Set<String> = [
  "adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa",
]

private let rightToLeftLanguages: Set<String> = [
  "aeb", "aii", "ajp", "apc", "ar", "arc", "arq", "ary", "arz", "azb", "bal", "bqi", "ckb", "dv", "fa", "glk", "he",
  "iw", "ji", "khw", "ks", "lrc", "mzn", "nqo", "pnb", "prs", "ps", "sd", "skr", "syr", "ug", "ur", "yi",
]

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
  default: false
  }
}
