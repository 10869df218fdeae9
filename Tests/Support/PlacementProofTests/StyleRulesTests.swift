import Testing

@testable import PlacementProof

@Suite struct StyleRulesTests {
  @Test(arguments: [
    ("#a", StyleTarget.Part.element, "a"), ("  #a\\/b ", .element, "a/b"), ("#\\31 0\\2f x", .element, "10/x"),
    ("#a>.cards", .list, "a"), ("#a > .cards", .list, "a"), ("#m\u{E4}\\.\\e4", .element, "m\u{E4}.\u{E4}"),
    ("#a>.cards>.card", .cards, "a"), ("#a .tags", .tags, "a"), ("#a .tags>:nth-child(12)", .tag(12), "a"),
    (".w12", .class, "w12"),
  ])
  func readsSelectors(_ selector: String, _ part: StyleTarget.Part, _ id: String) {
    let read = StyleTarget(CSSText(Array(selector.utf8)).trimmed)
    #expect(read == StyleTarget(part: part, id: ExactID(id)))
  }

  @Test func readsSelectorsOfToggles() {
    let inner = StyleTarget(CSSText(Array("#a:has(.other:checked) #a\\/b".utf8)))
    #expect(inner == StyleTarget(part: .element, id: ExactID("a/b"), scope: ExactID("a"), choice: .other))
    let list = StyleTarget(CSSText(Array("#a:not(:has(.other:checked))>.cards".utf8)))
    #expect(list == StyleTarget(part: .list, id: ExactID("a"), scope: ExactID("a"), choice: .first))
    let ofClass = StyleTarget(CSSText(Array(".shelf:has(.other:checked) .r1".utf8)))
    #expect(ofClass == StyleTarget(part: .class, id: ExactID("r1"), choice: .other))
  }

  @Test(arguments: [
    "", "#", "a", "#a .cards", "#a>.card", "#a>.cards>.card>.title", "#a:hover", "#a.b", "#a>", "#a#b", ".a.b", ".a .b",
  ])
  func refusesOtherSelectors(_ selector: String) {
    #expect(StyleTarget(CSSText(Array(selector.utf8))) == nil)
  }

  @Test(
    arguments: [
      ("20rem", 320), ("18.25rem", 292), (".5rem", 8), ("12px", 12), ("0", 0), ("-1rem", -16),
      ("0.0009765625rem", 0.015625),
      ("1234567890.1234567px", nil), ("12", nil), ("1.rem", nil), ("1em", nil), ("1%", nil), ("rem", nil), ("", nil),
      ("1rem 2rem", nil), ("calc(1rem)", nil), ("inf", nil), ("0x10px", nil), ("--1px", nil), ("1.2.3px", nil),
    ] as [(String, Double?)])
  func readsLengths(_ text: String, _ pixels: Double?) { #expect(cssLength(text) == pixels) }

  @Test func lastRuleThatHoldsWins() {
    let text = """
      #a{inline-size:1rem;inline-size:/* ; } */2rem}
      @container page (min-width:10rem){#b,#a{inline-size:3rem}}
      @container page (min-width:20rem){#a{inline-size:4rem} #a{color:red}}
      @container page (width>=1rem) and (width<2rem){#a{inline-size:9rem}}
      @container other (min-width:0rem){#a{inline-size:5rem}}
      @media print{#a{inline-size:6rem}}
      .x{#a{inline-size:7rem}}
      :not(#b,#a){inline-size:8rem}
      .y::before{content:"}#a{inline-size:8rem}"}
      """
    let cascade = Cascade(sheets: [StyleRules(Array(text.utf8))])
    let box = cascade.box(.element, of: ExactID("a"))
    for (width, expected) in [(0, 32.0), (16, 144), (32, 32), (159, 32), (160, 48), (319.9, 48), (320, 64), (4000, 64)]
    {
      #expect(box.length("inline-size", onPageOf: width) == expected)
    }
    #expect(cascade.box(.element, of: ExactID("b")).value("inline-size", onPageOf: 0) == nil)
    #expect(cascade.box(.list, of: ExactID("a")).value("inline-size", onPageOf: 0) == nil)
  }

  @Test func tracksAddUp() throws {
    let tracks = try #require(GridTracks("1rem minmax(2rem,auto)  repeat(2,3rem minmax(1px,1fr))"))
    #expect(tracks.edges == [0, 16, 48, 96, 97, 145, 146])
    #expect(tracks.size(from: 2, to: 4, gap: 10) == 90)
    #expect(tracks.offset(ofLine: 3, gap: 10) == 68)
    #expect(tracks.size(from: 3, to: 3, gap: 0) == nil)
    #expect(tracks.size(from: 1, to: 8, gap: 0) == nil)
    #expect(tracks.offset(ofLine: 0, gap: 0) == nil)
  }

  @Test(arguments: ["", "1fr", "repeat(0,1rem)", "repeat(2,1fr)", "1rem auto", "repeat(x,1rem)"])
  func refusesOtherTracks(_ value: String) { #expect(GridTracks(value) == nil) }
}
