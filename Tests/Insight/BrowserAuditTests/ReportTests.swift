import Testing

@testable import BrowserAudit

struct ReportTests {
  private func report(_ comparison: Comparison, widths: [Int] = [400]) -> AuditReport {
    AuditReport(
      site: AuditReport.Site(folder: "Output", files: 3, layoutSize: 12),
      runs: [
        AuditReport.BrowserRun(
          browser: "chromium", version: "140.0.1", userAgent: "Mozilla", scale: 1, devicePixelRatio: 1,
          pages: ["index.html"], widths: widths, tally: comparison.tally, milliseconds: 5, missingFonts: [],
          isHinted: false, differences: comparison.differences)
      ])
  }

  @Test func theTableHasARowForEachRun() {
    #expect(
      report(Sample().comparison).text() == """
        browser   version  scale  pages  widths  layouts  cards  frames  lines  differ
        chromium  140.0.1      1      1       1        1      1       4      5  none

        """)
  }

  @Test func showsCausesFirstAndCountsTheRest() {
    var sample = Sample()
    sample.shown = Sample.card.with(height: 220).with(
      slot: "body", SlotFrame(x: 16, y: 64, width: 268, height: 60, starts: [0, 14, 26], lineHeight: 20))
    let lines = report(sample.comparison).text(limit: 1).split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(2) == [
        "chromium, index.html at 400 px: sky/moon body: lines start at [0 14 31] computed, [0 14 26] shown "
          + "(line 3 starts 5 characters earlier)",
        "… and 1 more; --report writes all results",
      ])
    #expect(lines[1].hasSuffix("1 frame, 1 line"))
  }

  @Test func jsonContainsEverything() throws {
    var sample = Sample()
    sample.shown = Sample.card.with(height: 200.5)
    let json = String(decoding: try report(sample.comparison).json(), as: UTF8.self)
    for part in [
      #""browser" : "chromium""#, #""version" : "140.0.1""#, #""userAgent" : "Mozilla""#, #""computed" : 200"#,
      #""shown" : 200.5"#, #""card" : "sky/moon""#, #""differingFrames" : 1"#, #""layoutSize" : 12"#,
    ] { #expect(json.contains(part), "\(part)") }
  }

  @Test(arguments: [
    (1.0, "1"), (0.03, "0.03"), (-2.5, "-2.5"), (149.9996, "150"), (.infinity, "inf"), (-0.004, "-0.004"),
  ])
  func numbersAreShort(value: Double, text: String) { #expect(decimal(value) == text) }
}
