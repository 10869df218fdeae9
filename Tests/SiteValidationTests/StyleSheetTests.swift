import Testing

@testable import SiteValidation

@Suite struct StyleSheetTests {
  @Test(arguments: [
    ("#a", PlacementSelector.Part.element, "a"), ("  #a\\/b ", .element, "a/b"), ("#\\31 0\\2f x", .element, "10/x"),
    ("#a>.cards", .list, "a"), ("#a > .cards", .list, "a"), ("#m\u{E4}\\.\\e4", .element, "m\u{E4}.\u{E4}"),
    ("#a>.cards>.card", .cards, "a"),
  ])
  func selectorIsRead(_ selector: String, _ part: PlacementSelector.Part, _ id: String) {
    let bytes = Array(selector.utf8)
    var names: [UInt8] = []
    let read = PlacementSelector(bytes.span, bytes.indices, names: &names)
    #expect(read?.part == part)
    #expect(read?.scope == nil)
    #expect(read.map { names[$0.id].elementsEqual(id.utf8) } == true)
  }

  @Test(arguments: [
    "", "#", ".a", "a", "#a .cards", "#a>.card", "#a>.cards>.card>.title", "#a:hover", "#a.b", "#a>", "#a#b", "#a\\",
  ])
  func otherSelectorPlacesNothing(_ selector: String) {
    let bytes = Array(selector.utf8)
    var names: [UInt8] = []
    #expect(PlacementSelector(bytes.span, bytes.indices, names: &names) == nil)
  }

  @Test(
    arguments: [
      ("20rem", 320), ("18.25rem", 292), (".5rem", 8), ("12px", 12), ("0", 0), ("-1rem", -16),
      ("0.0009765625rem", 0.015625),
      ("1234567890.1234567px", nil), ("12", nil), ("1.rem", nil), ("1em", nil), ("1%", nil), ("rem", nil), ("", nil),
      ("1rem 2rem", nil), ("calc(1rem)", nil), ("inf", nil), ("0x10px", nil), ("--1px", nil), ("1.2.3px", nil),
    ] as [(String, Double?)])
  func lengthIsRead(_ text: String, _ pixels: Double?) {
    let bytes = Array(text.utf8)
    #expect(cssLength(bytes.span, bytes.indices) == pixels)
  }

  @Test func lastRuleThatHoldsWins() {
    let text = """
      #a{inline-size:1rem;inline-size:2rem}
      @container page (min-width:10rem){#b,#a{inline-size:3rem}}
      @container page (min-width:20rem){#a{inline-size:4rem} #a{color:red}}
      @container other (min-width:0rem){#a{inline-size:5rem}}
      @media print{#a{inline-size:6rem}}
      .x{#a{inline-size:7rem}}
      :not(#b,#a){inline-size:8rem}
      """
    let cascade = PlacementCascade(styleSheets: [StyleSheet(Array(text.utf8))])
    let box = cascade.box(.element, of: ExactText("a"))
    for (width, expected) in [(0, 32.0), (159, 32), (160, 48), (319.9, 48), (320, 64), (4000, 64)] {
      #expect(box.value(.inlineSize, onPageOf: width) == .length(expected))
    }
    #expect(cascade.box(.element, of: ExactText("b")).value(.inlineSize, onPageOf: 0) == nil)
    #expect(cascade.box(.list, of: ExactText("a")).value(.inlineSize, onPageOf: 0) == nil)
  }

  @Test func tracksAddUp() throws {
    let sheet = StyleSheet(
      Array("#a>.cards{grid-template-rows:1rem minmax(2rem,auto)  repeat(2,3rem minmax(1px,1fr))}".utf8))
    let value = PlacementCascade(styleSheets: [sheet]).box(.list, of: ExactText("a"))
      .value(.gridTemplateRows, onPageOf: 0)
    guard case .tracks(let tracks) = value else {
      Issue.record("\(String(describing: value))")
      return
    }
    #expect(tracks.edges == [0, 16, 48, 96, 97, 145, 146])
    #expect(tracks.size(from: 2, to: 4, gap: 10) == 90)
    #expect(tracks.offset(ofLine: 3, gap: 10) == 68)
    #expect(tracks.size(from: 3, to: 3, gap: 0) == nil)
    #expect(tracks.size(from: 1, to: 8, gap: 0) == nil)
    #expect(tracks.offset(ofLine: 0, gap: 0) == nil)
  }
}
