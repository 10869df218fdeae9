import Foundation
import TestSupport
import Testing

struct CompareCommandTests {
  private func repository() throws -> Folder {
    let site = try Folder.site(["Content/one/a.md": "# A\n", "Content/one/b.md": "# B\n"])
    for words in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]] {
      let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
      #expect(try CommandRun.of(program: "/usr/bin/env", ["git"] + identity + words, in: site.path).exitCode == 0)
    }
    try site.write("# A title that is so long that it takes two lines\n", to: "Content/one/a.md")
    return site
  }

  @Test func writesBothBuilds() throws {
    let site = try repository()
    defer { site.remove() }
    let run = try CommandRun.of(["compare", "--against", "HEAD", "--output", "sideways"], in: site.path)
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
    #expect(run.output == "1 shelf of 1 changed\nOpen sideways/index.html\n")
    let overview = try #require(site.text(of: "sideways/index.html"))
    #expect(overview.contains("<h1>What changed since HEAD</h1>\n<p class=\"summary\">1 shelf of 1 changed.</p>"))
    #expect(overview.contains("<a href=\"compare/index.html\">"))
    let (before, after) = (site.text(of: "sideways/before/index.html"), site.text(of: "sideways/after/index.html"))
    #expect(before?.contains("so long that") == false && after?.contains("so long that") == true)
    let page = try #require(site.text(of: "sideways/compare/index.html"))
    #expect(page.contains("\"changed\":{\"one\":[\"one/a\"]}") && page.contains("<template class=\"before\">"))
    #expect(page.contains("href=\"../after/index.html\" title=\"Open the page itself\""))
    // Everything that the page loads is there.
    let loaded = page.matches(of: /"((?:compare\/)?assets\/[^"]+\.(?:css|js))"/).map { String($0.1) }
    #expect(loaded.count > 8)
    for path in Set(loaded) {
      #expect(["sideways/", "sideways/before/", "sideways/after/"].contains { site.holds($0 + path) }, "\(path)")
    }
    // A second run replaces the first.
    #expect(try CommandRun.of(["compare", "--against", "HEAD", "--output", "sideways"], in: site.path).exitCode == 0)
  }

  @Test func comparesWithAnOutputFolder() throws {
    let site = try repository()
    defer { site.remove() }
    #expect(try CommandRun.of(["build", "--output", "published"], in: site.path).exitCode == 0)
    try site.write("alert(1)", to: "published/assets/added.js")
    try site.write("# Short\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["compare", "--against", "./published"], in: site.path)
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("Open comparison/index.html\n"))
    #expect(site.text(of: "comparison/before/index.html")?.contains("so long that") == true)
    // A folder may contain files of others; none of them is a script of the comparison.
    #expect(!site.holds("comparison/before/assets/added.js"))
  }

  @Test func nothingChanged() throws {
    let site = try repository()
    defer { site.remove() }
    try site.write("# A\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["compare", "--against", "HEAD"], in: site.path)
    #expect(run.output == "nothing changed\nOpen comparison/index.html\n")
    #expect(site.text(of: "comparison/index.html")?.contains("Nothing changed.") == true)
  }

  @Test func refusals() throws {
    let site = try repository()
    defer { site.remove() }
    try site.write("mine", to: "mine/notes.txt")
    try site.write("{}", to: "frames.json")
    let refused: [(arguments: [String], words: String)] = [
      (["--against", "no-such-commit"], "[reference-unknown]"),
      (["--against", "./frames.json"], "[compared-without-pages]"),
      (["--against", "HEAD", "--output", "mine"], "error"),
      (["--against", "HEAD", "--output", "Content/x"], "error"),
    ]
    for (arguments, words) in refused {
      let run = try CommandRun.of(["compare"] + arguments, in: site.path)
      #expect(run.exitCode == 2 && run.errors.contains(words), "\(arguments): \(run.errors)")
      #expect(!site.holds("comparison"))
    }
    #expect(site.text(of: "mine/notes.txt") == "mine" && !site.holds("mine/index.html"))
    for arguments in [[], ["--against", ""], ["--against", "HEAD", "--output", ""]] {
      #expect(try CommandRun.of(["compare"] + arguments, in: site.path).exitCode == 64)
    }
    try site.write("---\ntitel: x\n---\n", to: "Content/one/a.md")
    let broken = try CommandRun.of(["compare", "--against", "HEAD"], in: site.path)
    #expect(broken.exitCode == 1 && !site.holds("comparison"), "\(broken.errors)")
  }
}
