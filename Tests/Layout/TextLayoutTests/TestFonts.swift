import Testing

@testable import TextLayout

/// The fonts of these tests: subsets of Debian's fonts-noto-core, fonts-noto-mono and fonts-noto-cjk.
enum TestFonts {
  static let body = FontRequest(stack: "text", weight: 400, isItalic: false)
  static let bold = FontRequest(stack: "text", weight: 700, isItalic: false)
  static let code = FontRequest(stack: "code", weight: 400, isItalic: false)
  /// A font without any face.
  static let none = FontRequest(stack: "none", weight: 400, isItalic: false)

  struct Unavailable: Error, CustomStringConvertible {
    var description: String
  }

  static let served = Result { try make() }

  static func preparer() throws -> TextPreparer {
    guard let preparer = TextPreparer(fonts: try served.get()) else { throw Unavailable(description: "ICU, HarfBuzz") }
    return preparer
  }

  static func segmenter() throws -> TextSegmenter {
    guard let segmenter = TextSegmenter() else { throw Unavailable(description: "ICU") }
    return segmenter
  }

  /// Lao, emoji and private-use characters have no face.
  private static var characters: CharacterCoverage {
    var coverage = CharacterCoverage()
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x52F, 0x590...0x6FF, 0x900...0x97F, 0xE00...0xE7F,
      0x2010...0x205E, 0x3000...0x30FF, 0x4E00...0x4E3F, 0xAC00...0xAC3F, 0xFF00...0xFF60,
    ]
    for range in ranges { for scalar in range { coverage.insert(scalar) } }
    coverage.insert(scalarsOf: "漢字")
    for corpus in Corpus.all { coverage.insert(scalarsOf: corpus.text) }
    return coverage
  }

  private static func make() throws -> ServedFonts {
    let text = ["Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"]
    let faces = [
      body: try (text + ["Noto Sans CJK JP"]).map { try face($0, weight: 400) },
      bold: try text.map { try face($0, weight: 700) },
      code: [try face("Noto Sans Mono", weight: 400)],
    ]
    let plan = FontPlan(faces: faces, usage: faces.mapValues { _ in characters })
    let files = plan.subsets.compactMap { $0.face.subset(to: $0.characters) }
    guard let served = plan.serve(files) else { throw Unavailable(description: "cannot make subsets") }
    return served
  }

  static func face(_ family: String, weight: Int) throws -> FontFace {
    guard let catalogue = FontCatalogue() else { throw Unavailable(description: "fontconfig") }
    guard let found = nearestFace(in: catalogue.faces(ofFamily: family), weight: weight, isItalic: false),
      let face = FontFace(found)
    else {
      throw Unavailable(
        description: "font family not installed: \(family); "
          + "the tests need fonts-noto-core, fonts-noto-mono and fonts-noto-cjk")
    }
    return face
  }
}

/// Real words of one language.
struct Corpus: Sendable, CustomTestStringConvertible {
  var language: String
  var isRightToLeft = false
  var text: String

  var testDescription: String { language }

  var words: [String] { text.split(separator: " ").map(String.init) }

  static let all = [
    Corpus(
      language: "en",
      text: """
        It is a well-known, state-of-the-art “best-effort” approach (they said); don't you think so? O'Neill's \
        e-mail: the rock-'n'-roll era's over… "Quoted text," he said. [sic] The U.S.A. costs 1,234.56 or 3:45, \
        see foo.bar, version 2.0.1, snake_case, AT&T, and/or 50% off --dry-run -v /usr/bin/env http://example.org/a?b=c#d
        """),
    Corpus(
      language: "de",
      text: """
        Die Donaudampfschifffahrtsgesellschaft „übernahm“ schließlich E-Mail-Adressen, Straßen- und Schienenfahrzeuge \
        (z.B. 3-fach, 20-jährig); ‚Größe‘ wie's war: Rechtsschutzversicherungsgesellschaften! Vgl. §§5–7 Äpfel/Birnen
        """),
    Corpus(
      language: "fr",
      text: """
        L'école d'aujourd'hui, c'est-à-dire «l'été», n'est-ce pas? Là-bas, où l’on s’en va… «\u{A0}Ça va!\u{A0}» \
        Peut-être qu'elle a 25\u{A0}% de moins; vice-président 1\u{202F}000\u{A0}€
        """),
    Corpus(
      language: "el",
      text: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία· «Άγγελος», ό,τι κι αν είναι; (π.χ. ελληνο-τουρκικός) Τι κάνεις;"),
    Corpus(
      language: "ru",
      text:
        "Съешь же ещё этих мягких французских булок, да выпей чаю! «Кто-нибудь» по-русски (т.е. так) — юго-западный…"),
    Corpus(
      language: "ar", isRightToLeft: true,
      text: "نص حكيم له سر قاطع وذو شأن عظيم، مكتوب على ثوب أخضر؟ (قوس) 123 ٤٥٦ أ-ب «اقتباس» version 2.0 عربي"),
    Corpus(
      language: "he", isRightToLeft: true,
      text: "דג סקרן שט בים, מאוכזב! ולפתע מצא חברה (טובה) בית-ספר צה\"ל ״שלום״ 12-34"),
    Corpus(language: "hi", text: "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश। जन-गण-मन (क्षत्रिय) १२३"),
    Corpus(language: "th", text: "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน (ที่นี่) ๑๒๓"),
    Corpus(
      language: "ja",
      text: "色は匂へど、散りぬるを。我が世誰ぞ、常ならむ？「有為」の奥山、今日越えて――iPhone15を3.5倍“引用”ニューヨーク・ラーメン…！ Swift言語"),
    Corpus(language: "zh", text: "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张——寒来暑往“秋收冬藏”……闰余成岁（律吕）调阳 A/B测试100%"),
    Corpus(language: "ko", text: "키스의 고유조건은 입술끼리 만나야 하고, 특별한 기술은 필요치 않다. '인용' (괄호) 3.5배"),
  ]
}

extension StyledText {
  /// A text of one leaf.
  static func plain(
    _ text: String, font: FontRequest = TestFonts.body, size: Int = 16, language: String = "en",
    isRightToLeft: Bool = false
  ) -> StyledText {
    of([.text(text)], font: font, size: size, language: language, isRightToLeft: isRightToLeft)
  }

  static func of(
    _ contents: [Leaf.LeafContent], font: FontRequest = TestFonts.body, size: Int = 16, language: String = "en",
    isRightToLeft: Bool = false
  ) -> StyledText {
    let style = TextRunStyle(font: font, size: size)
    return StyledText(
      leaves: contents.map { Leaf($0, style: style, span: 0) }, language: language, isRightToLeft: isRightToLeft)
  }
}

extension PreparedText {
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The pieces with the joints between them: ` ` is a space, `|` a break opportunity, `^` a word break, `¶` a hard
  /// break, and `+` nothing. Atoms are in `<>`, boxes of missing glyphs in `{}`, letters apart in `[]`, and
  /// other boxes are `□`.
  var drawing: String {
    var text = ""
    var atom = 0
    for (index, piece) in pieces.enumerated() {
      if atom > 0, piece.atom != atom { text += ">" }
      switch piece.joint {
      case .none: text += index == 0 ? "" : "+"
      case .space: text += " "
      case .opportunity: text += "|"
      case .wordBreak: text += "^"
      case .hardBreaks(let count): text += String(repeating: "¶", count: count)
      }
      if piece.atom > 0, piece.atom != atom { text += "<" }
      atom = piece.atom
      switch piece.kind {
      case .text: text += string(piece.lower..<piece.upper)
      case .missing: text += "{" + string(piece.lower..<piece.upper) + "}"
      case .apart: text += "[" + string(piece.lower..<piece.upper) + "]"
      case .box: text += "□"
      }
    }
    return atom > 0 ? text + ">" : text
  }
}
