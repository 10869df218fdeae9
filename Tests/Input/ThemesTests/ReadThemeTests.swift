import Arrangements
import Content
import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import Themes

private func theme(_ text: ThemeText) throws -> Theme {
  let (theme, findings) = read(SourceText(path: "theme.yml", text: text.text))
  #expect(findings == [], "\(findings.map(\.rendered).joined())")
  return try #require(theme)
}

@Suite struct GoodThemes {
  @Test func minimalThemeHasTheDefaults() throws {
    let theme = try theme(ThemeText())
    #expect(theme.name == "test")
    #expect(theme.textStyles == .standard)
    #expect(theme.tags == .standard)
    #expect(theme.body == .standard)
    #expect(theme.shelf == .standard)
    #expect(theme.widthClasses == WidthClass.standard)
    #expect(theme.fontStack("text")?.families.map(\.name) == ["Noto Sans"])
    #expect(theme.lightColors["tagText"] == "#222222")
    #expect(
      theme.anatomies == [
        CardAnatomy(
          name: "cover", padding: 16, minHeight: 0, elements: [.text(CardAnatomy.TextPlacement(slot: .title, gap: 0))])
      ])
  }

  @Test func familiesKeepTheirPlaceInTheFile() throws {
    var text = ThemeText()
    text.fonts = "fonts: {text: [A, ^B C^], mono: [D]}\n"
    let marked = MarkedText(carets: text.text)
    let theme = try #require(read(marked.source).theme)
    #expect(theme.fontStack("text")?.families.last == PlacedName(name: "B C", range: marked.spans[0]))
  }

  @Test(arguments: [
    ("{text: [A, serif], mono: [D]}", GenericFamily.serif, GenericFamily.mono),
    ("{text: [A], mono: [D, sans]}", .sans, .sans),
    ("{text: [A, B, mono], mono: [D]}", .mono, .mono),
  ])
  func theLastNameMayBeAKindOfFonts(fonts: String, text: GenericFamily, mono: GenericFamily) throws {
    var written = ThemeText()
    written.fonts = "fonts: \(fonts)\n"
    let theme = try theme(written)
    #expect(theme.fontStack("text")?.generic == text && theme.fontStack("mono")?.generic == mono)
    #expect(theme.fontStacks.allSatisfy { stack in !stack.families.contains { $0.name.count > 1 } })
  }

  @Test func textStylesOverrideOnlyNamedValues() throws {
    let theme = try theme(
      ThemeText(
        rest: "textStyles: {title: {font: mono, weight: 900, italic: true, size: 20, lineHeight: 20, maxLines: 1000, "
          + "color: accent}, body: {lineHeight: 24}}\n"))
    var expected = TextStyles.standard
    expected.title = TextStyle(
      font: "mono", weight: 900, isItalic: true, size: 20, lineHeight: 20, maxLines: 1000, color: "accent",
      dynamicStyle: .headline)
    expected.body.lineHeight = 24
    #expect(theme.textStyles == expected)
  }

  @Test func cardsKeepTheirOrder() throws {
    var text = ThemeText()
    text.cards = """
      cards:
        z:
          padding: 0
          minHeight: 120
          stack:
            - image: { gap: 3, ratio: 4/3, bleed: true, below: 5 }
            - eyebrow:
            - title: { gap: 2000 }
            - tags: { gap: 12, pin: bottom }
        a:
          stack:
            - row: { gap: 5, image: { width: 80, height: 56 }, spacing: 9, align: start, stack: [title, subtitle: { gap: 2 }] }
            - body

      """
    let theme = try theme(text)
    #expect(
      theme.anatomies == [
        CardAnatomy(
          name: "z", padding: 0, minHeight: 120,
          elements: [
            .image(CardAnatomy.ImagePlacement(gap: 3, ratio: Ratio(4, 3), bleeds: true, below: 5)),
            .text(CardAnatomy.TextPlacement(slot: .eyebrow, gap: 0)),
            .text(CardAnatomy.TextPlacement(slot: .title, gap: 2000)),
            .text(CardAnatomy.TextPlacement(slot: .tags, gap: 12, isPinnedToBottom: true)),
          ]),
        CardAnatomy(
          name: "a", padding: 16, minHeight: 0,
          elements: [
            .row(
              CardAnatomy.ItemRow(
                gap: 5, spacing: 9, alignment: .start,
                items: [
                  .image(CardAnatomy.ImagePlacement(gap: 0, width: 80, height: 56)),
                  .stack(
                    CardAnatomy.Stack(elements: [
                      .text(CardAnatomy.TextPlacement(slot: .title, gap: 0)),
                      .text(CardAnatomy.TextPlacement(slot: .subtitle, gap: 2)),
                    ])),
                ])),
            .text(CardAnatomy.TextPlacement(slot: .body, gap: 0)),
          ]),
      ])
  }

  @Test func nestedRowsAndStacks() throws {
    var text = ThemeText()
    text.cards = """
      cards:
        auto: { variants: [a, b] }
        a:
          padding: 3
          maxHeight: 400
          ratio: 3/4
          textAlign: center
          minWidth: 200
          stack:
            - image: { maxWidth: 90, align: end, minHeight: 4, maxHeight: 50, grow: true }
            - row:
                gap: 2
                spacing: 8
                align: stretch
                width: 250
                stackAt: xLarge
                items:
                  - stack: [title: { minLines: 2, textAlign: end, level: row }]
                  - stack: { items: [subtitle], align: center, width: hug }
                  - eyebrow: { width: hug, maxWidth: 70 }
            - footer: { width: 80, level: shelf }
            - row: { stackAt: never, items: [body, tags] }
        b: { stack: [title] }

      """
    let anatomies = try theme(text).anatomies
    #expect(anatomies[0].variants.map(\.name) == ["a", "b"])
    #expect(try theme(text).alternatives(of: anatomies[0]).map(\.name) == ["a", "b"])
    typealias Text = CardAnatomy.TextPlacement
    #expect(
      anatomies[1]
        == CardAnatomy(
          name: "a", padding: 3, minHeight: 0, maxHeight: 400, ratio: Ratio(3, 4), textAlignment: .center,
          minWidth: 200,
          elements: [
            .image(.init(gap: 0, minHeight: 4, maxHeight: 50, maxWidth: 90, alignment: .end, grows: true)),
            .row(
              .init(
                gap: 2, spacing: 8, alignment: .stretch, width: .fixed(250), stackAt: .xLarge,
                items: [
                  .stack(
                    .init(elements: [
                      .text(Text(slot: .title, gap: 0, minLines: 2, textAlignment: .end, level: .row))
                    ])),
                  .stack(
                    .init(
                      alignment: .center, width: .hug(maximum: nil), elements: [.text(Text(slot: .subtitle, gap: 0))])),
                  .text(Text(slot: .eyebrow, gap: 0, width: .hug(maximum: 70))),
                ])),
            .text(Text(slot: .footer, gap: 0, width: .fixed(80), level: .shelf)),
            .row(
              .init(
                gap: 0, spacing: 12, alignment: .center, stackAt: nil,
                items: [.text(Text(slot: .body, gap: 0)), .text(Text(slot: .tags, gap: 0))])),
          ]))
    #expect(anatomies[1].firstPinned == 1)
  }

  @Test func measuresOverrideOnlyNamedValues() throws {
    let theme = try theme(
      ThemeText(
        rest: """
          tags: { padding: [1, 2], spacing: 3, lineSpacing: 4 }
          body: { blockSpacing: 5, itemSpacing: 6, indent: 7, codePadding: 8, ruleThickness: 9, imageRatio: 3/2 }
          shelf: { cardWidth: 200, spacing: 1, titleGap: 2, shelfGap: 3, columns: { medium: 3 } }

          """))
    #expect(theme.tags == TagStyle(paddingBlock: 1, paddingInline: 2, spacing: 3, lineSpacing: 4))
    #expect(
      theme.body
        == BodyStyle(
          blockSpacing: 5, itemSpacing: 6, indent: 7, codePadding: 8, ruleThickness: 9, imageRatioWidth: 3,
          imageRatioHeight: 2))
    #expect(
      theme.shelf
        == ShelfStyle(
          cardWidth: 200, spacing: 1, titleGap: 2, shelfGap: 3,
          columns: ["compact": 1, "medium": 3, "expanded": 3, "large": 3, "extra-large": 3]))
  }

  @Test func readsTheAlignmentOfTags() throws {
    let tags = try theme(
      ThemeText(rest: "tags: {align: fill-width, lastLine: same, distribute: even, maxRows: {medium: 0, large: 3}}\n")
    ).tags
    #expect(tags.align == .fillWidth && tags.lastLine == .same && tags.distribute == .even)
    let classes = WidthClass.standard.map(\.name)
    #expect(classes.indices.map { tags.maxRows?.value(upTo: Array(classes[...$0])) } == [nil, 0, 0, 3, 3])
    #expect(try theme(ThemeText(rest: "tags: {maxRows: 2}\n")).tags.maxRows == 2)
  }

  /// Below the first class that is named, a style keeps its default number of lines.
  @Test(arguments: [
    ("{medium: 3, expanded: 1}", [2, 3, 1, 1, 1]), ("{compact: 1, large: 4}", [1, 1, 1, 4, 4]),
    ("5", [5, 5, 5, 5, 5]), ("{}", [2, 2, 2, 2, 2]),
  ]) func linesByWidthClass(lines: String, expected: [Int?]) throws {
    let title = try theme(ThemeText(rest: "textStyles: {title: {maxLines: \(lines)}}\n")).textStyles.title
    let classes = WidthClass.standard.map(\.name)
    #expect(classes.indices.map { title.maxLines?.value(upTo: Array(classes[...$0])) } == expected)
  }

  /// The border of a card takes no room: it is an outline inside its edges.
  @Test(arguments: [
    ("0", nil), ("0.5", "outline:.5px solid var(--border);outline-offset:-0.5px"),
    ("1", "outline:1px solid var(--border);outline-offset:-1px"),
    ("1.5", "outline:1.5px solid var(--border);outline-offset:-1.5px"),
    ("'2'", "outline:2px solid var(--border);outline-offset:-2px"),
  ]) func bordersOfCards(border: String, paint: String?) throws {
    var text = ThemeText()
    text.cards = "cards: {plain: {stack: [title]}, cover: {border: \(border), stack: [title]}}\n"
    let theme = try theme(text)
    #expect(theme.look.cardBorders.map(\.description) == (paint.map { [".card>:where(.cover){\($0)}"] } ?? []))
    #expect(theme.look.rules.count { $0.paint.hasPrefix("outline:") } == (paint == nil ? 0 : 1))
  }

  @Test(arguments: ["7", "[7]", "[7, 7]"]) func onePaddingAppliesToAllSides(padding: String) throws {
    let tags = try theme(ThemeText(rest: "tags: { padding: \(padding) }\n")).tags
    #expect(tags.paddingBlock == 7 && tags.paddingInline == 7)
  }

  @Test func widthClassesReplaceTheDefaults() throws {
    let theme = try theme(
      ThemeText(
        rest: """
          widthClasses:
            compact: { steps: [320, 400] }
            desk: { from: 900, margin: 400, steps: [900, 1000] }
          shelf: { columns: { desk: 6 } }

          """))
    #expect(
      theme.widthClasses == [
        WidthClass(name: "compact", from: 0, margin: 16, steps: [320, 400]),
        WidthClass(name: "desk", from: 900, margin: 400, steps: [900, 1000]),
      ])
    #expect(theme.shelf.columns == ["compact": 1, "desk": 6])
  }

  @Test func acceptsAdditionalColours() throws {
    var text = ThemeText()
    let scheme = ThemeText.scheme.dropLast() + ", gold-2: '#AbCdEf'}"
    text.colors = "colors:\n  light: \(scheme)\n  dark: \(scheme)\n"
    text.rest = "textStyles: {title: {color: gold-2}}\n"
    let theme = try theme(text)
    #expect(theme.lightColors["gold-2"] == "#AbCdEf")
    #expect(theme.textStyles.title.color == "gold-2")
  }
}

@Suite struct TextSizeRoundingTests {
  @Test(arguments: [(1360, 100, 14), (15, 1, 15), (900, 100, 9), (102, 10, 10), (3, 1, 6), (199, 1, 199)])
  func findsTheNearestSize(dividend: Int, divisor: Int, size: Int) {
    #expect(textSize(nearestTo: dividend, over: divisor) == size)
  }
}
