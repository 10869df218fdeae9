import Diagnostics
import Testing

@testable import Themes

struct PaintSheetTests {
  /// None if the sheet has a fault.
  private func rules(_ sheet: String) -> [PaintRule] {
    var sink = DiagnosticSink()
    let read = readPaint(SourceText(path: "paint.css", text: sheet), colors: ["text"], into: &sink)
    return sink.hasErrors ? [] : read.rules
  }

  /// A page with a card: `h3 > a`, an image before it, and two tags after it.
  private struct Sample {
    var tree = ElementTree()
    var elements: [String: Int] = [:]

    init() {
      let page = tree.add("body", in: nil)
      let list = tree.add("ul", ["cards", "in-grid"], in: page)
      let item = tree.add("li", ["card"], in: list)
      let article = tree.add("article", ["cover"], in: item)
      let image = tree.add("div", ["image"], in: article)
      let title = tree.add("h3", ["title"], in: article)
      let tags = tree.add("ul", ["tags"], in: article, isRightToLeft: true)
      elements = [
        "page": page, "article": article, "image": image, "title": title, "a": tree.add("a", in: title), "tags": tags,
        "first": tree.add("li", in: tags), "last": tree.add("li", ["more"], in: tags),
        "before": tree.add("::before", in: tags),
      ]
    }
  }

  @Test(
    arguments: [
      ("article", ["article"]), (".title", ["title"]),
      ("*", ["a", "article", "first", "image", "last", "page", "tags", "title"]),
      (".card > article", ["article"]), (".card > .title", []), (".card .title", ["title"]), ("body a", ["a"]),
      (".card>article>.image:first-child", ["image"]), (".tags > li:first-child", ["first"]),
      ("li:last-child.more", ["last"]),
      (".image + .title", ["title"]), (".image ~ .tags", ["tags"]), (".title + .image", []),
      (".card > article:has(> .image)", ["article"]), ("article:not(:has(> .tags))", []),
      (".card>article:has(.title>a)", ["article"]),
      (":is(.image, .title)", ["image", "title"]), ("article:is(.poster, .cover) > .image", ["image"]),
      (":where(.more)", ["last"]),
      (".title a:hover", []), ("a:not(:hover)", ["a"]), ("li:dir(rtl)", ["first", "last"]), ("a:dir(ltr)", ["a"]),
      (".tags::before", ["before"]), ("a, .more", ["a", "last"]),
      ("article>.tags::before", ["before"]), ("li>article .tags::before", ["before"]),
      (".title+.tags::before", ["before"]), (".tags>.tags::before", []), (".tags .tags::before", []),
      // Unknown selectors match nothing.
      ("[title]", []), ("a:nth-child(2)", []), ("#main", []), ("a:unheard-of", []), ("a >", []), ("", []),
    ] as [(String, [String])])
  func elementsThatASelectorMatches(selector: String, names: [String]) {
    let sample = Sample()
    let rules = rules("\(selector){color:red}")
    let found = sample.elements.filter {
      rules.declarations(of: $0.value, in: sample.tree, isDark: false)["color"] == [[.word("red")]]
    }
    #expect(found.keys.sorted() == names)
  }

  @Test(
    arguments: [
      // The later of two declarations, unless the earlier one is more specific.
      (".title{color:a}.title{color:b}", "b"), ("article .title{color:a}.title{color:b}", "a"),
      (":is(.title,.card .tags){color:a}article .title{color:b}", "a"),
      (":where(.card) .title{color:a}h3{color:b}", "a"),
      // Media queries.
      ("@media (prefers-color-scheme:dark){.title{color:a}}.tags{color:b}", nil),
      ("@media (prefers-color-scheme: light){.title{color:a}}", "a"), ("@media (hover: hover){.title{color:a}}", nil),
      ("@media print{.title{color:a}}", nil), ("@MEDIA Screen{.title{color:a}}", "a"),
      ("@media screen{@media (prefers-color-scheme:light){.title{color:a}}}", "a"),
      ("@media (prefers-color-scheme:dark){@media (prefers-color-scheme:light){.title{color:a}}}", nil),
      // Nested rules are not supported; what is around them is.
      (".title{color:a;&:hover{color:b}@media screen{color:c}fill:d}", "a"), (".title{.x{color:b}color:a}", "a"),
      // Comments, `!important`, and faulty rules.
      (".title{/* x */color:/* y */a!important;}", "a"), ("article/**/.title{color:a}", nil), (".title{color:a", nil),
      (".title{width:3px}", nil), ("}.title{color:a}", nil), ("@supports (color:red){.title{color:a}}", nil),
    ] as [(String, String?)])
  func whichDeclarationWins(sheet: String, color: String?) throws {
    let sample = Sample()
    let title = try #require(sample.elements["title"])
    let value = rules(sheet).declarations(of: title, in: sample.tree, isDark: false)["color"]
    #expect(value == color.map { [[.word($0)]] })
  }

  @Test func shorthandsResetTheirLonghands() throws {
    let sample = Sample()
    let title = try #require(sample.elements["title"])
    let rules = rules(
      """
      .title{outline-color:a;outline-offset:-1px;border-radius:2px;--paint-edge-color:a}
      .title{outline:none;--paint-edge:b}
      """)
    #expect(
      rules.declarations(of: title, in: sample.tree, isDark: true).mapValues(\.css) == [
        "outline": "none", "outline-offset": "-1px", "border-radius": "2px", "--paint-edge": "b",
        "--paint-edge-color": "a",
      ])
  }

  @Test(
    arguments: [
      (" red  ,Blue ", "red,blue"), ("0 .5PX +1.25em -50%", "0 .5px 1.25em -50%"), ("1e2px", "100px"),
      ("VAR( --paint-X , #aBc )", "var(--paint-X,#aabbcc)"), ("rgb(0 0 0/50%)", "rgb(0 0 0 / 50%)"), ("#12", "#12"),
      (
        "linear-gradient(to right, var(--text), rgb(1 2 3) 25%) red",
        "linear-gradient(to right,var(--text),rgb(1 2 3) 25%) red"
      ),
      ("calc((1px + 2px) * 3)", "calc((1px + 2px) * 3)"), ("red!important", "red"),
      // Functions are read to a depth of a few.
      ("calc(min(calc(min(calc(min(calc(1px)))))))", "calc(min(calc(min(calc(min(calc(1px)))))))"),
      (String(repeating: "(", count: 9) + String(repeating: ")", count: 9), nil),
    ] as [(String, String?)])
  func valuesAreReadAsTerms(text: String, css: String?) throws {
    let rules = rules(".title{background:\(text)}")
    #expect(rules.first?.declarations.first?.value.css == css)
  }

  @Test func classesOfSelectors() throws {
    var sink = DiagnosticSink()
    let text = "@media print{.a>.b:not(.c){color:red}}\n.b,.\\64{color:red;.e &{fill:red}}"
    let sheet = readPaint(SourceText(path: "paint.css", text: text), colors: [], into: &sink)
    #expect(sheet.classes.map(\.name) == ["a", "b", "c", "\\64", "e"])
    #expect(sheet.classes.map { sheet.source.text(in: $0.range) } == [".a", ".b", ".c", ".\\64", ".e"])
  }
}
