import CardLayout
import Content
import Geometry
import SampleSites
import Testing
import TextLayout

struct BodyTests {
  private func body(_ text: String, width: Int = 280, maximumHeight: Int? = nil) throws -> MeasuredSlot? {
    let card = try Sample.measured(
      Sample.card(body: text), as: "plain", width: width, maximumHeight: maximumHeight)
    return card.slots.first { $0.id == .body }
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
    // A picture without a size: 248 x 9 / 16 = 139.5, rounded up.
    ("![a](b.svg)", 140, 1),
    // The same in 228 px: 128.25.
    ("> ![a](b.svg)", 128, 1),
    // A picture is as large as its file, if there is room for it; otherwise it is scaled down.
    ("![a](100x40.png)", 40, 1), ("![a](1000x2000.png)", 496, 1), ("- ![a](1000x2000.png)", 456, 1),
    ("![a](16x16.png)", 16, 1), ("![a](10000x1.png)", 1, 1),
    // So is one in a link, one with others in its paragraph, and one above a text.
    ("[![a](100x60.png)](https://example.org)", 60, 1),
    ("![a](100x60.png) ![a](100x70.png)", 60 + 8 + 70, 2),
    ("![a](100x60.png)\n*b*", 60 + 8 + 21, 2),
    ("b ![a](100x60.png) c", 21 + 8 + 60 + 8 + 21, 3),
    ("*b [![a](100x60.png)](https://example.org)*", 21 + 8 + 60, 2),
    // The width that is written behind it.
    ("![a](100x60.png){: width=\"50\"}", 30, 1), ("![a](100x60.png){width=200px}", 120, 1),
    ("![a](100x60.png)\n{: width=\"300\"}", 149, 1),
    ("![a](1x1000.png){width=100000}", 32_000, 1),
    // Pictures of up to two lines are in the line with the text, or with others.
    ("b ![a](16x16.png) c", 21, 1), ("![a](90x20.png) ![a](90x42.png)", 21, 1),
    ("b ![a](90x43.png)", 21 + 8 + 43, 2), ("b ![a](400x20.png)", 21 + 8 + 12, 2),
    ("b ![a](400x400.png){: width=16}", 21, 1),
    ("# b ![a](400x400.png)", 25, 1),
    // A row is its tallest cell, 4 px above and below it, and a line of 1 px; it counts as one line.
    ("|a|b|\n|-|-|\n|c|d|", 30 + 30, 2), ("a\n\n|b|\n|-|", 21 + 8 + 30, 2), ("> |a|\n> |-|\n> |b|", 30 + 30, 2),
    ("|a|\n|-|\n|b<br>c|", 30 + 51, 2), ("|a|\n|-|\n||", 30 + 9, 2), ("|a|\n|-|\n|![a](100x60.png)|", 30 + 69, 2),
    ("<table><tr><td>a<ul><li>b</ul><td>c</table>", 21 + 8 + 21 + 9, 1),
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

  private func columns(_ text: String) throws -> TableColumns {
    let card = try Sample.measured(Sample.card(body: text), as: "plain", width: 280)
    return try #require(card.columns.values.first)
  }

  /// Columns are as wide as their texts where there is room: 248 px here. Between two are twice 10 px.
  @Test func columnsShareTheRoom() throws {
    let short = try columns("|a|a|\n|-|-|\n|b|b|")
    #expect(short.widths[0] == short.widths[1] && short.widths[0] < 30 && !short.isScrolled)
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    let long = try columns("|a|a|\n|-|-|\n|\(words)|\(words)|")
    #expect(long.widths == [124, 124] && !long.isScrolled)
    let mixed = try columns("|a|a|a|\n|-|-|-|\n|b|\(words)|b|")
    #expect(mixed.widths.reduce(0, +) == 248 && mixed.widths[0] == short.widths[0] && !mixed.isScrolled)
  }

  /// A table without room for its words scrolls, with columns of a readable width: at most 14 em of 15 px.
  @Test func aWideTableScrolls() throws {
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    let row = "|" + Array(repeating: words, count: 4).joined(separator: "|") + "|"
    let table = try columns("\(row)\n|-|-|-|-|\n\(row)")
    #expect(table.widths == [220, 230, 230, 220] && table.isScrolled)
    // No column is wider than its widest word, which is divided beyond 10 em.
    let word = try columns("|a|b|c|\n|-|-|-|\n|\(String(repeating: "W", count: 100))|d|\(words)|")
    #expect(word.widths[0] >= 150 && word.isScrolled)
  }

  /// A cut leaves out whole rows.
  @Test func cutsAreBetweenRows() throws {
    let table = "|a|\n|-|\n" + (1...10).map { "|\($0)|\n" }.joined()
    let slot = try #require(try body(table, maximumHeight: 32 + 100))
    #expect((1...10).contains { slot.frame.height == Pixels(30 * $0) } && slot.isTruncated)
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

  /// Text in a list is as much narrower as the widest number needs: at 15 px, the digits of Noto Sans are 8.58 px wide
  /// and the full stop 4.02 px, and 4 px are between a number and its text.
  @Test(arguments: [
    (1, 2, 20), (1, 10, 26), (9, 2, 26), (98, 2, 26), (98, 3, 34), (1986, 1, 43), (0, 1, 20),
  ])
  func numbersMakeTextNarrower(start: Int, count: Int, indent: Int) throws {
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    let items = (0..<count).map { "\(start + $0). \(words)" }.joined(separator: "\n")
    let card = try Sample.measured(Sample.card(body: items), as: "plain", width: 240 + indent)
    let alone = try Sample.measured(Sample.card(body: words), as: "plain", width: 240)
    let starts = card.texts.compactMap { $0?.lineStarts }.dropFirst()
    #expect(Set(starts) == [try #require(alone.texts.last??.lineStarts)])
    #expect(card.markers.map(\.width) == Array(repeating: indent - 4, count: count))
  }

  /// Numbers are in front of the first lines of their items, those of nested lists too.
  @Test func placesOfNumbers() throws {
    let card = try Sample.measured(
      Sample.card(body: "a\n\n1. b\n\n   10. c\n   11. d\n2. e\n\n- f\n\n> 1986. g"), as: "plain")
    #expect(
      card.markers == [
        MarkerFrame(x: 0, y: Pixels(29), width: 16), MarkerFrame(x: 20, y: Pixels(58), width: 22),
        MarkerFrame(x: 20, y: Pixels(83), width: 22), MarkerFrame(x: 0, y: Pixels(112), width: 16),
        MarkerFrame(x: 20, y: Pixels(170), width: 39),
      ])
  }

  @Test func cutItemsHaveNoNumbers() throws {
    let card = try Sample.measured(
      Sample.card(body: "1. a\n2. b\n3. c"), as: "plain", maximumHeight: 70 + 21 + 4 + 21)
    #expect(card.markers.count == 2)
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
      #expect(!card.slots.contains { $0.id == .body })
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
    #expect(cut.slots.map(\.id) == [.title])
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
