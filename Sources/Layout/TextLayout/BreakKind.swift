/// The kind of a character in the break tables: a row and a column of them.
///
/// Kinds from 1 on have the order of the table; 0 stands for everything that the tables do not contain.
typealias BreakKind = UInt8

/// A kind that represents many characters. `Tests/Tools/browser/break_tables.py` has the same names.
enum BreakGroup: Int, CaseIterable, Sendable {
  case asciiLetter, letter, mark, hebrew, asciiDigit, digit, han, kana, smallKana, hangul, symbol

  /// The group's name in the tables.
  var name: String {
    switch self {
    case .asciiLetter: "ascii-letter"
    case .letter: "letter"
    case .mark: "mark"
    case .hebrew: "hebrew"
    case .asciiDigit: "ascii-digit"
    case .digit: "digit"
    case .han: "han"
    case .kana: "kana"
    case .smallKana: "small-kana"
    case .hangul: "hangul"
    case .symbol: "symbol"
    }
  }

  /// The group of a character; nil for characters that have their own kind, or none.
  init?(_ scalar: UInt32) {
    let isASCII = scalar < 0x80
    switch CharacterProperties.lineBreakClass(of: scalar) {
    case .alphabetic:
      if breaksBySyllable(scalar) { return nil }
      self = isASCII ? .asciiLetter : .letter
    case .hebrewLetter: self = .hebrew
    case .numeric: self = isASCII ? .asciiDigit : .digit
    case .combining: self = .mark
    case .conditionalStarter: self = .smallKana
    case .ideographic:
      switch CharacterProperties.script(of: scalar) {
      case CharacterProperties.han: self = .han
      case CharacterProperties.hiragana, CharacterProperties.katakana: self = .kana
      case CharacterProperties.hangul:
        // Jamo form syllables, which the segmenter handles.
        guard (0xAC00...0xD7A3).contains(scalar) else { return nil }
        self = .hangul
      default: self = .symbol
      }
    case .nonstarter, .dictionary, .quotation, .opening, .closing, .exclamation, .other: return nil
    }
  }
}

/// Returns whether a script was alphabetic until Unicode 15.1 allowed line breaks between its syllables (LB28a).
/// Engines with older data do not break there, newer ones do.
private func breaksBySyllable(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x1B00...0x1B7F, 0x1BC0...0x1BFF, 0xA980...0xA9DF, 0xAA00...0xAA5F: true
  case 0x11000...0x1107F, 0x11300...0x1137F, 0x11900...0x1195F, 0x11EE0...0x11F5F: true
  default: false
  }
}

/// The kind of each character: two array look-ups for punctuation, and a call of ICU for other characters.
struct BreakKinds: Sendable {
  private static let pageLength = 256
  private static let notPaged: UInt8 = 0xFF

  private var pageNumbers = [UInt8](repeating: notPaged, count: 256)
  private var pages: [BreakKind] = []
  private var groups = [BreakKind](repeating: 0, count: BreakGroup.allCases.count)

  /// - Parameter names: the names of the kinds from 1 on: groups, and characters as `U+0021`.
  init(names: [ArraySlice<UInt8>]) {
    var signs: [(scalar: UInt32, kind: BreakKind)] = []
    for (index, name) in names.prefix(Int(BreakKind.max) - 1).enumerated() {
      let text = String(decoding: name, as: UTF8.self)
      let kind = BreakKind(index + 1)
      if let group = BreakGroup.allCases.first(where: { $0.name == text }) {
        groups[group.rawValue] = kind
      } else if text.hasPrefix("U+"), let scalar = UInt32(text.dropFirst(2), radix: 16), scalar <= 0xFFFF {
        signs.append((scalar, kind))
      }
    }
    addPage(0)
    for sign in signs { addPage(Int(sign.scalar >> 8)) }
    for sign in signs { pages[place(of: sign.scalar)] = sign.kind }
  }

  private mutating func addPage(_ number: Int) {
    guard pageNumbers[number] == Self.notPaged else { return }
    pageNumbers[number] = UInt8(pages.count / Self.pageLength)
    let first = UInt32(number) << 8
    for scalar in first..<first + UInt32(Self.pageLength) { pages.append(kind(ofUnpaged: scalar)) }
  }

  private func place(of scalar: UInt32) -> Int {
    Int(pageNumbers[Int(scalar >> 8)]) * Self.pageLength + Int(scalar & 0xFF)
  }

  private func kind(ofUnpaged scalar: UInt32) -> BreakKind {
    switch scalar {
    case 0x4E00...0x9FFF: self[.han]
    case 0xAC00...0xD7A3: self[.hangul]
    default: BreakGroup(scalar).map { self[$0] } ?? 0
    }
  }

  func kind(of scalar: UInt32) -> BreakKind {
    guard scalar <= 0xFFFF, pageNumbers[Int(scalar >> 8)] != Self.notPaged else { return kind(ofUnpaged: scalar) }
    return pages[place(of: scalar)]
  }

  subscript(group: BreakGroup) -> BreakKind { groups[group.rawValue] }
}
