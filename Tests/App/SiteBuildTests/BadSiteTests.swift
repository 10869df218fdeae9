import Diagnostics
import Glibc
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

struct BadSiteTests {
  private let goodSite = """
    -- Content/one/_index.md --
    ---
    title: One
    ---
    -- Content/one/a.md --
    # A
    """

  /// Builds the valid site, changes it and builds again; checks that the output is unchanged, and returns the findings.
  private func findings(
    after change: (SampleSite) throws -> Void, strict: Bool = false, written: Bool = false
  ) async throws -> BuildResult {
    try await SampleSite.with(goodSite) { site async throws in
      let first = await site.build()
      #expect(first.diagnostics == [])
      let before = site.output()
      #expect(before.keys.contains("Output/index.html"))
      try change(site)
      let result = await site.build(strict: strict)
      #expect((result.report != nil) == written)
      if !written { #expect(site.output() == before) }
      return result
    }
  }

  // MARK: Content

  @Test func reportsAllFindingsOfTheContent() async throws {
    let text = """
      -- Content/_index.md --
      ---
      title: Home
      «unknown-key|shelvs»: [one]
      ---
      -- Content/one/_index.md --
      ---
      title: One
      card: «card-anatomy-unknown|covr»
      cardWidth: { «width-class-unknown|compct»: 200 }
      tags: { maxRows: { compact: 1, «width-class-unknown|medum»: 2 } }
      maxLines: { subtitle: { «width-class-unknown|wide»: 1 } }
      ---
      -- Content/one/a.md --
      ---
      title: A
      date: «date-invalid|2025-02-30»
      «unknown-key|subtitel»: x
      ---
      -- Content/one/b.md --
      ---
      title: «text-empty|""»
      ---
      -- Content/one/c.md --
      ---
      title: C
      image: «image-missing|moon.svg»
      link: «link-missing|nowhere.md»
      tags: [moon, { label: rings, href: «link-missing|rings.md» }]
      ---
      Some text, «link-missing|[a link](missing.md)» and «image-missing|![an image](gone.png)»
      -- Content/one/d.md --
      ---
      title: D
      slug: same
      ---
      -- Content/one/e.md --
      ---
      title: E
      slug: «id-duplicate|same»
      ---
      """
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == site.expected)
      #expect(
        result.diagnostics.allSatisfy { ($0.severity == .error || $0.rule.name == "id-duplicate") && $0.help != nil })
      #expect(result.exitCode == 1)
      #expect(site.output().isEmpty)
      let messages = result.diagnostics.map(\.rendered).joined()
      for guess in [
        "did you mean `subtitle`?", "did you mean `shelves`?", "did you mean cover?", "did you mean compact?",
      ] {
        #expect(messages.contains(guess))
      }
    }
  }

  @Test func textThatIsNotUTF8() async throws {
    let result = try await findings { site throws in
      let name = site.folder.absolute("Content/one/b.md")
      let bytes = Array("# B\n\nbad ".utf8) + [0xFF, 0xFE] + Array(" bytes\n".utf8)
      let file = open(name, O_WRONLY | O_CREAT, 0o644)
      #expect(write(file, bytes, bytes.count) == bytes.count)
      close(file)
    }
    #expect(result.diagnostics.map(\.path) == ["Content/one/b.md"])
    #expect(result.diagnostics.first?.position == SourcePosition(line: 3, column: 5))
    #expect(result.diagnostics.first?.help != nil)
    #expect(result.exitCode == 1)
  }

  /// An unreadable file hides no other findings, and no cards where faulty content is left out.
  @Test(arguments: [false, true]) func entriesThatAreNotFiles(areLeftOut: Bool) async throws {
    let change = { (site: SampleSite) throws in
      if areLeftOut { try site.folder.write("faulty: skip\n", to: "cardshelf.yml") }
      #expect(mkfifo(site.folder.absolute("Content/one/pipe.md"), 0o644) == 0)
      try site.folder.make(folder: "Content/one/folder.md")
      try site.folder.link("Content/one/link.md", to: "a.md")
      try site.folder.link("Content/two", to: "one")
      try site.folder.write("---\ntitle: B\ndate: never\n---\n", to: "Content/one/b.md")
    }
    let result = try await findings(after: change, written: areLeftOut)
    #expect(result.diagnostics.allSatisfy { $0.isOfOmission == areLeftOut })
    #expect(
      result.diagnostics.map(\.drawn) == [
        "Content/one/b.md:3:7 [date-invalid] never", "Content/one/folder.md [not-a-regular-file]",
        "Content/one/link.md [not-a-regular-file]", "Content/one/pipe.md [not-a-regular-file]",
        "Content/two [not-a-regular-file]",
      ])
    #expect(result.exitCode == (areLeftOut ? 0 : 2))
  }

  @Test(arguments: [
    ("in the \u{E000} body", 5, 8), ("*x* `c\u{E000}`", 5, 7), ("- é\u{E000}", 5, 4), ("    a\u{E000}", 5, 6),
  ])
  func aCharacterWithoutAFont(body: String, line: Int, column: Int) async throws {
    let strict = column == 6
    let result = try await findings(
      after: { try $0.folder.write("---\ntitle: B\n---\n\n\(body)\n", to: "Content/one/b.md") }, strict: strict,
      written: !strict)
    let finding = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1)
    #expect(finding.drawn == "Content/one/b.md:\(line):\(column) [glyph-missing] \u{E000}")
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("U+E000"))
    #expect(result.exitCode == (strict ? 1 : 0))
  }

  /// Titles of pages and shelves, and the introduction, also use the theme's fonts.
  @Test func aCharacterWithoutAFontOutsideCards() async throws {
    let text = """
      -- Content/_index.md --
      ---
      title: Home «glyph-missing|\u{E000}»
      ---
      Hello «glyph-missing|\u{E001}»
      -- Content/one/_index.md --
      ---
      title: One «glyph-missing|\u{E002}»
      ---
      -- Content/one/a.md --
      # A
      """
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == site.expected)
      #expect(result.exitCode == 0)
    }
  }

  @Test func cardTallerThanItsMaximum() async throws {
    let result = try await findings(
      after: { try $0.folder.write("---\ntitle: One\nmaxCardHeight: 30\n---\n", to: "Content/one/_index.md") },
      written: true)
    #expect(result.diagnostics.map(\.drawn) == ["Content/one/a.md:1:1 [card-too-tall] # A"])
    #expect(result.exitCode == 0)
  }

  // MARK: Theme, settings and machine

  private func change(_ path: String, _ old: String, _ new: String) -> (SampleSite) throws -> Void {
    { site throws in
      let text = try #require(site.folder.text(of: path))
      #expect(text.contains(old))
      let range = try #require(text.firstRange(of: old))
      try site.folder.write(text[..<range.lowerBound] + new + text[range.upperBound...], to: path)
    }
  }

  private let themePath = "Themes/storefront/theme.yml"

  @Test(arguments: [
    ("- Noto Sans\n", "- Noto Sanz\n", "font-missing", "Noto Sanz"),
    ("cardWidth: 280", "cardWidth: -280", "out-of-range", "-280"),
    ("cardWidth: 280", "cardWidth: 99999999999999999999", "out-of-range", "99999999999999999999"),
    ("padding: 16\n", "pading: 16\n", "unknown-key", "pading"),
    ("pin: bottom", "pin: bottm", "unknown-value", "bottm"),
    ("font: text", "font: txt", "font-stack-unknown", "txt"),
  ])
  func faultsOfThemes(old: String, new: String, rule: String, span: String) async throws {
    let result = try await findings(after: change(themePath, old, new))
    let finding = try #require(result.diagnostics.first)
    #expect(finding.drawn.hasPrefix(themePath + ":"))
    #expect(finding.drawn.hasSuffix(" [\(rule)] \(span)"))
    #expect(result.exitCode == 2)
  }

  @Test func paintThatChangesTheLayout() async throws {
    let result = try await findings { site throws in
      let paint = site.folder.text(of: "Themes/storefront/paint.css") ?? ""
      try site.folder.write(paint + "\n.title { padding: 3px }\n", to: "Themes/storefront/paint.css")
    }
    #expect(result.diagnostics.map(\.path) == ["Themes/storefront/paint.css"])
    #expect(result.diagnostics.first?.help != nil)
    #expect(result.exitCode == 2)
  }

  @Test func brokenTemplate() async throws {
    let result = try await findings(
      after: change("Themes/storefront/page.mustache", "{{/styleSheets}}", "{{/styleSheet}}"))
    #expect(result.diagnostics.map(\.rule.name) == ["template-syntax"])
    #expect(result.diagnostics.first?.path == "Themes/storefront/page.mustache")
    #expect(result.diagnostics.first?.position != nil)
    #expect(result.exitCode == 2)
  }

  @Test func missingTemplate() async throws {
    let result = try await findings { #expect(unlink($0.folder.absolute("Themes/storefront/page.mustache")) == 0) }
    #expect(result.diagnostics.map(\.drawn) == ["Themes/storefront/page.mustache [template-missing]"])
    #expect(result.exitCode == 2)
  }

  /// A template can be valid Mustache and still not produce a valid page.
  @Test func templateOfAnInvalidPage() async throws {
    let result = try await findings(
      after: change("Themes/storefront/page.mustache", "{{{shelves}}}", "{{{shelves}}}\n<p>"))
    #expect(result.diagnostics.map(\.rule.name) == ["page-not-well-formed"])
    #expect(result.diagnostics.map(\.path) == ["Themes/storefront/page.mustache"])
    #expect(result.exitCode != 0)
  }

  @Test func missingTheme() async throws {
    let result = try await findings { try $0.folder.write("theme: storefrnt\n", to: "cardshelf.yml") }
    #expect(result.diagnostics.map(\.drawn) == ["cardshelf.yml:1:8 [theme-missing] storefrnt"])
    #expect(result.diagnostics.first?.help?.contains("storefront") == true)
    #expect(result.exitCode == 2)
  }

  /// A build does not wait for the other end of a FIFO, and reads nothing through a symbolic link.
  @Test(arguments: ["face.ttf", "fonts/face.otf", "fonts"])
  func themeFontsThatAreNotFiles(name: String) async throws {
    let path = "Themes/storefront/" + name
    for isLink in [false, true] {
      let result = try await findings { site throws in
        try site.folder.make(folder: "Themes/storefront/" + name.split(separator: "/").dropLast().joined())
        if isLink {
          try site.folder.link(path, to: "/usr/share/fonts")
        } else {
          #expect(mkfifo(site.folder.absolute(path), 0o644) == 0)
        }
      }
      #expect(result.diagnostics.map(\.drawn) == [path + " [not-a-regular-file]"])
      #expect(result.exitCode == 2)
    }
  }

  /// The unreadable file is the only finding: its missing content is not reported elsewhere.
  @Test(
    .enabled(if: geteuid() != 0, "whoever may read everything is refused nothing"),
    arguments: [
      "cardshelf.yml", "Content", "Content/one", "Content/one/a.md", "Content/sky/_index.md", "Themes",
      "Themes/storefront",
      "Themes/storefront/theme.yml", "Themes/storefront/page.mustache", "Themes/storefront/paint.css",
    ])
  func reportsUnreadableInput(path: String) async throws {
    let result = try await findings { site throws in
      try site.folder.write("title: Sample\ntheme: storefront\n", to: "cardshelf.yml")
      try site.folder.write("---\ntitle: Sky\nkind: page\n---\n", to: "Content/sky/_index.md")
      try site.folder.write("---\ntitle: Shelf\n---\n", to: "Content/sky/shelf/_index.md")
      try site.folder.write("---\ntitle: B\nlink: ../../one/a.md\n---\n", to: "Content/sky/shelf/b.md")
      #expect(chmod(site.folder.absolute(path), 0) == 0)
    }
    #expect(result.diagnostics.map(\.rule) == [.fileUnreadable])
    #expect(result.diagnostics.map(\.message) == ["cannot read: permission denied"])
    #expect(result.exitCode == 2)
  }

  @Test func theDefaultThemeIsMissing() async throws {
    let result = try await findings { site throws in
      #expect(rename(site.folder.absolute("Themes/storefront"), site.folder.absolute("Elsewhere")) == 0)
    }
    #expect(result.diagnostics.map(\.drawn) == ["Themes/storefront [theme-missing]"])
    #expect(result.exitCode == 2)
  }

  /// Faults of the theme, the templates, the settings and the content are reported together.
  @Test func reportsFindingsOfAllStages() async throws {
    let result = try await findings { site throws in
      try change(themePath, "cardWidth: 280", "cardWidth: -280")(site)
      try change("Themes/storefront/page.mustache", "{{/styleSheets}}", "")(site)
      try site.folder.write("title: Sample\nlanguage: en\n", to: "cardshelf.yml")
      try site.folder.write("---\ntitle: B\ndate: never\n---\n", to: "Content/one/b.md")
      #expect(mkfifo(site.folder.absolute("Content/one/pipe.md"), 0o644) == 0)
    }
    #expect(
      Set(result.diagnostics.map(\.rule.name)) == [
        "out-of-range", "template-syntax", "unknown-key", "date-invalid", "not-a-regular-file",
      ])
    #expect(result.diagnostics.map(\.path) == result.diagnostics.map(\.path).sorted())
    #expect(result.exitCode == 2)
  }

  @Test func unwritableOutput() async throws {
    try await SampleSite.with(goodSite) { site async throws in
      try site.folder.write("in the way\n", to: "Output")
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == ["Output [output-unwritable]"])
      #expect(result.exitCode == 2)
      #expect(site.folder.text(of: "Output") == "in the way\n")
    }
  }

  @Test(arguments: ["Output/index.html", "Output/layout.json"])
  func foreignFileInTheOutput(path: String) async throws {
    try await SampleSite.with(goodSite) { site async throws in
      try site.folder.write("mine\n", to: path)
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == ["\(path) [output-foreign-file]"])
      #expect(result.exitCode == 2)
      #expect(site.output() == [path: "mine\n"])
    }
  }

  @Test func noContent() async throws {
    try await SampleSite.with("") { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == ["Content [content-missing]"])
      #expect(result.exitCode == 2)
    }
  }

  @Test(arguments: ["", "/nonexistent/folder", "/etc/passwd"])
  func missingRoot(root: String) async {
    let result = await buildSite(BuildOptions(root: root))
    #expect(result.diagnostics.map(\.rule.name) == ["root-missing"])
    #expect(result.exitCode == 2)
  }
}
