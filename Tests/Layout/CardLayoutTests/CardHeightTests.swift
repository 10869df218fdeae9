import CardLayout
import Content
import Geometry
import SampleSites
import Testing

/// Heights and places, added up by hand from the numbers of the sample theme.
struct CardHeightTests {
  private let image = "Content/shelf/a.svg"

  private func drawn(_ card: MeasuredCard) -> [String] {
    card.slots.map { slot in
      "\(slot.name) \(slot.frame.x),\(slot.frame.y) \(slot.frame.width)x\(slot.frame.height)"
    }
  }

  /// Padding, title, gap, body and padding. An absent body has no gap.
  @Test(arguments: [0, 1, 3, 7, 11, 12, 20])
  func bodyLines(count: Int) throws {
    let body = (0..<count).map { "line \($0)" }.joined(separator: "\\\n")
    let card = try Sample.measured(Sample.card(body: body), as: "plain", width: 176)
    #expect(card.naturalHeight == Pixels(16 + 22 + (count == 0 ? 0 : 16 + 21 * count) + 16))
    #expect(card.slots.first { $0.id == .body }?.lineCount == (count == 0 ? nil : count))
  }

  @Test func everySlotOfACover() throws {
    let card = Sample.card(subtitle: "Sub", eyebrow: "Eye", tags: ["a"], image: image, body: "Body")
    let measured = try Sample.measured(card, as: "cover", width: 320)
    #expect(
      drawn(measured) == [
        "image 0,0 320x180", "eyebrow 16,194 288x16", "title 16,214 288x22", "subtitle 16,238 288x20",
        "body 16,266 288x21", "tags 16,299 288x24",
      ])
    #expect(measured.naturalHeight == Pixels(299 + 24 + 16))
  }

  /// The image is 16/9 of the width, rounded to whole pixels.
  @Test(arguments: [(320, 180), (280, 158), (281, 158), (282, 159), (288, 162)])
  func imageHeights(width: Int, height: Int) throws {
    let measured = try Sample.measured(Sample.card(image: image), as: "cover", width: width)
    #expect(measured.slots[0].frame.height == Pixels(height))
  }

  @Test(arguments: [
    // Only a title, with paddings around it.
    (Sample.card(), ["title 16,16 288x22"], 54),
    (Sample.card(subtitle: "s"), ["title 16,16 288x22", "subtitle 16,40 288x20"], 76),
    (Sample.card(eyebrow: "e"), ["eyebrow 16,16 288x16", "title 16,36 288x22"], 74),
    (Sample.card(tags: ["t"]), ["title 16,16 288x22", "tags 16,50 288x24"], 90),
    (Sample.card(body: "b"), ["title 16,16 288x22", "body 16,46 288x21"], 83),
    (Sample.card(image: "Content/shelf/a.svg"), ["image 0,0 320x180", "title 16,184 288x22"], 222),
  ])
  func absentSlotHasNoGap(card: Card, slots: [String], height: Int) throws {
    let measured = try Sample.measured(card, as: "cover", width: 320)
    #expect(drawn(measured) == slots)
    #expect(measured.naturalHeight == Pixels(height))
  }

  /// A text without visible characters is absent and has no gap.
  @Test func invisibleTextCountsAsAbsent() throws {
    let measured = try Sample.measured(
      Sample.card(subtitle: "\u{AD}", body: "&shy;\n\n\u{AD}"), as: "cover", width: 320)
    #expect(drawn(measured) == ["title 16,16 288x22"])
  }

  @Test(arguments: [
    // The image is taller than one label, 56 to 22: the label is centred.
    (Sample.card(image: "i"), ["image 16,16 56x56", "title 84,33 180x22"], 88),
    // Labels of 16 + 2 + 22 + 2 + 20 are taller than the image, which is centred.
    (
      Sample.card(subtitle: "s", eyebrow: "e", image: "i"),
      ["image 16,19 56x56", "eyebrow 84,16 180x16", "title 84,34 180x22", "subtitle 84,58 180x20"], 94
    ),
    // Without an image, labels have the full width.
    (Sample.card(subtitle: "s"), ["title 16,16 248x22", "subtitle 16,40 248x20"], 76),
    (
      Sample.card(tags: ["t"], image: "i", body: "b"),
      ["image 16,16 56x56", "title 84,33 180x22", "body 16,84 248x21", "tags 16,117 248x24"], 157
    ),
  ])
  func rows(card: Card, slots: [String], height: Int) throws {
    let measured = try Sample.measured(card, as: "lockup", width: 280)
    #expect(drawn(measured) == slots)
    #expect(measured.naturalHeight == Pixels(height))
  }

  @Test func rowAlignedToTheTop() throws {
    let measured = try Sample.measured(Sample.card(image: image), as: "top", width: 200)
    #expect(drawn(measured) == ["image 10,10 80x40", "title 100,10 90x22"])
    #expect(measured.naturalHeight == Pixels(60))
  }

  @Test func anImageInsideThePadding() throws {
    let measured = try Sample.measured(Sample.card(subtitle: "s", image: image), as: "framed", width: 200)
    #expect(drawn(measured) == ["title 10,10 180x22", "image 10,38 180x90", "subtitle 10,134 180x20"])
  }

  @Test func titleIsCutAfterItsMaximumLines() throws {
    let card = Sample.card(title: String(repeating: "wonderful ", count: 20))
    let measured = try Sample.measured(card, as: "plain", width: 176)
    #expect(measured.slots[0].lineCount == 2)
    #expect(measured.slots[0].isTruncated)
    #expect(measured.naturalHeight == Pixels(16 + 2 * 22 + 16))
  }

  @Test func lineSeparatorsInTitlesEndLines() throws {
    let measured = try Sample.measured(Sample.card(title: "a\u{2028}b"), as: "plain")
    #expect(measured.slots[0].lineCount == 2)
  }

  // MARK: Bottom

  @Test func pinnedSlotsMoveWithTheBottom() throws {
    let card = try Sample.measured(Sample.card(tags: ["t"], body: "b"), as: "cover")
    let height = card.naturalHeight + Pixels(sixtyFourths: 100 * 64 + 32)
    let moved = card.slots(inHeight: height)
    for (before, after) in zip(card.slots, moved) {
      let distance = before.id == .tags ? Pixels(sixtyFourths: 100 * 64 + 32) : .zero
      #expect(after.frame.y == before.frame.y + distance)
    }
    #expect(moved.last?.frame.maxY == height - Pixels(16))
    #expect(card.slots(inHeight: card.naturalHeight) == card.slots)
  }

  /// Content below a pinned slot stays at the bottom even if a card lacks the slot.
  @Test func slotsBelowAnAbsentPinnedSlotArePinned() throws {
    let card = try Sample.measured(Sample.card(tags: ["t"]), as: "low")
    #expect(card.slots.map(\.isPinned) == [false, true])
    #expect(card.naturalHeight == Pixels(16 + 22 + 12 + 24 + 16))
  }

  @Test func minimumHeightMovesPinnedSlots() throws {
    let card = try Sample.measured(Sample.card(tags: ["t"]), as: "tall")
    #expect(card.naturalHeight == Pixels(300))
    #expect(drawn(card) == ["title 16,16 248x22", "tags 16,260 248x24"])
    #expect(card.slots(inHeight: Pixels(310))[1].frame.y == Pixels(270))
    let title = String(repeating: "a ", count: 3)
    #expect(try Sample.measured(Sample.card(title: title), as: "tall").naturalHeight == Pixels(300))
  }

  @Test(arguments: [0, 1, 15, 31, 32, 33, 40])
  func cardsNarrowerThanTheirPaddingHaveFrames(width: Int) throws {
    for anatomy in ["plain", "cover", "lockup", "top", "framed", "tall", "low", "poster"] {
      let card = Sample.card(subtitle: "some words", tags: ["tag"], image: image, body: "b\n\n- l\n\n> q")
      let measured = try Sample.measured(card, as: anatomy, width: width)
      for slot in measured.slots {
        #expect(slot.frame.width >= .zero && slot.frame.height >= .zero)
        #expect(slot.frame.maxY <= measured.naturalHeight)
      }
    }
  }
}
