import CardLayout
import Geometry
import SampleSites
import Testing
import TextLayout

struct BodyTests {
  private func body(_ text: String, width: Int = 280, maximumHeight: Int? = nil) throws -> MeasuredSlot? {
    let card = try Sample.measured(
      Sample.card(body: text), as: "plain", width: width, maximumHeight: maximumHeight)
    return card.slots.first { $0.name == .body }
  }

  /// Lines are 21 px high, headings 25, code 19. Blocks are 8 px apart, items of a tight list 4. Code has a padding of
  /// 10 px.
  @Test(arguments: [
    ("a", 21, 1),
    ("a\n\nb", 21 + 8 + 21, 2),
    ("# a\n\nb", 25 + 8 + 21, 2),
    ("- a\n- b\n- c", 3 * 21 + 2 * 4, 3),
    ("- a\n\n- b", 2 * 21 + 8, 2),
    ("- a\n  - b\n  - c\n- d", 4 * 21 + 4 + 8 + 4, 4),
    ("1. a\n\n   b\n\n2. c", 3 * 21 + 2 * 8, 3),
    ("> a\n>\n> b", 21 + 8 + 21, 2),
    ("> > a", 21, 1),
    ("> - a\n> - b\n\nc", 3 * 21 + 4 + 8, 3),
    ("    a\n    b", 10 + 2 * 19 + 10, 2),
    ("```swift\na\n\nb\n```", 10 + 3 * 19 + 10, 3),
    ("a\n\n***\n\nb", 21 + 8 + 1 + 8 + 21, 3),
    // 248 x 9 / 16 = 139.5, rounded down.
    ("![a](b.svg)", 139, 1),
    // The height of a figure depends on the width of the whole body, wherever the figure is.
    ("> ![a](b.svg)", 139, 1),
    // An item without content is only a marker, as in the markup.
    ("- a\n-\n- c", 2 * 21 + 2 * 4, 2),
    // A paragraph without visible text has no box and no spacing.
    ("a\n\n&shy;\n\nb", 21 + 8 + 21, 2),
  ])
  func heights(text: String, height: Int, lines: Int) throws {
    let slot = try #require(try body(text))
    #expect(slot.frame.height == Pixels(height))
    #expect(slot.lineCount == lines)
    #expect(!slot.isTruncated)
  }

  /// Text in a list or a quotation is 20 px narrower for each level.
  @Test func indentsMakeTextNarrower() throws {
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    let card = { (text: String, width: Int) in
      try Sample.measured(Sample.card(body: text), as: "plain", width: width).texts.last??.lineStarts
    }
    let narrow = try card(words, 240)
    #expect(try card("- " + words, 260) == narrow)
    #expect(try card("> " + words, 260) == narrow)
    #expect(try card("> - " + words, 280) == narrow)
    #expect(try card(words, 280) != narrow)
  }

  // MARK: Clamp

  /// Only whole lines remain. Padding, title, gap and padding are 70 px; the rest is for lines.
  @Test(arguments: [(70 + 21 * 12, 12), (70 + 21 * 12 - 1, 11), (272, 9), (91, 1), (112, 2), (111, 1)])
  func aClampKeepsWholeLines(maximum: Int, lines: Int) throws {
    let text = (0..<12).map { "line \($0)" }.joined(separator: "\\\n")
    let card = try Sample.measured(Sample.card(body: text), as: "plain", maximumHeight: maximum)
    let slot = try #require(card.slots.last)
    #expect(slot.lineCount == lines)
    #expect(slot.isTruncated == (lines < 12))
    #expect(card.naturalHeight == Pixels(70 + 21 * lines))
    #expect(card.naturalHeight <= Pixels(maximum))
    #expect((card.texts[1]?.cut != nil) == (lines < 12))
    #expect(!card.exceedsMaximum)
  }

  @Test func aCutBetweenBlocksEndsInAnEllipsis() throws {
    let card = try Sample.measured(Sample.card(body: "a b\n\nc\n\nd"), as: "plain", maximumHeight: 70 + 21 + 8 + 20)
    #expect(card.naturalHeight == Pixels(70 + 21))
    #expect(card.texts[1]?.lineCount == 1)
    #expect(card.texts[1]?.isTruncated == true)
    #expect(card.texts[2] == nil && card.texts[3] == nil)
    #expect(card.hiddenBlocks == [1, 2])
    #expect(card.slots.last?.isTruncated == true)
  }

  /// A cut inside a paragraph leaves the previous paragraph whole.
  @Test func aCutInsideAParagraph() throws {
    let card = try Sample.measured(
      Sample.card(body: "a\n\nb\\\nc\\\nd"), as: "plain", maximumHeight: 70 + 21 + 8 + 21 + 21)
    #expect(card.texts[1]?.isTruncated == false)
    #expect(card.texts[2]?.lineCount == 2)
    #expect(card.texts[2]?.isTruncated == true)
    #expect(card.hiddenBlocks == [])
  }

  /// Code, rules and figures are shown completely or not at all, and nothing follows a hidden one.
  @Test(arguments: ["```\n1\n2\n3\n```", "![a](b.svg)"])
  func blocksThatCannotBeCut(block: String) throws {
    let text = "a\n\n\(block)\n\nz"
    let whole = try #require(try body(text)).frame.height
    let limit = 70 + whole.roundedUp
    #expect(try body(text, maximumHeight: limit)?.isTruncated == false)
    // Without the last paragraph, the block fits and no ellipsis shows that more followed.
    let withBlock = try Sample.measured(Sample.card(body: text), as: "plain", maximumHeight: limit - 1)
    #expect(withBlock.hiddenBlocks == [2])
    #expect(withBlock.naturalHeight == Pixels(limit - 21 - 8))
    let without = try Sample.measured(Sample.card(body: text), as: "plain", maximumHeight: limit - 21 - 8 - 1)
    #expect(without.hiddenBlocks == [1, 2])
    #expect(without.naturalHeight == Pixels(70 + 21))
    #expect(without.texts[1]?.isTruncated == true)
  }

  @Test func itemsAreCutFromTheEnd() throws {
    let text = "- a\n-\n- b\n- c\n-\n"
    let whole = try Sample.measured(Sample.card(body: text), as: "plain")
    #expect(whole.naturalHeight == Pixels(70 + 3 * 21 + 4 * 4))
    let cut = try Sample.measured(Sample.card(body: text), as: "plain", maximumHeight: 70 + 2 * 21 + 2 * 4)
    #expect(cut.naturalHeight == Pixels(70 + 2 * 21 + 2 * 4))
    // The list is block 0, its items are 1, 3, 4, 6 and 8. The blocks of the last two items are hidden with them.
    #expect(cut.hiddenBlocks.isSuperset(of: [6, 8]))
    #expect(cut.hiddenBlocks.isDisjoint(with: [0, 1, 2, 3, 4, 5]))
  }

  @Test func nothingLeftToCut() throws {
    for (anatomy, body) in [("plain", ""), ("plain", "b"), ("cover", "b\n\nc")] {
      let card = try Sample.measured(
        Sample.card(title: "T", tags: ["t"], body: body), as: anatomy, maximumHeight: 50)
      #expect(card.exceedsMaximum)
      #expect(!card.slots.contains { $0.name == .body })
      let bare = try Sample.measured(Sample.card(title: "T", tags: ["t"]), as: anatomy)
      #expect(card.naturalHeight == bare.naturalHeight)
    }
  }

  /// Cutting never makes a card lower than its anatomy's minimum, so nothing is cut to reach less.
  @Test func minimumHeightCutsNothing() throws {
    let card = try Sample.measured(Sample.card(), as: "tall", maximumHeight: 200)
    #expect(card.exceedsMaximum)
    #expect(card.naturalHeight == Pixels(300))
  }

  /// A hidden body still counts as an element above the next slot, as for `:not(:first-child)`.
  @Test func hiddenBodyKeepsTheGapBelow() throws {
    let card = Sample.card(title: "T", body: "b\\\nc")
    let cut = try Sample.measured(card, as: "poster", maximumHeight: 1)
    #expect(cut.slots.map(\.name) == [.title])
    #expect(cut.naturalHeight == Pixels(16 + 9 + 22 + 16))
    let bare = try Sample.measured(Sample.card(title: "T"), as: "poster")
    #expect(bare.naturalHeight == Pixels(16 + 22 + 16))
  }

  /// With any limit, a card that can be cut is not taller than the limit, and a larger limit never makes it shorter.
  @Test func clampsAreMonotone() throws {
    let text =
      "intro words here\n\n- a\n- b\n\n  ![x](y.svg)\n- c\n\n> q\n>\n> r\n\n```\n1\n2\n```\n\nlast *words* of it"
    let prepared = try Sample.prepared([Sample.card(body: text)], as: "plain")[0]
    let theme = try Sample.theme()
    var previous = Pixels.zero
    for maximum in stride(from: 30, through: 560, by: 3) {
      let card = prepared.measured(width: 230, maximumHeight: maximum, theme: theme)
      #expect(card.exceedsMaximum || card.naturalHeight <= Pixels(maximum), "maximum \(maximum)")
      #expect(card.naturalHeight >= previous, "maximum \(maximum)")
      previous = card.naturalHeight
    }
    #expect(previous == prepared.measured(width: 230, theme: theme).naturalHeight)
  }
}
