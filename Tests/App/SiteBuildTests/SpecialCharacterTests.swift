import Content
import Diagnostics
import Glibc
import PlacementProof
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// Names and titles with characters that have a meaning in pages, style sheets or addresses.
struct SpecialCharacterTests {
  /// Each of these characters has a special meaning in markup, style sheets, addresses or ids.
  @Test(arguments: [
    "a&b", "a&amp;b", "a,b", "a{b}c;", "a:b", "c:", "a[b](c)", "'$(x)'", "a!b*c+d=e@f^g|h~i", "-", "--x", "1",
  ])
  func specialCharactersInNames(_ name: String) async throws {
    // In Markdown, `&` may begin an entity.
    let escaped = name.replacing("&", with: "%26")
    let text = """
      -- Content/\(name)/_index.md --
      ---
      kind: page
      ---
      -- Content/\(name)/\(name)/_index.md --
      ---
      title: Shelf
      ---
      -- Content/\(name)/\(name)/\(name).md --
      # Card
      -- Content/\(name)/\(name)/title.md --
      # Title
      -- Content/title/title.md --
      # Title
      [there](../\(escaped)/\(escaped)/\(escaped).md)
      """
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      // Some systems refuse these characters; this one accepts them.
      let isPortable = !name.contains { ":*|".contains($0) }
      #expect(Set(result.diagnostics.map(\.rule.name)) == (isPortable ? [] : ["name-unportable"]))
      let ids = [name, cardName(ofTitle: name)]
      #expect(ids.contains { site.folder.status(of: "Output/\($0)/index.html") != nil })
    }
  }

  /// If one line consists of several texts, none changes the direction of another.
  @Test func titlesKeepTheirDirection() async throws {
    let files = """
      -- Content/_index.md --
      # a\u{202E}b
      -- Content/one/_index.md --
      ---
      tags: { maxRows: 1 }
      ---
      -- Content/one/a.md --
      ---
      title: A
      tags: ["a tag that is as wide as the card, or nearly", "x\u{2067}y", "z\u{200F}"]
      ---
      """
    try await SampleSite.with(files, settings: "title: \"S\\u202D\"\n") { site async throws in
      #expect(await site.build().exitCode == 0)
      #expect(try site.page().contains("<title>ab – S</title>"))
      #expect(try site.page().contains("or nearly, xy, z\u{200F}\" hidden=\"hidden\">"))
      #expect(try site.page("compare/index.html").contains("<title>Compare: ab – S</title>"))
    }
  }

  /// Names that look like syntax become ids and addresses like others, without their signs.
  @Test func namesThatLookLikeSyntax() async throws {
    let files = """
      -- Content/javascript:alert(1)/_index.md --
      ---
      title: Page
      kind: page
      ---
      [one](one/a&amp;b.md) and [home](../_index.md)
      -- Content/javascript:alert(1)/one/a&b.md --
      # A
      -- Content/x&amp;y/_index.md --
      ---
      arrangement: grid
      ---
      -- Content/x&amp;y/({[,@;:'!}.md --
      # Signs of style sheets
      -- Content/x&amp;y/),.md --
      # More of them
      -- Content/x&amp;y/c.md --
      [a](../javascript:alert(1)/one/a&b.md), [itself](#x-amp-y/c)

      # C
      """
    try await SampleSite.with(files) { site async throws in
      let result = await site.build()
      #expect(
        result.diagnostics.map(\.drawn) == [
          "Content/javascript:alert(1) [name-unportable]", "Content/x&amp;y/({[,@;:'!}.md [name-unportable]",
          "Content/x&amp;y/),.md [id-duplicate]",
        ])
      #expect(try site.page().contains("<a href=\"javascript-alert-1/index.html\">Page</a>"))
      let address = "javascript-alert-1/index.html#javascript-alert-1/one/a-b"
      #expect(try site.page().contains("<a href=\"\(address)\">"))
      #expect(try site.page().contains("<li class=\"card\" id=\"x-amp-y/c\">"))
      #expect(try site.page("javascript-alert-1/index.html").contains("id=\"javascript-alert-1/one/a-b\""))
    }
  }

  @Test func titlesThatLookLikeSyntax() async throws {
    let title = "a/b --foo=<bar> “x” … &amp; <stdio.h> {{title}} ]]>"
    let card = """
      -- Content/one/a.md --
      ---
      title: '\(title)'
      subtitle: '\(String(repeating: title + " ", count: 6))'
      eyebrow: '\(title)'
      tags: ['\(title)']
      ---
      """
    let escaped = "a/b --foo=&lt;bar&gt; “x” … &amp;amp; &lt;stdio.h&gt; {{title}} ]]&gt;"
    try await SampleSite.with(card) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(page.contains("title=\"\(escaped) \(escaped)"))
      let heading = try #require(page.firstRange(of: "<h3 class=\"title"))
      let end = try #require(page[heading.upperBound...].firstRange(of: "</h3>"))
      var text = ""
      var isTag = false
      for character in page[heading.lowerBound..<end.lowerBound] {
        if character == "<" { isTag = true }
        if !isTag { text.append(character) }
        if character == ">" { isTag = false }
      }
      // The text may contain the ellipses of cuts in addition to the one in the title.
      #expect(text.filter { $0 != "…" } == escaped.filter { $0 != "…" })
    }
  }
}
