import Content
import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// Pictures of other sites in whole sites.
struct RemotePictureTests {
  static let settings = "title: Sample\nimages: { hosts: [cdn.example.org, img.example.net] }\n"

  /// A card with an image of 1600 × 900 pixels.
  static func card(_ image: String, more: String = "") -> String {
    "---\ntitle: A\nimage: \(image)\nimageWidth: 1600\nimageHeight: 900\nimageAlt: M\n\(more)---\nText.\n"
  }

  private static func site(_ image: String, more: String = "") -> String {
    "-- Content/one/a.md --\n\(card(image, more: more))-- Content/more/_index.md --\n---\nkind: page\n---\n"
      + "-- Content/more/two/b.md --\n# B\n"
  }

  /// The policies of a page, without escapes.
  private func policy(_ page: String) throws -> String {
    let match = try #require(page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/))
    return String(match.1).replacing("&#39;", with: "'")
  }

  private func imageSources(_ page: String) throws -> String {
    let match = try #require(try policy(page).firstMatch(of: /img-src ([^;]*);/))
    return String(match.1)
  }

  @Test func policyNamesTheHostsOfThePage() async throws {
    let other = "-- Content/one/c.md --\n" + Self.card("https://img.example.net/c.png")
    try await SampleSite.with(Self.site("https://cdn.example.org/a.png") + other, settings: Self.settings) { site in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rendered) == [])
      for path in ["index.html", "compare/index.html"] {
        #expect(
          try imageSources(site.page(path)) == "'self' https://cdn.example.org https://img.example.net", "\(path)")
      }
      for path in ["more/index.html", "compare/more/index.html"] {
        #expect(try imageSources(site.page(path)) == "'self'", "\(path)")
      }
      let page = try site.page()
      #expect(
        page.contains(
          "<div class=\"image\"><img src=\"https://cdn.example.org/a.png\" alt=\"M\" width=\""), "\(page)")
      let tags = page.matches(of: /<img [^>]*>/).map(\.output)
      #expect(tags.count == 2)
      for tag in tags {
        #expect(
          tag.contains(" height=\"") && tag.contains(" referrerpolicy=\"no-referrer\"") && !tag.contains("srcset"))
      }
      #expect(!site.output().keys.contains { $0.contains("/images/") })
    }
  }

  @Test(arguments: ["", "dir: rtl\nlang: ar\n", "imageFocus: top left\n"])
  func frameIsThatOfALocalPicture(more: String) async throws {
    let drawing = "-- Content/one/a.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1600\" height=\"900\"/>\n"
    var layouts: [String] = []
    var classes: [[Substring]] = []
    for image in ["https://cdn.example.org/a.svg", "a.svg"] {
      try await SampleSite.with(Self.site(image, more: more) + drawing, settings: Self.settings) { site in
        let result = await site.build()
        #expect(result.diagnostics.map(\.rendered) == [])
        let layout = try #require(site.folder.text(of: "Output/layout.json"))
        layouts.append(String(try #require(layout.firstRange(of: "\"pages\":").map { layout[$0.lowerBound...] })))
        let page = try site.page()
        classes.append(
          page.matches(of: /<img (class="[^"]*" )?src="[^"]*" (alt="M" width="[0-9]+" height="[0-9]+")/)
            .flatMap { [$0.1 ?? "", $0.2] })
      }
    }
    #expect(layouts.count == 2 && layouts[0] == layouts[1])
    #expect(classes[0] == classes[1] && classes[0].count == 2)
  }

  /// Hosts that no page uses change nothing.
  @Test func sitesWithoutSuchPicturesAreTheSame() async throws {
    let text =
      "-- Content/one/a.md --\n---\ntitle: A\nimage: a.svg\nimageAlt: M\n---\nText.\n"
      + "-- Content/one/a.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"9\"/>\n"
    var outputs: [[String: String?]] = []
    for settings in ["title: Sample\n", Self.settings] {
      try await SampleSite.with(text, settings: settings) { site in
        _ = await site.build()
        outputs.append(site.output().filter { !$0.key.hasSuffix("layout.json") })
      }
    }
    #expect(outputs[0] == outputs[1] && outputs[0].count > 5)
  }

  @Test(arguments: [
    ("http://cdn.example.org/a.png", "write https:"),
    ("https://me:secret@cdn.example.org/a.png", "remove the name before the host"),
    ("https://cdn.example.org@evil.example/a.png", "remove the name before the host"),
    ("https://other.example/a.png", "images: { hosts: [other.example] }"),
    ("https://sub.cdn.example.org/a.png", "hosts: [sub.cdn.example.org]"),
    ("https://cdn.example.org:8443/a.png", "has a port"),
    ("https://cdn.example.org.evil.example/a.png", "hosts: [cdn.example.org.evil.example]"),
    ("https://127.0.0.1/a.png", "is an IP address"), ("https://localhost/a.png", "a name of this machine"),
    ("https://cdn.ехample.org/a.png", "Punycode"), ("'data:image/png;base64,AA'", "nothing from other sites"),
    ("'javascript:alert(1)'", "nothing from other sites"), ("//cdn.example.org/a.png", "nothing from other sites"),
    ("'https://cdn.example.org;script-src/a'", "labels of a-z"),
  ])
  func refusesOtherAddressesOnce(image: String, help: String) async throws {
    for (faulty, exitCode) in [("stop", 1), ("skip", 0)] {
      try await SampleSite.with(Self.site(image), settings: Self.settings + "faulty: \(faulty)\n") { site in
        let result = await site.build()
        #expect(
          result.diagnostics.map { "\($0.path):\($0.position?.line ?? 0) \($0.rule.name)" } == [
            "Content/one/a.md:3 image-refused"
          ])
        #expect(result.diagnostics.first?.help?.contains(help) == true, "\(result.diagnostics.map(\.rendered))")
        #expect(result.exitCode == exitCode)
        guard faulty == "skip" else { return }
        let page = try site.page()
        #expect(page.contains("id=\"one/a\"") && !page.contains("<img"))
        #expect(try imageSources(page) == "'self'")
      }
    }
  }

  @Test(arguments: [
    ("imageWidth: 1600\n", "", 3), ("imageHeight: 900\n", "", 3), ("imageWidth: 1600\n", "imageWidth: 0\n", 4),
    ("imageWidth: 1600\n", "imageWidth: -5\n", 4), ("imageHeight: 900\n", "imageHeight: 40000\n", 5),
    ("imageHeight: 900\n", "imageHeight: 9.5\n", 5), ("imageHeight: 900\n", "imageHeight: 20000\n", 3),
    ("imageHeight: 900\n", "imageHeight: tall\n", 5), ("imageWidth: 1600\nimageHeight: 900\n", "", 3),
  ])
  func needsASizeThatImagesCanHave(old: String, new: String, line: Int) async throws {
    let big = new.contains("20000") ? ("imageWidth: 1600", "imageWidth: 20000") : ("", "")
    let text = Self.site("https://cdn.example.org/a.png").replacing(old, with: new)
      .replacing(big.0.isEmpty ? "\u{0}" : big.0, with: big.1)
    for (faulty, exitCode) in [("stop", 1), ("skip", 0)] {
      try await SampleSite.with(text, settings: Self.settings + "faulty: \(faulty)\n") { site in
        let result = await site.build()
        #expect(
          result.diagnostics.map { "\($0.position?.line ?? 0) \($0.rule.name)" } == ["\(line) image-size-unknown"],
          "\(result.diagnostics.map(\.rendered))")
        #expect(result.diagnostics.allSatisfy { $0.help != nil } && result.exitCode == exitCode)
        guard faulty == "skip" else { return }
        let page = try site.page()
        #expect(!page.contains("<img"))
      }
    }
  }

  @Test(arguments: [
    "*.example.org", "https://cdn.example.org", "cdn.example.org/a", "127.0.0.1", "localhost", "'[::1]'", "'a.b:443'",
    "CDN.example.org", "bücher.example", "'a.b; script-src *'",
  ])
  func refusesHostsAtTheirPlace(host: String) async throws {
    try await SampleSite.with(
      Self.site("https://cdn.example.org/a.png"),
      settings: "images:\n  hosts:\n    - cdn.example.org\n    - '\(host.replacing("'", with: ""))'\n"
    ) { site in
      let result = await site.build()
      #expect(
        result.diagnostics.map { "\($0.path):\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.rule.name)" }
          == ["cardshelf.yml:4:7 image-host"])
      #expect(result.exitCode == 2 && result.diagnostics.first?.help != nil)
    }
  }

  @Test func rowsOfTablesNameThemToo() async throws {
    let text = """
      -- Content/one/_index.md --
      ---
      cards: rows.csv
      ---
      -- Content/one/rows.csv --
      title,image,imageWidth,imageHeight,imageAlt
      A,https://cdn.example.org/a.png,400,300,x
      B,https://cdn.example.org/b.png,400,,x
      C,,,,
      -- Content/two/_index.md --
      ---
      cards: rows.json
      ---
      -- Content/two/rows.json --
      [{ "title": "A", "image": "https://img.example.net/a.png", "imageWidth": 400, "imageHeight": 300, "imageAlt": "x" }]

      """
    try await SampleSite.with(text, settings: Self.settings + "faulty: skip\n") { site in
      let result = await site.build()
      #expect(
        result.diagnostics.map { "\($0.path):\($0.position?.line ?? 0) \($0.rule.name)" } == [
          "Content/one/rows.csv:3 image-size-unknown"
        ], "\(result.diagnostics.map(\.rendered))")
      let page = try site.page()
      #expect(page.matches(of: /<img src="https:\/\/[a-z.]+\/a.png"/).count == 2)
    }
  }

  /// A URL cannot leave its attribute, and only its host enters the policy.
  @Test(arguments: [
    "\"><script>alert(1)</script>", "'; script-src *", " onerror=alert(1)", "&quot;&#34;", "\u{2028}", "<svg onload=x>",
    "a;b,c", "%22%3E", "ü/É", "?a='b'&c=\"d\"", "#\"x", "\\\"",
  ])
  func addressesStayInTheirAttribute(tail: String) async throws {
    let quoted = "\"https://cdn.example.org/\(tail.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    try await SampleSite.with(Self.site(quoted), settings: Self.settings + "faulty: skip\n") { site in
      let result = await site.build()
      #expect(result.exitCode == 0, "\(result.diagnostics.map(\.rendered))")
      let page = try site.page()
      let tags = page.matches(of: /<img [^>]*>/).map { String($0.output) }
      let isRefused = result.diagnostics.contains { $0.rule.name == "image-refused" }
      #expect(isRefused || tags.count == 1)
      for tag in tags {
        #expect(
          tag.wholeMatch(
            of:
              /<img (class="[^"]*" )?src="https:\/\/cdn\.example\.org\/[!-~&&[^"'<>]]*" alt="M" width="[0-9]+" height="[0-9]+"( fetchpriority="high")?( loading="lazy")? referrerpolicy="no-referrer"\/>/
          ) != nil, "\(tag)")
      }
      #expect(try imageSources(page) == (isRefused ? "'self'" : "'self' https://cdn.example.org"))
      #expect(!page.contains("<script"))
    }
  }

  @Test func templatesCannotAddPictures() async throws {
    for (host, says) in [
      ("other.example", "is not a file of the site"), ("cdn.example.org", "does not allow pictures of"),
    ] {
      try await SampleSite.with("-- Content/one/a.md --\n# A\n", settings: Self.settings) { site in
        let path = "Themes/storefront/page.mustache"
        let template = try #require(site.folder.text(of: path))
        let picture = "<img src=\"https://\(host)/a.png\" alt=\"\" width=\"1\" height=\"1\"/>{{{shelves}}}"
        try site.folder.write(template.replacing("{{{shelves}}}", with: picture), to: path)
        let result = await site.build()
        #expect(result.diagnostics.map(\.rule.name) == ["link-refused"] && result.exitCode == 2)
        #expect(result.diagnostics.first?.message.contains(says) == true, "\(result.diagnostics.map(\.rendered))")
      }
    }
  }

  @Test func drawingsLeaveThemOut() async throws {
    try await SampleSite.with(Self.site("https://cdn.example.org/a.png"), settings: Self.settings) { site in
      let request = PagePictureRequest("index.html", width: 800, scale: 1, isDark: false, format: .svg)
      let result = await drawPage(request, BuildOptions(root: site.folder.path))
      let svg = String(decoding: try #require(result.bytes), as: UTF8.self)
      #expect(result.diagnostics.map(\.rendered) == [])
      #expect(!svg.contains("https://cdn") && !svg.contains("<image"))
    }
  }
}
