import TextLayout

/// The characters that a font family may have according to its name, for families that are not installed.
enum FamilyScripts {
  /// The name says nothing: the family may have any character.
  case unknown
  /// The family has letters of these scripts, and signs that are used with them.
  case scripts(Set<UInt32>, isGeneral: Bool)
  /// The family has signs of no script.
  case signs

  /// Reads a family name. Google's Noto fonts are named after their scripts.
  init(ofFamily name: String) {
    let words = name.split(separator: " ")
    guard words.first == "Noto" else {
      self = .unknown
      return
    }
    let rest = words.dropFirst().drop { Self.styles.contains($0) }.filter { $0 != "UI" }
    let european: Set = [CharacterProperties.latin, CharacterProperties.greek, CharacterProperties.cyrillic]
    if rest.isEmpty || rest == ["Display"] {
      self = .scripts(european, isGeneral: true)
    } else if rest.contains("CJK") {
      self = .scripts(
        [
          CharacterProperties.han, CharacterProperties.hiragana, CharacterProperties.katakana,
          CharacterProperties.bopomofo, CharacterProperties.hangul,
        ], isGeneral: false)
    } else if let first = rest.first, ["Math", "Symbols", "Symbols2", "Music"].contains(first) {
      self = .signs
    } else {
      // `Tamil Supplement` is a name of two words, the first of which is a script; `Tai Viet` as a whole is a script.
      let scripts = (1...rest.count).reversed().lazy.compactMap { count in
        CharacterProperties.script(named: rest.prefix(count).joined(separator: "_"))
      }
      self = scripts.first.map { .scripts([$0], isGeneral: false) } ?? .unknown
    }
  }

  /// The words before the script.
  private static let styles: Set<Substring> = [
    "Sans", "Serif", "Kufi", "Looped", "Mono", "Naskh", "Nastaliq", "Rashi", "Traditional",
  ]

  var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// Returns whether such a family may have a character.
  func mayHave(_ scalar: UInt32) -> Bool {
    let users = Self.users(of: scalar)
    switch self {
    case .unknown: return true
    case .signs: return users.isEmpty
    case .scripts(let scripts, let isGeneral):
      return users.isEmpty ? isGeneral : users.contains(where: scripts.contains)
    }
  }

  /// The scripts that use a character; empty if all do. A sign of no script may still be used only with some scripts,
  /// such as a Chinese full stop.
  private static func users(of scalar: UInt32) -> [UInt32] {
    let script = CharacterProperties.script(of: scalar)
    if !CharacterProperties.isNeutral(script: script) { return [script] }
    switch scalar {
    case 0x3000...0x303F, 0xFF00...0xFFEF: return [CharacterProperties.han]
    default: return CharacterProperties.scripts(using: scalar)
    }
  }
}
