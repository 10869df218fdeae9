import TestSupport
import Testing

struct WatchTests {
  /// A shell script that changes a card after the first build, and ends the program after the second one, or after ten
  /// seconds.
  private static let editor = """
    until_true() { for turn in $(seq 200); do if "$@" 2>/dev/null; then return; fi; sleep 0.05; done; }
    {
      until_true test -f Output/.cardshelf-manifest
      until_true grep -q '>Before<' Output/index.html
      printf -- '---\\ntitle: [\\n' > Content/one/a.md
      sleep 0.3
      printf '# After\\n' > Content/one/a.md
      until_true grep -q '>After<' Output/index.html
      kill -TERM $$
    } &
    true
    """

  @Test func rebuildsAfterEachChange() throws {
    let site = try Folder.site(["Content/one/a.md": "# Before\n"])
    defer { site.remove() }
    #expect(throws: CommandRun.Failure.self, "it goes on until a signal ends it") {
      try CommandRun.of(["build", "--watch"], in: site.path, after: (Self.editor, ""))
    }
    #expect(site.text(of: "Output/index.html")?.contains(">After<") == true)
  }
}
