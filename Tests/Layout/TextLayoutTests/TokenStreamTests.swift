import TestSupport
import Testing

@testable import TextLayout

@Suite struct TokenStreamTests {
  struct Example: Sendable {
    var leaves: [StyledText.Leaf.LeafContent]
    /// The tokens in the form of `PreparedText.drawing`, with `/` between their parts.
    var tokens: String
  }

  static let examples = [
    Example(leaves: [.text("")], tokens: ""),
    Example(leaves: [.text("  \t\n ")], tokens: ""),
    Example(leaves: [.text(" a  b\t\nc ")], tokens: "a b c"),
    Example(leaves: [.text("a "), .text(" b")], tokens: "a b"),
    Example(leaves: [.text("a"), .text("b")], tokens: "a/b"),
    Example(leaves: [.text("a"), .text(""), .text("b")], tokens: "a/b"),
    Example(leaves: [.text("a"), .text(" "), .text("b")], tokens: "a b"),
    Example(leaves: [.hardBreak, .text("a"), .hardBreak, .text(" b "), .hardBreak], tokens: "a¶b"),
    Example(leaves: [.text("a "), .hardBreak, .text(" "), .hardBreak, .text("b")], tokens: "a¶¶b"),
    Example(leaves: [.hardBreak, .hardBreak], tokens: ""),
    Example(leaves: [.text("a"), .wordBreak, .text("b")], tokens: "a^b"),
    Example(leaves: [.text("a"), .wordBreak, .wordBreak, .text("b")], tokens: "a^b"),
    Example(leaves: [.text("a"), .wordBreak, .text(" b")], tokens: "a b"),
    Example(leaves: [.text("a "), .wordBreak, .text("b")], tokens: "a b"),
    Example(leaves: [.text("a"), .wordBreak, .hardBreak, .wordBreak, .text("b")], tokens: "a¶b"),
    Example(leaves: [.wordBreak, .text("a"), .wordBreak], tokens: "a"),
    Example(leaves: [.text("a\u{200B}b")], tokens: "a^b"),
    Example(leaves: [.text("\u{200B}a \u{200B} b\u{200B}")], tokens: "a b"),
    Example(leaves: [.text("a\u{AD}b")], tokens: "ab"),
    Example(leaves: [.text("\u{AD}"), .text("\u{AD} \u{AD}a")], tokens: "a"),
    Example(leaves: [.text("a\u{A0}b\u{202F}c")], tokens: "a\u{A0}b\u{202F}c"),
    Example(leaves: [.text("a\u{0}\u{4}\u{1F}\u{7F}b\u{80}\u{9F}c")], tokens: "abc"),
    Example(leaves: [.text("a\u{B}b\u{C}c\u{85}d\re")], tokens: "a b c d e"),
    Example(leaves: [.text("a\u{2028}b\u{2029}\u{2029}c\u{2028}")], tokens: "a¶b¶¶c"),
    Example(leaves: [.text("a\u{2027}b\u{2030}ä\u{C2}")], tokens: "a\u{2027}b\u{2030}ä\u{C2}"),
    Example(leaves: [.text("a"), .box(width: 8), .text("b")], tokens: "a^□^b"),
    Example(leaves: [.text("a "), .box(width: 8), .text(" b")], tokens: "a □ b"),
    Example(leaves: [.box(width: 8), .box(width: 8)], tokens: "□^□"),
    Example(leaves: [.box(width: 8), .hardBreak, .box(width: 8)], tokens: "□¶□"),
    Example(leaves: [.text("a\u{FFFC}b")], tokens: "ab"),
    // Joiners without letters to join.
    Example(leaves: [.text("\u{200D} \u{200C}a\u{200D} $\u{200D}b ぁ\u{200D}a a\u{200D}b")], tokens: "a $b ぁa ab"),
    Example(
      leaves: [.text("f\u{200C}f \u{200D}ه ن\u{200D} می\u{200C}کند")],
      tokens: "f\u{200C}f \u{200D}ه ن\u{200D} می\u{200C}کند"),
    Example(leaves: [.text("क्\u{200D} 👩\u{200D}🔬 ❤️\u{200D}🔥")], tokens: "क्\u{200D} 👩\u{200D}🔬 ❤️\u{200D}🔥"),
  ]

  /// A joiner is removed where the direction changes.
  @Test(arguments: [
    ("ن\u{200D}a", false, 1), ("ن\u{200D}a", true, 1), ("(ه\u{200D})", false, 1), ("(ه\u{200D})", true, 0),
    ("ه\u{200D}5", true, 1), ("ക്\u{200D})", false, 0), ("ക്\u{200D}a", false, 0), ("ക്\u{200D})", true, 1),
    ("ن\u{200D}", false, 0), ("می\u{200C}کند", false, 0),
  ])
  func joinersBetweenDirections(text: String, isRightToLeft: Bool, dropped: Int) {
    let stream = TokenStream(.plain(text, isRightToLeft: isRightToLeft))
    #expect(stream.bytes.count == text.utf8.count - 3 * dropped)
  }

  @Test(arguments: examples) func collapsesWhiteSpace(_ example: Example) {
    let stream = TokenStream(.of(example.leaves))
    var drawing = ""
    for token in stream.tokens {
      switch token.joint {
      case .none, .opportunity: break
      case .space: drawing += " "
      case .wordBreak: drawing += "^"
      case .hardBreaks(let count): drawing += String(repeating: "¶", count: count)
      }
      let parts = stream.parts(of: token).map { String(decoding: stream.bytes[$0.range], as: UTF8.self) }
      drawing += token.isBox ? "□" : parts.joined(separator: "/")
    }
    #expect(drawing == example.tokens)
    #expect(stream.tokens.first.map { $0.joint == .none } != false)
  }

  @Test func spacesBelongToTheirLeaf() {
    for (contents, leaf) in [
      (["a ", "b"], 0), (["a", " b"], 1), (["a", " ", "b"], 1), (["a", " ", " b"], 1), (["a ", " ", " b"], 0),
    ] {
      let stream = TokenStream(.of(contents.map { .text($0) }))
      #expect(stream.tokens.last?.spaceLeaf == leaf, "\(contents)")
    }
  }

  /// Characters that come one by one are looked at one by one; those of a long text are looked at eight bytes at a time.
  @Test func longTextsAreReadLikeTheirCharacters() {
    let seed: UInt64 = 7
    var generator = SeededGenerator(seed: seed)
    let snippets = [
      "word", "A", "~", " ", "  ", "ö", "слово", "كلمة", "漢字", "かな", "。", "ㅁ", "兀", "\u{3164}", "\u{115F}", "\u{FFA0}",
      "\u{AD}",
      "\u{200B}", "\u{2028}", "\n", "\u{7F}", "\u{85}", "\u{A0}", "\u{E000}", "😀", "ह", "ก", "—",
    ]
    for round in 0..<1000 {
      let text = (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in
        snippets.randomElement(using: &generator)
      }.joined()
      let whole = TokenStream(.of([.text(text)]))
      let parted = TokenStream(.of(text.unicodeScalars.map { .text(String($0)) }))
      #expect(whole.bytes == parted.bytes, "seed \(seed), round \(round)")
      #expect(whole.isASCII == parted.isASCII, "seed \(seed), round \(round)")
      #expect(whole.tokens.map(\.range) == parted.tokens.map(\.range), "seed \(seed), round \(round)")
      #expect(whole.tokens.map(\.joint) == parted.tokens.map(\.joint), "seed \(seed), round \(round)")
    }
  }

  @Test func everyByteIsInOnePart() {
    let seed: UInt64 = 99
    var generator = SeededGenerator(seed: seed)
    let snippets = ["a", "ö", "漢", " ", "\u{AD}", "\u{200B}", "\u{2028}", "\n", "😀", "\u{85}", "\u{A0}", "\u{301}"]
    for round in 0..<500 {
      let leaves = (0..<Int.random(in: 1...6, using: &generator)).map { _ -> StyledText.Leaf.LeafContent in
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .hardBreak
        case 1: .wordBreak
        case 2: .box(width: 4)
        default:
          .text(
            (0..<Int.random(in: 0...5, using: &generator)).compactMap { _ in snippets.randomElement(using: &generator) }
              .joined())
        }
      }
      let stream = TokenStream(.of(leaves))
      let ranges = stream.tokens.flatMap { token in stream.parts(of: token).map(\.range) }
      #expect(ranges.flatMap(Array.init) == Array(stream.bytes.indices), "seed \(seed), round \(round)")
      #expect(ranges.allSatisfy { !$0.isEmpty }, "seed \(seed), round \(round)")
      for token in stream.tokens {
        let leaves = stream.parts(of: token).map(\.leaf)
        #expect(leaves == leaves.sorted() && Set(leaves).count == leaves.count, "seed \(seed), round \(round)")
      }
    }
  }
}

extension TokenStream {
  init(_ text: StyledText) {
    var memory: [TextToken] = []
    self.init(text, in: &memory)
  }
}
