import Arrangements
import Content
import Diagnostics
import Geometry
import SampleSites
import TestSupport
import Testing
import TextLayout
import Themes

@testable import CardLayout

/// Nested rows and stacks, added up by hand.
struct RowTests {
  private static let image = "Content/shelf/a.svg"

  // MARK: Widths

  @Test(
    arguments: [
      // L6: whole pixels, with the remainder spread.
      ([ItemWidth.fill, .fill], 355, 10, [172, 173]),
      ([.fill, .fill, .fill], 355, 10, [111, 112, 112]),
      ([.fill, .fill, .fill], 300, 10, [93, 93, 94]),
      // Fixed items first, at any position; then items that hug, in order; then items that fill.
      ([.fill, .hug(maximum: nil), .fixed(100)], 300, 10, [130, 50, 100]),
      ([.hug(maximum: 30), .fill], 100, 0, [30, 70]),
      ([.hug(maximum: nil), .hug(maximum: nil)], 80, 0, [50, 30]),
      ([.fixed(60), .fixed(60), .fill], 100, 0, [60, 40, 0]),
      ([.fill, .fill], 5, 10, [0, 0]),
      ([], 100, 10, []),
    ] as [([ItemWidth], Int, Int, [Int])])
  func widths(items: [ItemWidth], width: Int, spacing: Int, expected: [Int]) {
    let items = items.map { RowItem(width: $0, ownWidth: 50, keepsWidth: false) }
    #expect(rowWidths(items, in: width, spacing: spacing) == expected)
  }

  /// Any items fit, and if one of them fills, no width is left over.
  @Test(arguments: 0..<40) func widthsAddUp(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let items = (0..<Int.random(in: 1...6, using: &random)).map { _ -> RowItem in
        let width: ItemWidth =
          switch Int.random(in: 0..<3, using: &random) {
          case 0: .fill
          case 1: .fixed(Int.random(in: 1...200, using: &random))
          default: .hug(maximum: Bool.random(using: &random) ? nil : Int.random(in: 1...100, using: &random))
          }
        return RowItem(width: width, ownWidth: Int.random(in: 0...300, using: &random), keepsWidth: false)
      }
      let (width, spacing) = (Int.random(in: 0...600, using: &random), Int.random(in: 0...20, using: &random))
      let widths = rowWidths(items, in: width, spacing: spacing)
      let free = max(0, width - spacing * (items.count - 1))
      #expect(widths.allSatisfy { $0 >= 0 } && widths.reduce(0, +) <= free, "seed \(seed)")
      let filling = widths.indices.filter { items[$0].width == .fill }.map { widths[$0] }
      guard let most = filling.max(), let least = filling.min() else { continue }
      #expect(widths.reduce(0, +) == free && most - least <= 1, "seed \(seed)")
    }
  }

  // MARK: Places

  @Test func aRowOfThree() throws {
    let sample = try AnatomySample(
      """
        a:
          padding: 10
          stack:
            - row:
                spacing: 8
                align: end
                items:
                  - image: { size: 40 }
                  - stack: [title, subtitle: { gap: 3 }]
                  - eyebrow: { width: 60 }
            - body: { gap: 5 }
      """)
    let card = Sample.card(subtitle: "s", eyebrow: "e", image: Self.image, body: "b")
    // Labels are 22 + 3 + 20 = 45 px tall and 280 - 20 - 40 - 60 - 16 = 144 px wide.
    #expect(
      drawn(try sample.measured(card)) == [
        "image 10,15 40x40", "title 58,10 144x22", "subtitle 58,35 144x20", "eyebrow 210,39 60x16",
        "body 10,60 260x21",
      ])
    // If a card does not have an item, the item's width and spacing disappear too.
    #expect(
      drawn(try sample.measured(Sample.card(eyebrow: "e"))) == ["title 10,10 192x22", "eyebrow 210,16 60x16"])
    #expect(drawn(try sample.measured(Sample.card())) == ["title 10,10 260x22"])
  }

  @Test func textsHugTheirContent() throws {
    let sample = try AnatomySample(
      """
        a:
          padding: 0
          stack:
            - row: { spacing: 10, items: [ title, { subtitle: { width: hug } }, { eyebrow: { width: hug, maxWidth: 5 } } ] }
      """)
    let card = try sample.prepared([Sample.card(subtitle: "some words", eyebrow: "eyebrow")])[0]
    let subtitle = try #require(card.composed.subtitle)
    let own = card.texts[subtitle].leastWidthOnOneLine
    let measured = card.measured(width: 300, theme: sample.theme)
    #expect(measured.slot(.subtitle)?.frame.width == Pixels(own))
    #expect(measured.slot(.subtitle)?.lineCount == 1)
    #expect(measured.slot(.eyebrow)?.frame.width == Pixels(5))
    #expect(measured.slot(.title)?.frame.width == Pixels(300 - 20 - 5 - own))
    #expect(measured.slot(.eyebrow)?.frame.maxX == Pixels(300))
    #expect(measured.itemWidths.values.sorted() == [5, own, 300 - 20 - 5 - own].sorted())
    // Nothing is wider than the available width.
    let narrow = card.measured(width: 45, theme: sample.theme)
    #expect(narrow.slot(.subtitle)?.frame.width == Pixels(25))
    #expect(narrow.slot(.eyebrow)?.frame.width == .zero)
  }

  @Test(arguments: [("start", 10, 10), ("center", 21, 30), ("end", 32, 50), ("stretch", 10, 10)])
  func alignment(name: String, subtitle: Int, eyebrow: Int) throws {
    let sample = try AnatomySample(
      """
        a:
          padding: 10
          stack:
            - row: { spacing: 0, align: \(name), items: [ title: { width: 50 }, subtitle: { width: 50 }, body: { width: 50 } ] }
            - stack: { align: \(name), items: [ eyebrow: { width: 40 } ] }
      """)
    let card = Sample.card(title: "a", subtitle: "s", eyebrow: "e", body: "b\\\nb")
    let measured = try sample.measured(card, width: 100)
    let slot = try #require(measured.slot(.subtitle))
    #expect(slot.frame.y == Pixels(subtitle))
    #expect(slot.frame.height == Pixels(name == "stretch" ? 42 : 20))
    #expect(measured.slot(.eyebrow)?.frame.x == Pixels(eyebrow))
  }

  /// With the spaces between them, they are exactly as wide as their line.
  @Test func tagsThatHugAreOneLine() throws {
    let row = try AnatomySample(
      "  a: { padding: 0, stack: [{ row: { spacing: 10, items: [{ tags: { width: hug } }, title] } }] }")
    let alone = try #require(row.measured(Sample.card(tags: ["one"]), width: 600).slot(.tags))
    let many = try #require(row.measured(Sample.card(tags: ["one", "two", "three"]), width: 600).slot(.tags))
    #expect(many.frame.height == alone.frame.height && many.frame.width > alone.frame.width)
    let frames = try #require(row.measured(Sample.card(tags: ["one", "two", "three"]), width: 600).tags?.frames)
    #expect(frames.map(\.maxX).max() == many.frame.width)
  }

  /// Rows of tags inside a stack inside a row wrap at the available width.
  @Test func tagsInAStackInARow() throws {
    let sample = try AnatomySample(
      """
        a:
          padding: 16
          stack: [ row: { spacing: 12, align: start, items: [ image: { size: 56 }, stack: [ title, tags: { gap: 8 } ] ] } ]
      """)
    let card = Sample.card(tags: (1...8).map { "tag number \($0)" }, image: Self.image)
    for width in [200, 280, 400] {
      let measured = try sample.measured(card, width: width)
      let tags = try #require(measured.slot(.tags))
      #expect(tags.frame.width == Pixels(width - 32 - 68))
      let alone = try AnatomySample("  a: { padding: 0, stack: [title, tags] }").measured(card, width: width - 32 - 68)
      #expect(tags.frame.height == alone.slot(.tags)?.frame.height)
      #expect(measured.naturalHeight == Pixels(16 + 22 + 8 + 16) + tags.frame.height)
    }
  }

  /// W2: margins of 8 px around an image of 40 px or labels of 22 px each; the taller counts.
  @Test(arguments: [(1, 56), (2, 60), (3, 82)]) func labelsBesideAnImage(labels: Int, height: Int) throws {
    let style = "{ font: text, weight: 400, size: 17, lineHeight: 22, color: text }"
    let sample = try AnatomySample(
      "  a: { padding: 8, stack: [ row: { image: { size: 40 }, stack: [title, subtitle, eyebrow] } ] }",
      styles: ["subtitle": style, "eyebrow": style])
    let card = Sample.card(
      subtitle: labels > 1 ? "s" : nil, eyebrow: labels > 2 ? "e" : nil, image: Self.image)
    #expect(try sample.measured(card).naturalHeight == Pixels(height))
  }

  /// A row is stacked from the text size that it names; by default from AX1 if it has an image.
  @Test(arguments: [
    ("", TextSizeCategory.xxxLarge, false), ("", .accessibility1, true), ("stackAt: xLarge, ", .large, false),
    ("stackAt: xLarge, ", .xLarge, true), ("stackAt: never, ", .accessibility5, false),
    ("stackAt: small, ", .large, true),
  ])
  func stacksFromATextSize(setting: String, size: TextSizeCategory, isStacked: Bool) throws {
    let sample = try AnatomySample(
      "  a: { padding: 0, stack: [ row: { \(setting)spacing: 7, items: [ image: { size: 30 }, title, subtitle ] } ] }",
      textSize: size)
    let card = try sample.measured(Sample.card(title: "a", subtitle: "s", image: Self.image), width: 300)
    let title = try #require(card.slot(.title))
    #expect(title.frame.x == (isStacked ? .zero : Pixels(37)))
    #expect(title.frame.width == (isStacked ? Pixels(300) : Pixels(128)))
    if isStacked {
      #expect(title.frame.y == Pixels(37))
      #expect(card.slot(.subtitle)?.frame.y == title.frame.maxY + Pixels(7))
    }
  }

  @Test func aRowWithoutAnImageStaysARow() throws {
    let sample = try AnatomySample(
      "  a: { padding: 0, stack: [ row: { items: [ title, subtitle ] } ] }", textSize: .accessibility5)
    #expect(try sample.measured(Sample.card(subtitle: "s")).slot(.subtitle)?.frame.x == Pixels(146))
  }

  /// An empty stack disappears with its gap, at every depth, and a card with less content is not taller.
  @Test(arguments: 0..<30) func gapsCollapse(seed: UInt64) throws {
    let sample = try AnatomySample(
      """
        a:
          padding: 7
          stack:
            - eyebrow: { gap: 31 }
            - stack:
                gap: 11
                items:
                  - row: { gap: 5, spacing: 3, align: start, items: [ { stack: [ { row: { items: [ eyebrow2 ] } } ] } ] }
            - title: { gap: 13 }
            - footer: { gap: 17 }
      """.replacing("eyebrow2", with: "subtitle"))
    var random = SeededGenerator(seed: seed)
    let (eyebrow, subtitle, footer) = (
      Bool.random(using: &random), Bool.random(using: &random), Bool.random(using: &random)
    )
    var card = Sample.card(title: "t", subtitle: subtitle ? "s" : nil, eyebrow: eyebrow ? "e" : nil)
    card.footer = footer ? FieldText("f", range: SourceRange(0, 0)) : nil
    var height = 14 + 22
    if eyebrow { height += 16 + 13 }
    if subtitle { height += 20 + (eyebrow ? 11 : 13) }
    if footer { height += 17 + 16 }
    #expect(try sample.measured(card).naturalHeight == Pixels(height), "seed \(seed)")
  }
}
