import TestSupport
import Testing

/// Recursive code at its greatest depth, with a small stack for each thread.
struct SmallStackTests {
  // Without optimisation, each value of a function has its own place in the stack frame.
  #if DEBUG
    private static let stack = 1024 * 1024
  #else
    private static let stack = 512 * 1024
  #endif

  private static let body =
    String(repeating: "> ", count: 60) + "- - - - # " + String(repeating: "*a **b ", count: 31)
    + "`c` [d](https://example.org/)" + String(repeating: " e** f*", count: 31) + "\n\n"
    + String(repeating: "<b>a", count: 64) + String(repeating: "</b>", count: 64) + "\n"

  /// The sections are shown, because the site is one page.
  private static func sections(_ count: Int) -> String {
    String(repeating: "{{^hasNavigation}}", count: count) + String(repeating: "{{/hasNavigation}}", count: count)
  }

  @Test func deepestAllowedNesting() throws {
    let site = try Folder.site([
      "Content/one/a.md": "---\ntitle: A\ntags: [a, b]\n---\n" + Self.body,
      "Content/_index.md": "---\ntitle: A\n---\n" + Self.body,
    ])
    defer { site.remove() }
    let page = try #require(site.text(of: "Themes/storefront/page.mustache"))
    try site.write(page.replacing("<main>", with: "<main>" + Self.sections(31)), to: "Themes/storefront/page.mustache")
    for command in ["check", "explain one/a --width 320", "measure --card Content/one/a.md"] {
      let run = try CommandRun.of(command.split(separator: " ").map(String.init), in: site.path, stack: Self.stack)
      #expect(run.exitCode <= 1, "\(command): \(run.errors)")
    }
    let build = try CommandRun.of(["build"], in: site.path, stack: Self.stack)
    #expect(build.exitCode == 0, "\(build.errors)")
    #expect(site.text(of: "Output/index.html")?.contains("<strong>") == true)
  }

  /// Deeper nesting is a finding and does not trap.
  @Test(arguments: [
    ("Content/one/a.md", String(repeating: "> ", count: 100_000)),
    ("Content/one/a.md", (0..<400).map { String(repeating: " ", count: $0) + "- a\n" }.joined()),
    ("Content/one/a.md", String(repeating: "*a **b ", count: 10_000)),
    ("Content/one/a.md", "---\ntitle: " + String(repeating: "[", count: 16_000) + "\n---\n"),
    ("Content/one/a.md", "---\ntitle: " + String(repeating: "{a: ", count: 4000) + "\n---\n"),
    ("cardshelf.yml", String(repeating: "- ", count: 100_000)),
    ("Themes/storefront/theme.yml", String(repeating: "[", count: 200_000)),
    ("Themes/storefront/paint.css", String(repeating: "{", count: 200_000)),
    ("Themes/storefront/paint.css", ".card { color: " + String(repeating: "(", count: 200_000)),
    ("Themes/storefront/page.mustache", String(repeating: "{{#a}}", count: 5000)),
    ("Themes/storefront/page.mustache", "{{>page}}"),
  ])
  func deeperThanAllowed(file: String, text: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write(text, to: file)
    let run = try CommandRun.of(["build"], in: site.path, stack: 512 * 1024)
    #expect(run.exitCode <= 2)
    #expect(run.exitCode == 0 || run.errors.contains("error: "))
  }

  /// Below that, every command says what is missing.
  @Test(arguments: [
    "init new", "build", "check", "check --list", "list", "layout", "explain one/a", "measure --card Content/one/a.md",
    "picture index.html", "diff", "approve", "audit", "theme", "fonts", "schema", "serve", "make-picture",
    "try-fonts . a b",
  ])
  func tooSmall(command: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(command.split(separator: " ").map(String.init), in: site.path, stack: 64 * 1024)
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(
      run.errors == """
        error: the limit of 65536 bytes for a stack is too low; 524288 are needed
        help: raise it with ulimit -s, which counts in KiB

        """)
  }

  /// A limit that a program may raise itself is raised.
  @Test func raisesTheLimit() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build"], in: site.path, after: ("ulimit -S -s 64", ""))
    #expect(run.exitCode == 0, "\(run.errors)")
  }
}
