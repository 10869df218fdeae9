import Testing

@testable import LayoutReport

struct ReportPageTests {
  private static let site = """
    -- Content/one/_index.md --
    ---
    title: </script><b>&"
    arrangement: grid
    ---
    -- Content/one/a.md --
    # Saturn </script>

    Text.
    -- Content/one/b.md --
    # Moon
    """

  private func report() async throws -> VisualReport {
    let site = try await ReportSite.make(Self.site)
    let pairs = try [320, 840].map { width in
      let side = try site.side(at: width)
      return ShelfPair(
        page: "index.html", shelfID: "one", title: "</script><b>&\"", widthClass: "compact", pageWidth: width,
        before: side, after: side, changedCards: ["one/a", "</script>"],
        changes: ["</script><img src=x onerror=alert(1)>", "height 100 -> 120 px"])
    }
    return VisualReport(title: "</title><script>alert(1)</script>", summary: ["2 < 3 & so on"], pairs: pairs)
  }

  @Test func namesCannotLeaveTheirPlace() async throws {
    let page = String(decoding: try await report().page(), as: UTF8.self)
    #expect(page.components(of: "</script") == 2)
    #expect(page.components(of: "<script") == 2)
    #expect(page.components(of: "<img") == 0)
    #expect(page.components(of: "<b>") == 0)
    #expect(page.contains("<li>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</li>"))
    // It asks for nothing.
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("src=\"http") && !page.contains("href=\"http") && !page.contains("url(http"))
  }

  @Test func theSameEachTime() async throws {
    let report = try await report()
    #expect(report.page() == report.page())
    #expect(try await self.report().page() == report.page())
  }

  @Test func thePolicyAllowsItsOwnScriptAndStyle() async throws {
    let page = try await report().page()
    for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
      let content = try #require(page.between(start, end))
      #expect(page.contains("sha256-\(base64(sha256(content)))"), "\(start)")
    }
  }

  @Test func nothingChanged() {
    let page = String(decoding: VisualReport(title: "Same", summary: [], pairs: []).page(), as: UTF8.self)
    #expect(page.contains("Nothing changed."))
  }

  @Test func aPictureOfAShelf() async throws {
    let report = try await report()
    let svg = picture(of: report.pairs[0])
    let text = String(decoding: svg, as: UTF8.self)
    #expect(svg.count < 100_000)
    #expect(text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n"))
    #expect(!text.contains("<script") && !text.contains("</script"))
    #expect(text.components(of: "<use ") > 10)
    #expect(svg == picture(of: report.pairs[0]))
  }

  /// Every card another one before and after, every class with cards of another width.
  @Test func fiveHundredChangedCardsAreLessThanAMegabyte() async throws {
    let sites = [try await ReportSite.make(cards(seed: 1)), try await ReportSite.make(cards(seed: 2))]
    let changed = Set((0..<125).map { "one/c\($0)" })
    let pairs = try [390, 600, 840, 1200, 1600].map { width in
      ShelfPair(
        page: "index.html", shelfID: "one", title: "One", widthClass: "class", pageWidth: width,
        before: try sites[0].side(at: width), after: try sites[1].side(at: width), changedCards: changed,
        changes: changed.sorted().prefix(100).map { "\($0) title 1 -> 2 lines" })
    }
    let page = VisualReport(title: "All", summary: [], pairs: pairs).page()
    // A quarter of them: a page holds 30 kB of its own, and words and glyphs that more cards share.
    #expect(page.count < 275_000)
    // All of it is drawn, texts too.
    #expect(!String(decoding: page, as: UTF8.self).contains("class=\"note\">Not drawn"))
  }

  @Test func whatIsTooMuchIsDrawnWithLess() async throws {
    let site = try await ReportSite.make(Self.site)
    let side = try site.side(at: 320)
    let lines = (0..<400).map { "a line of what changed, number \($0), \(String(repeating: "x", count: 60))" }
    let pairs = (0..<40).map { number in
      ShelfPair(
        page: "index.html", shelfID: "s\(number)", title: "", widthClass: "compact", pageWidth: 320, before: side,
        after: side, changedCards: [], changes: lines)
    }
    let page = VisualReport(title: "Much", summary: [], pairs: pairs).page()
    #expect(page.count < 1_000_000)
    #expect(page.contains("and 350 more"))
  }

  private func cards(seed: UInt64) -> String {
    var generator = SeededGenerator(seed: seed)
    let words =
      "saturn rings moon light telescope night magnitude of the in and wide faint clear sky observer patience north"
      .split(separator: " ")
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &generator)).map { _ in String(words.randomElement(using: &generator) ?? "sky")
      }
      .joined(separator: " ")
    }
    var files = "-- Content/one/_index.md --\n---\ntitle: One\narrangement: waterfall\n---\n"
    for card in 0..<125 {
      files += "-- Content/one/c\(card).md --\n---\ntitle: \(text(2...6))\nsubtitle: \(text(3...8))\n"
      files += "tags: [\(text(1...1)), \(text(1...1))a]\n---\n\(text(12...30)).\n"
    }
    return files
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }

  fileprivate func between(_ start: String, _ end: String) -> [UInt8]? {
    let text = String(decoding: self, as: UTF8.self)
    guard let first = text.firstRange(of: start), let last = text[first.upperBound...].firstRange(of: end) else {
      return nil
    }
    return Array(text[first.upperBound..<last.lowerBound].utf8)
  }
}
