import Content
import Diagnostics
import TestSupport
import Testing

/// Sections of shelves.
@Suite struct SectionTests {
  @Test func sectionsOfAShelf() {
    let tree = ContentTree(
      """
      -- Content/planets/_index.md --
      ---
      arrangement: waterfall
      limit: 5
      ---
      -- Content/planets/sun.md --
      # Sun
      -- Content/planets/rocks/_index.md --
      ---
      kind: section
      columns: 2
      weight: 2
      ---
      -- Content/planets/rocks/mars.md --
      # Mars
      -- Content/planets/rocks/earth.md --
      # Earth
      -- Content/planets/rocks/ceres.md --
      # Ceres
      -- Content/planets/giants/_index.md --
      ---
      kind: section
      title: Giants
      weight: 1
      ---
      -- Content/planets/giants/saturn.md --
      ---
      span: full
      ---
      # Saturn
      -- Content/planets/giants/uranus.md --
      # Uranus
      -- Content/planets/empty/_index.md --
      ---
      kind: section
      ---
      """)
    #expect(tree.findings.map { "\($0.path): \($0.rule.name)" } == ["Content/planets/empty/_index.md: shelf-empty"])
    #expect(
      tree.cardIDs == [
        "planets/sun", "planets/giants/saturn", "planets/giants/uranus", "planets/rocks/ceres", "planets/rocks/earth",
      ])
    let shelf = tree.library.pages[0].shelves[0]
    #expect(shelf.sections.map(\.id) == ["planets/giants", "planets/rocks"])
    #expect(shelf.sections.map(\.title?.text) == ["Giants", "Rocks"])
    #expect(shelf.sections.map(\.cards) == [1..<3, 3..<5])
    #expect(shelf.sections.map { $0.columns?.base } == [nil, 2])
    #expect(shelf.cards.map(\.span) == [nil, .full, nil, nil, nil])
  }

  @Test(arguments: [
    ("section-unsuitable", "title: A", "kind: section", "title: B"),
    ("key-unsuitable", "arrangement: list", "kind: section\n⟦columns⟧: 2", "title: B"),
    ("key-unsuitable", "arrangement: list", "kind: section", "title: B\n⟦span⟧: 2"),
    ("key-unsuitable", "arrangement: grid", "kind: section", "title: B\n⟦breakBefore⟧: true"),
    ("out-of-range", "arrangement: grid", "kind: section", "title: B\nspan: ⟦0⟧"),
    ("id-duplicate", "arrangement: grid", "kind: section", "title: B\nslug: ⟦part⟧"),
  ])
  func refusesUnsuitableSections(rule: String, shelf: String, section: String, card: String) {
    let isTwin = rule == "id-duplicate"
    let tree = ContentTree(
      """
      -- Content/shelf/_index.md --
      ---
      \(shelf)
      ---
      -- Content/shelf/part/_index.md --
      ---
      \(section)
      ---
      -- Content/shelf/part/a.md --
      # A
      -- Content/shelf/\(isTwin ? "" : "part/")b.md --
      ---
      \(card)
      ---
      """)
    #expect(tree.findings.map(\.rule.name) == [rule])
    if let mark = tree.marks.first { #expect(tree.findings.first?.shows(mark.range, in: mark.source) == true) }
  }

  @Test func sectionsWithoutTitleAndWithGaps() {
    let tree = ContentTree(
      """
      -- Content/shelf/_index.md --
      ---
      arrangement: grid
      ---
      -- Content/shelf/part/_index.md --
      ---
      kind: section
      title: ""
      gap: { compact: 0, expanded: 40 }
      ---
      -- Content/shelf/part/a.md --
      # A
      """)
    #expect(tree.findings == [])
    let sections = tree.library.pages[0].shelves[0].sections
    #expect(sections.map(\.title) == [nil])
    #expect(sections.map { $0.gap?.value(upTo: ["compact"]) } == [0])
    #expect(sections.map { $0.gap?.value(upTo: ["compact", "medium", "expanded"]) } == [40])
  }

  @Test(arguments: ["Content/part/_index.md", "Content/shelf/deep/part/_index.md"])
  func refusesSectionsOutsideShelves(path: String) {
    let tree = ContentTree(
      "-- Content/shelf/_index.md --\n---\nkind: shelf\n---\n-- Content/shelf/b.md --\n# B\n-- \(path) --\n---\nkind: section\n---\n"
    )
    #expect(tree.cardIDs == ["shelf/b"])
    #expect(tree.findings.map(\.rule.name) == ["index-misplaced"])
    #expect(tree.findings.first?.path == path)
  }
}
