import Diagnostics
import PlacementProof
import SampleSites
import SiteValidation
import Testing

/// Each change breaks one thing, and the validation names it.
@Suite struct RefusedSiteTests {
  @Test(arguments: pageFaults) func faultOfPageIsRefused(_ fault: Fault) throws { try expectRefusal(fault) }
  @Test(arguments: linkFaults) func faultOfLinkIsRefused(_ fault: Fault) throws { try expectRefusal(fault) }
  @Test(arguments: styleFaults) func faultOfStyleIsRefused(_ fault: Fault) throws { try expectRefusal(fault) }
  @Test(arguments: layoutFaults) func faultOfLayoutIsRefused(_ fault: Fault) throws { try fault.expectRefusalByProof() }

  private func expectRefusal(_ fault: Fault) throws {
    let files = try #require(fault.change.files)
    var sink = DiagnosticSink()
    #expect(validateSite(files, into: &sink) == nil)
    let report = sink.diagnostics.map(\.rendered).joined()
    #expect(
      sink.diagnostics.contains { $0.rule.name == fault.rule && $0.message.contains(fault.message) },
      "\(report)")
    #expect(sink.diagnostics.allSatisfy { $0.severity == .error && $0.rule.fault == .cannotRun })
  }

  static let pageFaults = [
    Fault("page-not-well-formed", "</h1>", with: "", says: "h1"),
    Fault("page-not-well-formed", "&amp; Sky", with: "&nbsp;Sky", says: "nbsp"),
    Fault("page-not-well-formed", "<h1>", with: "<h1 id=x>"),
    Fault("page-not-well-formed", "</html>", with: "</html><p></p>"),
    Fault("page-doctype", "<!DOCTYPE html>", with: "<!DOCTYPE html [<!ENTITY a \"b\">]>"),
    Fault("page-doctype", "<!DOCTYPE html>", with: "<?xml version=\"1.0\"?><!DOCTYPE html>"),
    Fault("page-doctype", "<!DOCTYPE html>", with: "<!DOCTYPE html SYSTEM \"about:legacy-compat\">"),
    Fault("page-doctype", "<!DOCTYPE html>\n", with: ""),
    Fault("image-sources", saturn, with: saturn + " srcset=\"images/saturn.svg\" sizes=\"1rem\"", says: "saturn.svg"),
    Fault("image-sources", saturn, with: saturn + " srcset=\"images/saturn.svg 2x\" sizes=\"1rem\"", says: "2x"),
    Fault("image-sources", saturn, with: saturn + " srcset=\"images/saturn.svg 0w\" sizes=\"1rem\""),
    Fault(
      "image-sources", saturn, with: saturn + " srcset=\"images/saturn.svg 2w,images/saturn.svg 3w\" sizes=\"1rem\""),
    Fault(
      "image-sources", saturn, with: saturn + " srcset=\"images/saturn.svg 2w, images/saturn.svg 2w\" sizes=\"1rem\""),
    Fault("image-sources", saturn, with: saturn + " srcset=\"images/saturn.svg 2w\"", says: "sizes"),
    Fault("image-size", saturn, with: saturn.replacingFirst("280", with: "0")),
    Fault(
      "image-size", "\(saturn) height=\"158\" loading=\"lazy\"/>",
      with: "<picture>\(saturn) height=\"0\"/></picture>"),
    Fault("page-markup", "<img src=\"images/new", with: "<img srcset=\"images/saturn.svg 2w\" src=\"images/new"),
    Fault(
      "page-markup", "<div class=\"image\">",
      with: "<div class=\"image\"><source srcset=\"images/saturn.svg 2w\" sizes=\"1rem\"/>"),
    Fault("page-syntax", "<h1>Tonight</h1>", with: "<h1/>", says: "h1"),
    Fault("page-syntax", "<br/>Now", with: "<br></br>Now", says: "br"),
    Fault("page-syntax", "Tonight", with: "<![CDATA[Tonight]]>", says: "CDATA"),
    Fault("page-syntax", "Tonight", with: "<?php?>Tonight", says: "instruction"),
    Fault("page-syntax", "<!-- The", with: "<!--> The", says: "comment"),
    Fault("page-namespace", "<h1>", with: "<h1 xmlns:x=\"urn:x\">"),
    Fault("page-markup", " xmlns=\"http://www.w3.org/1999/xhtml\"", with: ""),
    Fault("page-markup", "<h1>", with: "<h1 xml:lang=\"en\">", says: "lang"),
    Fault("page-markup", "<b>at</b>", with: "<blink>at</blink>", says: "blink"),
    Fault("page-markup", "<b>at</b>", with: "<a href=\"#top\">at</a>", says: "element a"),
    Fault("page-markup", "<p>Look", with: "<p><div></div>Look", says: "`div` is not allowed in `p`"),
    Fault("page-markup", "<title>", with: "<meta name=\"a\"/><title>"),
    Fault("page-markup", "<html lang=\"en\"", with: "<html"),
    Fault("page-markup", "Night &amp; Sky", with: " ", says: "title"),
    Fault("page-markup", "lang=\"de\"", with: "lang=\"de_DE\"", says: "de_DE"),
    Fault("page-markup", "lang=\"de\"", with: "lang=\"\"", says: "lang"),
    Fault("page-markup", "<bdi>", with: "<bdi aria-hidden=\"yes\">"),
    Fault("page-markup", "<bdi>", with: "<bdi role=\"lists\">"),
    Fault("page-markup", "as=\"font\"", with: "as=\"fonts\""),
    Fault("page-markup", "crossorigin=\"\"", with: "crossorigin=\"maybe\""),
    Fault(
      "page-markup", "<ul role=\"list\"><li>Low</li>", with: "<ol start=\"x\"><li>Low</li></ol><ul><li>Low</li>",
      says: "start"),
    Fault("page-syntax", "Tonight", with: "To\u{7F}night", says: "control"),
    Fault("page-syntax", "Tonight", with: "To\u{9B}night", says: "control"),
    Fault("page-markup", "class=\"shelf\" id=\"notes\"", with: "class=\"shelves\" id=\"notes\""),
    Fault("page-markup", "class=\"subtitle\" title", with: "class=\"subhead\" title"),
    Fault("page-markup", "<p class=\"eyebrow\">Rings</p>", with: "loose text"),
    Fault("page-markup", "<li class=\"card\" id=\"notes/sun\">", with: "<li class=\"card\" id=\"notes/sun\"><p>x</p>"),
    Fault("page-script", "<h1>", with: "<script src=\"x.js\"></script><h1>", says: "script"),
    Fault("page-script", "<h1>", with: "<style>p{}</style><h1>", says: "style"),
    Fault("page-script", "<h1>", with: "<iframe></iframe><h1>", says: "iframe"),
    Fault("page-script", "<h1>", with: "<h1 onclick=\"alert(1)\">", says: "onclick"),
    Fault("page-script", "<h1>", with: "<h1 style=\"color:red\">", says: "style"),
    Fault(
      "page-policy",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; img-src 'self'\"/>\n",
      with: "", says: "no Content-Security-Policy"),
    Fault("page-policy", "default-src 'none'", with: "default-src 'self'", says: "default-src"),
    Fault("page-policy", "img-src 'self'", with: "script-src 'unsafe-inline'", says: "unsafe"),
    Fault(
      "page-policy", "<meta charset=\"utf-8\"/>",
      with: "<meta charset=\"utf-8\"/><link rel=\"icon\" href=\"images/saturn.svg\"/>", says: "after a link"),
    Fault("id-repeated", "id=\"notes/sun\"", with: "id=\"notes/moon\"", says: "notes/moon"),
    Fault("id-unusable", "id=\"top\"", with: "id=\"to p\""),
    Fault("id-unusable", "id=\"top\"", with: "id=\"\""),
    Fault(
      "label-missing", "aria-labelledby=\"planets-title\"", with: "aria-labelledby=\"planet-title\"",
      says: "planet-title"),
    Fault("alt-missing", " alt=\"Saturn\"", with: ""),
    Fault(
      "slot-repeated", "<p class=\"eyebrow\">Rings</p>",
      with: "<p class=\"eyebrow\">Rings</p><p class=\"eyebrow\">Rings</p>", says: "eyebrow"),
    Fault(
      "slot-repeated", "<p class=\"subtitle\">Kalt</p></div></div>",
      with: "<p class=\"subtitle\">Kalt</p></div></div><h3 class=\"title\">X</h3>", says: "title"),
    Fault("image-size", "width=\"280\"", with: "width=\"17.5rem\"", says: "17.5rem"),
    Fault("page-markup", "class=\"tags\"", with: "class=\"tags r1 b1\""),
    Fault("layout-content", earth, with: "", says: "the page does not show the card planets/earth"),
    Fault("layout-content", "id=\"notes\"", with: "id=\"note\"", says: "the page does not show the shelf notes"),
    Fault("layout-content", "id=\"notes\"", with: "id=\"note\"", says: "the page shows the shelf note,"),
    Fault("layout-content", moon + "\n" + sun, with: sun + "\n" + moon, says: "out of order: notes/sun"),
    Fault(
      "style-missing", "<link rel=\"stylesheet\" href=\"assets/layout.css\"/>", with: "", says: "the shelf planets"),
    Fault("style-missing", "<link rel=\"stylesheet\" href=\"assets/base.css\"/>", with: "", says: "the class"),
    Fault("style-missing", "class=\"w66\"", with: "class=\"w67\"", says: "the class w67"),
    Fault("image-size", "height=\"158\"", with: "height=\"0\"", says: "height"),
  ]

  static let linkFaults = [
    Fault("link-dead", saturn, with: saturn + " srcset=\"images/mars.svg 2w\" sizes=\"1rem\"", says: "mars"),
    Fault(
      "link-dead", saturn,
      with: saturn + " srcset=\"images/saturn.svg 2w, images/mars.svg 3w\" sizes=\"1rem\"", says: "mars"),
    Fault("link-refused", saturn, with: saturn + " srcset=\"https://example.org/a.png 2w\" sizes=\"1rem\""),
    Fault("link-dead", "href=\"about/\"", with: "href=\"abuot/\"", says: "abuot/index.html"),
    Fault("link-dead", "href=\"about/\"", with: "href=\"about\""),
    Fault("link-dead", "src=\"images/saturn.svg\"", with: "src=\"images/saturnn.svg\"", says: "images/saturnn.svg"),
    Fault("link-dead", "href=\"assets/base.css\"", with: "href=\"base.css\""),
    Fault("link-dead", "href=\"#notes/moon\"", with: "href=\"#notes/mars\"", says: "notes/mars"),
    Fault("link-dead", "about/index.html#who", with: "about/index.html#what", says: "what"),
    Fault("link-dead", "../#planets/m%C3%A4rz", with: "../#planets/ma%CC%88rz", in: "about/index.html"),
    Fault(
      "link-dead", "url(../fonts/text.woff2)", with: "url(fonts/text.woff2)", in: "assets/base.css",
      says: "assets/fonts"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"/about/\""),
    Fault("link-refused", "href=\"about/\"", with: "href=\"//example.org/\""),
    Fault("link-refused", "href=\"about/\"", with: "href=\"../about/\"", says: "outside the site"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"%2e%2e/about/\"", says: "outside the site"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"javascript:alert(1)\""),
    Fault("link-refused", "href=\"about/\"", with: "href=\"https:about/\"", says: "host"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"https://a b/\""),
    Fault("link-refused", "href=\"about/\"", with: "href=\"https://[x]/\"", says: "host"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"https://example.org:x/\"", says: "host"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"https://a@example.org/\"", says: "host"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"https://example.org/{x}\""),
    Fault("link-refused", "href=\"about/\"", with: "href=\"mailto:a b\""),
    Fault("link-refused", "href=\"about/\"", with: "href=\"java&#9;script:alert(1)\""),
    Fault("link-refused", "href=\"about/\"", with: "href=\"\""),
    Fault("link-refused", "images/new%20moon.png", with: "images/new moon.png", says: "%20"),
    Fault("link-refused", "href=\"about/\"", with: "href=\"about%2Findex.html\""),
    Fault("link-refused", "src=\"images/saturn.svg\"", with: "src=\"https://example.org/saturn.svg\""),
    Fault("link-refused", "src=\"images/saturn.svg\"", with: "src=\"data:image/svg+xml,x\""),
    Fault("link-refused", "src=\"images/saturn.svg\"", with: "src=\"images/\""),
    Fault("link-refused", "href=\"assets/base.css\"", with: "href=\"https://example.org/base.css\""),
  ]

  static let styleFaults = [
    Fault("style-import", "@charset \"utf-8\";", with: "@import \"layout.css\";", in: "assets/base.css"),
    Fault("style-import", "@charset \"utf-8\";", with: "@\\69mport url(layout.css);", in: "assets/base.css"),
    Fault("style-expression", "calc(", with: "Expression(", in: "assets/base.css"),
    Fault("style-syntax", "format(\"woff2\")}", with: "format(\"woff2\")", in: "assets/base.css", says: "{ without"),
    Fault("style-syntax", "format(\"woff2\")}", with: "format(\"woff2\")}}", in: "assets/base.css", says: "} without"),
    Fault("style-syntax", "in a comment */", with: "in a comment", in: "assets/base.css", says: "comment"),
    Fault("style-syntax", "format(\"woff2\")", with: "format(\"woff2)", in: "assets/base.css", says: "string"),
    Fault(
      "style-syntax", "calc(1rem + (2px*3))", with: "calc(1rem + (2px*3)", in: "assets/base.css", says: "not closed"),
    Fault("link-refused", "url(../fonts/text.woff2)", with: "url(https://example.org/a.woff2)", in: "assets/base.css"),
    Fault("link-refused", "url(../fonts/text.woff2)", with: "u\\72l(data:font/woff2,x)", in: "assets/base.css"),
    Fault(
      "link-refused", "url(\"../images/new%20moon.png\")", with: "image-set(\"//example.org/a.png\" 1x)",
      in: "assets/base.css"),
  ]

  static let layoutFaults = [
    Fault(
      "layout-mismatch", "min-block-size:13.25rem", with: "min-block-size:13rem", in: css,
      says: "shelf planets, pages from 0 px, card planets/saturn: height is 212 px in layout.json, but 208 px"),
    Fault("layout-mismatch", "inline-size:17.5rem", with: "inline-size:100%", in: css, says: "\"100%\""),
    Fault("layout-mismatch", "#planets>.cards>.card{", with: "#planets>.cards .card{", in: css, says: "do not say"),
    Fault("layout-mismatch", "#notes{", with: "#note{", in: css),
    Fault("layout-mismatch", "#notes>.cards{", with: "#notes>.card{", in: css),
    Fault("layout-mismatch", "#notes\\/dust{", with: "#notes/dust{", in: css, says: "notes/dust"),
    Fault(
      "layout-mismatch", "#notes\\2f sun{", with: "@media print{#notes\\2f sun{}}#x{", in: css, says: "notes/sun"),
    Fault(
      "layout-mismatch", "column-gap:1rem}\n#planets>.cards>.card", with: "column-gap:2rem}\n#planets>.cards>.card",
      in: css, says: "x is 312 px in layout.json, but 328 px"),
    Fault(
      "layout-mismatch", "padding-inline-start:1rem", with: "padding-inline-start:2rem", in: css, says: "x is 16 px"),
    Fault(
      "layout-mismatch", "min-block-size:18.25rem", with: "min-block-size:18rem", in: css,
      says: "shelf planets, pages from 600 px: height"),
    Fault(
      "layout-mismatch", "#planets,\n#notes{inline-size:37.5rem}", with: "#notes{inline-size:37.5rem}", in: css,
      says: "shelf planets, pages from 600 px: width is 600 px in layout.json, but 320 px"),
    Fault("layout-mismatch", "grid-area:3/1/4/2", with: "grid-area:2/1/4/2", in: css, says: "card notes/sun: height"),
    Fault("layout-mismatch", "grid-area:1/2/2/3", with: "grid-area:1/1/2/2", in: css, says: "card notes/sun: x"),
    Fault(
      "layout-mismatch", "grid-area:3/2/4/3", with: "grid-area:3/2/9/3", in: css,
      says: "card notes/dust: grid-area 3/2/9/3 is not in the grid"),
    Fault("layout-mismatch", "repeat(2,17rem)", with: "17rem 1fr", in: css, says: "no tracks that can be read"),
    Fault(
      "layout-mismatch", "minmax(1rem,auto) minmax(4rem", with: "minmax(2rem,auto) minmax(4rem", in: css,
      says: "card notes/sun: y"),
    Fault("layout-mismatch", "(min-width:37.5rem)", with: "(min-width:38rem)", in: css, says: "pages from 600 px"),
    Fault(
      "layout-mismatch", "{\"width\":280", with: "{\"width\":281", in: json, says: "width is 281 px"),
    Fault("layout-mismatch", "620],\"y\":[40", with: "620],\"y\":[41", in: json, says: "y is 41 px"),
    Fault("layout-mismatch", "\"y\":[184", with: "\"y\":[184.015625", in: json, says: "y is 184.016 px"),
    Fault(
      "layout-content", sunInLayout, with: "", in: json,
      says: "card notes/sun is in the page"),
    Fault(
      "layout-content", "\"id\":\"notes/sun\"", with: "\"id\":\"notes/star\"", in: json,
      says: "card notes/star is in layout.json"),
    Fault(
      "layout-content", "\"id\":\"notes\"", with: "\"id\":\"note\"", in: json, says: "shelf note is in layout.json"),
    Fault(
      "layout-content", "\"path\":\"index.html\"", with: "\"path\":\"home.html\"", in: json,
      says: "home.html is not a page"),
    Fault(
      "layout-content", "\"path\":\"index.html\"", with: "\"path\":\"about/index.html\"", in: json,
      says: "the page has shelves"),
    Fault(
      "layout-content", "[\"waterfall\"]", with: "[\"shelf\"]", in: json,
      says: "arrangement"),
    Fault("layout-content", "cards in-waterfall", with: "cards in-shelf", says: "arrangement"),
    Fault("layout-content", earth, with: "", says: "card planets/earth is in layout.json, but not in the page"),
    Fault("layout-order", moon + "\n" + sun, with: sun + "\n" + moon, says: "from card notes/sun on"),
    Fault(
      "layout-content", "\"id\":\"notes/sun\"", with: "\"id\":\"notes/moon\"", in: json),
    Fault("layout-unreadable", "\"version\":2", with: "\"version\":1", in: json),
    Fault("layout-unreadable", "{\"minWidth\":600", with: "{\"minWidth\":0", in: json, says: "ascend"),
    Fault("layout-unreadable", "\"steps\":[320,600]", with: "\"steps\":[320]", in: json, says: "width classes"),
    Fault("layout-unreadable", "\"x\":[312,324]", with: "\"x\":[312,324,1]", in: json, says: "3 numbers for 2 steps"),
    Fault("layout-unreadable", "\"geometry\":[1,0]", with: "\"geometry\":[1,2]", in: json, says: "no geometry 2"),
    Fault("layout-unreadable", "\"truncated\"", with: "\"cut\"", in: json, says: "fields of slots"),
    Fault("layout-content", "[\"waterfall\"]", with: "[\"spiral\"]", in: json, says: "the arrangement is spiral"),
    Fault("layout-unreadable", "\"x\":[608,620],", with: "", in: json, says: "has no x"),
    Fault("layout-unreadable", "\"x\":[608,620", with: "\"x\":[608,0620", in: json),
    Fault("layout-unreadable", "\"version\":2", with: "\"version\":2}", in: json),
  ]

  private static let css = "assets/layout.css"
  private static let json = "layout.json"

  private static let earth =
    "<li class=\"card\" id=\"planets/earth\"><article class=\"story\"><h3 class=\"title\">Earth</h3></article></li>\n"
  private static let sunInLayout =
    "{\"id\":\"notes/sun\",\"x\":[16,304],\"y\":[104,8],\"height\":[64],\"geometry\":[0,1],"
    + "\"geometries\":[{\"width\":288},{\"width\":272}]},\n"
  private static let moon =
    "<li class=\"card\" id=\"notes/moon\"><article class=\"note\"><h3 class=\"title\">Moon</h3></article></li>"
  private static let sun =
    "<li class=\"card\" id=\"notes/sun\"><article class=\"note\"><h3 class=\"title\">Sun</h3></article></li>"
}

/// A change that breaks the sample site, and the expected message.
private let saturn = "<img src=\"images/saturn.svg\" alt=\"Saturn\" width=\"280\""

struct Fault: Sendable, CustomTestStringConvertible {
  let change: Change
  let rule: String
  /// A part of the message.
  let message: String

  init(_ rule: String, _ old: String, with new: String, in path: String = "index.html", says message: String = "") {
    self.change = Change(path, old, new)
    self.rule = rule
    self.message = message
  }

  var testDescription: String { "\(rule): \(change.testDescription)" }

  /// Expects that the proof of placement refuses a fault that only Cardshelf could have caused.
  func expectRefusalByProof() throws {
    let faults = SampleOutput.placementFaults(of: try #require(change.files))
    #expect(faults.contains { $0.kind.rawValue == rule && $0.message.contains(message) }, "\(faults)")
  }
}
