import Testing

@testable import BrowserAudit

struct HintTests {
  @Test(arguments: [
    ([0, 14, 31], [0, 14, 26], "line 3 starts 5 characters earlier"),
    ([0, 14, 31], [0, 15, 26], "line 2 starts 1 character later"),
    ([0, 14], [0, 14, 26], "line 3 was not computed"),
    ([0, 14, 31], [0], "line 2 is missing"),
    ([0, Int.min], [0, Int.max], "line 2 starts 18446744073709551615 characters later"),
  ])
  func namesTheFirstDifferingLine(computed: [Int], shown: [Int], hint: String) {
    #expect(startsHint(computed: computed, shown: shown) == hint)
  }

  @Test func equalLinesNeedNoHint() { #expect(startsHint(computed: [0, 3], shown: [0, 3]) == nil) }

  @Test func namesTheBodyThatMovesLaterSlots() {
    var sample = Sample()
    sample.shown = Sample.card.with(height: 220).with(
      slot: "body", SlotFrame(x: 16, y: 64, width: 268, height: 80, starts: [0, 14, 26, 40], lineHeight: 20))
    let hints = sample.comparison.differences.map { [$0.slot ?? "card", $0.property.rawValue, $0.hint ?? ""] }
    let body = "body is 1 line taller: line 3 starts 5 characters earlier"
    #expect(hints == [["card", "height", "follows from body"], ["body", "height", body], ["body", "starts", body]])
  }

  @Test(
    arguments: [
      (20.0, "body is 1 line taller"), (-40, "body is 2 lines shorter"), (7, nil), (0.03, nil),
    ] as [(Double, String?)])
  func wholeLinesAreCounted(difference: Double, hint: String?) {
    var sample = Sample()
    sample.shown = Sample.card.with(
      slot: "body",
      SlotFrame(x: 16, y: 64, width: 268, height: 60 + difference, starts: [0, 14, 31], lineHeight: 20))
    #expect(sample.comparison.differences.map(\.hint) == [hint])
  }

  @Test(arguments: [
    (["cs-text 700 normal"], false, "font not loaded: cs-text 700 normal"),
    (["a 400 normal", "b 400 normal", "c 400 normal"], true, "font not loaded: a 400 normal and 2 more"),
    ([], true, "text hinted: widths are whole pixels"),
  ])
  func namesCausesOutsideTheLayout(fonts: [String], isHinted: Bool, hint: String) {
    var sample = Sample()
    sample.missingFonts = fonts
    sample.isHinted = isHinted
    sample.shown = Sample.card.with(
      slot: "title", SlotFrame(x: 16, y: 16, width: 268, height: 40, starts: [0, 13], lineHeight: 20))
    #expect(sample.comparison.differences.map(\.hint) == ["line 2 starts 1 character earlier; " + hint])
  }
}
