import Diagnostics
import SiteValidation
import Testing

@Suite struct SVGInspectionTests {
  @Test(arguments: fit)
  func acceptsSafeDrawings(text: String) {
    #expect(findings(text).map(\.rendered) == [])
  }

  @Test(arguments: unfit)
  func refusesActiveContent(message: String, text: String) throws {
    let found = try #require(findings(text).first, "nothing found in \(text)")
    #expect(found.message.hasPrefix("the image cannot be published: " + message), "\(found.rendered)")
    #expect(found.rule.name == "image-unsafe" && found.rule.fault == .finding && found.help != nil)
    #expect(found.position != nil)
  }

  @Test func findingsAreAtTheTag() throws {
    let found = findings("<svg xmlns='http://www.w3.org/2000/svg'>\n <g/>\n  <script>\n</script></svg>")
    #expect(found.map(\.position) == [SourcePosition(line: 3, column: 3)])
  }

  @Test func findingsAreAtTheStyle() throws {
    let found = findings("<svg xmlns='http://www.w3.org/2000/svg'>\n <style>a{}@import 'x';</style></svg>")
    #expect(found.map(\.position) == [SourcePosition(line: 2, column: 9)])
  }

  @Test func findingsOfTheParserAreAtTheLine() throws {
    let found = findings("<svg xmlns='http://www.w3.org/2000/svg'>\n<g/>\n <g\n</svg>")
    #expect(found.map(\.position?.line) == [4])
  }

  @Test func findingsInOtherEncodingsHavePlaces() throws {
    let found = findings(
      "<?xml version='1.0' encoding='us-ascii'?><svg xmlns='http://www.w3.org/2000/svg'>\n<g/>\n <script/></svg>")
    #expect(found.map(\.position) == [SourcePosition(line: 3, column: 2)])
  }

  @Test func limitsFindings() {
    #expect(findings(svg(String(repeating: "<script/>", count: 1000))).count == 20)
  }

  /// libxml2's own limits stay in force.
  @Test func limitsDepth() {
    let deep = String(repeating: "<g>", count: 100_000)
    #expect(findings(svg(deep)).map { $0.message.contains("depth") } == [true])
  }

  /// Content that costs a parser or a browser more than linear time is counted before it gets there.
  @Test(arguments: heavy)
  func refusesExpensiveContent(message: String, text: String) {
    #expect(findings(text).map(\.message) == ["the image cannot be published: " + message])
  }

  @Test func acceptsTheGreatestSize() {
    let attributes = (0..<250).map { " data-\($0)=''" }.joined()
    #expect(findings(svg("<g\(attributes)/>")) == [])
    #expect(findings(svg(String(repeating: "<g>", count: 190) + String(repeating: "</g>", count: 190))) == [])
    #expect(findings(svg(bomb(levels: 10, of: 2))) == [])
    #expect(findings(svg("<!-- " + String(repeating: "<g a=''", count: 200_000) + " -->")) == [])
  }

  @Test func refusesUTF16() {
    let wide = Array(svg("<script/>").utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(inspectSVG(SourceText(path: "a.svg", bytes: [0xFF, 0xFE] + wide)).map(\.rule.name) == ["image-unsafe"])
  }

  private func findings(_ text: String) -> [Diagnostic] { inspectSVG(SourceText(path: "Content/a.svg", text: text)) }
}

private func svg(_ content: String, _ attributes: String = "") -> String {
  "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'\(attributes)>\(content)</svg>"
}

/// Each level shows the level below several times.
private func bomb(levels: Int, of count: Int, by way: (Int) -> String = { "<use href='#a\($0)'/>" }) -> String {
  "<defs><g id='a0'><path d='M0 0'/></g>"
    + (1...levels).map { "<g id='a\($0)'>\(String(repeating: way($0 - 1), count: count))</g>" }.joined()
    + "</defs><use href='#a\(levels)'/>"
}

private let tooMany = "it shows more than 25000 elements, counting each repetition"

private let heavy: [(String, String)] = [
  ("an element has more than 256 attributes", svg("<g" + (0..<200_000).map { " a\($0)=''" }.joined() + "/>")),
  ("it has more than 10000 elements", svg(String(repeating: "<g/>", count: 10_001))),
  (
    "it has more than 500000 attributes",
    svg(String(repeating: "<g" + (0..<250).map { " data-\($0)='>'" }.joined() + "/>", count: 2001))
  ),
  ("it declares more than 1000 namespaces", svg((0..<1001).map { "<g xmlns:a\($0)='urn:a'/>" }.joined())),
  (
    "its elements are nested to a depth of more than 200",
    svg(String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300))
  ),
  // Behind a comment, and CDATA, that end where they could end first.
  (
    "its elements are nested to a depth of more than 200",
    svg(
      "<!----><![CDATA[]]>" + String(repeating: "<g>", count: 300) + "<!-- -->" + String(repeating: "</g>", count: 300))
  ),
  (tooMany, svg(bomb(levels: 9, of: 10))), (tooMany, svg(bomb(levels: 40, of: 2))),
  (tooMany, svg(bomb(levels: 9, of: 10) { "<use xlink:href=' #a\($0) '/>" })),
  (tooMany, svg(bomb(levels: 9, of: 10) { "<use href='#%61\($0)'/>" })),
  (tooMany, svg(bomb(levels: 9, of: 10) { "<rect fill='url(#a\($0))'/>" })),
  (tooMany, svg(bomb(levels: 9, of: 10) { "<rect style='mask: url( \"#a\($0)\" )'/>" })),
  (
    tooMany,
    svg(
      (0...9).map { "<style>.b\($0){fill:url(#a\($0))}</style>" }.joined()
        + bomb(levels: 9, of: 10) { "<g class='b\($0)'/>" })
  ),
  // Nothing is repeated, but 1,000 rules are true of 3,000 elements each.
  (
    tooMany,
    svg(
      "<style>" + String(repeating: "path{fill:url(#a)}", count: 1000) + "</style>"
        + String(repeating: "<path/>", count: 3000))
  ),
  (
    tooMany,
    svg(
      "<style>" + String(repeating: "*{fill:url(#a)}", count: 1000) + "</style>"
        + String(repeating: "<g/>", count: 3000))
  ),
  ("it refers to itself: #a", svg("<g id='a'><use href='#a'/></g>")),
  ("it refers to itself: #a", svg("<g id='a'><use href='#b'/></g><g id='b'><g><use href='#a'/></g></g>")),
]

private let fit: [String] = [
  "<svg xmlns='http://www.w3.org/2000/svg' width='1e308' height='-1'/>",
  "<?xml version='1.0' encoding='UTF-8' standalone='no'?><!-- A --><s:svg xmlns:s='http://www.w3.org/2000/svg'/>",
  svg("<path d='M0 0' fill='url(#a)' style='stroke:url( \"#b\" )' transform='rotate(3)'/>"),
  svg("<style>.a{fill:url(#b)} /* @import url(x) */ .b{content:'url(x)'}</style>"),
  svg("<style><![CDATA[a>b{fill:url('#c')}]]></style>"),
  svg("<use xlink:href='#a'/><use href=' #b'/><image href='data:image/png;base64,AAAA'/>"),
  svg("<image xlink:href='DATA:image/jpeg,x' style='--a:url(data:image/webp;base64,AA)'/>"),
  svg("<animate attributeName='r' values='1;2'/><set attributeName='fill' to='url(#a)'/>"),
  svg("<a href='#b'><text lang='ar'>&lt;script&gt; &#x202E; &amp;</text></a><title>onload=alert(1)</title>"),
  svg(
    "<metadata><r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:a r:resource='http://x.org/'/></r:RDF></metadata>"
  ),
  svg("<i:page xmlns:i='http://www.inkscape.org/namespaces/inkscape' i:onion='3'/>", " version='1.1'"),
  svg("<metadata><x xmlns='urn:anything' a='b'/></metadata><g data-name='Layer (1' aria-label='a)' id='b(c'/>"),
  svg("<path style='fill:none;-inkscape-stroke:none;marker-end:url(#a);--b:1' d='M0 0' vector-effect='none'/>"),
  svg("<style>@media (prefers-color-scheme: dark) { .a:not(:hover) , #b > c { fill : rgb(1, 2, 3) } }</style>"),
  svg("<style>@keyframes a{from{transform:rotate(1deg)}to{opacity:var(--a, 1)}} path:hover{animation:a 1s}</style>"),
  svg("<marker id='m'><path/></marker><style>path{marker-end:url(#m)}</style><path/>"),
]

private let unfit: [(String, String)] = [
  ("it contains <script>", svg("<script>alert(1)</script>")),
  ("it contains <script>", svg("<script href='#a'/>")),
  ("it contains <script>", svg("<defs><g><s:script xmlns:s='http://www.w3.org/2000/svg'/></g></defs>")),
  ("it contains <script>", svg("<h:script xmlns:h='http://www.w3.org/1999/xhtml'/>")),
  ("it contains <img>", svg("<img xmlns='http://www.w3.org/1999/xhtml' src='#a'/>")),
  ("it contains <handler>", svg("<handler type='text/ecmascript'/>")),
  ("it contains <foreignObject>", svg("<foreignObject><p xmlns='urn:x'/></foreignObject>")),
  ("it contains <iframe>", svg("<iframe/>")), ("it contains <embed>", svg("<embed/>")),
  ("it runs a script on load", svg("", " onload='alert(1)'")),
  ("it runs a script on LOAD", svg("", " onLOAD='alert(1)'")),
  ("it runs a script on begin", svg("<animate onbegin='a()'/>")),
  ("it runs a script on click", svg("<g onclick='&#97;lert(1)'/>")),
  ("it animates href", svg("<set attributeName='href' to='javascript:alert(1)'/>")),
  ("it animates xlink:href", svg("<animate attributeName='xlink:href' values='x;y'/>")),
  ("it animates onclick", svg("<set attributeName='onclick' to='a'/>")),
  ("it refers to javascript:alert(1)", svg("<a href='javascript:alert(1)'/>")),
  ("it refers to javascript:alert(1)", svg("<a xlink:href='&#x6A;avascript:alert(1)'/>")),
  ("it refers to https://x.org/a.svg#b", svg("<use xlink:href='https://x.org/a.svg#b'/>")),
  ("it refers to //x.org/a.png", svg("<image href='//x.org/a.png'/>")),
  ("it refers to a.png", svg("<image href='a.png'/>")), ("it refers to a.svg", svg("<feImage href='a.svg'/>")),
  ("it refers to data:image/svg+xml,x", svg("<image href='data:image/svg+xml,x'/>")),
  ("it refers to data:text/html,x", svg("<a href='data:text/html,x'/>")),
  ("it refers to file:///etc/passwd", svg("<image href='file:///etc/passwd'/>")),
  ("its style loads x.css", svg("<style>@font-face{src:url(x.css)}</style>")),
  ("its style loads http://x.org/", svg("<g style='fill:url(http://x.org/)'/>")),
  ("its style loads http://x.org/", svg("<g style='fill:\\75 rl(http://x.org/)'/>")),
  ("its style loads http://x.org/", svg("<g fill='URL( \"http://x.org/\" )'/>")),
  ("its style loads x", svg("<animate attributeName='fill' values='red;url(x)'/>")),
  ("its style is refused: @import is not allowed", svg("<style>@import 'x.css';</style>")),
  ("its style is refused: @import is not allowed", svg("<style><![CDATA[@\\69mport 'x.css';]]></style>")),
  ("it loads a style sheet", "<?xml-stylesheet href='a.css'?>" + svg("")),
  ("it has xml:base", svg("", " xml:base='http://x.org/'")),
  ("it has a DOCTYPE", "<!DOCTYPE svg>" + svg("")),
  ("it has a DOCTYPE", "<!DOCTYPE svg [<!ENTITY a '<script/>'>]>" + svg("&a;")),
  ("it has a DOCTYPE", "<!DOCTYPE svg [<!ENTITY % a SYSTEM 'file:///etc/passwd'>%a;]>" + svg("")),
  ("it has a DOCTYPE", "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/x.dtd'>" + svg("")),
  ("its root is not <svg>", "<html xmlns='http://www.w3.org/1999/xhtml'><script/></html>"),
  ("its root is not <svg>", "<svg/>"), ("its root is not <svg>", "<svg xmlns='http://www.w3.org/2000/SVG'/>"),
  ("it is not well-formed", "<svg xmlns='http://www.w3.org/2000/svg'>"), ("it is not well-formed", ""),
  ("it is not well-formed", svg("&nbsp;")), ("it is not well-formed", svg("") + "<svg/>"),
  ("it is not well-formed", "\u{1F}\u{8B}"),
  ("it contains <style> in <style>", svg("<style>a{}<style>b{}</style>@import 'x';</style>")),
  ("it contains <g> in <style>", svg("<style><g/>@import 'x'</style>")),
  ("its style is refused: it has the function image-set()", svg("<g style='--u:\"x\";fill:image-set(var(--u) 1x)'/>")),
  ("its style is refused: it has the function image-set()", svg("<style>a{fill:im\\61ge-set(var(--u) 1x)}</style>")),
  ("its style is refused: it has the function src()", svg("<style>a{fill:src(var(--u))}</style>")),
  ("its style is refused: it has the function cross-fade()", svg("<g filter='cross-fade(red, blue)'/>")),
  ("its style is refused: it has the function attr()", svg("<style>a{content:attr(b)}</style>")),
  ("its style is refused: it has the rule @font-feature-values", svg("<style>@font-feature-values a{}</style>")),
  ("its style is refused: it sets behavior", svg("<g style='behavior:none'/>")),
  ("its style is refused: it sets -moz-binding", svg("<style>a{color:red;-moz-binding:none}</style>")),
  ("its style is refused: a string without its end", svg("<style>a{font-family:'b\n}</style>")),
  ("it contains <portal>", svg("<portal/>")),
  ("it contains <math> of", svg("<math xmlns='http://www.w3.org/1998/Math/MathML'/>")),
  ("it contains <a> of urn:x", svg("<a xmlns='urn:x'/>")), ("it contains <a>", svg("<a xmlns=''/>")),
  ("it contains <script>", svg("<metadata><script/></metadata>")),
  ("it contains <script> of", svg("<metadata><script xmlns='http://www.w3.org/1999/xhtml'/></metadata>")),
  ("it has the attribute formaction", svg("<a formaction='#'/>")),
  ("it has the attribute srcset", svg("<image srcset='x'/>")),
  ("it has the attribute event of", svg("<g xmlns:e='http://www.w3.org/2001/xml-events' e:event='load'/>")),
  ("its text is not UTF-8", "<?xml version='1.0' encoding='UTF-7'?>" + svg("")),
  ("its text is not UTF-8", "<?xml version='1.0'\tencoding = \"ISO-2022-JP\" ?>" + svg("")),
]
