import Diagnostics
import SiteValidation
import Testing

/// What a drawing may cost a browser. The seconds are those of headless Chromium 156 for a picture of a page that shows
/// the drawing by `<img>`, 1,000 px wide, without a graphics processor, on two cores that also had other work. With an
/// empty drawing it takes 1.4 s.
@Suite struct SVGCostTests {
  @Test(arguments: honest)
  func acceptsDrawingsOfCommonPrograms(name: String, text: String) {
    #expect(findings(text).map(\.rendered) == [], "\(name)")
  }

  @Test(arguments: costly)
  func refusesDrawingsThatStopABrowser(name: String, message: String, text: String) {
    let found = findings(text)
    #expect(found.count == 1 && found[0].message.contains(message), "\(name): \(found.map(\.rendered))")
    #expect(found.allSatisfy { $0.rule.name == "image-unsafe" && $0.help != nil && $0.position != nil })
  }

  /// The greatest that is accepted and the least that is refused, of each kind.
  @Test(arguments: limits)
  func limitsAreWhereTheyAreSaidToBe(name: String, drawing: @Sendable (Int) -> String, most: Int) {
    #expect(findings(drawing(most)).map(\.message) == [], "\(name): \(most)")
    #expect(findings(drawing(most + 1)).count == 1, "\(name): \(most + 1)")
  }

  @Test func findingsNameTheFilter() throws {
    let text = svg(
      "\n<filter id='a'><feOffset/></filter>\n<filter id='b'><feMorphology radius='90'/></filter>\n\(rect("filter='url(#a)'"))\(rect("filter='url(#b)'"))"
    )
    let found = try #require(findings(text).first)
    #expect(found.position == SourcePosition(line: 3, column: 1))
    #expect(
      found.message
        == "the image cannot be published: its filters and masks take 112 passes over the whole image; 60 are allowed")
  }

  @Test func findingsNameTheAnimationThatIsOneTooMany() throws {
    let text = svg("\n" + String(repeating: "<circle r='1'>\(animate)</circle>\n", count: 1001))
    #expect(findings(text).map(\.position?.line) == [1002])
  }

  /// Reading and counting take linear time.
  @Test func readsLongListsOnce() {
    let long = String(repeating: "1 ", count: 200_000)
    let clock = ContinuousClock()
    let time = clock.measure {
      _ = findings(
        svg(
          "<filter id='f'><feOffset/></filter><g id='a' filter='url(#f)' transform='translate(\(long))'><path d='M\(long)'/></g>"
            + String(repeating: "<use href='#a' x='\(String(repeating: " ", count: 500))1'/>", count: 5000)))
    }
    #expect(time < .seconds(20))
  }

  private func findings(_ text: String) -> [Diagnostic] { inspectSVG(SourceText(path: "Content/a.svg", text: text)) }
}

private func svg(_ content: String, _ attributes: String = "viewBox='0 0 1000 1000'") -> String {
  "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>\(content)</svg>"
}

private func rect(_ attributes: String) -> String { "<rect width='1000' height='1000' \(attributes)/>" }

/// On the whole drawing.
private func filtered(_ primitives: String, count: Int = 1, attributes: String = "x='0' y='0' width='1' height='1'")
  -> String
{
  svg("<filter id='f' \(attributes)>\(primitives)</filter>" + String(repeating: rect("filter='url(#f)'"), count: count))
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private let animate = "<animate attributeName='x' values='0;500' dur='1s' repeatCount='indefinite'/>"
private let light = "<feDiffuseLighting surfaceScale='2'><fePointLight x='1' y='1' z='50'/></feDiffuseLighting>"
private let shadow =
  "<filter id='s'><feGaussianBlur in='SourceAlpha' stdDeviation='3'/><feOffset dy='2' result='a'/><feMerge><feMergeNode in='a'/><feMergeNode in='SourceGraphic'/></feMerge></filter>"

private let limits: [(String, @Sendable (Int) -> String, Int)] = [
  // 3.7 s; 30: 3.3 s; 60 blurs of 30 px: 7.2 s; 90 of 50 px in one filter: 53 s.
  ("blur of 10 px", { filtered("<feGaussianBlur stdDeviation='10'/>", count: $0) }, 29),
  // 2.8 s; 49: 2.2 s; five of 100 px: 26 s; 80 of 100 px, or five of 1,000 px: more than 60 s.
  ("morphology", { filtered("<feMorphology radius='\($0)'/>") }, 48),
  // 3.8 s; 20: 5.1 s; 90: 19 s.
  ("lighting", { filtered(light, count: $0) }, 19),
  // 2.1 s; 1,001: 1.9 s; 20,000: 4.7 s, and then every frame.
  ("animations", { svg(repeated("<circle r='1'>\(animate)</circle>", $0)) }, 1000),
  // 2.4 s; 10,001: 2.4 s; 100,000: 3.8 s.
  ("elements", { svg(repeated("<path d='M0 0h9v9z'/>", $0 - 1)) }, 10_000),
  // 2.8 s; one more: 2.7 s; 250,000: 7.3 s.
  (
    "shown elements",
    { svg("<g id='a'>\(repeated("<path/>", 98))</g>" + repeated("<use href='#a'/>", 248) + repeated("<path/>", $0)) },
    100
  ),
]

private let costly: [(String, String, String)] = [
  // The four that stop Chromium with 4 kB.
  ("morphology", "passes", filtered(repeated("<feMorphology operator='dilate' radius='100'/>", 80))),
  ("blur", "passes", filtered(repeated("<feGaussianBlur stdDeviation='50'/>", 90))),
  ("lighting", "passes", filtered(light, count: 90)),
  ("animations", "more than 10000 elements", svg("<rect>\(repeated("<animate/>", 20_000))</rect>")),
  (
    "shown elements", "more than 25000 elements",
    svg("<g id='a'>\(repeated("<path/>", 500))</g>" + repeated("<use href='#a'/>", 500))
  ),
  // Other ways to the same.
  ("animations of one element", "more than 1000 animations", svg("<rect>\(repeated("<animate/>", 5000))</rect>")),
  (
    "animations by use", "more than 1000 animations",
    svg("<circle id='a' r='1'>\(animate)</circle>" + repeated("<use href='#a'/>", 1000))
  ),
  (
    "animations by style", "more than 1000 animations",
    svg("<style>circle{animation:a 1s infinite}</style>" + repeated("<circle r='1'/>", 1001))
  ),
  ("turbulence", "passes", filtered("<feTurbulence numOctaves='9'/>", count: 20)),
  ("convolution", "passes", filtered("<feConvolveMatrix order='15'/>")),
  ("style", "passes", svg(shadow + "<style>rect{filter:url(#s)}</style>" + repeated(rect(""), 30))),
  (
    "style in keyframes", "passes",
    svg("<style>@keyframes a{50%{filter:blur(90px)}}rect{animation:a 1s}</style>" + repeated(rect(""), 2))
  ),
  ("style around others", "passes", svg(shadow + "<style>rect{b{} filter:url(#s)}</style>" + repeated(rect(""), 30))),
  (
    "selector with an escape", "passes",
    svg(shadow + "<style>.\\61{filter:url(#s)}</style>" + repeated(rect("class='a'"), 30))
  ),
  ("function", "passes", svg(repeated(rect("style='filter:blur(30px)'"), 30))),
  ("function in an attribute", "passes", svg(repeated(rect("filter='drop-shadow(0 0 30px red)'"), 30))),
  ("function of a browser", "passes", svg(repeated(rect("style='-webkit-filter:blur(30px)'"), 30))),
  ("function in other words", "passes", svg(repeated(rect("style='--a:blur(30px);filter:var(--a)'"), 30))),
  ("inherited", "passes", svg(shadow + "<g filter='url(#s)'>\(repeated(rect("filter='inherit'"), 30))</g>")),
  (
    "a scale that is no number", "passes",
    svg(shadow + "<g transform='scale(1e999) scale(0)'>" + repeated(rect("filter='url(#s)'"), 30) + "</g>")
  ),
  // 11 s.
  (
    "nested with a large radius", "passes",
    svg(
      "<filter id='f'><feGaussianBlur stdDeviation='30'/></filter>" + repeated("<g filter='url(#f)'>", 10) + rect("")
        + repeated("</g>", 10))
  ),
  // 10 s.
  ("one after the other", "passes", filtered(repeated("<feGaussianBlur stdDeviation='10'/>", 29))),
  ("nested", "passes", svg(shadow + repeated("<g filter='url(#s)'>", 60) + rect("") + repeated("</g>", 60))),
  ("by use", "passes", svg(shadow + "<g id='a'>\(rect("filter='url(#s)'"))</g>" + repeated("<use href='#a'/>", 30))),
  (
    "in a pattern", "passes",
    svg(
      shadow + "<pattern id='p' viewBox='0 0 1 1'><path d='M0 0h1v1' filter='url(#s)'/></pattern>"
        + repeated(rect("fill='url(#p)'"), 30))
  ),
  (
    "in a mask", "passes",
    svg(shadow + "<mask id='m'>\(rect("filter='url(#s)'"))</mask>" + repeated(rect("mask='url(#m)'"), 30))
  ),
  (
    "made larger", "passes",
    svg(
      "<filter id='f'><feMorphology radius='.1'/></filter><g transform='scale(1000)'><path d='M0 0h1v1' filter='url(#f)'/></g>"
    )
  ),
  (
    "made larger by a view box", "passes",
    svg("<filter id='f'><feMorphology radius='.1'/></filter><path d='M0 0h1v1' filter='url(#f)'/>", "viewBox='0 0 1 1'")
  ),
  (
    "made larger by a style", "passes",
    svg(
      "<filter id='f'><feMorphology radius='.1'/></filter><g style='transform:scale(1000)'><path d='M0 0h1v1' filter='url(#f)'/></g>"
    )
  ),
  (
    "made larger by use", "passes",
    svg(
      "<filter id='f'><feMorphology radius='.1'/></filter><symbol id='a' viewBox='0 0 1 1'><path d='M0 0h1v1' filter='url(#f)'/></symbol><use href='#a' width='1000' height='1000'/>"
    )
  ),
  (
    "a box that a style makes larger", "passes",
    svg(shadow + repeated("<rect width='1' height='1' style='width:1000px;height:1000px' filter='url(#s)'/>", 30))
  ),
  (
    "a region that is larger than its box", "passes",
    svg(
      "<filter id='f' x='-500' y='-500' width='1000' height='1000'><feGaussianBlur stdDeviation='10'/></filter>"
        + repeated("<path d='M0 0h9v9' filter='url(#f)'/>", 40))
  ),
  (
    "a region of its own", "passes",
    svg(
      "<filter id='f' filterUnits='userSpaceOnUse' width='1000' height='1000'><feGaussianBlur stdDeviation='10'/></filter>"
        + repeated("<path d='M0 0h9v9' filter='url(#f)'/>", 40))
  ),
  // The radius is a share of the longer side.
  (
    "a radius in units of a wide box", "passes",
    svg(
      "<filter id='f' primitiveUnits='objectBoundingBox'><feMorphology radius='.2'/></filter><rect width='1000' height='250' filter='url(#f)'/>"
    )
  ),
  (
    "a radius in units of a tall box", "passes",
    svg(
      "<filter id='f' primitiveUnits='objectBoundingBox'><feMorphology radius='.2'/></filter><rect width='250' height='1000' filter='url(#f)'/>"
    )
  ),
  (
    "results that are used twice", "passes",
    filtered((0..<24).map { "<feBlend in='r\($0)' in2='r\($0)' result='r\($0 + 1)'/>" }.joined())
  ),
  (
    "an animated radius", "passes",
    filtered("<feMorphology radius='1'><animate attributeName='radius' values='1;100' dur='1s'/></feMorphology>")
  ),
  (
    "an animated blur", "passes",
    svg(
      "<filter id='f'><feGaussianBlur stdDeviation='10'/></filter>"
        + repeated("<rect width='1000' height='1000' filter='url(#f)'>\(animate)</rect>", 9))
  ),
  ("masks", "passes", svg("<mask id='m'>\(rect(""))</mask>" + repeated(rect("mask='url(#m)'"), 400))),
]

private let honest: [(String, String)] = [
  (
    "icon",
    svg("<path fill='none' stroke='currentColor' stroke-width='2' d='M12 5v14M5 12h14'/>", "viewBox='0 0 24 24'")
  ),
  ("shadow of Inkscape", svg("<defs>\(shadow)</defs><g style='filter:url(#s)'><path d='M100 100h700v700z'/></g>")),
  (
    "shadow of Figma",
    svg(
      "<g filter='url(#d)'><rect x='4' width='343' height='100' rx='8'/></g><defs><filter id='d' x='0' y='0' width='351' height='108' filterUnits='userSpaceOnUse' color-interpolation-filters='sRGB'><feFlood flood-opacity='0' result='b'/><feColorMatrix in='SourceAlpha' values='0 0 0 0 0' result='h'/><feOffset dy='4'/><feGaussianBlur stdDeviation='2'/><feComposite in2='h' operator='out'/><feColorMatrix values='0 0 0 0 0'/><feBlend in2='b' result='e'/><feBlend in='SourceGraphic' in2='e' result='shape'/></filter></defs>",
      "width='351' height='108' viewBox='0 0 351 108'")
  ),
  (
    "spread of Figma",
    svg(
      "<g filter='url(#d)'><rect x='40' y='40' width='320' height='200'/></g><filter id='d' x='0' y='0' width='400' height='280' filterUnits='userSpaceOnUse'><feMorphology radius='4' operator='dilate' in='SourceAlpha'/><feOffset dy='8'/><feGaussianBlur stdDeviation='12'/></filter>",
      "viewBox='0 0 400 280'")
  ),
  (
    "shadow of a style",
    svg(
      "<style>.c{filter:drop-shadow(0 2px 4px rgb(0 0 0 / .3))}</style>"
        + repeated("<circle class='c' cx='50' cy='50' r='40'/>", 20), "viewBox='0 0 400 300'")
  ),
  (
    "shadow on the whole",
    svg(
      "<filter id='f'><feDropShadow dx='1' dy='1' stdDeviation='1'/></filter><g filter='url(#f)'><path d='M2 2h20v20H2z'/></g>",
      "viewBox='0 0 24 24'")
  ),
  (
    "shadows of a hundred bars",
    svg(shadow + repeated("<rect x='40' y='300' width='12' height='500' filter='url(#s)'/>", 100))
  ),
  (
    "shadows of five hundred points",
    svg(
      "<filter id='f'><feGaussianBlur stdDeviation='2'/></filter>"
        + repeated("<circle cx='40' cy='300' r='5' filter='url(#f)'/>", 500))
  ),
  (
    "a small blur",
    svg(
      "<filter id='f'><feGaussianBlur stdDeviation='.4'/></filter><ellipse cx='12' cy='20' rx='8' ry='2' filter='url(#f)'/>",
      "viewBox='0 0 24 24'")
  ),
  (
    "a glow of a blur on the background",
    svg(
      "<filter id='f' x='-50%' y='-50%' width='200%' height='200%'><feGaussianBlur stdDeviation='80'/></filter><circle cx='300' cy='300' r='200' filter='url(#f)'/><circle cx='700' cy='600' r='240' filter='url(#f)'/>"
    )
  ),
  (
    "noise on the background",
    svg(
      "<filter id='n'><feTurbulence type='fractalNoise' baseFrequency='.65' numOctaves='3' stitchTiles='stitch'/></filter><rect width='100%' height='100%' filter='url(#n)'/>",
      "viewBox='0 0 250 250'")
  ),
  (
    "a bevel of Inkscape",
    svg(
      "<filter id='f'><feGaussianBlur in='SourceAlpha' stdDeviation='8' result='b'/><feSpecularLighting in='b' surfaceScale='5' specularExponent='18' result='s'><feDistantLight azimuth='235' elevation='55'/></feSpecularLighting><feComposite in='s' in2='SourceGraphic' operator='in' result='c'/><feMerge><feMergeNode in='SourceGraphic'/><feMergeNode in='c'/></feMerge></filter><text x='20' y='300' filter='url(#f)'>Bevel</text>"
    )
  ),
  (
    "a filter that grey out",
    svg(
      "<filter id='f'><feColorMatrix type='saturate' values='0'/></filter><g filter='url(#f)'><image width='900' height='900' href='data:image/png;base64,AAAA'/></g>"
    )
  ),
  (
    "sharpened",
    svg(
      "<filter id='f'><feConvolveMatrix order='3' kernelMatrix='0 -1 0 -1 5 -1 0 -1 0'/></filter>\(rect("filter='url(#f)'"))"
    )
  ),
  (
    "a spinner",
    svg(
      "<circle cx='50' cy='50' r='32' stroke-width='8' stroke='#1d3f72' stroke-dasharray='50 50' fill='none'><animateTransform attributeName='transform' type='rotate' repeatCount='indefinite' dur='1s' keyTimes='0;1' values='0 50 50;360 50 50'/></circle>",
      "viewBox='0 0 100 100'")
  ),
  (
    "three dots",
    svg(
      repeated(
        "<circle r='8'><animate attributeName='cy' values='60;40;60' dur='.6s' repeatCount='indefinite'/><animate attributeName='opacity' values='1;.2;1' dur='.6s'/></circle>",
        3), "viewBox='0 0 120 120'")
  ),
  (
    "drops that melt",
    svg(
      "<filter id='g'><feGaussianBlur in='SourceGraphic' stdDeviation='10' result='b'/><feColorMatrix in='b' values='1 0 0 0 0' result='g'/><feBlend in='SourceGraphic' in2='g'/></filter><g filter='url(#g)'><circle r='20'><animate attributeName='cx' values='0;90' dur='1s'/></circle><circle r='30'/></g>",
      "viewBox='0 0 400 400'")
  ),
  (
    "a snake of contributions",
    svg(
      "<style>@keyframes c{50%{fill:var(--c1)}}.c{animation:none 9s linear infinite}.c.a{animation-name:c}.s{animation:m 9s infinite}@keyframes m{to{transform:translate(16px,0)}}</style>"
        + repeated("<rect class='c a' width='12' height='12'/>", 371)
        + repeated("<rect class='s' width='14' height='14'/>", 4), "viewBox='-16 -32 880 192'")
  ),
  (
    "a pulse of a style",
    svg(
      "<style>@keyframes p{50%{transform:scale(1.2);opacity:.5}}g{animation:p 2s infinite;filter:drop-shadow(0 0 4px red)}</style><g><circle cx='50' cy='50' r='20'/></g>",
      "viewBox='0 0 100 100'")
  ),
  (
    "a line that draws itself",
    svg(
      "<style>path{stroke-dasharray:300;stroke-dashoffset:300;animation:d 2s forwards}@keyframes d{to{stroke-dashoffset:0}}</style>"
        + repeated("<path d='M0 0C9 9 20 4 50 50'/>", 60))
  ),
  (
    "a sprite",
    svg(
      (0..<200).map { "<symbol id='i\($0)' viewBox='0 0 24 24'><path d='M1 1h22v22'/></symbol>" }.joined()
        + (0..<200).map { "<use href='#i\($0)' x='\($0)' width='24' height='24'/>" }.joined())
  ),
  (
    "a sprite with a shadow",
    svg(
      shadow + "<symbol id='a' viewBox='0 0 24 24'><circle cx='12' cy='12' r='9' filter='url(#s)'/></symbol>"
        + repeated("<use xlink:href='#a' width='48' height='48'/>", 40))
  ),
  (
    "a chart of glyphs by use",
    svg(
      (0..<60).map { "<path id='g\($0)' d='M0 0h1v1'/>" }.joined() + repeated("<use xlink:href='#g1' x='3'/>", 2000),
      "viewBox='0 0 460 345'")
  ),
  (
    "a scatter plot",
    svg(
      "<g clip-path='url(#c)'>\(repeated("<use xlink:href='#m' x='99' y='12' style='fill:#1f77b4;stroke:#1f77b4'/>", 5000))</g><defs><path id='m' d='M0 3C.8 3 1.6 2.7 2.1 2.1'/><clipPath id='c'><rect width='357' height='266'/></clipPath></defs>",
      "viewBox='0 0 460 345'")
  ),
  ("a map", svg(repeated("<path d='M10 10l4 5-3 2z' fill='#ddd' stroke='#fff'/>", 3500), "viewBox='0 0 960 600'")),
  (
    "a pattern",
    svg(
      "<pattern id='p' width='10' height='10' patternUnits='userSpaceOnUse' patternTransform='rotate(45)'><path d='M0 0v10' stroke='#000'/></pattern>"
        + repeated(rect("fill='url(#p)'"), 20))
  ),
  (
    "a pattern with a filter",
    svg(
      "<filter id='f'><feGaussianBlur stdDeviation='.5'/></filter><pattern id='p' width='40' height='40' patternUnits='userSpaceOnUse'><circle cx='20' cy='20' r='9' filter='url(#f)'/></pattern>\(rect("fill='url(#p)'"))"
    )
  ),
  (
    "gradients",
    svg(
      "<linearGradient id='g'>\(repeated("<stop offset='.5' stop-color='#000'/>", 8))</linearGradient>"
        + repeated("<path d='M0 0h9v9' fill='url(#g)'/>", 1500))
  ),
  (
    "masks of Figma",
    svg(
      "<mask id='m' maskUnits='userSpaceOnUse' width='24' height='24'><path fill='#fff' d='M0 0h24v24H0z'/></mask>"
        + repeated("<g mask='url(#m)'><path d='M2 2h20v20'/></g>", 60), "viewBox='0 0 24 24'")
  ),
  (
    "markers",
    svg(
      "<marker id='a' viewBox='0 0 10 10' refX='5' markerWidth='6' orient='auto'><path d='M0 0L10 5 0 10z'/></marker>"
        + repeated("<path d='M0 0h90' marker-end='url(#a)'/>", 300))
  ),
  (
    "transparent layers",
    svg(repeated("<g opacity='.4'><circle cx='300' cy='400' r='80'/><circle cx='340' cy='400' r='80'/></g>", 400))
  ),
  (
    "a blended photograph",
    svg(
      "<image width='800' height='600' href='data:image/jpeg;base64,AAAA'/>"
        + repeated("<rect width='800' height='600' fill='red' style='mix-blend-mode:multiply'/>", 4),
      "width='800' height='600'")
  ),
]
