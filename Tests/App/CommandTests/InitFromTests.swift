import Glibc
import TestSupport
import Testing

/// `init --from`: a site of somebody's folder, which stays as it is.
struct InitFromTests {
  private static let recipe =
    "---\ntitle: Soup\ndescription: A soup.\ncategories: [warm]\nlayout: post\n---\n\n# Soup\n\nStir.\n"

  private func folder(_ files: [String: String]) throws -> Folder {
    let folder = try Folder.temporary()
    for (path, text) in files { try folder.write(text, to: "notes/" + path) }
    return folder
  }

  @Test func writesASiteThatBuilds() throws {
    let folder = try folder([
      "soup.md": Self.recipe, "rye.md": Self.recipe.replacing("Soup", with: "Rye"),
      "README.md": "# My notes\n\nHello.\n",
      "deep/er/note.md": "+++\ntitle = 'Note'\n+++\n[Soup](/soup/)\n", "_drafts/a.md": "# Zinnober\n",
      ".obsidian/b.md": "# Zinnober\n", "_includes/c.md": "# Zinnober\n", "broken.md": "---\ntitle: Broken\n",
    ])
    defer { folder.remove() }
    let run = try CommandRun.of(["init", "site", "--from", "notes", "--report", "report.txt"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    for line in [
      "took 5 Markdown files", "README.md is the text of the home page", "body: description (2 files)",
      "tags: categories (2 files)", "_drafts: it has drafts", "1 × front-matter-unclosed",
    ] { #expect(run.output.contains(line), "\(line)\n\(run.output)") }
    let settings = try #require(folder.text(of: "site/cardshelf.yml"))
    for line in ["faulty: skip", "frontMatter: ignore", "arrangement: grid", "  body: description"] {
      #expect(settings.contains(line + "\n"))
    }
    #expect(folder.text(of: "report.txt")?.contains("soup.md -> Content/soup.md") == true)
    #expect(folder.text(of: "notes/soup.md") == Self.recipe)
    let build = try CommandRun.of(["build", "--no-compare"], in: folder.path + "/site")
    #expect(build.exitCode == 0, "\(build.errors)")
    #expect(build.output.contains("1 faulty part left out"), "\(build.output)")
    let home = try #require(folder.text(of: "site/Output/index.html"))
    #expect(home.contains("My notes") && home.contains("Hello."))
    #expect(folder.text(of: "site/Output/deep/index.html") != nil)
    #expect(!home.contains("Zinnober"))
  }

  /// What cannot be content is named, and ends neither `init` nor the build.
  @Test func whatCannotBeReadIsLeftOut() throws {
    let deep = String(repeating: "d/", count: 20) + "deep.md"
    let folder = try folder(["soup.md": Self.recipe, "rye.md": Self.recipe, deep: "# Deep\n"])
    defer { folder.remove() }
    try folder.link("notes/link.md", to: "soup.md")
    var name = Array("\(folder.path)/notes/caf".utf8) + [0xE9] + Array(".md\0".utf8)
    close(name.withUnsafeMutableBytes { open($0.bindMemory(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o644) })
    let run = try CommandRun.of(["init", "site", "--from", "notes"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    for line in [
      "1 path: caf\u{FFFD}.md: its name is not UTF-8", "1 path: link.md: it is neither a file nor a folder",
      "1 × folder-too-deep",
    ] { #expect(run.output.contains(line), "\(line)\n\(run.output)") }
    let build = try CommandRun.of(["build", "--no-compare"], in: folder.path + "/site")
    #expect(build.exitCode == 0, "\(build.errors)")
    #expect(build.errors.contains("warning: the folder is more than 16 folders deep [folder-too-deep]"))
    #expect(folder.text(of: "site/Output/index.html")?.contains("Soup") == true)
  }

  /// What a project keeps back, and its language.
  @Test func saysWhatIsKeptBack() throws {
    let folder = try folder([
      "_config.yml": "title: Суп\nexclude:\n  - secret\n  - '*.private.md'\nplugins: [a\n",
      "_posts/2019-01-02-soup.md":
        "---\ntitle: Суп\n---\n" + String(repeating: "Суп стоит на столе, и хлеб был бы вкуснее. ", count: 12),
      "_posts/2999-01-02-later.md": "---\ntitle: Zinnober\n---\n", "secret/a.md": "# Zinnober\n",
      "_posts/2019-01-03-x.private.md": "# Zinnober\n", "a.md": "---\ntitle: Zinnober\npublished: false\n---\n",
      "b.md": "---\ntitle: Zinnober\npublished: false\n---\n", "c.md": "Title: Zinnober\nStatus: draft\n\nZinnober\n",
    ])
    defer { folder.remove() }
    let run = try CommandRun.of(["init", "site", "--from", "notes"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    for line in [
      "2 paths: _posts/2019-01-03-x.private.md, secret/a.md: `exclude` of _config.yml has it", "kept back:",
      "  2 paths: Content/a.md, …: published: false", "  1 path: Content/c.md: status: draft",
      "  1 path: Content/posts/2999-01-02-later.md: a date to come", "the language of the texts is guessed: ru",
    ] { #expect(run.output.contains(line), "\(line)\n\(run.output)") }
    let settings = try #require(folder.text(of: "site/cardshelf.yml"))
    #expect(settings.contains("guessed") && settings.contains("\nlang: ru\n"))
    let build = try CommandRun.of(["build", "--no-compare"], in: folder.path + "/site")
    #expect(build.exitCode == 0, "\(build.errors)")
    let home = try #require(folder.text(of: "site/Output/index.html"))
    #expect(!home.contains("Zinnober") && home.contains("<html lang=\"ru\""))
  }

  /// More files than a navigation can lead to are cards.
  @Test func manyFilesAreAShelf() throws {
    var files: [String: String] = [:]
    for number in 1...12 { files["n\(number).md"] = "# Note \(number)\n\n[next](/n\(number % 12 + 1))\n" }
    let folder = try folder(files)
    defer { folder.remove() }
    let run = try CommandRun.of(["init", "site", "--from", "notes"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("shows 12 cards on 1 shelf"), "\(run.output)")
    #expect(!run.output.contains("found:"), "\(run.output)")
  }

  /// The root of a project, as its owner has it.
  @Test(arguments: [
    ("book.toml", "src/"), ("config/_default/hugo.toml", "content/"), ("docusaurus.config.js", "docs/"),
    ("pelicanconf.py", "content/"), ("astro.config.ts", "src/content/"), ("gatsby-config.js", "content/"),
    ("mkdocs.yml", "docs/"), ("zola.toml", "content/"),
  ])
  func projectsHaveTheirContentInAFolder(configuration: String, content: String) throws {
    let folder = try folder([
      configuration: "", content + "a/x.md": "# X\n", content + "SUMMARY.md": "# Summary\n",
      "README.md": "# Zinnober\n",
      "theme/b.md": "# Zinnober\n",
    ])
    defer { folder.remove() }
    let run = try CommandRun.of(["init", "site", "--from", "notes"], in: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("the content is in \(content), because there is \(configuration)"), "\(run.output)")
    #expect(folder.text(of: "site/Content/a/x.md") == "# X\n")
    #expect(folder.text(of: "site/Content/README.md") == nil && folder.text(of: "site/Content/theme/b.md") == nil)
    // A book's table of contents is not one of its chapters.
    #expect((folder.text(of: "site/Content/SUMMARY.md") == nil) == (configuration == "book.toml"))
  }

  /// Pictures beside files that become a shelf are still found.
  @Test func filesKeepTheirPictures() throws {
    var files = ["img/a.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 4\"/>"]
    for number in 1...12 { files["n\(number).md"] = "# Note \(number)\n\n![a](img/a.svg)\n" }
    let folder = try folder(files)
    defer { folder.remove() }
    let run = try CommandRun.of(["init", "site", "--from", "notes"], in: folder.path)
    #expect(run.exitCode == 0 && !run.output.contains("image-missing"), "\(run.output)")
  }

  @Test(arguments: [
    (["--from", "nowhere"], "error: cannot read nowhere"), (["--from", "empty"], "contains no Markdown file"),
    (["notes/site", "--from", "notes"], "the site would be inside"),
  ])
  func refusals(arguments: [String], says: String) throws {
    let folder = try folder(["a.md": "# A\n"])
    defer { folder.remove() }
    try folder.write("", to: "empty/a.txt")
    let run = try CommandRun.of(["init"] + (arguments.count == 2 ? ["site"] : []) + arguments, in: folder.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains(says), "\(run.errors)")
    #expect(folder.text(of: "notes/a.md") == "# A\n")
  }

  /// An existing site is never overwritten.
  @Test func nothingIsOverwritten() throws {
    let folder = try folder(["a.md": "# A\n"])
    defer { folder.remove() }
    try folder.write("title: Mine\n", to: "site/cardshelf.yml")
    let run = try CommandRun.of(["init", "site", "--from", "notes"], in: folder.path)
    #expect(run.exitCode == 2 && run.errors.contains("already exists"))
    #expect(folder.text(of: "site/cardshelf.yml") == "title: Mine\n" && folder.text(of: "site/Content/a.md") == nil)
  }
}
