import Content
import Diagnostics
import Testing

/// Names of files and folders that become ids and addresses.
@Suite struct ContentNameTests {
  @Test(arguments: [
    "a\tb.md", "a\u{7}.md", "a\u{7F}.png",
  ])
  func unsuitableNames(name: String) {
    let tree = ContentTree("-- Content/s/ok.md --\n# A\n-- Content/s/\(name) --\n# A")
    #expect(tree.rules == ["name-unsuitable"])
    #expect(tree.findings[0].path == "Content/s/\(name)")
    #expect(tree.findings[0].help != nil)
  }

  /// A name that is not fit for an address becomes a slug, and of two with one slug the second gets a number.
  @Test(arguments: [
    (["a b"], ["a-b"]), (["a\u{A0}b"], ["a-b"]), (["a\u{202E}b"], ["a-b"]), (["a#b", "a%b"], ["a-b", "a-b-2"]),
    (["C#", "C++"], ["c", "c-2"]), (["About"], ["about"]), (["Crème brûlée"], ["crème-brûlée"]), (["日本"], ["日本"]),
    (["100% rye"], ["100-rye"]), (["???"], ["untitled"]), (["2021-03-01-soup"], ["soup"]), (["a.b_c-d"], ["a.b_c-d"]),
    (["What is rye?", "what-is-rye"], ["what-is-rye-2", "what-is-rye"]),
  ])
  func namesBecomeSlugs(names: [String], ids: [String]) {
    let cards = ContentTree(names.map { "-- Content/s/\($0).md --\n# A\n" }.joined())
    #expect(cards.cardIDs.sorted() == ids.map { "s/" + $0 }.sorted(), "\(cards.rendered)")
    #expect(cards.findings.allSatisfy { $0.severity == .warning }, "\(cards.rendered)")
    if names.contains(where: { $0.contains("2021") }) { return }
    let folders = ContentTree(names.map { "-- Content/\($0)/x.md --\n# A\n" }.joined())
    #expect(folders.cardIDs.sorted() == ids.map { $0 + "/x" }.sorted(), "\(folders.rendered)")
  }

  @Test(arguments: [
    ("s/\u{E9}.md", "s/e\u{301}.md", #"Content/s/e\u{301}.md and Content/s/\u{e9}.md"#),
    ("s/\u{E9}.png", "s/e\u{301}.png", #"Content/s/e\u{301}.png and Content/s/\u{e9}.png"#),
    ("\u{E9}/a.md", "e\u{301}/b.md", #"Content/e\u{301} and Content/\u{e9}"#),
    ("\u{212B}/a.md", "A\u{30A}/a.md", #"Content/A\u{30a} and Content/\u{212b}"#),
    (
      "p/s\u{323}\u{307}/a.md", "p/s\u{307}\u{323}/_index.md",
      #"Content/p/s\u{307}\u{323} and Content/p/s\u{323}\u{307}"#
    ),
  ])
  func namesThatDifferOnlyInNormalisation(first: String, second: String, named: String) {
    let tree = ContentTree(
      "-- Content/p/_index.md --\n---\nkind: page\n---\n-- Content/\(first) --\n# A\n-- Content/\(second) --\n# B")
    let twice = tree.findings.filter { $0.rule.name == "name-twice" }
    #expect(twice.count == 1)
    for place in named.split(separator: " and ") {
      #expect(twice.first?.help?.contains(place) == true, "\(place) is named")
    }
  }

  @Test(arguments: ["\u{301}a", "\u{200D}a", "\u{903}", "a\u{D4E}"])
  func namesThatCombineWithASlash(name: String) {
    for path in ["Content/s/\(name).md", "Content/\(name)/a.md"] {
      let tree = ContentTree("-- Content/s/ok.md --\n# A\n-- \(path) --\n# B")
      #expect(tree.rules == [], "\(tree.rendered)")
    }
  }

  /// Comparing names takes time, so only the first findings have suggestions.
  @Test func limitsSuggestions() {
    let cards = (0..<400).map { "-- Content/s/card\($0).md --\n---\ntitle: A\nlink: card\($0).mdd\n---\n" }
    let tree = ContentTree(cards.joined())
    #expect(tree.findings.count == 400)
    #expect(tree.findings.count { $0.help?.hasPrefix("did you mean") == true } == 100)
  }

  @Test(arguments: ["assets", "fonts", "index.html"])
  func reservedNames(name: String) {
    let tree = ContentTree("-- Content/\(name)/_index.md --\n---\nkind: page\n---\n")
    #expect(tree.rules == ["name-reserved"])
  }
}
