import Testing

@testable import Themes

struct PaintSheetTests {
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
    let sheet = PaintSheet(Array("\(selector){color:red}".utf8))
    let found = sample.elements.filter {
      sheet.declarations(of: $0.value, in: sample.tree, isDark: false)["color"] == "red"
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
      ("@media print{.title{color:a}}", nil), ("@supports (color:red){.title{color:a}}.title{color:b}", "b"),
      ("@container page (min-width:20rem){.title{color:a}}", nil),
      ("@media screen{@media (prefers-color-scheme:light){.title{color:a}}}", "a"),
      // Comments, `!important`, and incomplete rules.
      (".title{/* x */color:/* y */a!important;}", "a"), (".title{color:a", nil), (".title{width:3px}", nil),
      ("}.title{color:a}", nil),
    ] as [(String, String?)])
  func whichDeclarationWins(sheet: String, color: String?) throws {
    let sample = Sample()
    let title = try #require(sample.elements["title"])
    #expect(PaintSheet(Array(sheet.utf8)).declarations(of: title, in: sample.tree, isDark: false)["color"] == color)
  }

  @Test func shorthandsResetTheirLonghands() throws {
    let sample = Sample()
    let title = try #require(sample.elements["title"])
    let sheet = PaintSheet(
      Array(".title{outline-color:a;outline-offset:-1px;border-radius:2px}.title{outline:none;border:1px solid}".utf8))
    #expect(
      sheet.declarations(of: title, in: sample.tree, isDark: true)
        == ["outline": "none", "outline-offset": "-1px", "border-radius": "2px", "border": "1px solid"])
  }
}
