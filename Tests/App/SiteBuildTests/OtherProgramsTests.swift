import Content
import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// Content as it is written for other programs: what becomes of its files, names, links and errors.
struct OtherProgramsTests {
  private static let settings = "frontMatter: ignore\nfaulty: skip\nrules: { title-missing: off, files-unread: off }\n"

  /// The pages of a site by path, without the lists of rules that were broken.
  private static func pages(
    _ files: String, settings: String = settings
  ) async throws -> (pages: [String: String], rules: [String]) {
    try await SampleSite.with(files, settings: settings) { site async throws in
      let result = await site.build()
      #expect(result.report != nil, "\(result.diagnostics.map(\.rendered).joined())")
      var pages: [String: String] = [:]
      for (path, text) in site.output() where path.hasSuffix(".html") && !path.contains("/compare") {
        pages[String(path.dropFirst("Output/".count))] = text
      }
      return (pages, Array(Set(result.diagnostics.map(\.rule.name))).sorted())
    }
  }

  private static let long = String(repeating: "Oats, rye and barley, stirred in a pan until they smell. ", count: 14)

  // MARK: - Folders and names

  static let folders: [(files: [String], pages: [String])] = [
    // A folder with folders in it is a page, at any depth; one with cards alone is a shelf.
    (["a/x.md"], ["index.html"]),
    (["docs/intro.md", "docs/guide/linux.md"], ["docs/index.html", "index.html"]),
    (
      ["docs/guide/install/linux.md", "docs/guide/basics.md", "docs/intro.md"],
      ["docs/guide/index.html", "docs/index.html", "index.html"]
    ),
    // A file at the root is a page.
    (["about.md", "a/x.md"], ["about/index.html", "index.html"]),
    // The text of a folder.
    (["docs/index.md", "docs/a.md"], ["docs/index.html", "index.html"]),
    // A card in a folder of its own.
    (["a/x/index.md", "a/y.md"], ["index.html"]),
    // Names that addresses do not have.
    (["My Notes/Sub folder/a.md", "My Notes/b.md"], ["index.html", "my-notes/index.html"]),
    (["Über uns.md", "a/x.md"], ["index.html", "über-uns/index.html"]),
    (["C#.md", "C++.md", "a/x.md"], ["c-2/index.html", "c/index.html", "index.html"]),
    (
      ["notes.markdown", "y.MD", "z.mdown", "a/x.md"],
      ["index.html", "notes/index.html", "y/index.html", "z/index.html"]
    ),
  ]

  @Test(arguments: folders) func foldersArePagesOrShelves(files: [String], pages: [String]) async throws {
    let text = files.enumerated().map { "-- Content/\($1) --\n# Title\($0)\n\nText.\n" }.joined()
    let built = try await Self.pages(text)
    #expect(built.pages.keys.sorted() == pages)
    for (number, path) in files.enumerated() {
      #expect(built.pages.values.contains { $0.contains("Title\(number)<") }, "\(path)")
    }
  }

  /// Nobody has to know an address to find a page: each has a card, or is in the navigation.
  @Test func pagesInPagesAreFound() async throws {
    let built = try await Self.pages(
      "-- Content/docs/guide/install/linux.md --\n# Linux\n-- Content/docs/guide/_index.md --\n---\ntitle: The guide\n---\nHow to.\n"
        + "-- Content/docs/intro.md --\n# Intro\n")
    #expect(built.pages["docs/index.html"]?.contains("href=\"../docs/guide/index.html\"") == true)
    #expect(built.pages["docs/index.html"]?.contains("The guide") == true)
    #expect(built.pages["docs/guide/index.html"]?.contains("How to.") == true)
    #expect(built.pages["index.html"]?.contains("href=\"docs/index.html\"") == true)
  }

  /// A page in a page leads back to all those around it.
  @Test func pagesInPagesLeadBack() async throws {
    let built = try await Self.pages(
      "-- Content/docs/_index.md --\n---\ntitle: The docs\n---\n-- Content/docs/guide/install/linux.md --\n# Linux\n\n## A\n\n"
        + Self.long + "\n-- Content/docs/intro.md --\n# Intro\n")
    let page = try #require(built.pages["docs/guide/install/linux/index.html"])
    #expect(
      page.contains(
        "<p class=\"breadcrumbs\"><a href=\"../../../../index.html\">Cardshelf</a>"
          + "<a href=\"../../../../docs/index.html\">The docs</a><a href=\"../../../../docs/guide/index.html\">Guide</a></p>"
      ),
      "\(page)")
    #expect(built.pages["index.html"]?.contains("breadcrumbs") == false)
    #expect(built.pages["docs/index.html"]?.contains("breadcrumbs") == false)
  }

  /// Files, folders, and the list of pages that a page has may all want one id.
  @Test func namesThatMeetAreApart() async throws {
    let files = [
      "docs/pages.md", "docs/pages/x.md", "docs/guide.md", "docs/guide/install/l.md", "pages/y.md", "docs.md",
    ]
    let built = try await Self.pages(files.map { "-- Content/\($0) --\n# A\n" }.joined())
    #expect(
      built.pages.keys.sorted() == ["docs-2/index.html", "docs/guide/index.html", "docs/index.html", "index.html"])
    #expect(built.rules == ["id-duplicate"])
  }

  @Test func datesAndLanguagesOfNames() async throws {
    let built = try await Self.pages(
      """
      -- Content/posts/2019-01-02-older.md --
      Text of 2019.
      -- Content/posts/2021-03-01-newer.md --
      Text of 2021.
      -- Content/posts/soup.md --
      # Soup
      -- Content/posts/soup.de.md --
      # Suppe

      """)
    let home = try #require(built.pages["index.html"])
    let places = try ["Soup", "Newer", "Older"].map { try #require(home.firstRange(of: ">\($0)<")?.lowerBound) }
    #expect(places[1] < places[2])
    #expect(!home.contains("Suppe"))
    #expect(home.contains("id=\"posts/newer\""))
  }

  // MARK: - Links

  static let links: [(written: String, href: String)] = [
    ("[x](/about/)", "../../about/index.html"), ("[x](/about)", "../../about/index.html"),
    ("[x](/about.html)", "../../about/index.html"), ("[x](@/about.md)", "../../about/index.html"),
    ("[x](../about.md)", "../../about/index.html"), ("[x](/about#part)", "../../about/index.html"),
    ("[x](soup)", "../../notes/soup/index.html"), ("[x](../soup/)", "../../notes/soup/index.html"),
    ("[x](/notes/soup/index.html)", "../../notes/soup/index.html"),
    ("[x](/2021/03/soup/)", "../../notes/soup/index.html"),
    ("[[Soup]]", "../../notes/soup/index.html"), ("[[soup|x]]", "../../notes/soup/index.html"),
    ("[[Soup#Part]]", "../../notes/soup/index.html#part"),
    ("[x](Other%20Name.md)", "../../index.html#notes/other-name"),
    ("[[Other Name]]", "../../index.html#notes/other-name"),
    ("[x]({{ '/about/' | relative_url }})", "../../about/index.html"),
    ("[x]({% link notes/soup.md %})", "../../notes/soup/index.html"),
    ("https://example.org/a_(b)", "https://example.org/a_(b)"),
    ("<a href=\"/about/\">x</a>", "../../about/index.html"),
  ]

  @Test(arguments: links) func linksOfEachNotation(written: String, href: String) async throws {
    let built = try await Self.pages(
      """
      -- Content/about.md --
      # About
      -- Content/notes/soup.md --
      # Soup

      \(Self.long)

      ## Part
      -- Content/notes/Other Name.md --
      # Other
      -- Content/notes/from.md --
      # From

      \(Self.long)

      ## More

      See \(written).
      """)
    let page = try #require(built.pages["notes/from/index.html"])
    #expect(
      page.contains("See <a href=\"\(href)\""),
      "\(page.firstRange(of: "See ").map { page[$0.lowerBound...].prefix(200) } ?? "")")
    #expect(built.rules == [])
  }

  /// Links by the addresses that the front matter has.
  @Test(arguments: ["/2021/03/soup-of-march/", "/2021/03/soup-of-march.html", "/old/soup", "/older/"])
  func linksByAddresses(written: String) async throws {
    let built = try await Self.pages(
      "-- Content/a/soup.md --\n---\ntitle: Soup\npermalink: /2021/03/soup-of-march.html\naliases: [/old/soup/, /older]\n---\n"
        + "-- Content/a/rye.md --\n# Rye\n\n[x](\(written))\n-- Content/b/permalinks.md --\n---\npermalink: /:title/\n---\n# B\n"
    )
    #expect(built.pages["index.html"]?.contains("<a href=\"#a/soup\">x</a>") == true)
    #expect(!built.rules.contains("link-missing"))
  }

  static let parts: [(written: String, href: String?)] = [
    ("[x](#a-part)", "#a-part"), ("[x](#part)", "#own"), ("[x](#own)", "#own"), ("[x](#a-part-1)", "#a-part-2"),
    ("[x](long.md#whats-new)", "#whats-new"), ("[[long#What's new?]]", "#whats-new"), ("[x](#nowhere)", nil),
    ("[x](long.md#long)", ""),
    // The shelf with this id.
    ("[x](#a)", "#a"),
  ]

  /// Links lead to the headings of a page's text, by the ids that other programs give them.
  @Test(arguments: parts) func linksToParts(written: String, href: String?) async throws {
    let built = try await Self.pages(
      "-- Content/a/long.md --\n---\ntitle: Long\n---\n\(written)\n\n## A part\n\n## Part {#own}\n\n## A part\n\n## What's new?\n\n"
        + "\(Self.long)\n-- Content/long.md --\n# Long\n\n\(written)\n\n## A part\n\n## Part {#own}\n\n## A part\n\n"
        + "## What's new?\n\n## A\n\n\(Self.long)\n-- Content/_index.md --\n\(written)\n\n## A part\n\n## Part {#own}\n\n"
        + "## A part\n\n## A\n\n## What's new?\n")
    let page = try #require(built.pages["index.html"])
    guard let href else { return #expect(built.rules.contains("link-missing")) }
    #expect(page.contains("<a href=\"\(href)\"") || page.contains("<a href=\"long/index.html\(href)\""), "\(page)")
    #expect(page.contains("id=\"own\">Part</h2>") && page.contains("id=\"a-part-2\">A part</h2>"))
  }

  /// Headings on cards have no ids, and are in sight with their card.
  @Test func linksToPartsOfCardsLeadToTheCard() async throws {
    let built = try await Self.pages(
      "-- Content/a/list.md --\n# List\n\n[Warm food](#warm-food), [x](#nowhere)\n\n## Warm food\n\nSoup.\n")
    let home = try #require(built.pages["index.html"])
    #expect(home.contains("<a href=\"#a/list\">Warm food</a>, <span>x</span>"))
    #expect(built.rules == ["link-missing"])
  }

  /// A title that is in both the front matter and the text is shown once.
  @Test func titlesAreShownOnce() async throws {
    let built = try await Self.pages(
      "-- Content/a/x.md --\n---\ntitle: Soup\n---\n# soup\n\nStir.\n-- Content/a/y.md --\n---\ntitle: Rye\n---\n# Oats\n"
    )
    let home = try #require(built.pages["index.html"])
    #expect(home.contains(">Soup<") && !home.contains(">soup<") && home.contains(">Oats<"))
  }

  /// A text of many short lines does not fill its shelf.
  @Test func manyLinesAreAnArticle() async throws {
    let items = (1...40).map { "- Item \($0)\n" }.joined()
    let built = try await Self.pages(
      "-- Content/a/x.md --\n# List\n\n\(items)\n-- Content/a/y.md --\n# Text\n\n\(Self.long)\(Self.long)\(Self.long)\n\nMore.\n"
    )
    #expect(built.pages.keys.sorted() == ["a/x/index.html", "a/y/index.html", "index.html"])
    let home = try #require(built.pages["index.html"])
    #expect(!home.contains("Item 3") && home.contains("until they smell.</p>") && home.count < 20_000)
  }

  /// A note with the name of its folder, and its pictures beside it, is a card of the shelf around it.
  @Test func aNamesakeOfItsFolderIsACard() async throws {
    let built = try await Self.pages("-- Content/a/Soup/Soup.md --\n# Soup\n-- Content/a/rye.md --\n# Rye\n")
    #expect(built.pages.keys.sorted() == ["index.html"])
    #expect(built.pages["index.html"]?.contains("id=\"a/soup\"") == true)
  }

  @Test func aLinkThatLeadsNowhereIsItsText() async throws {
    let built = try await Self.pages("-- Content/notes/a.md --\n# A\n\nSee [the end](/nowhere/), [[None]].\n")
    #expect(built.pages["index.html"]?.contains("See <span>the end</span>, <span>None</span>.") == true)
    #expect(built.rules == ["link-missing"])
  }

  // MARK: - Errors

  /// A faulty part never hides a good one.
  @Test func whatIsFaultyIsLeftOut() async throws {
    let files = """
      -- Content/notes/good.md --
      # Good
      -- Content/notes/open.md --
      ---
      title: Open
      -- Content/notes/syntax.md --
      +++
      title = Half
      +++
      -- Content/notes/picture.md --
      # Picture

      ![](none.png) Seen.
      -- Content/notes/date.md --
      ---
      title: Date
      date: tomorrow
      ---
      """
    let built = try await Self.pages(files)
    let home = try #require(built.pages["index.html"])
    for title in ["Good", "Picture", "Date"] { #expect(home.contains(">\(title)<")) }
    #expect(home.contains("Seen.") && home.contains(">Half<") && home.contains(">Open<"))
    #expect(built.rules == ["date-invalid", "front-matter-unclosed", "image-missing", "toml-syntax"])
    try await SampleSite.with(files, settings: Self.settings) { site async throws in
      var options = BuildOptions(root: site.folder.path)
      options.isStrict = true
      let strict = await buildSite(options)
      #expect(strict.report == nil && strict.exitCode == 1)
    }
    try await SampleSite.with(files) { site async throws in
      #expect(await site.build().report == nil)
    }
  }

  // MARK: - Articles

  @Test func anArticleHasAPageOfItsOwn() async throws {
    let built = try await Self.pages(
      """
      -- Content/posts/long.md --
      ---
      title: Long
      ---
      First words. \(Self.long)

      ## Part

      Last words.
      -- Content/posts/more.md --
      # More

      Before.

      <!-- more -->

      After.
      -- Content/posts/short.md --
      # Short

      ## Part

      All of it.
      -- Content/posts/whole.md --
      ---
      title: Whole
      page: false
      ---
      \(Self.long)

      ## Part

      The end.
      -- Content/posts/hidden.md --
      ---
      title: Zinnober
      published: false
      ---
      Zinnober. \(Self.long)

      ## Zinnober
      """)
    let home = try #require(built.pages["index.html"])
    #expect(home.contains("First words.") && !home.contains("Last words."))
    #expect(home.contains("Before.") && !home.contains("After."))
    #expect(home.contains("All of it.") && home.contains("The end."))
    #expect(home.contains("<a href=\"posts/long/index.html\"") && home.contains("<a href=\"posts/more/index.html\""))
    #expect(built.pages.keys.sorted() == ["index.html", "posts/long/index.html", "posts/more/index.html"])
    let page = try #require(built.pages["posts/long/index.html"])
    #expect(
      page.contains("First words.") && page.contains("Last words.") && page.contains("<h1 class=\"page-title\">Long"))
    #expect(built.pages.values.allSatisfy { !$0.contains("Zinnober") })
  }

  // MARK: - Keys

  @Test func keysHaveOtherNames() async throws {
    let files = """
      -- Content/notes/a.md --
      ---
      name: Named
      description: >-
        Said in
        two lines.
      author: [Ada, { name: Ben }]
      categories: [x, y]
      keywords: z
      cover: { image: a.svg }
      ---
      Body.

      -- Content/notes/b.md --
      +++
      title = "Of TOML"
      date = 2025-04-30T17:15:25+05:30
      [taxonomies]
      tags = ["t"]
      +++
      -- Content/notes/a.svg --
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>
      """
    let built = try await Self.pages(
      files,
      settings: Self.settings
        + "fields:\n  title: name\n  body: description\n  eyebrow: author\n  tags: [categories, keywords, taxonomies.tags]\n  image: cover.image\n"
    )
    let home = try #require(built.pages["index.html"])
    for text in ["Named", "Said in two lines.", "Ada, Ben", ">x<", ">y<", ">z<", ">t<", "Of TOML", "<img"] {
      #expect(home.contains(text), "\(text)")
    }
    #expect(!home.contains("Body."))
    #expect(built.pages["notes/a/index.html"]?.contains("Body.") == true)
    #expect(built.rules == [])
  }
}
