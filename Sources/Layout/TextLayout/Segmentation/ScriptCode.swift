import CICU

/// ICU's UScriptCode.
struct ScriptCode: Hashable, Comparable {
  let number: Int32

  init(number: Int32) { self.number = number }

  init(of scalar: UInt32) { number = cicu_script_code(Int32(clamping: scalar)) }

  enum BracketKind { case none, opening, closing }

  /// The bracket type of a character (Bidi_Paired_Bracket_Type).
  static func bracket(_ scalar: UInt32) -> BracketKind {
    if scalar < 0x80 {
      return switch scalar {
      case 0x28, 0x5B, 0x7B: .opening  // ( [ {
      case 0x29, 0x5D, 0x7D: .closing  // ) ] }
      default: .none
      }
    }
    return switch cicu_bracket_type(Int32(clamping: scalar)) {
    case 1: .opening
    case 2: .closing
    default: .none
    }
  }

  /// All scripts that use a character (Script_Extensions), or its only one.
  static func extensions(of scalar: UInt32) -> [ScriptCode] {
    switch scalar {
    case 0x600...0x6FF: extensionsOfArabic[Int(scalar & 0xFF)]
    case 0x3000...0x30FF: extensionsOfKana[Int(scalar & 0xFF)]
    default: extensionsFromICU(of: scalar)
    }
  }

  /// Cached, because ICU needs a thousand instructions for one character, and texts have many signs of these blocks.
  private static let extensionsOfArabic = (0x600...0x6FF as ClosedRange<UInt32>).map(extensionsFromICU)
  private static let extensionsOfKana = (0x3000...0x30FF as ClosedRange<UInt32>).map(extensionsFromICU)

  private static func extensionsFromICU(of scalar: UInt32) -> [ScriptCode] {
    if let later = laterExtensions(of: scalar) { return later }
    var room = [Int32](repeating: 0, count: 64)
    let count = unsafe cicu_script_extensions(Int32(clamping: scalar), &room, Int32(clamping: room.count))
    return room.prefix(max(0, Int(count))).map { ScriptCode(number: $0) }
  }

  static let common = ScriptCode(number: 0)
  static let inherited = ScriptCode(number: 1)
  static let arabic = ScriptCode(number: 2)
  static let bopomofo = ScriptCode(number: 5)
  static let cyrillic = ScriptCode(number: 8)
  static let han = ScriptCode(number: 17)
  static let hiragana = ScriptCode(number: 20)
  static let katakana = ScriptCode(number: 22)
  static let latin = ScriptCode(number: 25)

  var isNeutral: Bool { number <= 1 }
  var isOfHan: Bool { self == .han || self == .hiragana || self == .bopomofo }

  /// The ISO 15924 tag, big-endian.
  var tag: UInt32 {
    switch self {
    case .common: CharacterProperties.common
    case .arabic: CharacterProperties.arabic
    case .cyrillic: CharacterProperties.cyrillic
    case .han: CharacterProperties.han
    case .hiragana: CharacterProperties.hiragana
    case .katakana: CharacterProperties.katakana
    case .latin: CharacterProperties.latin
    default: cicu_script_tag(number)  // A hundred times as long.
    }
  }

  static func < (a: ScriptCode, b: ScriptCode) -> Bool { a.number < b.number }
}

/// The extensions of characters that got them after Unicode 15.0, which is the version of ICU 72; only scripts that
/// fonts kern.
private func laterExtensions(of scalar: UInt32) -> [ScriptCode]? {
  let tags: [Int32]
  switch scalar {
  case 0xB7: tags = [7, 12, 13, 14, 17, 25]  // Copt Geor Goth Grek Hani Latn
  case 0x2C7, 0x2C9...0x2CB, 0x2D9: tags = [5, 25]  // Bopo Latn
  case 0x2BC: tags = [4, 8, 10, 25, 38]  // Beng Cyrl Deva Latn Thai
  case 0x2D7: tags = [25, 38]  // Latn Thai
  default: return nil
  }
  return tags.map { ScriptCode(number: $0) }
}
