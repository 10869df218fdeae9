import CICU

/// Unicode properties of a scalar, from ICU.
public enum CharacterProperties {
  public static let common: UInt32 = 0x5A79_7979  // Zyyy
  public static let inherited: UInt32 = 0x5A69_6E68  // Zinh
  public static let latin: UInt32 = 0x4C61_746E  // Latn
  public static let cyrillic: UInt32 = 0x4379_726C  // Cyrl
  public static let greek: UInt32 = 0x4772_656B  // Grek
  public static let hebrew: UInt32 = 0x4865_6272  // Hebr
  public static let arabic: UInt32 = 0x4172_6162  // Arab
  public static let devanagari: UInt32 = 0x4465_7661  // Deva
  public static let thai: UInt32 = 0x5468_6169  // Thai
  public static let mongolian: UInt32 = 0x4D6F_6E67  // Mong
  public static let han: UInt32 = 0x4861_6E69  // Hani
  public static let hiragana: UInt32 = 0x4869_7261  // Hira
  public static let katakana: UInt32 = 0x4B61_6E61  // Kana
  public static let bopomofo: UInt32 = 0x426F_706F  // Bopo
  public static let hangul: UInt32 = 0x4861_6E67  // Hang

  /// The ISO 15924 tag of the scalar's script, big-endian.
  public static func script(of scalar: UInt32) -> UInt32 {
    if let letters = letters(around: scalar) { return letters.script }
    switch scalar {
    case ..<0x80, 0x2010...0x2027, 0x2030...0x204E: return common
    case 0x64B...0x655: return inherited
    default: return cicu_script(Int32(clamping: scalar))
    }
  }

  /// A range of letters of a frequent script around one of them: they are visible, no marks, and belong to no other
  /// script. Nil for other characters, including some letters. A test compares the ranges with ICU.
  public static func letters(around scalar: UInt32) -> (scalars: ClosedRange<UInt32>, script: UInt32)? {
    // This is needed for nearly every character, so few comparisons lead to each range.
    scalar < 0x370 ? latin(around: scalar) : scalar < 0x3000 ? alphabetic(around: scalar) : eastAsian(around: scalar)
  }

  private static func latin(around scalar: UInt32) -> (scalars: ClosedRange<UInt32>, script: UInt32)? {
    switch scalar {
    case 0x61...0x7A: (0x61...0x7A, latin)
    case 0x41...0x5A: (0x41...0x5A, latin)
    case 0xC0...0xD6: (0xC0...0xD6, latin)
    case 0xD8...0xF6: (0xD8...0xF6, latin)
    case 0xF8...0x2B8: (0xF8...0x2B8, latin)
    default: nil
    }
  }

  private static func alphabetic(around scalar: UInt32) -> (scalars: ClosedRange<UInt32>, script: UInt32)? {
    switch scalar {
    case 0x391...0x3A1: (0x391...0x3A1, greek)
    case 0x3A3...0x3E1: (0x3A3...0x3E1, greek)
    case 0x400...0x482: (0x400...0x482, cyrillic)
    case 0x48A...0x52F: (0x48A...0x52F, cyrillic)
    case 0x5D0...0x5EA: (0x5D0...0x5EA, hebrew)
    case 0x620...0x63F: (0x620...0x63F, arabic)
    case 0x641...0x64A: (0x641...0x64A, arabic)
    case 0x671...0x6D3: (0x671...0x6D3, arabic)
    case 0x904...0x939: (0x904...0x939, devanagari)
    case 0xE01...0xE30: (0xE01...0xE30, thai)
    case 0xE40...0xE45: (0xE40...0xE45, thai)
    default: nil
    }
  }

  private static func eastAsian(around scalar: UInt32) -> (scalars: ClosedRange<UInt32>, script: UInt32)? {
    switch scalar {
    case 0x3041...0x3096: (0x3041...0x3096, hiragana)
    case 0x3005: (0x3005...0x3005, han)
    case 0x30A1...0x30FA: (0x30A1...0x30FA, katakana)
    case 0x4E00...0x9FFF: (0x4E00...0x9FFF, han)
    case 0xAC00...0xD7A3: (0xAC00...0xD7A3, hangul)
    default: nil
    }
  }

  /// Returns whether a script is that of Common and Inherited characters, which take the script of the characters
  /// around them.
  public static func isNeutral(script: UInt32) -> Bool { script == common || script == inherited }

  /// The usual script of a language, as an ISO 15924 tag; `common` if ICU does not know.
  ///
  /// - Parameter language: a BCP 47 tag.
  public static func script(ofLanguage language: String) -> UInt32 { unsafe cicu_script_of_language(language) }

  /// The script of a name such as `Tai_Viet`, in any case; nil if there is none.
  public static func script(named name: String) -> UInt32? {
    let tag = unsafe cicu_script_named(name)
    return tag == 0 ? nil : tag
  }

  /// The scripts that use a Common or Inherited character (Script_Extensions); empty if all may use it.
  public static func scripts(using scalar: UInt32) -> [UInt32] {
    ScriptCode.extensions(of: scalar).filter { !$0.isNeutral }.map { cicu_script_tag($0.number) }
  }

  public static func lineBreakClass(of scalar: UInt32) -> LineBreakClass {
    LineBreakClass(icu: cicu_line_break_class(Int32(clamping: scalar)))
  }

  public static func isEmojiPresentation(_ scalar: UInt32) -> Bool {
    cicu_is_emoji_presentation(Int32(clamping: scalar))
  }

  /// Returns whether a character is invisible: joiners, variation selectors, direction marks.
  public static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    cicu_is_default_ignorable(Int32(clamping: scalar))
  }

  /// Returns whether the scalar belongs to a block of right-to-left writing or controls direction; used to skip the
  /// bidi algorithm if it is not needed.
  public static func mayRunRightToLeft(_ scalar: UInt32) -> Bool {
    switch scalar {
    case ..<0x0590: false
    case 0x0590...0x08FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFE: true
    case 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

/// The line break classes that the break policy distinguishes.
public enum LineBreakClass: Sendable, Hashable {
  /// Letters of alphabetic scripts except Hebrew, and symbols that behave like them.
  case alphabetic
  case hebrewLetter
  /// Digits of all scripts.
  case numeric
  /// Ideographs, kana and Hangul: a line may break between them.
  case ideographic
  /// Scripts without spaces, which need a dictionary.
  case dictionary
  /// Iteration marks, the middle dot of katakana and similar characters: they cannot start a line.
  case nonstarter
  /// Small kana and the prolonged sound mark: they can start a line depending on the strictness, and in some engines on
  /// the language.
  case conditionalStarter
  case combining
  case quotation
  case opening
  case closing
  /// Exclamation and question marks.
  case exclamation
  case other

  /// Converts a value of ULineBreak, whose numbers ICU keeps stable.
  init(icu value: Int32) {
    switch value {
    case 2: self = .alphabetic  // AL
    case 38: self = .hebrewLetter  // HL
    case 19: self = .numeric  // NU
    case 14, 31...35: self = .ideographic  // ID, H2, H3, JL, JT, JV
    case 18: self = .nonstarter  // NS
    case 37: self = .conditionalStarter  // CJ
    case 24: self = .dictionary  // SA
    case 9: self = .combining  // CM
    case 23: self = .quotation  // QU
    case 20: self = .opening  // OP
    case 8, 36: self = .closing  // CL, CP
    case 11: self = .exclamation  // EX
    default: self = .other
    }
  }
}
