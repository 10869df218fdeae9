import TestSupport
import Testing

/// A site whose theme declares `price` and `byline`: slots are data of the theme, which every command knows.
@Suite struct OwnSlotTests {
  private static let price = "price: 12 €"

  /// A theme in which both slots are in the first card.
  private static func site(_ cards: [String: String]) throws -> Folder {
    let site = try Folder.site(cards)
    let path = "Themes/storefront/theme.yml"
    let theme = try #require(site.text(of: path))
    let declared = theme.replacing(
      "textStyles:\n", with: "slots: { price: { style: footer }, byline: {} }\ntextStyles:\n  price: { maxLines: 1 }\n",
      maxReplacements: 1)
    let placed = declared.replacing(
      "      - eyebrow:  { gap: 4 }\n", with: "      - price: { gap: 2 }\n      - byline: { gap: 2 }\n",
      maxReplacements: 1)
    #expect(placed != declared && declared != theme)
    try site.write(placed, to: path)
    return site
  }

  private static let cards = [
    "Content/one/_index.md": "---\ntitle: One\nmaxLines: { byline: 1 }\n---\n",
    "Content/one/a.md": "---\ntitle: A\n\(price)\nbyline: \(String(repeating: "somebody ", count: 20))\n---\nText.\n",
    "Content/one/b.md": "---\ntitle: B\n---\nText.\n",
    "Content/two/_index.md": "---\ntitle: Two\ncards: two.csv\nfields: { byline: Author }\n---\n",
    "Content/two/two.csv": "id,title,price,Author\nc,C,3 €,Ann\n",
  ]

  @Test func pagesAndLayoutsHaveThem() throws {
    let site = try Self.site(Self.cards)
    defer { site.remove() }
    let build = try CommandRun.of(["build"], in: site.path)
    #expect(build.exitCode == 0, "\(build.errors)")
    let page = try #require(site.text(of: "Output/index.html"))
    for markup in [
      "<p class=\"slot-price\">12 €</p>", "<p class=\"slot-price\">3 €</p>", "<p class=\"slot-byline\">Ann</p>",
    ] { #expect(page.contains(markup), "\(markup)") }
    let layout = try #require(site.text(of: "Output/layout.json"))
    #expect(layout.contains("\"price\":[16,16,"))
    let explained = try CommandRun.of(["explain", "one/a", "--width", "390"], in: site.path).output
    #expect(explained.contains("16 price (1 line x 16) + 2 gap + 20 byline (1 line x 20)"), "\(explained)")
    #expect(explained.contains("byline cut after 1 line"), "\(explained)")
    let checked = try CommandRun.of(["check", "--only", "text-cut"], in: site.path).errors
    #expect(checked.contains("the byline is cut"), "\(checked)")
    // A picture has the shapes of letters and not their text.
    #expect(try picture(of: site) != nil)
    let card = try #require(site.text(of: "Content/one/a.md"))
    let before = try picture(of: site)
    try site.write(card.replacing(Self.price + "\n", with: ""), to: "Content/one/a.md")
    #expect(try picture(of: site) != before)
  }

  private func picture(of site: Folder) throws -> String? {
    let run = try CommandRun.of(["picture", "index.html#one/a", "--output", "a.svg"], in: site.path)
    return run.exitCode == 0 ? site.text(of: "a.svg") : nil
  }

  @Test func aChangedTextIsNamedAsTheCause() throws {
    let site = try Self.site(Self.cards)
    defer { site.remove() }
    #expect(try CommandRun.of(["build"], in: site.path).exitCode == 0)
    let card = try #require(site.text(of: "Content/one/a.md"))
    try site.write(card.replacing(Self.price + "\n", with: ""), to: "Content/one/a.md")
    let diff = try CommandRun.of(["diff", "--against", "./Output"], in: site.path)
    #expect(diff.exitCode == 1)
    #expect(diff.output.contains("price"), "\(diff.output)")
  }

  @Test func withoutTheirDeclarationTheyAreUnknownKeys() throws {
    let site = try Folder.site(Self.cards)
    defer { site.remove() }
    let build = try CommandRun.of(["build"], in: site.path)
    #expect(build.exitCode == 1)
    #expect(build.errors.contains("Content/one/a.md:3:1: error: unknown key `price`"), "\(build.errors)")
  }

  @Test func schemasOfASiteKnowThem() throws {
    let site = try Self.site(Self.cards)
    defer { site.remove() }
    let outside = try Folder.temporary()
    defer { outside.remove() }
    for kind in ["card", "shelf", "theme"] {
      #expect(try CommandRun.of(["schema", kind], in: site.path).output.contains("\"byline\""), "\(kind)")
      #expect(try !CommandRun.of(["schema", kind], in: outside.path).output.contains("\"byline\""), "\(kind)")
    }
  }
}
