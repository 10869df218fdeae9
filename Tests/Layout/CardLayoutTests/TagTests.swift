import CardLayout
import Content
import Geometry
import SampleSites
import Testing
import TextLayout

struct TagTests {
  /// The text rounded up to whole pixels, and twice the padding.
  @Test func tagWidths() throws {
    let card = try Sample.prepared([Sample.card(tags: ["a", "aa", "wonderful tag"])], as: "cover")[0]
    let theme = try Sample.theme()
    for text in card.composed.tags {
      let width = card.tagWidth(ofText: text, theme: theme)
      #expect(card.texts[text].lines(width: width - 20).lineCount == 1)
      #expect(card.texts[text].lines(width: width - 20).forcedBreaks == [])
    }
    let widths = card.composed.tags.map { card.tagWidth(ofText: $0, theme: theme) }
    #expect(widths == widths.sorted() && Set(widths).count == 3)
  }

  /// Rows are 24 px high and 8 px apart, as many as the widths of the tags and gaps of 6 px need.
  @Test(arguments: [60, 100, 150, 200, 280, 500])
  func rows(width: Int) throws {
    let tags = (1...9).map { String(repeating: "tag", count: $0 % 4 + 1) }
    let card = try Sample.prepared([Sample.card(tags: tags)], as: "cover")[0]
    let theme = try Sample.theme()
    var rows = 1
    var x = 0
    for text in card.composed.tags {
      let tag = min(card.tagWidth(ofText: text, theme: theme), width - 32)
      if x > 0, x + 6 + tag > width - 32 {
        rows += 1
        x = 0
      }
      x += (x > 0 ? 6 : 0) + tag
    }
    let slot = try #require(card.measured(width: width, theme: theme).slots.last)
    #expect(slot.id == .tags)
    #expect(slot.lineCount == rows)
    #expect(slot.frame.height == Pixels(24 * rows + 8 * (rows - 1)))
    #expect(slot.frame.width == Pixels(width - 32))
  }

  /// A tag that is too wide for the card has a row for itself and is not taller.
  @Test func tagWiderThanTheCard() throws {
    let long = String(repeating: "tag", count: 40)
    let slot = try #require(
      try Sample.measured(Sample.card(tags: ["a", long, "b"]), as: "cover", width: 200).slots.last)
    #expect(slot.lineCount == 3)
    #expect(slot.frame.height == Pixels(3 * 24 + 2 * 8))
  }

  /// The card is as tall as its tags need at its inner width.
  @Test func theCardGrowsWithItsTags() throws {
    let tags = (0..<12).map { "tag \($0)" }
    var previous = Pixels(1 << 20)
    for width in [100, 160, 240, 400, 900] {
      let card = try Sample.measured(Sample.card(tags: tags), as: "cover", width: width)
      let slot = try #require(card.slots.last)
      #expect(card.naturalHeight == Pixels(16 + 22 + 12) + slot.frame.height + Pixels(16))
      #expect(card.naturalHeight <= previous)
      previous = card.naturalHeight
    }
    #expect(previous == Pixels(16 + 22 + 12 + 24 + 16))
  }
}
