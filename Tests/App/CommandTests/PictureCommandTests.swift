import TestSupport
import Testing

struct PictureCommandTests {
  private static let files = [
    "Content/one/_index.md": "---\ntitle: One\narrangement: grid\n---\n",
    "Content/one/a.md": "---\ntitle: A\ntags: [tag]\n---\nText with `code` and a [link](https://example.org).\n",
    "Content/one/b.md": "# B\n", "Content/two/c.md": "# C\n",
    "Content/more/_index.md": "---\nkind: page\ntitle: More\n---\n",
    "Content/more/three/d.md": "# D\n",
  ]

  private func picture(_ arguments: [String], in site: Folder) throws -> CommandRun {
    try CommandRun.of(["picture"] + arguments, in: site.path)
  }

  @Test(
    arguments: [
      ("index.html", "width=\"390\" height=\"3", 4), ("index.html#one", "width=\"390\" height=\"2", 3),
      ("index.html#one/b", "width=\"358\" height=\"54\"", 1), ("more", "width=\"390\" height=\"94\"", 1),
      ("more/index.html#more/three", "width=\"390\" height=\"94\"", 1),
    ] as [(String, String, Int)])
  func asSVG(subject: String, size: String, glyphGroups: Int) throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try picture([subject, "--output", "a.svg"], in: site)
    #expect(run.exitCode == 0 && run.output == "" && run.errors == "")
    let svg = try #require(site.text(of: "a.svg"))
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)"), "\(svg.prefix(120))")
    #expect(svg.split(separator: "<g fill=").count > glyphGroups)
    #expect(!svg.contains("var(") && !svg.contains("<script") && !svg.contains("http://e"))
    // No site is written.
    #expect(!site.holds("Output"))
  }

  /// The height of a shelf depends on the others of its group, which the picture does not show.
  @Test func shelvesOfOneHeight() throws {
    let site = try Folder.site([
      "Content/low/_index.md": "---\nheightGroup: all\n---\n", "Content/low/a.md": "# A\n",
      "Content/tall/_index.md": "---\nheightGroup: all\n---\n", "Content/tall/b.md": "# B\n\nOne\n\nTwo\n\nThree\n",
    ])
    defer { site.remove() }
    let heights = try ["low", "tall"].map { shelf in
      #expect(try picture(["index.html#\(shelf)", "--output", "\(shelf).svg"], in: site).exitCode == 0)
      let svg = try #require(site.text(of: "\(shelf).svg"))
      return svg.split(separator: "\"").dropFirst(5).first.map(String.init)
    }
    #expect(heights[0] == heights[1] && heights[0] != nil)
  }

  @Test func schemesAndScales() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    for (name, options) in [("light", []), ("dark", ["--scheme", "dark"]), ("twice", ["--scale", "2"])] {
      #expect(try picture(["index.html#one/a", "--output", name + ".svg"] + options, in: site).exitCode == 0)
    }
    let light = try #require(site.text(of: "light.svg"))
    let dark = try #require(site.text(of: "dark.svg"))
    #expect(light.contains("#ffffff") && light != dark)
    #expect(try #require(site.text(of: "twice.svg")).contains("width=\"716\""))
    // A second picture replaces the first.
    #expect(try picture(["index.html#one/a", "--output", "light.svg", "--scheme", "dark"], in: site).exitCode == 0)
    #expect(site.text(of: "light.svg") == dark)
  }

  @Test(
    arguments: [
      ("idnex.html", 2, "page-unknown", "did you mean index.html?"),
      ("nothing-like-it", 2, "page-unknown", "there are "),
      ("index.html#three", 1, "picture-shelf-unknown", "its shelves are one, two"),
      ("index.html#tow", 1, "picture-shelf-unknown", "did you mean two?"),
      ("index.html#one/z", 1, "card-unknown", "did you mean one/"),
      ("index.html#one/nothing", 1, "card-unknown", "its cards are one/a, one/b"),
    ] as [(String, Int32, String, String)])
  func refusesUnknownSubjects(subject: String, code: Int32, rule: String, help: String) throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try picture([subject, "--output", "a.svg"], in: site)
    #expect(run.exitCode == code)
    #expect(run.errors.contains("[\(rule)]") && run.errors.contains(help), "\(run.errors)")
    #expect(run.errors.split(separator: "help:").count == 2)
    #expect(!site.holds("a.svg"))
  }

  @Test func reportsUnwritableOutputs() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    try site.write("x", to: "folder.svg/x")
    for output in ["nowhere/a.svg", "folder.svg", "cardshelf.yml/a.svg"] {
      let run = try picture(["index.html", "--output", output], in: site)
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("output-unwritable"), "\(run.errors)")
    }
  }

  /// A committed link could lead to any folder of the user.
  @Test func followsNoLinkToTheOutput() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    try site.write("own", to: "elsewhere/a.svg")
    try site.link("pictures", to: "elsewhere")
    let run = try picture(["index.html", "--output", "pictures/a.svg"], in: site)
    #expect(run.exitCode == 2 && run.errors.contains("through a symbolic link"), "\(run.errors)")
    #expect(site.text(of: "elsewhere/a.svg") == "own")
    #expect(try picture(["index.html", "--output", "elsewhere/a.svg"], in: site).exitCode == 0)
  }

  @Test func drawsNoSiteWithErrors() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    try site.write("title: [\n", to: "cardshelf.yml")
    let run = try picture(["index.html", "--output", "a.svg"], in: site)
    #expect(run.exitCode == 2 && run.errors.contains("error") && !site.holds("a.svg"))
  }

  @Test(
    .enabled(if: Sanitizer.allowsLimits, Comment(rawValue: Sanitizer.reason)),
    arguments: [("index.html#one", [0, 0, 3, 12]), ("index.html#one/b", [0, 0, 2, 204])] as [(String, [UInt8])])
  func asPNG(subject: String, width: [UInt8]) throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try picture([subject, "--scale", "2", "--output", "a.PNG"], in: site)
    #expect(run.exitCode == 0, "\(run.errors)")
    let png = try #require(site.bytes(of: "a.PNG"))
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(png[16..<20]) == width)
  }

  @Test func refusesTooLargePictures() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try picture(["index.html", "--width", "16384", "--scale", "4", "--output", "a.png"], in: site)
    #expect(run.exitCode == 1 && run.errors.contains("picture-too-large"), "\(run.errors)")
  }
}
