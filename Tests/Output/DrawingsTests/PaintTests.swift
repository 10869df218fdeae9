import Diagnostics
import Geometry
import Testing
import Themes

@testable import Pages

struct PaintTests {
  /// - Parameter paint: declarations.
  private func reader(_ paint: String, border: PaintValue? = nil) -> PaintReader {
    var sink = DiagnosticSink()
    let source = SourceText(path: "paint.css", text: "body{--paint-loop:var(--paint-loop);\(paint)}")
    let rules = readPaint(source, colors: ["card", "nothing"], into: &sink).rules
    var tree = ElementTree()
    var declarations = rules.declarations(of: tree.add("body", in: nil), in: tree, isDark: false)
    declarations["border"] = border
    return PaintReader(declarations: declarations, color: SRGBColor(red: 1, green: 0, blue: 0), isRightToLeft: false) {
      $0 == "--card" ? [[.color(SRGBColor(red: 16 / 255, green: 32 / 255, blue: 48 / 255))]] : declarations[$0]
    }
  }

  @Test(
    arguments: [
      ("#abc", "#aabbcc", 1), ("#01020380", "#010203", 0.502), ("white", "#ffffff", 1), ("currentColor", "#ff0000", 1),
      ("var(--card)", "#102030", 1), ("var(--nothing, #fff)", "#ffffff", 1), ("rgb(0 0 0 / 6%)", "#000000", 0.06),
      ("rgb(0 0 0/6%)", "#000000", 0.06), ("RGB(0 0 0)", "#000000", 1),
      ("var(--paint-none, var(--card))", "#102030", 1),
      ("rgba(255, 128, 0, .5)", "#ff8000", 0.5), ("rgb(100% 0% 50%)", "#ff0080", 1), ("transparent", "#000000", 0),
      ("color-mix(in srgb, var(--card) 30%, transparent)", "#102030", 0.3),
      ("color-mix(in srgb, #000, #fff)", "#808080", 1),
      ("color-mix(in srgb, white, #000 75%)", "#404040", 1), ("color-mix(in srgb, red 20%, blue 20%)", "#800080", 0.4),
    ] as [(String, String, Double)])
  func colours(text: String, hexadecimal: String, opacity: Double) throws {
    let ink = try #require(reader("background-color:\(text)").ink("background-color"))
    #expect(ink.hexadecimal == hexadecimal)
    #expect(abs(ink.opacity - opacity) < 0.001)
  }

  @Test(arguments: [
    "", "#12", "#12345", "oklch(1 0 0)", "var(--nothing)", "var(--paint-loop)", "color-mix(in oklab, red, blue)",
    "rgb(1 2)", "chartreuse(", "red blue", "red, blue", "var(card)", "rgb(nan 0 0)",
  ])
  func refusesUnknownColours(text: String) {
    #expect(reader("background-color:\(text)").ink("background-color") == nil)
  }

  @Test func readsThePaintOfABox() {
    let paint = reader(
      """
      border-radius: 8px 50% 0; border-bottom-left-radius: 1rem;
      background: linear-gradient(to right, #000, #fff 25%) #123 no-repeat;
      box-shadow: inset 0 1px 0 var(--card), 0 4px 8px 1px rgb(0 0 0 / 50%); outline: 2PX Solid;
      outline-offset: -2px
      """, border: [[.number(1, "px"), .word("none"), .word("red")]]
    ).paint
    #expect(paint.radii == [.pixels(8), .share(0.5), .pixels(0), .pixels(16)])
    #expect(paint.layers.count == 2)
    #expect(paint.layers.first == .ink(SRGBColor(hexadecimal: "#123") ?? .clear))
    #expect(paint.shadows.map(\.isInset) == [false, true])
    #expect(paint.shadows.first.map { [$0.x, $0.y, $0.blur, $0.spread, $0.ink.opacity] } == [0, 4, 8, 1, 0.5])
    #expect(paint.outline == .init(width: 2, offset: -2, ink: SRGBColor(red: 1, green: 0, blue: 0)))
    #expect(paint.border == nil)
  }

  /// Of elliptic corners, the horizontal radii.
  @Test(arguments: ["12px 50% / 3px", "12px 50%/3px 4px"])
  func radiiBeforeASlash(text: String) {
    #expect(reader("border-radius:\(text)").paint.radii == [.pixels(12), .share(0.5), .pixels(12), .share(0.5)])
  }

  @Test func shrinksOverlappingCorners() {
    let frame = Frame(x: Pixels(1), y: Pixels(2), width: Pixels(20), height: Pixels(10))
    let box = BoxOutline(frame, radii: Array(repeating: .pixels(99), count: 4), scale: 1)
    #expect(box.path == "M6 2H16A5 5 0 0 1 21 7V7A5 5 0 0 1 16 12H6A5 5 0 0 1 1 7V7A5 5 0 0 1 6 2Z")
    #expect(
      BoxOutline(frame, radii: Array(repeating: .pixels(0), count: 4), scale: 1).grown(by: 1).path == "M0 1H22V13H0V1Z")
  }

  /// Browsers place boxes on whole device pixels.
  @Test func snapsEdgesToPixels() {
    let frame = Frame(
      x: Pixels(sixtyFourths: 40), y: .zero, width: Pixels(sixtyFourths: 64 * 10 + 20), height: Pixels(1))
    func edges(_ scale: Int) -> [Double] {
      let box = BoxOutline(frame, radii: Array(repeating: .pixels(0), count: 4), scale: scale)
      return [box.left, box.right]
    }
    #expect(edges(1) == [1, 11])
    #expect(edges(2) == [0.5, 11])
    #expect(edges(4) == [0.75, 11])
  }

  @Test(
    arguments: [
      ([nil, nil, nil], [0, 0.5, 1]), ([nil, .pixels(25), nil], [0, 0.25, 1]),
      ([.share(0.4), .share(0.2)], [0.4, 0.4]),
      ([nil, nil, nil, .share(0.6)], [0, 0.2, 0.4, 0.6]),
    ] as [([PaintLength?], [Double])])
  func stopsOfAGradient(given: [PaintLength?], places: [Double]) {
    let gradient = BoxPaint.Gradient(direction: .degrees(90), stops: given.map { .init(ink: .black, place: $0) })
    #expect(zip(gradient.placedStops(along: 100).map(\.place), places).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test(arguments: [
    (0.0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (2.00004, "2"), (-12.34567, "-12.3457"), (1e30, "1000000000"),
  ])
  func numbers(number: Double, text: String) { #expect(decimal(number) == text) }
}
