import Diagnostics
import PlacementProof
import SampleSites
import SiteValidation
import Testing

@Suite struct ValidSiteTests {
  @Test func sampleSitePasses() {
    var sink = DiagnosticSink()
    let site = validateSite(SampleOutput.files, into: &sink)
    #expect(sink.diagnostics.map(\.rendered) == [])
    #expect(site?.files.map(\.path) == SampleOutput.files.map(\.path))
    #expect(site?.files.map(\.bytes) == SampleOutput.files.map(\.bytes))
  }

  /// Changes that break nothing.
  @Test(arguments: [
    Change("index.html", "<small>", "<small title=\"it's > 3\">"),
    Change("index.html", "<br/>Now", "<br />Now"),
    Change("index.html", "href=\"about/\"", "href=\"./about/?from=home\""),
    Change("index.html", "href=\"about/\"", "href=\"about/../\""),
    Change("index.html", "<h1>", "<h1 id=\"a&amp;b;&#38;&amp;#38;\" aria-labelledby=\"a&#38;b;&amp;&#x26;#38;\">"),
    Change("index.html", "<h1>", "<h1 id=\"a&amp;b\"><a href=\"#a&amp;b\">x</a>"),
    Change("index.html", "https://example.org/\" rel", "https://[2001:db8::1]:8080/a?b[]=c#d\" rel"),
    Change("index.html", "https://example.org/\" rel", "http://münchen.example:80\" rel"),
    Change("index.html", "https://example.org/\" rel", "mailto:a@example.org?subject=x\" rel"),
    Change("index.html", "<h1>", "<h1 lang=\"x-whatever\">"),
    Change(
      "index.html", "<img src=\"images/saturn.svg\" alt=\"Saturn\" width=\"280\" height=\"158\" loading=\"lazy\"/>",
      "<picture><source media=\"(min-width:1rem)\" srcset=\"images/saturn.svg 2w\" sizes=\"1rem\"/>"
        + "<source type=\"image/avif\" srcset=\"images/saturn.svg 2w, images/new%20moon.png 30w\" sizes=\"1rem\"/>"
        + "<img class=\"cabc\" src=\"images/saturn.svg\" srcset=\"images/saturn.svg 2w\" sizes=\"1rem\" alt=\"\" "
        + "width=\"280\" height=\"158\"/></picture>"),
    Change("index.html", "href=\"#notes/moon\"", "href=\"#notes%2Fmoon\""),
    Change(
      "index.html", "<h1>Tonight</h1>", "<h1>Tonight</h1><div id=\"x\">text<div aria-describedby=\"x top\"></div></div>"
    ),
    Change("assets/base.css", "url(../fonts/text.woff2)", "URL( '../fonts/te\\78t.woff2' )"),
    Change("assets/layout.css", "@container page (min-width:37.5rem){", "@container page (min-width: 600px) {"),
    Change("assets/layout.css", "inline-size:20rem", "inline-size:1rem;inline-size:20rem;block-size:auto"),
    Change("assets/layout.css", "column-gap:1rem}", "gap:0 1rem}"),
    Change("assets/layout.css", "grid-area:1/1/2/2", "color:red"),
    Change("assets/layout.css", "#planets>.cards{", "/* x */#planets>.cards/* { */{"),
    Change("layout.json", "{\"version\"", "{\"other\":[true,null,{\"a\":\"\\ud83e\\ude90\"}],\"version\""),
  ])
  func harmlessChangePasses(_ change: Change) throws {
    let files = try #require(change.files)
    var sink = DiagnosticSink()
    let site = validateSite(files, into: &sink)
    #expect(sink.diagnostics.map(\.rendered) == [])
    #expect(site != nil)
    #expect(SampleOutput.placementFaults(of: files) == [])
  }

  @Test func layoutCanBeInAFileOfThePage() throws {
    var files = SampleOutput.files.filter { $0.path != "layout.json" }
    let all = SampleOutput.json
    let start = try #require(all.firstRange(of: "{\"path\"")).lowerBound
    let end = try #require(all.firstRange(of: "],\"inputs\"")).lowerBound
    files.append(SiteFile(path: "layout/index.json", bytes: Array(all[start..<end].utf8)))
    let list = all[..<start] + "{\"path\":\"index.html\",\"file\":\"layout/index.json\"}" + all[end...]
    files.append(SiteFile(path: "layout.json", bytes: Array(list.utf8)))
    #expect(SampleOutput.placementFaults(of: files) == [])
  }
}

/// The sample site with one text replaced.
struct Change: Sendable, CustomTestStringConvertible {
  let path: String
  let old: String
  let new: String

  init(_ path: String, _ old: String, _ new: String) {
    self.path = path
    self.old = old
    self.new = new
  }

  var files: [SiteFile]? { SampleOutput.replacing(old, with: new, in: path) }

  var testDescription: String { "\(path): \(old) -> \(new)" }
}
