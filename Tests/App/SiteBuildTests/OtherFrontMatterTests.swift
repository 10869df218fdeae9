import Content
import Diagnostics
import SampleSites
import SiteBuild
import TestSupport
import Testing

/// Front matter of other programs, and front matter with errors, in whole sites: nothing is lost, and nothing that may be
/// private is published.
struct OtherFrontMatterTests {
  private static let settings = "frontMatter: ignore\nfaulty: skip\nrules: { title-missing: off }\n"

  /// The home page of a site with a file, the reason for which the file is kept back, and the rules that were broken.
  private static func built(
    _ file: String, named path: String = "notes/a.md", settings: String = settings, others: String = ""
  ) async throws -> (home: String, keptBack: [String], rules: [String]) {
    let files = "-- Content/notes/other.md --\n# Other\n\(others)-- Content/\(path) --\n\(file)"
    return try await SampleSite.with(files, settings: settings) { site async throws in
      let result = await site.build()
      #expect(result.report != nil, "\(result.diagnostics.map(\.rendered).joined())")
      let options = BuildOptions(root: site.folder.path, jobs: 1)
      let keptBack = await readKeptBack(options).keptBack ?? []
      let pages = site.output().filter { $0.key.hasSuffix(".html") }.sorted { $0.key < $1.key }
      return (
        pages.compactMap(\.value).joined(), keptBack.map(\.reason.description),
        Array(Set(result.diagnostics.map(\.rule.name))).sorted()
      )
    }
  }

  /// The front matter, the title that its card has, and the rule that is broken.
  static let faulty: [(yaml: String, title: String, rule: String)] = [
    ("title: Soup: a quick one", "Soup: a quick one", "yaml-syntax"),
    ("title: Bread\ndescription: Note: use warm water", "Bread", "yaml-syntax"),
    ("title: \"Say \"hello\" first\"", "Say \"hello\" first", "yaml-syntax"),
    ("title: @home with bread", "@home with bread", "yaml-syntax"),
    ("title: [Draft] Bread", "[Draft] Bread", "yaml-syntax"),
    ("title: Bread\neyebrow: *new*", "Bread", "yaml-syntax"),
    ("title: Bread\ntags:\n\t- a\n\t- b", "Bread", "yaml-syntax"),
    ("title: Bread\ndraft: false\nsummary: a: b: c", "Bread", "yaml-syntax"),
    ("title: { a: b }", "The heading", "wrong-type"), ("- a\n- b", "The heading", "wrong-type"),
    ("title: Bread\ntags: [a, b", "Bread", "yaml-syntax"),
  ]

  @Test(arguments: faulty) func aFaultyLineKeepsTheFile(yaml: String, title: String, rule: String) async throws {
    let site = try await Self.built("---\n\(yaml)\n---\n\n# The heading\n\nThe body.\n")
    #expect(site.home.contains(">\(title)<"), "\(yaml)\n\(site.home)")
    #expect(site.home.contains("The body."), "\(yaml)")
    #expect(site.rules.contains(rule) && site.keptBack == [], "\(site.rules)")
  }

  /// The whole files, what stands on the page, and the rule.
  static let broken: [(file: String, title: String, rule: String)] = [
    ("---\ntitle: Bread\ntags: [a]\n\nThe body.\n", "Bread", "front-matter-unclosed"),
    ("+++\ntitle = \"Bread\ntags = [\"a\"]\n+++\nThe body.\n", "Bread", "toml-syntax"),
    ("+++\ntitle = \"Bread\"\n[extra]\na = b c\n+++\nThe body.\n", "Bread", "toml-syntax"),
    ("{\n\"title\": \"Bread\",\n\"tags\": [\"a\"],\n}\nThe body.\n", "Bread", "json-syntax"),
    ("-----\ntitle: Bread\n-----\nThe body.\n", "Bread", "front-matter-unread"),
  ]

  @Test(arguments: broken) func aBrokenFenceKeepsTheFile(file: String, title: String, rule: String) async throws {
    let site = try await Self.built(file)
    #expect(site.home.contains(">\(title)<") && site.home.contains("The body."), "\(file)\n\(site.home)")
    #expect(site.rules.contains(rule) && site.keptBack == [], "\(site.rules)")
  }

  /// Files whose front matter cannot be read and may say that they are private.
  @Test(arguments: [
    "---\ntitle: Soup: a\ndraft: true\n---\nzinnober\n", "---\ntitle: Soup: a\ndraft: *x\n---\nzinnober\n",
    "---\ntitle: Soup: a\nstatus: private\n---\nzinnober\n", "---\ntitle: a\ndraft: true: yes\n---\nzinnober\n",
    "---\ntitle: a\ndraft: maybe\n---\nzinnober\n", "---\ntitle: a\ndraft: false\ndraft: true\n---\nzinnober\n",
    "---\ntitle: a: b\nparams:\n  - [\n  private: true\n---\nzinnober\n", "---\ntitle: a\ndraft: true\n\nzinnober\n",
    "---\ntitle: a\n\npublished: false\n\nzinnober\n", "+++\ntitle = \"a\ndraft = true\n+++\nzinnober\n",
    "+++\ntitle = 'a'\ndraft = yes\n+++\nzinnober\n", "{\n\"title\": \"a\"\n\"draft\": true\n}\nzinnober\n",
    "-----\ntitle: a\ndraft: true\n-----\nzinnober\n", "---\ntitle: a\npublishDate: when it is done\n---\nzinnober\n",
  ])
  func whatMayBePrivateIsKeptBack(file: String) async throws {
    let site = try await Self.built(file)
    #expect(!site.home.contains("zinnober"), "\(file)")
    #expect(site.keptBack.count == 1, "\(file)\n\(site.keptBack)")
  }

  @Test(arguments: [
    "Title: zinnober\nDate: 2020-01-01\nStatus: draft\n\nzinnober\n", "Status: hidden\n\nzinnober\n",
    "title: zinnober\ntags: a, private\n\nzinnober\n", "Title: zinnober\nDate: 2999-01-01\n\nzinnober\n",
    "---\ntitle: zinnober\ndate: 2999-01-01T10:00:00Z\n---\nzinnober\n",
  ])
  func whatOtherProgramsHideIsKeptBack(file: String) async throws {
    let site = try await Self.built(file)
    #expect(!site.home.contains("zinnober"), "\(file)")
    #expect(site.keptBack.count == 1, "\(file)\n\(site.keptBack)")
  }

  /// Jekyll publishes a post from the day in its name, and a key that gives the date of cards still hides.
  @Test(arguments: [
    ("_posts/2999-02-03-zinnober.md", "zinnober\n", ""),
    ("notes/2999-02-03-zinnober.md", "zinnober\n", "frontMatter: ignore\n"),
    ("notes/a.md", "---\ntitle: zinnober\npubDate: 'Jul 08 2999'\n---\n", "fields: { date: pubDate }\n"),
  ])
  func daysToCome(path: String, file: String, settings: String) async throws {
    let site = try await Self.built(file, named: path, settings: "rules: { title-missing: off }\n" + settings)
    #expect(!site.home.contains("innober"), "\(file)")
    #expect(site.keptBack.count == 1 && site.keptBack[0].hasPrefix("not before 2999"), "\(site.keptBack)")
  }

  /// A day in the future is no secret in a site that is written for Cardshelf.
  @Test func ownDatesHideNothing() async throws {
    let site = try await Self.built("---\ntitle: Party\ndate: 2999-01-01\n---\nBring bread.\n", settings: "title: A\n")
    #expect(site.home.contains("Bring bread.") && site.keptBack == [])
  }

  /// Zola's `render` is about the text of a section, and not about what is in it.
  @Test func aFolderWithoutAPageHasItsCards() async throws {
    let site = try await Self.built(
      "+++\ntitle = \"Blog\"\nrender = false\n+++\nzinnober\n", named: "notes/_index.md")
    #expect(site.home.contains("Other") && !site.home.contains("zinnober"))
    #expect(site.keptBack == ["render: false"])
  }

  @Test func metadataIsNoText() async throws {
    let site = try await Self.built(
      "Title: Oat porridge\nDate: 2010-12-03 10:20\nCategory: Warm, Quick\nTags: oats; pan\n  and more\n\nStir.\n",
      settings: Self.settings + "fields: { tags: [category, tags] }\n")
    for text in [">Oat porridge<", "Stir.", ">Warm<", ">Quick<", ">oats<", ">pan and more<"] {
      #expect(site.home.contains(text), "\(text)\n\(site.home)")
    }
    #expect(!site.home.contains("2010") && site.rules == [])
  }

  @Test func keysOfAShelf() async throws {
    let files =
      "-- Content/notes/_index.md --\n---\ntitle: Recipes\nfields: { subtitle: description, footer: meta.by, tags: categories }\n---\n"
    let file =
      "---\ntitle: Soup\ndescription: For cold days\nmeta: { by: Kim }\ncategories: [warm, quick]\n---\nText.\n"
    let site = try await Self.built(file, settings: "frontMatter: ignore\n", others: files)
    for text in ["For cold days", "Kim", ">warm<", ">quick<"] { #expect(site.home.contains(text), "\(text)") }
    #expect(site.rules == [])
  }

  @Test func mdxIsTextWithoutCode() async throws {
    let site = try await Self.built(
      """
      ---
      title: Tabs
      ---
      import Tabs from '@theme/Tabs'
      import {
        a
      } from "b"

      export const zinnober = {
        a: 1
      }

      import duties are high.

      Hello <Badge kind="a > b" more={{ b: "<x>" }}>new</Badge> world.

      <Tabs>
      <TabItem value="zinnober">

      Inside **all**.

      </TabItem>
      </Tabs>

      `<Code>` and 1 < 2

      ```js
      import shown from 'shown'
      ```
      """, named: "notes/a.mdx")
    for text in [
      "import duties are high.", "Hello new world.", "Inside <strong>all</strong>.", "&lt;Code&gt;", "import shown",
    ] {
      #expect(site.home.contains(text), "\(text)\n\(site.home)")
    }
    for text in ["zinnober", "Badge", "TabItem", "@theme"] { #expect(!site.home.contains(text), "\(text)") }
    #expect(site.rules == ["foreign-syntax"], "\(site.rules)")
  }

  @Test func entitiesOfExports() async throws {
    let files =
      "-- Content/a/_index.md --\n---\ncards: a.csv\nfields: { title: name, body: text, footer: number }\n---\n-- Content/a/a.csv --\n"
      + "name,text,number\nBread &amp; butter,Fresh,\"=\"\"007\"\"\"\nC&oacute;mo &nosuch; &,More,=\"010\"\n"
    let site = try await Self.built("---\ntitle: Rye &amp; oats\n---\n", others: files)
    for text in [">Bread &amp; butter<", ">Cómo &amp;nosuch; &amp;<", ">007<", ">010<", ">Rye &amp; oats<"] {
      #expect(site.home.contains(text), "\(text)\n\(site.home)")
    }
  }
}
