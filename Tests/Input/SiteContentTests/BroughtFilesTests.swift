import Content
import Diagnostics
import Testing

/// A small folder as somebody brings it from another program.
struct BroughtFiles: CustomTestStringConvertible {
  let name: String
  /// See ``ContentTree``.
  let text: String
  /// The ids of the cards with their titles, in order.
  let cards: [String]
  /// The rules of the findings, in order.
  let findings: [String]
  /// What one of the findings says.
  let says: String?

  var testDescription: String { name }

  init(_ name: String, _ text: String, cards: [String], findings: [String] = [], says: String? = nil) {
    self.name = name
    self.text = text
    self.cards = cards
    self.findings = findings
    self.says = says
  }

  static let all = [
    BroughtFiles(
      "a byte order mark and line ends of Notepad",
      "-- Content/notes/_index.md --\n\u{FEFF}---\r\ntitle: Notes\r\n---\r\n"
        + "\n-- Content/notes/tea.md --\n\u{FEFF}---\r\ntitle: Tea\r\nsubtitle: Green\r\n---\r\nHot.\r\n",
      cards: ["notes/tea Tea"]),
    BroughtFiles(
      "a colon in a title", "-- Content/notes/tea.md --\n---\ntitle: Tea: a short course\n---\n", cards: [],
      findings: ["yaml-syntax"], says: "put the text between quotes: \"Tea: a short course\""),
    BroughtFiles(
      "quotes in a title", "-- Content/notes/tea.md --\n---\ntitle: \"Drink \"green\" tea\"\n---\n", cards: [],
      findings: ["yaml-syntax"]),
    BroughtFiles(
      "tabs before the items of a list",
      "-- Content/notes/tea.md --\n---\ntitle: Tea\ntags:\n\t- hot\n\t- green\n---\n",
      cards: [], findings: ["yaml-syntax"], says: "indent with spaces"),
    BroughtFiles(
      "texts of several lines",
      "-- Content/notes/tea.md --\n---\ntitle: >-\n  Tea for\n  two\nsubtitle: |\n  One\n  two\n---\n",
      cards: ["notes/tea Tea for two"]),
    BroughtFiles(
      "titles that are numbers and words of YAML",
      ["1984", "007", "yes", "No", "1e3", "3.10", "12:30", "2021-03-01", "0x1F"].enumerated().map {
        "-- Content/games/g\($0).md --\n---\ntitle: \($1)\n---\n"
      }.joined(),
      cards: [
        "games/g0 1984", "games/g1 007", "games/g2 yes", "games/g3 No", "games/g4 1e3", "games/g5 3.10",
        "games/g6 12:30",
        "games/g7 2021-03-01", "games/g8 0x1F",
      ]),
    BroughtFiles(
      "a title that is a comment", "-- Content/games/g.md --\n---\ntitle: #1\n---\n", cards: ["games/g G"],
      findings: ["title-missing"], says: "title: \"#1\""),
    BroughtFiles(
      "a title that ends at a comment", "-- Content/games/g.md --\n---\ntitle: Best of #1\n---\n",
      cards: ["games/g Best of"], findings: ["value-ends-at-comment"], says: "title: \"Best of #1\""),
    BroughtFiles(
      "a title that is a list", "-- Content/games/g.md --\n---\ntitle: [Beta]\n---\n", cards: [],
      findings: ["wrong-type"], says: "put it between quotes"),
    BroughtFiles(
      "posts of a blog, and drafts",
      "-- Content/_posts/2021-03-01-tea.md --\n---\ntitle: Tea\ndate: 2021-03-01 08:00:00 -0400\npublished: true\n---\n"
        + "-- Content/_posts/2021-03-02-rye.md --\n---\ntitle: Rye\npublished: false\n---\n",
      cards: ["_posts/tea Tea"]),
    BroughtFiles(
      "the newest first, by dates of several programs",
      "-- Content/notes/_index.md --\n---\nsort: date\n---\n"
        + "-- Content/notes/a.md --\n---\ntitle: A\ndate: 2021-03-01T09:00:00+02:00\n---\n"
        + "-- Content/notes/b.md --\n---\ntitle: B\ndate: 2021/03/05\n---\n"
        + "-- Content/notes/c.md --\n---\ntitle: C\ndate: 2021-03-03 23:59 UTC\n---\n",
      cards: ["notes/b B", "notes/c C", "notes/a A"]),
    BroughtFiles(
      "tags in many spellings",
      "-- Content/notes/a.md --\n---\ntitle: A\ntags: hot, green\n---\n"
        + "-- Content/notes/b.md --\n---\ntitle: B\ntags: []\n---\n"
        + "-- Content/notes/c.md --\n---\ntitle: C\ntags:\n---\n"
        + "-- Content/notes/d.md --\n---\ntitle: D\ntags:\n- hot\n- 2021\n---\n"
        + "-- Content/notes/e.md --\n---\ntitle: E\ntags: [hot, hot]\n---\n",
      cards: ["notes/a A", "notes/b B", "notes/c C", "notes/d D", "notes/e E"], findings: ["duplicate-value"]),
    BroughtFiles(
      "a comma too many", "-- Content/notes/a.md --\n---\ntitle: A\ntags: [hot,,green]\n---\n", cards: ["notes/a A"]),
    BroughtFiles(
      "languages with an underscore",
      "-- Content/notes/a.md --\n---\ntitle: A\nlang: zh_TW\n---\n-- Content/notes/b.md --\n---\ntitle: B\nlang: EN\n---\n",
      cards: ["notes/a A", "notes/b B"]),
    BroughtFiles(
      "an export of a bookshelf",
      "-- Content/books/_index.md --\n---\ncards: books.csv\n"
        + "fields: { title: Title, footer: ISBN, date: Read, tags: Shelves }\n---\n"
        + "-- Content/books/books.csv --\nTitle,ISBN,Read,Shelves\n"
        + "\"Tea, and Other Stories (Leaves, #1)\",\"=\"\"0001\"\"\",2021/03/05,\"to-read, hot\"\nRye,,,\n",
      cards: ["books/tea-and-other-stories-leaves-1 Tea, and Other Stories (Leaves, #1)", "books/rye Rye"]),
    BroughtFiles(
      "a table that Excel has written",
      "-- Content/books/_index.md --\n---\ncards: books.csv\n---\n"
        + "-- Content/books/books.csv --\nsep=;\ntitle;draft\nTea;FALSCH\nRye;WAHR\n",
      cards: ["books/tea Tea"]),
    BroughtFiles(
      "two things of one name",
      "-- Content/books/_index.md --\n---\ncards: books.csv\n---\n"
        + "-- Content/books/books.csv --\ntitle\nTea\nTea\nTea 2\n",
      cards: ["books/tea Tea", "books/tea-3 Tea", "books/tea-2 Tea 2"], findings: ["id-duplicate"]),
    BroughtFiles(
      "a folder for each card",
      "-- Content/posts/tea/index.md --\n---\ntitle: Tea\nimage: cup.svg\n---\n-- Content/posts/tea/cup.svg --\n"
        + "-- Content/posts/rye/index.md --\nText.\n-- Content/posts/old.md --\n# Old\n",
      cards: ["posts/old Old", "posts/rye Rye", "posts/tea Tea"], findings: ["title-missing"]),
    BroughtFiles(
      "a folder with an index alone", "-- Content/tea/index.md --\n# Tea\n", cards: ["tea/tea Tea"]),
    BroughtFiles(
      "a heading with a link and a badge",
      "-- Content/notes/a.md --\n# [Tea](https://example.org/) [![build](https://example.org/b.svg)](https://example.org/ci)\n",
      cards: ["notes/a Tea"]),
    BroughtFiles(
      "files that nothing reads",
      "-- Content/notes/a.md --\n# A\n-- Content/favicon.ico --\n-- Content/site.yml --\n-- Content/notes/old.html --\n"
        + "-- Content/_private/plan.html --\n",
      cards: ["notes/a A"], findings: ["files-unread"], says: "3 files here are not read"),
    BroughtFiles(
      "names of a vault", "-- Content/notes/My tea.md --\n# Tea\n", cards: ["notes/my-tea Tea"]),
  ]
}

@Suite struct BroughtFilesTests {
  @Test(arguments: BroughtFiles.all)
  func readsWhatPeopleHave(files: BroughtFiles) {
    let tree = ContentTree(files.text)
    let cards = tree.library.pages.flatMap(\.shelves).flatMap(\.cards).map { "\($0.id) \($0.title?.text ?? "-")" }
    #expect(cards == files.cards, "\(tree.rendered)")
    #expect(tree.rules == files.findings, "\(tree.rendered)")
    if let says = files.says { #expect(tree.rendered.contains(says), "\(tree.rendered)") }
  }

  @Test func aHeadingThatIsALinkMakesTheCardALink() {
    let tree = ContentTree("-- Content/notes/a.md --\n# [Tea](https://example.org/tea)\n\nText.\n")
    let card = tree.library.pages.first?.shelves.first?.cards.first
    #expect(card?.link?.target.text == "https://example.org/tea")
    #expect(tree.rules == [])
  }
}
