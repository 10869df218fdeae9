import Content
import Diagnostics
import SampleSites
import SiteBuild
import TestSupport
import Testing

/// What authors hide from other programs, and comments of all dialects, in no file of a site. Each kind is from the
/// documentation of the program that is named.
@Suite struct HiddenContentTests {
  /// The program, and the front matter with which it hides a file.
  static let frontMatter: [(program: String, yaml: String)] = [
    ("Cardshelf", "draft: true"), ("Cardshelf", "draft: \"true\""), ("Hugo", "draft: True"), ("Jekyll", "draft: yes"),
    ("Hugo", "headless: true"), ("Hugo", "build: { render: never }"), ("Hugo", "build:\n  list: never"),
    ("Hugo", "_build: { render: false, list: false }"), ("Hugo", "publishDate: 2999-01-01"),
    ("Hugo", "publishdate: 2999-01-01T08:00:00+02:00"), ("Hugo", "expiryDate: 2001-01-01"),
    ("Hugo", "unpublishdate: 2001-01-01 10:00:00 -0400"), ("Hugo", "params: { private: true }"),
    ("Jekyll", "published: false"), ("Jekyll", "published: no"), ("Statamic", "published: 'false'"),
    ("Eleventy", "permalink: false"), ("Eleventy", "eleventyExcludeFromCollections: true"),
    ("Docusaurus", "unlisted: true"), ("Zola", "extra: { hidden: true }"), ("Zola", "render: false"),
    ("Obsidian Publish", "publish: false"), ("Digital Garden", "dg-publish: false"), ("Quartz", "private: true"),
    ("Pelican", "Status: draft"), ("Pelican", "status: hidden"), ("Pelican", "status: skip"),
    ("Nikola", "status: private"), ("WordPress", "status: pending"), ("WordPress", "post_status: future"),
    ("WordPress", "post_password: open sesame"), ("Ghost", "status: scheduled"), ("Ghost", "visibility: members"),
    ("Ghost", "visibility: paid"), ("Ghost", "published_at: 2999-01-01"), ("Lektor", "_hidden: yes"),
    ("Lektor", "_discoverable: no"), ("Grav", "routable: false"), ("Grav", "visible: false"),
    ("Grav", "publish_date: 2999-01-01"), ("Hexo", "hidden: 1"), ("Hexo", "password: hello"),
    ("Grav", "access: private"), ("WordPress", "type: draft"), ("WordPress", "type: private"),
    ("Obsidian", "tags: [soup, draft]"), ("Obsidian", "tags: '#private'"), ("Zola", "taxonomies: { tags: [private] }"),
    ("Astro", "pubDate: Jul 08 2999"), ("Hugo", "publishDate: 11 October 2999"),
  ]

  /// Files that are hidden by their names, or those of folders around them.
  static let paths = [
    "Content/kinds/_secret.md", "Content/_drafts/idea.md", "Content/kinds/.secret.md", "Content/.obsidian/notes.md",
    "Content/_private/deep/er/note.md", "Content/_index/secret.md",
  ]

  /// The dialect, and a text in which only `seen` is for readers.
  static let comments: [(dialect: String, text: String)] = [
    ("HTML", "seen <!-- zinnober -->"), ("HTML", "<!-- zinnober -->\n\nseen"),
    ("HTML", "seen <!-- zin\nzinnober\n\n# zinnober\n--> seen"), ("HTML", "<!--\nzinnober\n\n    zinnober\n-->\nseen"),
    ("HTML", "- seen <!-- zinnober -->\n- seen\n  <!-- zinnober -->"),
    ("HTML", "> seen\n> <!-- zinnober\n> zinnober -->"),
    ("HTML", "seen <!-- `zinnober` --> `seen` <!--zinnober-->"), ("HTML", "seen <!---zinnober--->"),
    ("HTML", "**seen**<!-- zinnober -->, [seen<!-- zinnober -->](https://example.org/ \"<!-- zinnober -->\")"),
    ("HTML", "seen\n\n<!-- zinnober without an end\n\nzinnober"), ("HTML", "### seen <!-- zinnober -->"),
    ("HTML", "| seen | <!-- zinnober --> |\n|---|---|\n| seen | seen <!-- zinnober --> |"),
    ("HTML", "![seen <!-- zinnober -->](a.svg)"),
    ("Obsidian", "seen %%zinnober%%"), ("Obsidian", "%%\nzinnober\n\nzinnober\n%%\n\nseen"),
    ("Obsidian", "seen\n\n%%\nzinnober"), ("Obsidian", "%% zinnober %% seen 100%% seen"),
    ("Markdown", "[//]: # (zinnober)\n\nseen"), ("Markdown", "seen\n[//]: # (zinnober)\nseen"),
    ("Markdown", "seen\n[comment]: <> (zinnober\nzinnober)\nseen"),
    ("Markdown", "[//]: # \"zinnober (zinnober)\"\nseen"),
    ("Markdown", "[comment]: # zinnober\nseen"), ("Markdown", "[^_^]: # (zinnober)\n\nseen"),
    ("Liquid", "seen {% comment %} zinnober {% endcomment %}"),
    ("Liquid", "{%- comment -%}\nzinnober\n\n{% raw %}zinnober\n{%- endcomment -%}\nseen"),
    ("Liquid", "seen {% # zinnober %}"),
    ("Hugo", "seen {{/* zinnober */}}"), ("Hugo", "{{- /*\nzinnober\n*/ -}}\nseen"),
    ("Hugo", "seen {{% comment %}} zinnober {{% /comment %}}"),
    ("Hugo", "{{< comment >}}\nzinnober\n{{< /comment >}}\nseen"),
    ("Nunjucks", "seen {# zinnober #}"), ("Twig", "{#\nzinnober\n#}\nseen"), ("Mustache", "seen {{! zinnober }}"),
    ("Handlebars", "seen {{!-- zinnober }} --}}"),
    ("kramdown", "{::comment}\nzinnober\n\nzinnober\n{:/comment}\n\nseen"),
    ("kramdown", "seen {::comment}zinnober{:/}"), ("MDX", "seen {/* zinnober */}"),
    ("JSP", "seen <%-- zinnober --%>"), ("ERB", "seen <%# zinnober %>"),
  ]

  @Test func nothingHiddenIsInAnyFile() async throws {
    var text = "-- Content/kinds/_index.md --\n---\narrangement: grid\n---\n-- Content/kinds/seen.md --\n# Seen\n"
    text += "-- Content/kinds/a.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"/>\n"
    for (number, kind) in Self.frontMatter.enumerated() {
      text += "-- Content/kinds/hidden-\(number).md --\n---\ntitle: zinnober \(number)\n\(kind.yaml)\n---\nzinnober\n"
      // Zola's key is only about the text of the folder.
      if kind.yaml == "render: false" { continue }
      text += "-- Content/page-\(number)/_index.md --\n---\ntitle: zinnober\nkind: page\n\(kind.yaml)\n---\nzinnober\n"
      text += "-- Content/page-\(number)/shelf/card.md --\n# zinnober\n"
    }
    for path in Self.paths { text += "-- \(path) --\n# zinnober\nzinnober\n" }
    for (number, comment) in Self.comments.enumerated() {
      text += "-- Content/kinds/comment-\(number).md --\n---\ntitle: Comment \(number)\n---\n\(comment.text)\n"
    }
    text += "-- Content/kinds/title.md --\n# Heading <!-- zinnober -->\n\nseen\n"
    text += "-- Content/kinds/fields.md --\n---\ntitle: Fields <!-- zinnober -->\nsubtitle: seen %%zinnober%%\n"
    text += "tags: [\"seen {{/* zinnober */}}\"]\neyebrow: \"seen {# zinnober #}\"\n---\n"
    text += "-- Content/table/_index.md --\n---\ncards: t.csv\n---\n-- Content/table/t.csv --\n"
    text +=
      "title,body,published,status,Visibility,hidden\nRow <!-- zinnober -->,seen <!-- zinnober -->,true,active,public,\n"
    text += "zinnober a,zinnober,FALSE,,,\nzinnober b,zinnober,,draft,,\nzinnober c,zinnober,,,private,\n"
    text += "zinnober d,zinnober,,,,x\n"
    let settings = "title: Hidden\nfrontMatter: ignore\nrules: { image-alt-missing: off }\n"
    try await SampleSite.with(text, settings: settings) { site in
      let result = await site.build()
      #expect(result.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
      guard let report = result.report else { return }
      // The seen card, those with comments, the title, the fields and a row.
      #expect(report.cardCount == Self.comments.count + 4)
      // A file whose name begins with a dot is ignored, as everywhere.
      let byName = Self.paths.filter { !$0.contains("/.") }.count
      #expect(report.keptBackCount == 2 * Self.frontMatter.count - 1 + byName + 4)
      for (path, content) in site.output() {
        #expect(content?.lowercased().contains("zinnober") != true, "\(path)")
        if !path.contains("/fonts/") { #expect(content?.utf8.contains(1) != true, "\(path)") }
      }
      let drafts = await site.build(drafts: true)
      #expect(drafts.report?.keptBackCount == report.keptBackCount - 12)
      let page = try site.page()
      #expect(page.contains("zinnober 0"))
    }
  }

  /// Text next to a comment stays as its author wrote it.
  @Test(arguments: comments.indices) func shownTextStays(number: Int) throws {
    let text = Self.comments[number].text
    var sink = DiagnosticSink()
    let card = readCard(SourceText(path: "Content/a/b.md", text: "---\ntitle: A\n---\n\(text)\n"), into: &sink)
    let count = { (text: String, word: String) in text.components(of: word) }
    let shown = card.body.drawing
    #expect(count(shown, "zinnober") == 0, "\(text)\n\(shown)")
    #expect(count(shown, "seen") == count(text, "seen"), "\(text)\n\(shown)")
    #expect(!shown.contains("  seen") || shown.contains("\n"), "\(text)\n\(shown)")
  }

  /// Code shows comments, and so does an escaped sign.
  @Test(arguments: [
    "`<!-- shown -->`", "```\n<!-- shown -->\n```", "    <!-- shown -->", "\\<!-- shown -->",
    "`{% comment %}` shown `%%`",
    "`%%shown%%`", "100%% shown, 50%% shown", "[shown]: https://example.org\n[shown]", "# Shown {#shown}",
  ])
  func codeShowsComments(text: String) {
    var sink = DiagnosticSink()
    let card = readCard(SourceText(path: "Content/a/b.md", text: "---\ntitle: A\n---\n\(text)\n"), into: &sink)
    #expect(card.body.drawing.lowercased().contains("shown"))
  }

  @Test(arguments: [
    ("2026-03-14", false), ("2026-03-15", true), ("2026-03-31", true), ("2026-04-01", false),
  ])
  func theDayDecides(day: String, isShown: Bool) async throws {
    let text = """
      -- Content/a/seen.md --
      # Seen
      -- Content/a/timed.md --
      ---
      title: Timed
      publishDate: 2026-03-15T18:00:00+01:00
      expiryDate: 2026/04/01
      ---
      """
    try await SampleSite.with(text) { site in
      var options = BuildOptions(root: site.folder.path)
      options.day = CalendarDate(day)
      let result = await buildSite(options)
      #expect(result.exitCode == 0)
      let page = try site.page()
      #expect(page.contains("Timed") == isShown)
    }
  }
}

extension String {
  fileprivate func components(of word: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
