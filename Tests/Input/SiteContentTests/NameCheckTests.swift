import Diagnostics
import Testing

@testable import Content

/// Names that other systems, or the services to which sites are uploaded, do not accept.
struct NameCheckTests {
  private func findings(_ paths: [String], pages: [String] = []) -> [String] {
    var sink = DiagnosticSink()
    checkNames(of: paths.map { "Content/" + $0 }, pages: pages.map { "Content/" + $0 }, into: &sink)
    return sink.diagnostics.map { "\($0.severity) \($0.rule.name) \($0.path)" }.sorted()
  }

  @Test(arguments: [
    "con/a.md", "CON.md", "a/aux.tar.gz", "nul", "a/Com1.md", "LPT9", "com\u{B9}", "prn.txt", "a:b/c.md", "a/b|c.md",
    "a*.svg",
    "dot./a.md", "a/dot.", "a.b.", "x/con.md",
  ])
  func reportsUnportableNamesOnce(path: String) {
    // The other names are portable.
    #expect(findings([path, "x/a.md", "x/b.md", "x/z.md"]).map { $0.split(separator: " ")[1] } == ["name-unportable"])
  }

  @Test(arguments: [
    "a\u{1}.md", "a\u{7F}.md", "a\n.md",
  ])
  func forbiddenCharactersStayErrors(path: String) {
    #expect(findings([path]) == ["error name-unsuitable Content/\(path)"])
  }

  @Test(arguments: [
    "console/a.md", "con-1.md", "com10.md", "com.md", "com0.md", "auxiliary", "a/null.md", "lpt.md", "About/Us.md",
    "ä/Ö.md",
    "a.con", "a/b.c.d", "_con.md", "x/..a", "nul-x/y.svg",
  ])
  func acceptsPortableNames(path: String) { #expect(findings([path, "x/a.md", "x/b.md"]) == []) }

  @Test(arguments: [
    ("About/a.md", "about/b.md", "Content/about"), ("x/A.md", "x/a.md", "Content/x/a.md"),
    ("x/Ärger.md", "x/ärger.md", "Content/x/ärger.md"), ("x/É.svg", "x/e\u{301}.svg", "Content/x/É.svg"),
  ])
  func namesThatDifferByCase(first: String, second: String, told: String) {
    #expect(findings([first, second, "x/b.md"]) == ["warning name-case \(told)"])
    #expect(findings([first, "y/" + second]) == [])
  }

  @Test func pagesThatDifferByCaseCannotBothBePublished() {
    let paths = ["About/_index.md", "about/_index.md"]
    #expect(findings(paths, pages: ["About", "about"]) == ["error name-case Content/about"])
    #expect(findings(paths, pages: ["About"]) == ["warning name-case Content/about"])
  }
}
