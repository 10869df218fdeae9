import Content
import Diagnostics
import TestSupport
import Testing

@Suite struct LibraryTests {
  @Test func pagesShelvesAndCardsInOrder() {
    let tree = ContentTree(
      """
      -- Content/_index.md --
      ---
      title: Tonight
      ---
      Introduction.
      -- Content/field-notes/b.md --
      # B
      -- Content/field-notes/a.md --
      # A
      -- Content/planets/_index.md --
      ---
      title: Planets
      weight: 2
      lang: ar
      ---
      -- Content/planets/saturn.md --
      ---
      weight: 1
      slug: the-sixth
      ---
      # Saturn
      -- Content/planets/earth.md --
      # Earth
      -- Content/empty/_index.md --
      -- Content/zebra/_index.md --
      ---
      kind: page
      weight: 1
      ---
      -- Content/zebra/stripes/a.md --
      # S
      -- Content/apes/_index.md --
      ---
      kind: page
      title: Apes
      ---
      # Heading
      -- Content/apes/x/y.md --
      # Y
      """)
    #expect(tree.findings.map { "\($0.path): \($0.rule.name)" } == ["Content/empty/_index.md: shelf-empty"])
    #expect(
      tree.drawing == """
        index.html Tonight en ltr
          planets Planets ar rtl
            planets/the-sixth Saturn ar rtl
            planets/earth Earth ar rtl
          field-notes Field notes en ltr
            field-notes/a A en ltr
            field-notes/b B en ltr
        zebra/index.html Zebra en ltr
          zebra/stripes Stripes en ltr
            zebra/stripes/a S en ltr
        apes/index.html Apes en ltr
          apes/x X en ltr
            apes/x/y Y en ltr
        """)
    #expect(tree.library.pages[2].introduction.blocks.count == 1)
    #expect(tree.library.pages[0].shelves[1].source.path == "Content/field-notes/_index.md")
  }

  @Test func emptyContentIsAHomePage() {
    let tree = ContentTree("")
    #expect(tree.drawing == "index.html Cardshelf en ltr")
    #expect(tree.findings == [])
  }

  @Test(arguments: [
    ("weight", ["w1", "w2", "n1", "n2", "o", "b", "a"]),
    ("date", ["n1", "w2", "n2", "o", "b", "a", "w1"]),
    ("title", ["a", "b", "n1", "n2", "o", "w1", "w2"]),
    ("name", ["a", "b", "n1", "n2", "o", "w1", "w2"]),
  ])
  func sorting(sort: String, expected: [String]) {
    let cards = [
      ("w2", "weight: 2\ndate: 2025-06-01"), ("w1", "weight: -1"), ("n2", "date: 2025-05-31"),
      ("n1", "date: 2025-06-02"), ("o", "date: 2024-12-31"), ("a", ""), ("B", ""),
    ]
    let files = cards.map { "-- Content/s/\($0.0).md --\n---\ntitle: \($0.0)\n\($0.1)\n---\n" }.joined()
    let tree = ContentTree("-- Content/s/_index.md --\n---\nsort: \(sort)\n---\n" + files)
    #expect(tree.rendered == "")
    #expect(tree.cardIDs == expected.map { "s/" + $0 })
  }

  /// Content that is on no page is reported once, except drafts.
  @Test func reportsContentThatIsOnNoPage() {
    let tree = ContentTree(
      """
      -- Content/_index.md --
      ---
      shelves: [a]
      ---
      -- Content/a/x.md --
      # X
      [table](linked.csv)
      -- Content/a/linked.csv --
      -- Content/a/unused.tsv --
      -- Content/unused.json --
      -- Content/b/x.md --
      # X
      -- Content/c/_index.md --
      ---
      draft: true
      ---
      -- Content/c/x.md --
      # X
      -- Content/page/_index.md --
      ---
      kind: page
      ---
      -- Content/page/drafts/_index.md --
      -- Content/page/drafts/x.md --
      ---
      draft: true
      ---
      # X
      -- Content/page/empty/_index.md --
      -- Content/page/rows/_index.md --
      ---
      cards: rows.csv
      ---
      -- Content/page/rows/rows.csv --
      title
      A
      -- Content/page/pictures/a.svg --
      """)
    #expect(
      tree.findings.map { "\($0.path): \($0.rule.name)" } == [
        "Content/a/unused.tsv: data-file-unused", "Content/b: shelf-unlisted",
        "Content/page/empty/_index.md: shelf-empty", "Content/unused.json: data-file-unused",
      ])
    #expect(tree.cardIDs == ["a/x", "page/rows/a"])
  }

  /// One mistake is one finding: a name that leads nowhere, or cards in the wrong place.
  @Test(arguments: [
    ("shelf-unknown", "-- Content/_index.md --\n---\nshelves: [a, bb]\n---\n-- Content/b/x.md --\n# X\n"),
    ("data-file-missing", "-- Content/a/_index.md --\n---\ncards: tabel.csv\n---\n-- Content/a/table.csv --\ntitle\n"),
    ("key-unsuitable", "-- Content/b/_index.md --\n---\ndelimiter: tab\n---\n-- Content/b/table.csv --\ntitle\n"),
    ("card-misplaced", "-- Content/b/_index.md --\n---\nkind: shelf\n---\n-- Content/b/c/d/x.md --\n# X\n"),
    (
      "index-misplaced",
      "-- Content/b/_index.md --\n---\nkind: shelf\n---\n-- Content/b/c/_index.md --\n-- Content/b/c/x.md --\n# X\n"
    ),
    ("card-ending", "-- Content/b/_index.md --\n-- Content/b/x.qmd --\n# X\n"),
  ])
  func oneMistakeIsOneFinding(rule: String, files: String) {
    #expect(ContentTree("-- Content/a/x.md --\n# X\n" + files).rules == [rule])
  }

  @Test func listOfShelvesOrdersAndSelects() {
    let tree = ContentTree(
      """
      -- Content/_index.md --
      ---
      shelves: [c, a, ⟦plannets⟧]
      ---
      -- Content/a/x.md --
      # X
      -- Content/planets/x.md --
      # X
      -- Content/c/x.md --
      # X
      """)
    #expect(tree.library.pages[0].shelves.map(\.id) == ["c", "a"])
    #expect(tree.rules == ["shelf-unknown"])
    #expect(tree.findings[0].message.contains("`planets`"))
    #expect(tree.findings[0].shows(tree.marks[0].range, in: tree.marks[0].source))
  }

  @Test(arguments: [(false, ["a/x"]), (true, ["a/d", "a/x", "b/x", "p/s/x"])])
  func drafts(included: Bool, expected: [String]) {
    let tree = ContentTree(
      """
      -- Content/a/x.md --
      # X
      -- Content/a/d.md --
      ---
      draft: true
      ---
      # D
      -- Content/b/_index.md --
      ---
      draft: true
      ---
      -- Content/b/x.md --
      # X
      -- Content/p/_index.md --
      ---
      kind: page
      draft: true
      ---
      -- Content/p/s/x.md --
      # X
      """, includeDrafts: included)
    #expect(tree.rendered == "")
    #expect(tree.cardIDs == expected)
    #expect(tree.library.pages.count == (included ? 2 : 1))
  }

  @Test func limit() {
    let tree = ContentTree(
      "-- Content/a/_index.md --\n---\nlimit: 2\n---\n-- Content/a/1.md --\n# A\n-- Content/a/2.md --\n---\ndraft: true\n---\n# B\n"
        + "-- Content/a/3.md --\n# C\n-- Content/a/4.md --\n# D")
    #expect(tree.cardIDs == ["a/1", "a/3"])
  }

  @Test func badCardsHideNoGoodOnes() {
    let tree = ContentTree(
      """
      -- Content/a/1.md --
      ---
      title: One
      weight: many
      ---
      -- Content/a/2.md --
      ---
      title: ""
      ---
      -- Content/a/3.md --
      # Three
      """)
    #expect(tree.cardIDs == ["a/1", "a/3"])
    #expect(tree.rules == ["wrong-type", "text-empty"])
  }

  @Test func duplicateIds() {
    let tree = ContentTree(
      """
      -- Content/a/one.md --
      # One
      -- Content/a/two.md --
      ---
      slug: ⟦one⟧
      ---
      # Two
      -- Content/b/one.md --
      # One elsewhere
      """)
    #expect(tree.cardIDs == ["a/one", "a/one-2", "b/one"])
    #expect(tree.rules == ["id-duplicate"])
    #expect(tree.findings[0].shows(tree.marks[0].range, in: tree.marks[0].source))
    #expect(tree.findings[0].message.contains("Content/a/one.md"))
    #expect(tree.findings[0].help?.contains("Content/a/two.md") == true)
  }

  @Test(arguments: [
    ("Content/shelf/deep/a.md", "card-misplaced", "Content/shelf/_index.md"),
    ("Content/page/shelf/deep/a.md", "card-misplaced", "Content/page/shelf"),
    ("Elsewhere/a.md", "card-misplaced", "Content"),
    ("Content/shelf/deep/_index.md", "index-misplaced", "Content"),
  ])
  func reportsMisplacedFiles(path: String, rule: String, help: String) {
    let tree = ContentTree(
      "-- Content/page/_index.md --\n---\nkind: page\n---\n-- Content/page/shelf/_index.md --\n---\nkind: shelf\n---\n"
        + "-- Content/shelf/_index.md --\n---\nkind: shelf\n---\n-- Content/shelf/b.md --\n# B\n-- \(path) --\n# A")
    #expect(tree.cardIDs == ["shelf/b"])
    #expect(tree.findings.filter { $0.severity == .error }.map(\.rule.name) == [rule])
    let finding = tree.findings.first { $0.rule.name == rule }
    #expect(finding?.path == path)
    #expect(finding?.help?.contains(help) == true)
  }

  @Test func pagesNest() {
    let tree = ContentTree(
      """
      -- Content/p/_index.md --
      ---
      kind: page
      ---
      -- Content/p/q/_index.md --
      ---
      kind: page
      ---
      """)
    #expect(tree.rules == [])
    #expect(tree.library.pages.map(\.id) == ["", "p", "p/q"])
  }

  @Test func orderOfFilesDoesNotMatter() {
    let files = ["b/2", "a/1", "b/1", "a/2"].map { "-- Content/\($0).md --\n# \($0)\n" }
    let drawings = [files, files.reversed(), files.sorted()].map { ContentTree($0.joined()).drawing }
    #expect(Set(drawings).count == 1)
  }
}
