import TestSupport
import Testing

@testable import TextLayout

/// Tokens of ideographs compared with `BreakPolicy` and with shaping each piece.
@Suite struct IdeographTests {
  private static let frequent = Array("のにはをたがでてとしれさいるあっりまなゃアイスン漢字一丁七万丈三上下、。「」（）・ー！？：々〇ゝ".unicodeScalars)
  /// Those that some tokens have, which are then shaped.
  private static let rare = Array("a2“…―\u{3099}\u{309A}\u{FE00}😀한　＝\u{200D}".unicodeScalars)

  private static func word(_ generator: inout SeededGenerator) -> String {
    var word = ""
    let hasRare = Int.random(in: 0..<4, using: &generator) == 0
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      let isRare = hasRare && Int.random(in: 0..<8, using: &generator) == 0
      if let scalar = (isRare ? rare : frequent).randomElement(using: &generator) { word.unicodeScalars.append(scalar) }
    }
    return word
  }

  private static func shaper() throws -> TokenShaper {
    guard let shaper = TokenShaper(fonts: try TestFonts.served.get()) else {
      throw TestFonts.Unavailable(description: "HarfBuzz")
    }
    return shaper
  }

  @Test(arguments: ["ja", "zh", "zh-Hant", "ko"]) func areShapedAsAnyText(_ language: String) throws {
    var quick = try Self.shaper()
    var thorough = try Self.shaper()
    var segmenter = try TestFonts.segmenter()
    let seed: UInt64 = 53
    var generator = SeededGenerator(seed: seed)
    var (quickCount, appendedCount, tokenCount) = (0, 0, 0)
    for round in 0..<1500 {
      // What follows a token can decide how it is read.
      let words = round % 4 == 0 ? "\(Self.word(&generator)) \(Self.word(&generator))" : Self.word(&generator)
      var text = StyledText.plain(words, size: [13, 16, 27][round % 3], language: language)
      if round % 5 == 0 { text.leastLineWidth = 20 }
      let stream = TokenStream(text)
      let styles = quick.styles(of: text).all
      var scripts = TextScripts(
        of: stream.bytes, isASCII: stream.isASCII, restarts: [], languageScript: styles[0].script,
        isKerned: styles[0].isKerned)
      var unaware = thorough.styles(of: text).all
      for index in unaware.indices { unaware[index].ideographs = nil }
      thorough.words.ideographTables = []
      let shaping = ShapingText(bytes: stream.bytes, levels: [])
      for token in stream.tokens {
        tokenCount += 1
        let found = quick.shape(
          token, isRightToLeft: false,
          reading: quick.number(ofReadingsOf: token.range, of: shaping, in: scripts, style: styles[token.leaf]),
          in: stream, of: shaping, scripts: &scripts, styles: styles, leastLineWidth: text.leastLineWidth,
          segmenter: &segmenter)
        let expected = thorough.shape(
          token, isRightToLeft: false,
          reading: thorough.number(ofReadingsOf: token.range, of: shaping, in: scripts, style: unaware[token.leaf]),
          in: stream, of: shaping, scripts: &scripts, styles: unaware, leastLineWidth: text.leastLineWidth,
          segmenter: &segmenter)
        let note = "\(String(decoding: stream.bytes[token.range], as: UTF8.self)), seed \(seed), round \(round)"
        #expect(found.allPieces == expected.allPieces, "\(note)")
        #expect(found.divided?.missing == expected.divided?.missing, "\(note)")
        #expect(found.divided?.edges.map(\.offset) == expected.divided?.edges.map(\.offset), "\(note)")
        let isQuick =
          quick.tokenOfIdeographs(
            token.range, of: shaping, style: styles[token.leaf], leastLineWidth: text.leastLineWidth) != nil
        if isQuick { quickCount += 1 }
        var (appended, usual) = (PieceBuilder(pieceCount: 0), PieceBuilder(pieceCount: 0))
        usual.append(expected, of: token, in: stream, spaceWidth: 3)
        let isAppended = quick.appendIdeographs(
          token, of: shaping, scripts: scripts, style: styles[token.leaf], spaceWidth: 3,
          leastLineWidth: text.leastLineWidth, to: &appended)
        if isAppended { appendedCount += 1 }
        #expect(appended.pieces.map { "\($0)" } == (isAppended ? usual.pieces.map { "\($0)" } : []), "\(note)")
      }
    }
    #expect((tokenCount / 20..<tokenCount).contains(quickCount), "\(quickCount) of \(tokenCount)")
    #expect((tokenCount / 40..<quickCount).contains(appendedCount), "\(appendedCount) of \(tokenCount)")
  }

  @Test func languagesWithKerningHaveNone() throws {
    var shaper = try Self.shaper()
    #expect(shaper.styles(of: .plain("漢字", language: "en")).all[0].ideographs == nil)
    #expect(shaper.styles(of: .plain("漢字", language: "ja")).all[0].ideographs != nil)
  }
}

extension ShapedToken {
  /// All of each piece.
  fileprivate var allPieces: [String] { ([first] + (divided?.pieces.dropFirst() ?? [])).map { "\($0)" } }
}
