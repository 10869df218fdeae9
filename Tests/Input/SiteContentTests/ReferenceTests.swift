import Content
import Diagnostics
import TestSupport
import Testing

/// A small site with targets for links.
private let site = """
  -- Content/_index.md --
  ---
  shelves: [planets, galaxies, short]
  ---
  -- Content/planets/saturn.svg --
  -- Content/planets/titan.PNG --
  -- Content/planets/images/ring.webp --
  -- Content/planets/data.csv --
  -- Content/planets/earth.md --
  # Earth
  -- Content/planets/draft.md --
  ---
  draft: true
  ---
  # Draft
  -- Content/galaxies/_index.md --
  -- Content/galaxies/andromeda.md --
  ---
  slug: m31
  ---
  # Andromeda
  -- Content/galaxies/milky.jpeg --
  -- Content/short/_index.md --
  ---
  limit: 1
  ---
  -- Content/short/a.md --
  # A
  -- Content/short/b.md --
  # B
  -- Content/unlisted/a.md --
  # A
  -- Content/notes/_index.md --
  ---
  kind: page
  ---
  -- Content/notes/first/n.md --
  # N

  """

/// Adds files to the site. Pages do not show all of them.
private func place(_ files: String) -> ContentTree {
  ContentTree(site + files, without: ["shelf-unlisted", "data-file-unused"])
}

@Suite struct ReferenceTests {
  @Test(arguments: [
    ("https://x.org/a b\"c", ResolvedLink.url("https://x.org/a%20b%22c")),
    ("https://[::1]:80/[a]?b[]=c#d#[e]", .url("https://[::1]:80/%5Ba%5D?b%5B%5D=c#d%23%5Be%5D")),
    ("https://[::1]?[]", .url("https://[::1]?%5B%5D")),
    ("MAILTO:[a]//[b]@x.org", .url("MAILTO:%5Ba%5D//%5Bb%5D@x.org")),
    ("mailto:a@b.org", .url("mailto:a@b.org")),
    ("earth.md", .anchor(pageID: "", id: "planets/earth")),
    ("./earth.md", .anchor(pageID: "", id: "planets/earth")),
    ("e%61rth.md", .anchor(pageID: "", id: "planets/earth")),
    ("../galaxies/andromeda.md", .anchor(pageID: "", id: "galaxies/m31")),
    ("../galaxies/", .anchor(pageID: "", id: "galaxies")),
    ("../galaxies/_index.md", .anchor(pageID: "", id: "galaxies")),
    (".", .anchor(pageID: "", id: "planets")),
    ("_index.md", .anchor(pageID: "", id: "planets")),
    ("..", .page(id: "")),
    ("../_index.md", .page(id: "")),
    ("../notes", .page(id: "notes")),
    ("../notes/_index.md", .page(id: "notes")),
    ("../notes/#notes/first/n", .anchor(pageID: "notes", id: "notes/first/n")),
    ("../notes/first/n.md", .anchor(pageID: "notes", id: "notes/first/n")),
    ("#planets/earth", .anchor(pageID: "", id: "planets/earth")),
    ("#galaxies", .anchor(pageID: "", id: "galaxies")),
    ("data.csv", .file("Content/planets/data.csv")),
    ("saturn.svg", .file("Content/planets/saturn.svg")),
  ])
  func resolved(target: String, link: ResolvedLink) throws {
    let tree = ContentTree(site)
    let target = try #require(LinkTarget(target))
    #expect(tree.library.links.resolve(target, from: "Content/planets/earth.md") == link)
  }

  @Test func fragmentsAreIdsOfTheSamePage() throws {
    let links = ContentTree(site).library.links
    let target = try #require(LinkTarget("#notes/first"))
    let link = ResolvedLink.anchor(pageID: "notes", id: "notes/first")
    #expect(links.resolve(target, from: "Content/notes/first/n.md") == link)
    #expect(links.resolve(target, from: "Content/notes/_index.md") == link)
    #expect(links.resolve(target, from: "Content/planets/earth.md") == nil)
  }

  @Test(arguments: [
    ("earht.md", "did you mean earth.md?"),
    ("andromeda.md", "did you mean ../galaxies/andromeda.md?"),
    ("../galaxy/andromeda.md", "did you mean ../galaxies/andromeda.md?"),
    ("draft.md", "is a draft"),
    ("../short/b.md", "`limit: 1`"),
    ("../unlisted/a.md", "`shelves`"),
    ("../unlisted", "`shelves`"),
    ("../../cardshelf.yml", "stay inside Content"),
    ("%2e%2e/%2e%2e/x", "stay inside Content"),
    ("a%2fb.md", "stay inside Content"),
    ("a%00b.md", "stay inside Content"),
    ("?q", "stay inside Content"),
    ("#planets/eart", "did you mean #planets/earth?"),
    ("#", "#id names"),
    ("qqqqqqqq.md", "is not a file of the content"),
  ])
  func reportsBrokenLinks(target: String, help: String) {
    let tree = place(
      "-- Content/planets/x.md --\n---\nlink: ⟦\"\(target)\"⟧\n---\n# X\n\nText ⟦[*a*](\(target))⟧\n")
    #expect(tree.rules == ["link-missing", "link-missing"])
    for (finding, mark) in zip(tree.findings, tree.marks) {
      #expect(finding.shows(mark.range, in: mark.source), "\(finding.rendered)")
      #expect(finding.help?.contains(help) == true, "\(finding.rendered)")
    }
  }

  @Test(arguments: [
    ("saturn.svg", "Content/planets/saturn.svg"),
    ("titan.PNG", "Content/planets/titan.PNG"),
    ("images/ring.webp", "Content/planets/images/ring.webp"),
    ("../galaxies/milky.jpeg", "Content/galaxies/milky.jpeg"),
    ("./saturn.svg", "Content/planets/saturn.svg"),
  ])
  func resolvesImages(written: String, path: String) throws {
    let tree = place(
      "-- Content/planets/x.md --\n---\nimage: \(written)\nweight: 1\n---\n# X\n\n![a](\(written))\n")
    #expect(tree.rendered == "")
    let card = try #require(tree.library.pages[0].shelves[0].cards.first)
    #expect(card.image?.path == path)
  }

  @Test(arguments: [
    ("image-missing", "saturnn.svg", "Content/planets holds saturn.svg"),
    ("image-missing", "nothing-like-it.gif", "Content/planets holds saturn.svg, titan.PNG"),
    ("image-missing", "../../../etc/passwd", "Content/planets holds"),
    ("image-missing", "../planets", "Content/planets holds"),
    ("image-type", "data.csv", "png, jpg, jpeg, gif, webp, avif, svg"),
    ("image-refused", "https://x.org/a.png", "nothing from other sites"),
    ("image-refused", "#planets", "nothing from other sites"),
  ])
  func reportsBadImages(rule: String, written: String, help: String) {
    let tree = place(
      "-- Content/planets/x.md --\n---\nimage: ⟦'\(written)'⟧\n---\n# X\n\nText ⟦![*a*](\(written))⟧\n")
    #expect(tree.rules == [rule, rule])
    for (finding, mark) in zip(tree.findings, tree.marks) {
      #expect(finding.shows(mark.range, in: mark.source), "\(finding.rendered)")
      #expect(finding.help?.contains(help) == true, "\(finding.rendered)")
    }
    #expect(tree.library.pages[0].shelves[0].cards.allSatisfy { $0.image == nil })
  }

  @Test(arguments: [
    "html", "HTML", "htm", "xhtml", "js", "mjs", "css", "xml", "xsl", "swf", "wasm", "svgz", "mht", "hta", "",
  ])
  func refusesFilesThatBrowsersRun(ending: String) {
    let name = ending.isEmpty ? "README" : "a.pdf.\(ending)"
    let tree = place(
      "-- Content/planets/\(name) --\n<script>alert(1)</script>\n-- Content/planets/x.md --\n---\n"
        + "link: ⟦\(name)⟧\n---\n# X\n\nText ⟦[*a*](\(name))⟧\n")
    #expect(tree.rules == ["link-type", "link-type"])
    for (finding, mark) in zip(tree.findings, tree.marks) {
      #expect(finding.shows(mark.range, in: mark.source), "\(finding.rendered)")
    }
  }

  @Test func checksTheIntroduction() {
    let tree = ContentTree(
      "-- Content/_index.md --\n# A\n\n> - ⟦[b](x.md)⟧ ⟦![c](y.png)⟧ [d](s/a.md)\n-- Content/s/a.md --\n# A")
    #expect(tree.rules == ["link-missing", "image-missing"])
    for (finding, mark) in zip(tree.findings, tree.marks) { #expect(finding.shows(mark.range, in: mark.source)) }
    #expect(tree.findings[1].help == "Content contains no images")
  }

  @Test func countsManyBrokenLinks() {
    let links = String(repeating: "[a](b.md)\n", count: 500)
    let tree = ContentTree("-- Content/s/a.md --\n# A\n\n\(links)")
    #expect(tree.findings.count == 101)
    #expect(tree.rendered.contains("400 more"))
  }
}
