import Diagnostics
import SampleSites
import SiteValidation
import Testing

@Suite struct WholeSiteTests {
  @Test(arguments: ["index.html", "assets/base.css"]) func invalidUTF8IsRefused(_ path: String) {
    let files = SampleOutput.files.map { file in
      file.path == path ? file.with(file.bytes + Array("\n/* ".utf8) + [0xC3, 0x28]) : file
    }
    var sink = DiagnosticSink()
    #expect(validateSite(files, into: &sink) == nil)
    let finding = sink.diagnostics.first { $0.rule.name == "page-encoding" }
    let lines = SampleOutput.files.first { $0.path == path }?.bytes.count { $0 == UInt8(ascii: "\n") }
    #expect(finding?.path == path)
    #expect(finding?.position?.line == (lines ?? 0) + 2)
  }

  @Test func findingNamesLineAndTag() throws {
    let old = "<h1>Tonight</h1>"
    let files = try #require(SampleOutput.replacing(old, with: "<h1 onclick=\"x()\">Tonight</h1>", in: "index.html"))
    var sink = DiagnosticSink()
    #expect(validateSite(files, into: &sink) == nil)
    let before = try #require(SampleOutput.home.firstRange(of: old)).lowerBound
    let line = SampleOutput.home[..<before].split(separator: "\n", omittingEmptySubsequences: false).count
    for rule in ["page-script", "page-markup"] {
      let finding = try #require(sink.diagnostics.first { $0.rule.name == rule })
      #expect(finding.path == "index.html")
      #expect(finding.position == SourcePosition(line: line, column: 1))
      #expect(finding.excerpt?.length == "<h1 onclick=\"x()\">".count)
    }
  }

  @Test(arguments: ["assets/layout.css", "images/saturn.svg", "fonts/text.woff2", "about/index.html"])
  func missingFileIsRefused(_ path: String) {
    var sink = DiagnosticSink()
    #expect(validateSite(SampleOutput.files.filter { $0.path != path }, into: &sink) == nil)
    #expect(sink.diagnostics.contains { $0.message.contains(path) })
  }

  @Test(arguments: ["/x.txt", "a//x.txt", "../x.txt", "a/./x.txt", "", "a/"])
  func pathOutsideOfFolderIsRefused(_ path: String) {
    var sink = DiagnosticSink()
    #expect(validateSite(SampleOutput.files + [SiteFile(path: path, bytes: [])], into: &sink) == nil)
    #expect(sink.diagnostics.map(\.rule.name) == ["site-path"])
  }

  @Test func repeatedFileIsRefused() {
    var sink = DiagnosticSink()
    #expect(validateSite(SampleOutput.files + [SampleOutput.files[4]], into: &sink) == nil)
    #expect(sink.diagnostics.map(\.rule.name) == ["site-path"])
  }

  @Test func refusesPagesThatWereNotInspected() {
    let inspection = SiteInspection(SampleOutput.files)
    var grammar = PageGrammar()
    let first = inspection.pages.prefix(1).map { inspection.inspect($0, with: &grammar) }
    var sink = DiagnosticSink()
    #expect(inspection.conclude(first, into: &sink) == nil)
    #expect(sink.diagnostics.map(\.path) == ["about/index.html"])
  }

  @Test func inspectionAppliesOnlyToItsPage() throws {
    let changed = try #require(SampleOutput.replacing("Tonight", with: "<x/>", in: "index.html"))
    var grammar = PageGrammar()
    let sample = SiteInspection(SampleOutput.files)
    let pages = sample.pages.map { sample.inspect($0, with: &grammar) }
    var sink = DiagnosticSink()
    #expect(SiteInspection(changed).conclude(pages, into: &sink) == nil)
  }

  @Test func findingsOfOneRuleAreLimited() {
    let broken = SampleOutput.home.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line == "<h1>Tonight</h1>" ? String(repeating: "<p id=\"top\">x</p>", count: 50) : String(line)
    }
    let files = SampleOutput.files.map { file in
      file.path == "index.html" ? file.with(Array(broken.joined(separator: "\n").utf8)) : file
    }
    var sink = DiagnosticSink()
    #expect(validateSite(files, into: &sink) == nil)
    #expect(sink.diagnostics.count == 21)
    #expect(sink.diagnostics.last?.message == "30 more findings of this kind in this file")
  }
}
