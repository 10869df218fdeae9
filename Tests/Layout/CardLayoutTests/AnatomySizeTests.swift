import CardLayout
import Content
import Diagnostics
import Geometry
import SampleSites
import Testing

/// Minimum and maximum heights of cards and slots.
struct AnatomySizeTests {
  private let image = "Content/shelf/a.svg"

  /// The height is 69 px and 17 px for each line of the body, at most 272 px. In whole lines that is 256 px.
  @Test(arguments: [(0, 53), (1, 86), (3, 120), (7, 188), (11, 256), (12, 256), (20, 256)])
  func heightsOfACard(lines: Int, height: Int) throws {
    let sample = try AnatomySample(
      "  a: { padding: 16, maxHeight: 272, stack: [ title, body: { gap: 16 } ] }",
      styles: [
        "title": "{ font: text, weight: 400, size: 17, lineHeight: 21, maxLines: 1, color: text }",
        "body": "{ font: text, weight: 400, size: 14, lineHeight: 17, color: text }",
      ])
    let body = (0..<lines).map { "line \($0)" }.joined(separator: "\\\n")
    let card = Sample.card(body: body)
    #expect(try sample.measured(card, width: 176).naturalHeight == Pixels(height))
    // The smaller of the shelf's and the anatomy's maximum applies: 8 lines fit in 205 px.
    #expect(try sample.measured(card, width: 176, maximumHeight: 205).naturalHeight == Pixels(min(height, 205)))
    #expect(try sample.measured(card, width: 176, maximumHeight: 999).naturalHeight == Pixels(height))
    let shelf = try sample.shelf([card]) { $0.clamp = .exact }
    #expect(shelf.layouts[0].frames[0].height == Pixels(lines > 11 ? 272 : height))
  }

  @Test(arguments: [(300, 400), (301, 401), (150, 200), (60, 80)]) func heightsFromRatios(width: Int, height: Int)
    throws
  {
    let sample = try AnatomySample("  a: { padding: 10, ratio: 3/4, stack: [ title, footer: { pin: bottom } ] }")
    var card = Sample.card(title: "a")
    card.footer = FieldText("f", range: SourceRange(0, 0))
    let measured = try sample.measured(card, width: width)
    #expect(measured.naturalHeight == Pixels(height))
    #expect(measured.slot(.footer)?.frame.maxY == Pixels(height - 10))
    // The ratio is a minimum height.
    card.subtitle = nil
    let tall = try AnatomySample("  a: { padding: 200, ratio: 3/4, stack: [ title ] }").measured(card, width: width)
    #expect(tall.naturalHeight == Pixels(max(height, 422)))
  }

  @Test(arguments: [
    ("ratio: 2/1", "10,10 180x90"), ("ratio: 2/1, maxHeight: 50", "10,10 180x50"),
    ("ratio: 2/1, minHeight: 100", "10,10 180x100"), ("ratio: 2/1, maxWidth: 60, align: center", "70,10 60x30"),
    ("ratio: 2/1, maxWidth: 61, align: end", "129,10 61x31"), ("maxWidth: 600, ratio: 2/1", "10,10 180x90"),
    ("width: 50, ratio: 2/1", "10,10 50x25"), ("size: 33, align: center", "83.5,10 33x33"),
    ("width: 20, height: 30, align: end", "170,10 20x30"), ("height: 30", "10,10 180x30"),
    ("ratio: 2/1, bleed: true, maxHeight: 70", "0,0 200x70"),
  ])
  func images(settings: String, frame: String) throws {
    let sample = try AnatomySample("  a: { padding: 10, stack: [ image: { \(settings) }, title ] }")
    let measured = try sample.measured(Sample.card(image: image), width: 200)
    #expect(drawn(measured).first == "image " + frame)
    #expect(measured.slot(.title)?.frame.y == measured.slot(.image)?.frame.maxY)
  }

  @Test(arguments: [(0, 22), (1, 22), (2, 44), (5, 110)]) func reservedLines(count: Int, height: Int) throws {
    let sample = try AnatomySample(
      "  a: { padding: 0, stack: [ title: { minLines: \(count) }, subtitle: { gap: 3, minLines: 4 } ] }")
    let measured = try sample.measured(Sample.card(title: "a"))
    #expect(drawn(measured) == ["title 0,0 280x\(height)"])
    #expect(measured.slot(.title)?.lineCount == 1)
  }

  /// The opposite of a pin: what is below stays at the bottom.
  @Test func growingSlots() throws {
    for stack in ["title: { grow: true }, subtitle: { gap: 4 }", "title, subtitle: { gap: 4, pin: bottom }"] {
      let sample = try AnatomySample("  a: { padding: 10, minHeight: 200, stack: [ \(stack), eyebrow ] }")
      let measured = try sample.measured(Sample.card(subtitle: "s", eyebrow: "e"))
      #expect(drawn(measured) == ["title 10,10 260x22", "subtitle 10,154 260x20", "eyebrow 10,174 260x16"])
      #expect(measured.slots.map(\.isPinned) == [false, true, true])
    }
    // There is nothing below the last slot.
    let last = try AnatomySample("  a: { padding: 10, minHeight: 200, stack: [ title: { grow: true } ] }")
    #expect(try last.measured(Sample.card()).slots.map(\.isPinned) == [false])
  }

  /// All cards are as tall as the tallest whole card at its inner width, in any order, and not as the one with the
  /// longest body.
  @Test func aShelfIsAsTallAsItsTallestCard() throws {
    let sample = try AnatomySample("  a: { padding: 16, stack: [ title, body: { gap: 16 } ] }")
    let cards = [
      Sample.card("a", title: "A title so long that it takes two lines", body: "short"),
      Sample.card("b", title: "B", body: "words that fill just one line at 176 but not"),
      Sample.card("c", title: "C", body: "words that fill just one line at 176 but not"), Sample.card("d"),
    ]
    let tallest = try cards.map { try sample.measured($0, width: 176).naturalHeight }.max()
    for order in [cards, cards.reversed(), [cards[2], cards[0], cards[3], cards[1]]] {
      let shelf = try sample.shelf(order) { $0.cardWidth = ByWidthClass(base: 176) }
      for layout in shelf.layouts { #expect(layout.frames.map(\.height) == order.map { _ in tallest }) }
    }
    #expect(try sample.shelf([]).layouts.allSatisfy { $0.size.height == .zero })
  }
}
