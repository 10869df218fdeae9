import Glibc
import TestSupport
import Testing

struct NewSiteTests {
  /// No command finds a fault in a new site.
  @Test(arguments: ["storefront", "cinema", "library"])
  func eachThemeBuildsAtOnce(theme: String) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let run = try CommandRun.of(["init", "my site/a", "--theme", theme, "--ci", "gitlab"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.contains("\n\nnext:\n  cd 'my site/a'\n  cardshelf serve "))
    let site = folder.path + "/my site/a"
    #expect(try CommandRun.of(["check"], in: site).errors == "nothing found\n")
    let build = try CommandRun.of(["build", "--strict", "--no-compare"], in: site)
    #expect(build.exitCode == 0, "\(build.errors)")
    #expect(build.output.contains(" 2 shelves, 1 page;"))
    for line in run.output.split(separator: "\n") where line.hasPrefix("wrote ") {
      #expect(folder.holds("my site/a/" + line.dropFirst(6)), "\(line)")
    }
    #expect(folder.holds("my site/a/.gitlab-ci.yml"))
    // All pictures differ.
    let pictures = run.output.split(separator: "\n").filter { $0.hasSuffix(".svg") }
    let drawings = pictures.map { folder.text(of: "my site/a/" + $0.dropFirst(6)) }
    #expect(drawings.count == 4 && Set(drawings).count == 4)
    let page = try #require(folder.text(of: "my site/a/Output/index.html"))
    #expect(Set(page.matches(of: /<img [^>]*src="([^"]*)"/).map(\.1)).count == 4)
    #expect(page.matches(of: /<img\s/).count == 4)
  }

  @Test func overwritesNoFile() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write("mine\n", to: "Content/_index.md")
    try folder.write("mine\n", to: ".gitignore")
    let refused = try CommandRun.of(["init"], in: folder.path)
    #expect(refused.exitCode == 2)
    #expect(refused.errors.hasPrefix("error: Content/_index.md already exists [file-exists]\nhelp: "))
    #expect(!folder.holds("cardshelf.yml"))
    #expect(folder.text(of: "Content/_index.md") == "mine\n")
    try folder.write("", to: "other/.gitignore")
    #expect(try CommandRun.of(["init", "other"], in: folder.path).exitCode == 0)
    #expect(folder.text(of: "other/.gitignore") == "")
    try folder.write("", to: "file")
    #expect(try CommandRun.of(["init", "file"], in: folder.path).exitCode == 2)
    #expect(try CommandRun.of(["init", "file/below"], in: folder.path).exitCode == 2)
  }

  /// Column names with a special meaning in YAML, cards or a shell.
  private static let table = """
    App: Name,"Made \""by\""",Tags,Weight,Icon,Website,Released
    GIMP,A team,"a, b",12 kg,gimp.png,https://gimp.org/,1996-02-15
    Ink,Others,,3 kg,,https://inkscape.org/,2003-11-02
    """

  @Test func makesASiteFromATable() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write(Self.table + "\n", to: "Our Apps.CSV")
    let run = try CommandRun.of(["init", "site", "--from-csv", "Our Apps.CSV"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.contains("  title     from App: Name\n"))
    #expect(run.output.contains("  image     (not from Icon: put the pictures next to the data file first)\n"))
    let index = try #require(folder.text(of: "site/Content/our-apps/_index.md"))
    #expect(index.contains("\n  title: \"App: Name\"\n"))
    #expect(index.contains("\n  weight:   # left out\n"))
    #expect(folder.text(of: "site/Content/our-apps/data/our-apps.csv") == Self.table + "\n")
    let build = try CommandRun.of(["build", "--strict"], in: folder.path + "/site")
    #expect(build.exitCode == 0, "\(build.errors)")
    #expect(build.output.hasPrefix("2 cards, 1 shelf, 1 page;"))
  }

  @Test(arguments: [
    ("apps.csv", "", "data-empty"), ("apps.csv", "title;x\n", "data-empty"),
    ("apps.json", "{}", "json-no-list"), ("apps.xls", "title\na\n", "data-file-unreadable"),
    ("none.csv", nil, "data-file-unreadable"),
  ])
  func refusesInvalidTables(name: String, text: String?, rule: String) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    if let text { try folder.write(text, to: name) }
    let run = try CommandRun.of(["init", "site", "--from-csv", name], in: folder.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("[\(rule)]"), "\(run.errors)")
    #expect(run.errors.contains("help: "))
    #expect(!folder.holds("site"))
  }

  /// Tables in the forms that spreadsheets write.
  @Test(
    arguments: [
      ("semicolons.csv", Array("\u{FEFF}Name;Preis\r\nMöhre;1,50\r\nBirne;2,25\r\n".utf8), []),
      (
        "windows-1252.csv",
        "Name;Preis\r\nM\u{F6}hre;1,50\r\nB\u{E4}r;2,25\r\n".unicodeScalars.map { UInt8($0.value) }, []
      ),
      ("tabs.tsv", Array("Name\tPreis, brutto\nMöhre\t1\nBirne\t2\n".utf8), []),
      ("utf-16.csv", littleEndian("\u{FEFF}Name\tPreis\r\nMöhre\t1\r\nБир\t2"), []),
      ("bars.csv", Array("Name|Price|Note\nA|1|x\nB|2\n||\n".utf8), ["csv-blank-rows", "csv-short-rows"]),
    ] as [(String, [UInt8], [String])])
  func readsTablesOfSpreadsheets(name: String, bytes: [UInt8], warnings: [String]) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write(bytes, to: name)
    let run = try CommandRun.of(["init", "site", "--from-csv", name], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    let build = try CommandRun.of(["build"], in: folder.path + "/site")
    #expect(build.exitCode == 0, "\(build.errors)")
    for rule in warnings { #expect(build.errors.contains("[\(rule)]"), "\(build.errors)") }
    #expect(build.errors.split(separator: "\n").count { $0.contains(": warning: ") } == warnings.count)
    #expect(build.output.hasPrefix("2 cards, 1 shelf, 1 page;"))
  }

  /// A guess is never an error: what is written builds, and what cannot be shown is told.
  @Test(arguments: [
    // Objects, booleans and lists give no key, even if their columns have its name.
    (
      "apps.json",
      #"[{"name": "A", "description": {"en": "x"}, "kind": true, "categories": ["x", "y"], "summary": "B", "tags": [{"a": 1}]},"#
        + #"{"name": "B", "description": {"en": "y"}, "kind": false, "categories": ["z"], "summary": "C", "tags": []}]"#,
      [
        "title     from name", "body      from summary", "tags      from categories",
        "not used: description, kind, tags",
      ]
    ),
    // Every body has a link that leads nowhere.
    (
      "apps.csv", "name,description\nA,see [b](b.html)\nB,see [c](c.html)\n",
      ["title     from name", "body      (not from description: "]
    ),
    // Titles that are the same are two cards.
    ("apps.csv", "title,isbn,code\nA,1 2,x\nA,3 4,y\n", ["title     from title"]),
    ("apps.csv", "name,active,type\nA,TRUE,yes\nB,FALSE,no\n", ["title     from name", "not used: active, type"]),
  ])
  func aGuessBuilds(name: String, text: String, says: [String]) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write(text, to: name)
    let run = try CommandRun.of(["init", "site", "--from-csv", name], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    for part in says { #expect(run.output.contains("  \(part)"), "\(run.output)") }
    let build = try CommandRun.of(["build"], in: folder.path + "/site")
    #expect(build.exitCode == 0, "\(build.errors)")
    #expect(build.output.hasPrefix("2 cards, 1 shelf, 1 page;"))
  }

  /// A table of which no site can be made leaves nothing behind, and many findings are told in few lines.
  @Test func manyFindingsOfATableAreFolded() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write("title,subtitle\n" + String(repeating: "!,one\n", count: 300), to: "apps.csv")
    let run = try CommandRun.of(["init", "site", "--from-csv", "apps.csv"], in: folder.path)
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("apps.csv:2:1: error: "), "\(run.errors)")
    #expect(run.errors.contains(" more of the same [id-missing]: "), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count < 60)
    #expect(!run.errors.contains("Content/"), "\(run.errors)")
    #expect(run.errors.contains("; nothing was written\n"))
    #expect(folder.names(in: ".") == ["apps.csv"])
  }

  /// The default theme is all that a site without settings needs.
  @Test func settingsMayBeEmpty() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("", to: "cardshelf.yml")
    #expect(try CommandRun.of(["build"], in: site.path).exitCode == 0)
    #expect(rename(site.absolute("Themes/storefront"), site.absolute("Themes/other")) == 0)
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("`cardshelf theme copy storefront` adds it"))
  }

  /// Every anatomy of the themes that is for cards of any width fits narrow ones.
  @Test(arguments: ["storefront", "cinema", "library"], [180, 240, 288])
  func anatomiesFitNarrowCards(theme: String, width: Int) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    #expect(try CommandRun.of(["init", ".", "--theme", theme], in: folder.path).exitCode == 0)
    try folder.write("---\ntitle: All\n---\n", to: "Content/_index.md")
    let text = try #require(folder.text(of: "Themes/\(theme)/theme.yml"))
    let cards = try #require(text.split(separator: "\ncards:\n").last).split(separator: "\n").prefix {
      $0.hasPrefix("  ")
    }
    var names: [String] = []
    for line in cards {
      if let name = line.firstMatch(of: /^ {2}([a-z]+):/)?.1 { names.append(String(name)) }
      // A variant for wide cards, which another anatomy chooses where it fits.
      if line.hasPrefix("    minWidth:") { names.removeLast() }
    }
    #expect(names.count > 2)
    let card = """
      ---
      title: Rings of Saturn
      subtitle: In the evening sky
      eyebrow: Tonight
      footer: 1,204 light years
      tags: [one, evening sky]
      image: a.svg
      ---
      A planet.
      """
    for name in names {
      try folder.write(
        "---\narrangement: shelf\ncardWidth: \(width)\ncard: \(name)\n---\n", to: "Content/\(name)/_index.md")
      try folder.write(card, to: "Content/\(name)/a.md")
      try folder.write(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\"/>", to: "Content/\(name)/a.svg")
    }
    let run = try CommandRun.of(["list"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    for name in names { #expect(run.output.contains("\(name)/a"), "\(run.output)") }
  }

  /// Missing fonts are reported with their packages, but the site is written.
  @Test func withoutFonts() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write("<fontconfig/>\n", to: "fonts.conf")
    let run = try CommandRun.of(
      ["init", "site"], in: folder.path, after: ("export FONTCONFIG_FILE=\"$PWD/fonts.conf\"", ""))
    #expect(run.exitCode == 1)
    // Of the families of its two lists, the first have all letters of the site.
    #expect(run.errors.split(separator: "[font-missing]").count == 3, "\(run.errors)")
    #expect(run.errors.contains("font family not found: Noto Sans, for "), "\(run.errors)")
    #expect(run.errors.contains("font family not found: Noto Sans Mono, for "), "\(run.errors)")
    #expect(run.errors.contains("on Debian: apt-get install fonts-noto-core"), "\(run.errors)")
    #expect(folder.holds("site/cardshelf.yml"))
  }
}

private func littleEndian(_ text: String) -> [UInt8] {
  text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
}
