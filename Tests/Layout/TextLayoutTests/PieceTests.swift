import TestSupport
import Testing

@testable import TextLayout

@Suite struct PieceTests {
  struct Example: Sendable {
    var leaves: [String]
    var language = "en"
    var drawing: String
  }

  static let examples = [
    Example(leaves: ["two words"], drawing: "two words"),
    Example(leaves: ["a well-known fact"], drawing: "a well-|known fact"),
    Example(leaves: ["see a/b or c"], drawing: "see a/^b or c"),
    Example(leaves: ["--foo=<bar> --x"], drawing: "<-->^<foo=<bar>> <-->^x"),
    Example(leaves: ["a/b c/d"], drawing: "a/^b c/^d"),
    Example(leaves: ["漢字"], language: "ja", drawing: "漢|字"),
    Example(leaves: ["wo", "rd next"], drawing: "wo+rd next"),
    Example(leaves: ["well-", "known"], drawing: "well-^known"),
    Example(leaves: ["wel", "l-known"], drawing: "wel+l-|known"),
    // An atom may extend over several leaves.
    Example(leaves: ["a", "/b"], drawing: "a+/^b"),
    Example(leaves: ["x(", "y", ")z/w"], drawing: "x(+y+)z/^w"),
    Example(leaves: ["hi😀"], drawing: "hi^{😀}"),
    Example(leaves: ["😀😀 👩‍👩‍👧"], drawing: "{😀}^{😀} {👩‍👩‍👧}"),
    Example(leaves: ["(😀)"], drawing: "<(+{😀}+)>"),
    Example(leaves: ["a\u{E000}b"], drawing: "<a+{\u{E000}}+b>"),
    Example(leaves: ["ລາວ"], drawing: "<{ລ}+{າ}+{ວ}>"),
    Example(leaves: ["1\u{FE0F}\u{20E3}"], drawing: "{1\u{FE0F}\u{20E3}}"),
    Example(leaves: ["漢😀字"], language: "ja", drawing: "漢^{😀}^字"),
    Example(leaves: ["a\u{2028}b c"], drawing: "a¶b c"),
    Example(leaves: ["10\u{A0}km away"], drawing: "10\u{A0}km away"),
  ]

  @Test(arguments: examples) func dividesTextIntoPieces(_ example: Example) throws {
    var preparer = try TestFonts.preparer()
    let text = StyledText.of(example.leaves.map { .text($0) }, language: example.language)
    #expect(preparer.prepare(text).drawing == example.drawing)
    // Text from the cache gives the same result.
    #expect(preparer.prepare(text).drawing == example.drawing)
  }

  @Test func reportsEachMissingCharacterOnceButNoEmoji() throws {
    var preparer = try TestFonts.preparer()
    let prepared = preparer.prepare(.plain("\u{E000}a \u{E001} 😀 \u{E000}\u{E001} ⌚ 1\u{FE0F}\u{20E3}"))
    #expect(prepared.missing == [0xE000, 0xE001])
  }

  @Test func withoutFontsEverythingIsMissing() throws {
    var preparer = try TestFonts.preparer()
    let prepared = preparer.prepare(.plain("ab c", font: TestFonts.none, size: 16))
    #expect(prepared.missing == Array("abc".unicodeScalars.map(\.value)))
    #expect(prepared.pieces.allSatisfy { $0.kind == .missing && $0.advance.width == 20 << 16 })
  }

  @Test func invisibleTextIsEmpty() throws {
    var preparer = try TestFonts.preparer()
    for text in ["", " \n", "\u{AD}", "\u{2028}"] {
      let prepared = preparer.prepare(.plain(text))
      #expect(prepared.isEmpty)
      #expect(prepared.lines(width: 100).lineCount == 0)
      #expect(!prepared.lines(width: 100, maximumLines: 1, endsInEllipsis: true).isTruncated)
      #expect(prepared.leastWidthOnOneLine == 0)
    }
  }

  /// Properties of every prepared text, for real words that are joined and styled at random.
  @Test(arguments: Corpus.all) func piecesCoverTheText(_ corpus: Corpus) throws {
    let seed: UInt64 = 31
    var generator = SeededGenerator(seed: seed)
    var preparer = try TestFonts.preparer()
    var fresh = try TestFonts.preparer()
    for round in 0..<8 {
      let text = StyledText.random(of: corpus, generator: &generator)
      let prepared = preparer.prepare(text)
      let note = "seed \(seed), round \(round)"
      // Every byte is in one piece, in order, and no piece divides a character.
      #expect(prepared.pieces.flatMap { Array($0.lower..<$0.upper) } == Array(prepared.bytes.indices), "\(note)")
      #expect(prepared.pieces.allSatisfy { prepared.bytes[$0.lower] & 0xC0 != 0x80 }, "\(note)")
      #expect(prepared.pieces.allSatisfy { $0.leaf < text.leaves.count && $0.spaceLeaf < text.leaves.count })
      // An atom has no break inside, and a break never divides an atom.
      var lastOf: [Int: Int] = [:]
      for (index, piece) in prepared.pieces.enumerated() {
        if piece.joint != .none, index > 0, piece.atom > 0 {
          #expect(piece.atom != prepared.pieces[index - 1].atom, "\(note)")
        }
        guard piece.atom > 0 else { continue }
        if let last = lastOf[piece.atom] { #expect(last == index - 1 && piece.joint == .none, "\(note)") }
        lastOf[piece.atom] = index
        if index > 0, piece.joint == .none { #expect(prepared.pieces[index - 1].atom == piece.atom, "\(note)") }
      }
      // Places to split ascend, and so do their widths.
      for piece in prepared.pieces {
        let edges = prepared.graphemes[piece.graphemes]
        #expect(zip(edges, edges.dropFirst()).allSatisfy { $0.offset < $1.offset && $0.width <= $1.width }, "\(note)")
        #expect(edges.allSatisfy { piece.lower <= $0.offset && $0.offset < piece.upper }, "\(note)")
        #expect(edges.allSatisfy { 0 <= $0.width && $0.width <= piece.advance.width }, "\(note)")
      }
      // Text that was shaped before does not change the result.
      let again = fresh.prepare(text)
      #expect(again.drawing == prepared.drawing, "\(note)")
      #expect(again.pieces.map(\.advance) == prepared.pieces.map(\.advance), "\(note)")
    }
  }
}

extension StyledText {
  /// Words of a corpus in random order, in leaves that may start anywhere, with breaks and boxes.
  static func random(of corpus: Corpus, generator: inout SeededGenerator) -> StyledText {
    let fonts = [TestFonts.body, TestFonts.body, TestFonts.bold, TestFonts.code]
    let words = corpus.words + ["😀", "\u{A0}", "a/b", "\u{200B}", "\u{E000}"]
    let leaves = (0..<Int.random(in: 1...6, using: &generator)).map { _ -> Leaf in
      let style = TextRunStyle(
        font: fonts.randomElement(using: &generator) ?? TestFonts.body, size: Bool.random(using: &generator) ? 16 : 27)
      let content: Leaf.LeafContent
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: content = .hardBreak
      case 1: content = .wordBreak
      case 2: content = .box(width: Int.random(in: 8...64, using: &generator))
      default:
        var text = Bool.random(using: &generator) ? " " : ""
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          text += (words.randomElement(using: &generator) ?? "")
          if Int.random(in: 0..<8, using: &generator) > 0 { text += " " }
        }
        content = .text(text)
      }
      return Leaf(content, style: style, span: 0)
    }
    return StyledText(leaves: leaves, language: corpus.language, isRightToLeft: corpus.isRightToLeft)
  }
}
