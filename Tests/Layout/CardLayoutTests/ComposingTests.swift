import CardLayout
import Content
import SampleSites
import Testing
import TextLayout
import Themes

struct ComposingTests {
  private func leaves(_ body: String) throws -> [(text: String, size: Int, stack: String, weight: Int, italic: Bool)] {
    let card = composeCard(
      Sample.card(body: body), anatomy: try #require(Sample.theme().anatomy("plain")), theme: try Sample.theme(),
      imageSize: { Sample.imageSize($0, path: $1) })
    let text = try #require(card.texts.last)
    return text.styled.leaves.map { leaf in
      let content =
        switch leaf.content {
        case .text(let text): text
        case .hardBreak: "⏎"
        case .wordBreak: "‸"
        case .box(let width): "[\(width)]"
        }
      let font = leaf.style.font
      return (content, leaf.style.size, font.stack, font.weight, font.isItalic)
    }
  }

  private func drawn(_ body: String) throws -> [String] {
    try leaves(body).map {
      "\($0.text) \($0.stack) \($0.size)" + ($0.weight == 400 ? "" : " \($0.weight)") + ($0.italic ? " italic" : "")
    }
  }

  @Test(arguments: [
    ("a", ["a text 15"]),
    (
      "a *b* **c** ***d***",
      [
        "a  text 15", "b text 15 italic", "  text 15", "c text 15 700", "  text 15", "d text 15 700 italic",
      ]
    ),
    // Code is 13 where the body is 15, also inside smaller text.
    ("`a`", ["a mono 13"]),
    ("<kbd>a</kbd>", ["a mono 13"]),
    ("<small>`a`</small>", ["a mono 11"]),
    ("<small>a</small>", ["a text 13"]),
    ("x<sub>a</sub><sup>b</sup>", ["x text 15", "a text 11", "b text 11"]),
    // 11, 8, and then the minimum of 6.
    ("<sub><sub><sub>a</sub></sub></sub>", ["a text 6"]),
    ("<s>a</s><u>b</u><mark>c</mark>", ["a text 15", "b text 15", "c text 15"]),
    ("a\nb\n *c\nd*", ["a b  text 15", "c d text 15 italic"]),
    ("a  \nb", ["a text 15", "⏎ text 15", "b text 15"]),
    ("a<br>b<wbr>c", ["a text 15", "⏎ text 15", "b text 15", "‸ text 15", "c text 15"]),
    ("a ![b](16x16.svg) d", ["a  text 15", "[16] text 15", " d text 15"]),
    // Scaled down to the line height of 21.
    ("a ![b](84x42.svg) d", ["a  text 15", "[42] text 15", " d text 15"]),
    ("# a", ["a text 15 700"]),
  ])
  func styles(body: String, expected: [String]) throws {
    #expect(try drawn(body) == expected)
  }

  /// Firefox has a minimum font size for Thai.
  @Test(arguments: [("th", 13), ("th-TH", 13), ("TH", 13), ("lo", 12), ("thr", 12)])
  func minimumSizeOfALanguage(language: String, size: Int) throws {
    let theme = try Sample.theme()
    let text = composeLine(
      "a", style: theme.textStyles.tag, theme: theme, language: language, isRightToLeft: false)
    #expect(theme.textStyles.tag.size == 12)
    #expect(text.styled.leaves.map(\.style.size) == [size])
  }

  @Test func spansListTheirEnclosingElements() throws {
    let card = composeCard(
      Sample.card(body: "a *b [c `d`](https://example.org)* e"),
      anatomy: try #require(Sample.theme().anatomy("plain")), theme: try Sample.theme())
    let text = try #require(card.texts.last)
    let paths = text.styled.leaves.indices.map { leaf in
      text.path(ofLeaf: leaf).map { index -> String in
        switch text.spans[index].element {
        case .block: "block"
        case .code: "code"
        case .link(let target, _): target.text
        case .image: "image"
        case .span(let span): span.rawValue
        }
      }
    }
    #expect(
      paths == [[], ["em"], ["em", "https://example.org"], ["em", "https://example.org", "code"], []])
    #expect(text.plainText == "a b c d e")
    #expect(text.spans.map(\.size) == [nil, nil, nil, 13])
  }

  /// A slot that the anatomy does not have is not even shaped.
  @Test func onlySlotsOfTheAnatomyAreComposed() throws {
    let card = Sample.card(subtitle: "s", eyebrow: "e", tags: ["t"], body: "b")
    let plain = composeCard(
      card, anatomy: try #require(Sample.theme().anatomy("plain")), theme: try Sample.theme())
    #expect(plain.texts.map(\.plainText) == ["Title", "b"])
    #expect(plain.subtitle == nil && plain.eyebrow == nil && plain.tags.isEmpty)
    let cover = composeCard(
      card, anatomy: try #require(Sample.theme().anatomy("cover")), theme: try Sample.theme())
    #expect(cover.texts.map(\.plainText) == ["e", "Title", "s", "b", "t"])
  }

  @Test func blocksAndItemsAreNumberedOnceEach() throws {
    let card = composeCard(
      Sample.card(body: "a\n\n- b\n\n  > c\n- d\n  - e\n\n***\n\n    f\n\n# g\n\n|h|\n|-|\n|i|"),
      anatomy: try #require(Sample.theme().anatomy("plain")), theme: try Sample.theme())
    let numbers = numbers(of: card.body)
    #expect(numbers.count == 19)
    #expect(Set(numbers).count == numbers.count)
  }

  private func numbers(of blocks: [BodyBlock]) -> [Int] {
    blocks.flatMap { block -> [Int] in
      switch block.kind {
      case .quote(let children): [block.number] + numbers(of: children)
      case .list(_, _, let items): [block.number] + items.flatMap { [$0.number] + numbers(of: $0.blocks) }
      case .table(let table):
        [block.number] + table.rows.flatMap { [$0.number] + numbers(of: $0.cells.flatMap(\.self)) }
      case .paragraph, .heading, .code, .rule, .figure: [block.number]
      }
    }
  }
}
