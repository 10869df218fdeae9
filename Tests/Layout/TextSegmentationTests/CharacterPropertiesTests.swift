import Testing

@testable import TextLayout

@Suite struct CharacterPropertiesTests {
  private func scalar(_ text: String) -> UInt32 { text.unicodeScalars.first?.value ?? 0 }

  @Test(arguments: [
    ("a", "Latn"), ("Z", "Latn"), ("@", "Zyyy"), ("[", "Zyyy"), ("1", "Zyyy"), (" ", "Zyyy"), ("ß", "Latn"),
    ("α", "Grek"), ("я", "Cyrl"), ("ש", "Hebr"), ("ع", "Arab"), ("न", "Deva"), ("漢", "Hani"), ("ひ", "Hira"),
    ("한", "Hang"), ("ー", "Zyyy"), ("\u{301}", "Zinh"), ("😀", "Zyyy"),
  ])
  func findsTheScript(_ character: String, _ tag: String) {
    #expect(CharacterProperties.script(of: scalar(character)) == tag.utf8.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Scripts that are known without ICU agree with it: they are those of letters of only this script, and of signs that
  /// all scripts use.
  @Test func scriptsMatchICU() {
    for value in 0..<UInt32(0x1_1000) {
      let isSign = (0x2010...0x2027).contains(value) || (0x2030...0x204E).contains(value)
      let known = CharacterProperties.letters(around: value)?.script ?? (isSign ? CharacterProperties.common : nil)
      if CharacterProperties.script(of: value) != ScriptCode(of: value).tag {
        Issue.record("U+\(String(value, radix: 16))")
      }
      guard let script = known else { continue }
      let isRight =
        ScriptCode(of: value).tag == script
        && ScriptCode.extensions(of: value) == [ScriptCode(of: value)]
        && CharacterProperties.lineBreakClass(of: value) != .combining
        && !CharacterProperties.isDefaultIgnorable(value)
      if !isRight { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test(arguments: [
    ("a", LineBreakClass.alphabetic), ("я", .alphabetic), ("ش", .alphabetic), ("ש", .hebrewLetter), ("7", .numeric),
    ("٣", .numeric), ("漢", .ideographic), ("ひ", .ideographic), ("ゃ", .conditionalStarter), ("한", .ideographic),
    ("ท", .dictionary), ("\u{301}", .combining), ("“", .quotation), ("«", .quotation), ("(", .opening),
    ("「", .opening), (")", .closing), ("、", .closing), ("!", .exclamation), ("？", .exclamation), ("-", .other),
    ("/", .other), ("—", .other),
  ])
  func classifiesForLineBreaks(_ character: String, _ expected: LineBreakClass) {
    #expect(CharacterProperties.lineBreakClass(of: scalar(character)) == expected)
  }

  @Test func recognisesEmoji() {
    for text in ["😀", "⌚", "🇩", "👍"] { #expect(CharacterProperties.isEmojiPresentation(scalar(text)), "\(text)") }
    for text in ["1", "©", "a", "漢", "☎"] { #expect(!CharacterProperties.isEmojiPresentation(scalar(text)), "\(text)") }
  }

  @Test func recognisesIgnorableCharacters() {
    for value: UInt32 in [0xAD, 0x200B, 0x200D, 0x200E, 0x2060, 0xFE0F, 0xFEFF, 0xE0041] {
      #expect(CharacterProperties.isDefaultIgnorable(value))
    }
    for value: UInt32 in [0x20, 0xA0, 0x41, 0x301, 0x3000] { #expect(!CharacterProperties.isDefaultIgnorable(value)) }
  }

  @Test(arguments: [0x11_0000, .max] as [UInt32]) func acceptsAnyNumber(_ value: UInt32) {
    #expect(!CharacterProperties.isDefaultIgnorable(value))
    #expect(!CharacterProperties.isEmojiPresentation(value))
    #expect(CharacterProperties.lineBreakClass(of: value) == .other)
    _ = CharacterProperties.script(of: value)
  }

  /// Every range that `mayRunRightToLeft` contains, and the characters around it.
  static let neighbourhoods: [ClosedRange<UInt32>] = [
    0...0x0A00, 0x1F00...0x2100, 0xFA00...0xFFFF, 0x1_0600...0x1_1100, 0x1_E700...0x1_F000, 0xE_0000...0xE_0200,
  ]

  /// The quick check may say yes too often, but never no where the bidi algorithm would do something.
  @Test(arguments: neighbourhoods) func findsAllRightToLeftCharacters(_ range: ClosedRange<UInt32>) throws {
    var segmenter = try TextSegmenter.opened()
    for value in range {
      guard let scalar = Unicode.Scalar(value), !CharacterProperties.mayRunRightToLeft(value) else { continue }
      let levels = segmenter.embeddingLevels(of: Array(scalar.utf16), isRightToLeft: false)
      if levels.contains(where: { $0 != 0 }) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  struct Levels: Sendable {
    var text: String
    var isRightToLeft: Bool
    var levels: [UInt8]
  }

  static let levels = [
    Levels(text: "ab 1", isRightToLeft: false, levels: [0, 0, 0, 0]),
    Levels(text: "ab", isRightToLeft: true, levels: [2, 2]),
    Levels(text: "א1", isRightToLeft: false, levels: [1, 2]),
    Levels(text: "a אב c", isRightToLeft: false, levels: [0, 0, 1, 1, 0, 0]),
    Levels(text: "אב ab", isRightToLeft: true, levels: [1, 1, 1, 2, 2]),
    Levels(text: "😀א", isRightToLeft: false, levels: [0, 0, 1]),
    Levels(text: "", isRightToLeft: true, levels: []),
  ]

  @Test(arguments: levels) func computesEmbeddingLevels(_ example: Levels) throws {
    var segmenter = try TextSegmenter.opened()
    let found = segmenter.embeddingLevels(of: Array(example.text.utf16), isRightToLeft: example.isRightToLeft)
    #expect(found == example.levels)
  }
}
