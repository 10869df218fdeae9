import Diagnostics
import SiteValidation
import Testing

/// A site whose pages are given one at a time, and not kept.
@Suite struct PageByPageTests {
  @Test func pagesNeedNotBeKept() {
    let (site, found) = inspect(SampleSite.files)
    #expect(found == [])
    #expect(site?.files.map(\.path).contains("index.html") == false)
  }

  /// What is wrong is found as if all files were at hand.
  @Test(arguments: [
    Change("index.html", "<b>at</b>", "<blink>at</blink>"),
    Change("index.html", "href=\"about/\"", "href=\"abuot/\""),
    Change("index.html", "about/index.html#who", "about/index.html#what"),
    Change("about/index.html", "../#planets/m%C3%A4rz", "../#planets/mars"),
    Change("assets/layout.css", "min-block-size:13.25rem", "min-block-size:13rem"),
    Change("assets/layout.css", "#planets{", "}#planets{"),
    Change("layout/index.json", "\"x\":620", "\"x\":621"),
    Change("layout/index.json", "\"path\":\"index.html\"", "\"path\":\"about/index.html\""),
  ])
  func sameIsFound(_ change: Change) throws {
    let old = Array(change.old.utf8)
    let files = dividedFiles.map { file in
      guard file.path == change.path, let range = file.bytes.firstRange(of: old) else { return file }
      var bytes = file.bytes
      bytes.replaceSubrange(range, with: Array(change.new.utf8))
      return SiteFile(path: file.path, bytes: bytes)
    }
    try #require(files != dividedFiles)
    var sink = DiagnosticSink()
    #expect(validateSite(files, into: &sink) == nil)
    let (site, found) = inspect(files)
    #expect(site == nil)
    #expect(Set(found) == Set(sink.diagnostics.map(\.message)))
  }

  @Test func missingPageIsNoticed() {
    let inspection = SiteInspection(shared(dividedFiles), pagesToCome: ["index.html", "about/index.html"])
    var sink = DiagnosticSink()
    #expect(inspection.conclude([], into: &sink) == nil)
    #expect(Set(sink.diagnostics.map(\.path)) == ["index.html", "about/index.html"])
  }

  @Test func nameMayNotComeTwice() throws {
    let names = ["index.html", "about/index.html", "index.html", "images/saturn.svg"]
    let inspection = SiteInspection(shared(dividedFiles), pagesToCome: names)
    var sink = DiagnosticSink()
    #expect(inspection.conclude([], into: &sink) == nil)
    let repeated = sink.diagnostics.filter { $0.rule.name == "site-path" }.map(\.path)
    #expect(repeated == ["index.html", "images/saturn.svg"])
  }

  private static let own = ["assets/layout.css", "layout/index.json"]

  private func shared(_ files: [SiteFile]) -> [SiteFile] {
    files.filter { !$0.path.hasSuffix(".html") && !Self.own.contains($0.path) }
  }

  private func inspect(_ files: [SiteFile]) -> (site: ValidatedSite?, found: [String]) {
    let files = files.contains { $0.path == "layout/index.json" } ? files : dividedFiles
    let pages = files.filter { $0.path.hasSuffix(".html") }
    let inspection = SiteInspection(shared(files), pagesToCome: pages.map(\.path))
    var grammar = PageGrammar()
    let inspected = pages.map { page in
      let own = page.path == "index.html" ? files.filter { Self.own.contains($0.path) } : []
      return inspection.inspect(page, and: own, with: &grammar)
    }
    var sink = DiagnosticSink()
    let site = inspection.conclude(inspected, into: &sink)
    return (site, sink.diagnostics.map(\.message))
  }

  /// The sample site with the frames of its home page in a file of their own.
  private var dividedFiles: [SiteFile] {
    let json = SampleSite.json
    guard let start = json.firstRange(of: "{\"path\"")?.lowerBound,
      let end = json.firstRange(of: "],\"version\"")?.lowerBound
    else { return [] }
    let list = "{\"pages\":[{\"file\":\"layout/index.json\",\"path\":\"index.html\"}],\"version\":1}"
    return SampleSite.files.filter { $0.path != "layout.json" } + [
      SiteFile(path: "layout/index.json", bytes: Array(json[start..<end].utf8)),
      SiteFile(path: "layout.json", bytes: Array(list.utf8)),
    ]
  }
}
