import Diagnostics
import PreviewServer
import Processes
import TestSupport
import Testing

@testable import BrowserAudit

/// A site without fonts, so that only its frames are known: one card matches the layout, the other is 8 px taller.
struct BrowserTests {
  private static let page = """
    <!DOCTYPE html>
    <html lang="en" dir="rtl"><head><meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'"/>
    <title>Sky</title><link rel="stylesheet" href="sky.css"/></head>
    <body><section class="shelf" id="sky"><ul class="cards">
    <li class="card" id="sky/moon"><article><p class="title">a<br/>b c <span aria-hidden="true">d</span><br/>e</p></article></li>
    <li class="card" id="sky/mars"><article></article></li>
    </ul></section></body></html>
    """

  private static let css = """
    body,ul,p{margin:0;padding:0}
    ul{display:flex;list-style:none;overflow:auto}
    .shelf{width:320px;height:100px}
    .card{flex:none;width:200px;height:96px;margin-inline-start:10px}
    .title{width:150px;margin-inline-start:20px;font:16px/20px monospace;line-height:20px}

    """

  private static let layout = """
    {"version":2,"widthClasses":[{"steps":[{"minWidth":0}]}],"steps":[320],
    "slotFields":["x","y","width","height","lines","truncated"],"pages":[{"path":"index.html","shelves":[
    {"id":"sky","arrangement":["shelf"],"width":[320],"height":[100],"cards":[
    {"id":"sky/moon","x":[10],"y":[0],"height":[96],"geometry":[0],
    "geometries":[{"width":200,"slots":{"title":[20,0,150,60,3,0]},"starts":{"title":[0,1,3]}}]},
    {"id":"sky/mars","x":[220],"y":[0],"height":[88],"geometry":[0],"geometries":[{"width":200,"slots":{}}]}]}]}]}
    """

  @Test(.enabled(if: Browser.chromium.isInstalled, "no chromium is installed"))
  func chromiumFindsTheWrongFrame() async throws {
    let folder = try SiteFolder([
      "Output/index.html": Self.page, "Output/sky.css": Self.css, "Output/layout.json": Self.layout,
    ])
    var options = AuditOptions(output: folder.path + "/Output", browsers: [.chromium])
    options.patience = AuditOptions.Patience(start: 3000, progress: 18_000)
    let result = await auditSite(options) { _ in }
    #expect(result.diagnostics == [])
    let run = try #require(result.report?.runs.first)
    #expect(run.widths == [320])
    #expect(run.version.contains("."))
    #expect(run.userAgent.contains("Chrome"))
    #expect(run.tally.cards == 2)
    #expect(run.tally.frames == 4)
    #expect(run.tally.lines == 3)
    #expect(run.differences.count == 1)
    #expect(run.differences.first?.card == "sky/mars")
    #expect(run.differences.first?.property == .height)
    #expect(run.differences.first?.shown == .length(96))
    #expect(result.exitCode == 1)
  }

  @Test func aFolderWithoutALayoutCannotBeAudited() async throws {
    let folder = try SiteFolder(["Output/index.html": Self.page])
    let result = await auditSite(AuditOptions(output: folder.path + "/Output")) { _ in }
    #expect(result.exitCode == 2)
    #expect(result.diagnostics.count == 1)
    let missing = await auditSite(AuditOptions(output: folder.path + "/Nowhere")) { _ in }
    #expect(missing.diagnostics.map(\.rule.name) == ["output-missing"])
  }

  @Test(arguments: ["{", "[]", #"{"pages":[{}],"widthClasses":[]}"#, #"{"pages":[]}"#])
  func reportsUnreadableLayouts(text: String) async throws {
    let folder = try SiteFolder(["Output/layout.json": text])
    let result = await auditSite(AuditOptions(output: folder.path + "/Output")) { _ in }
    #expect(result.diagnostics.map(\.rule.name) == ["layout-unreadable"])
    #expect(result.exitCode == 2)
  }

  @Test(arguments: [
    ("", ["index.html"]), ("/", ["index.html"]), ("about", ["about", "about/index.html"]),
    ("/about/", ["about", "about/index.html"]),
    ("about/index.html", ["about/index.html", "about/index.html/index.html"]),
  ])
  func findsPagesByFileOrFolder(name: String, paths: [String]) { #expect(pagePaths(meantBy: name) == paths) }

  @Test(
    arguments: [
      ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "firefox", "140.0"),
      (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36", "chrome",
        "143.0.0.0"
      ),
      (
        "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15", "safari",
        "18.1"
      ),
      ("Mozilla/5.0 AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36 Edg/143.0.1", "edge", "143.0.1"),
      ("lynx", "unknown", nil),
    ] as [(String, String, String?)])
  func aUserAgentNamesBrowserAndVersion(userAgent: String, name: String, version: String?) {
    #expect(browserName(inUserAgent: userAgent) == name)
    #expect(versionNumber(inUserAgent: userAgent) == version)
  }

  @Test(
    arguments: [
      ("Chromium 143.0.7499.40 built on Debian", "143.0.7499.40"), ("Mozilla Firefox 140.5.0esr", "140.5.0esr"),
      ("WebKitGTK 2.50.6 (Debian)", "2.50.6"), ("nothing", nil),
    ] as [(String, String?)])
  func findsVersionNumbers(text: String, version: String?) { #expect(versionNumber(in: text) == version) }

  @Test func endsProcessesWithTheirChildren() throws {
    let token = randomToken()
    #expect(token.count == 32)
    // One child stays in the process group, the other leaves it.
    let group = try ProcessGroup(
      path: "/bin/sh", arguments: ["-c", "sleep 60 & setsid sleep 61 & wait"],
      environment: ["CARDSHELF_AUDIT": token])
    #expect(!group.hasEnded)
    group.end()
    killProcesses(withEnvironment: "CARDSHELF_AUDIT=" + token)
    let left = names(inFolder: "/proc").filter { name in
      (contents(ofFile: "/proc/\(name)/environ") ?? []).split(separator: 0).contains(
        Array("CARDSHELF_AUDIT=\(token)".utf8)[...])
    }
    #expect(left == [])
  }
}
