import Diagnostics
import Geometry
import Testing

@testable import Pages

struct ReportPageTests {
  private func side(_ markup: String, frames: String = "", style: String = "a{src:url(text.woff2)}") -> ReportedSide {
    .rendered(
      RenderedSide(markup: Array(markup.utf8), styleSheet: Array(style.utf8)) { widths in
        Array(widths.map { "/*\($0)*/\(frames)" }.joined(separator: "\n").utf8)
      })
  }

  private func shelf(
    _ id: String = "one", title: String = "One", before: ReportedSide, after: ReportedSide, widths: [Int] = [390, 600],
    changes: [String] = ["height 100 -> 120 px"]
  ) -> ReportedShelf {
    let box = Frame(x: .zero, y: .zero, width: Pixels(390), height: Pixels(100))
    return ReportedShelf(
      page: "index.html", id: id, title: title, language: "en", isRightToLeft: false, before: before, after: after,
      widths: widths.map {
        ReportedWidth(
          widthClass: $0 < 600 ? "compact" : "medium", pageWidth: $0, before: box, after: box,
          changedCards: ["\(id)/a"])
      }, changes: changes)
  }

  private func text(of report: VisualReport) -> String { String(decoding: report.page(), as: UTF8.self) }

  @Test func escapesNames() {
    let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)><!--<script>"
    let report = VisualReport(
      title: hostile, summary: [hostile],
      shelves: [
        shelf(
          hostile, title: hostile, before: side(hostile, frames: hostile, style: hostile), after: side(hostile),
          changes: [hostile])
      ])
    let page = text(of: report)
    // The data, the style of panes and the script.
    #expect(page.components(of: "<script") == 3)
    #expect(page.components(of: "</script") == 3)
    #expect(page.components(of: "<!--") == 0)
    #expect(page.split(separator: "<script")[0].components(of: "<img") == 0)
    #expect(page.contains("default-src 'none';base-uri 'none';form-action 'none'"))
  }

  @Test func thePolicyAllowsItsOwnScriptAndStyle() throws {
    let page = VisualReport(title: "Same", summary: [], shelves: []).page()
    for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
      let content = try #require(page.between(start, end))
      #expect(String(decoding: page, as: UTF8.self).contains("sha256-\(base64(sha256(content)))"), "\(start)")
    }
  }

  @Test func sameInputGivesTheSameBytes() {
    let report = VisualReport(
      title: "Same", summary: [], shelves: [shelf(before: side("a"), after: side("b"))],
      fonts: ["text.woff2": [1], "b.woff2": [2], "c.woff2": [3]])
    #expect(report.page() == report.page())
  }

  @Test func nothingChanged() {
    #expect(text(of: VisualReport(title: "Same", summary: [], shelves: [])).contains("Nothing changed."))
  }

  /// Content that both sides or several shelves share is stored once.
  @Test func storesSharedContentOnce() {
    let markup = "<p>alike</p>\n<img src=\"../images/moon.svg\"/>\n"
    let report = VisualReport(
      title: "", summary: [],
      shelves: ["one", "two"].map { shelf($0, before: side(markup + "old"), after: side(markup + "new")) },
      fonts: ["text.woff2": Array("the font".utf8), "other.woff2": Array("no style sheet names it".utf8)],
      images: ["moon.svg": ReportedImage(mediaType: "image/svg+xml", bytes: Array("the image".utf8))])
    let page = text(of: report)
    for part in ["<p>alike</p>", base64(Array("the font".utf8)), base64(Array("the image".utf8)), "url(text.woff2)"] {
      #expect(page.components(of: part) == 1, "\(part)")
    }
    #expect(!page.contains(base64(Array("no style sheet names it".utf8))))
  }

  @Test func reportsOmittedImages() {
    let images = Dictionary(
      uniqueKeysWithValues: (0..<5).map {
        ("\($0).png", ReportedImage(mediaType: "image/png", bytes: [UInt8](repeating: UInt8($0), count: 1_000_000)))
      })
    let markup = images.keys.sorted().map { "<img src=\"\($0)\"/>" }.joined() + "<img src=\"none.png\"/>"
    let page = VisualReport(
      title: "", summary: [], shelves: [shelf(before: .absent, after: side(markup))],
      images: images.merging(["none.png": ReportedImage(mediaType: "", bytes: [])]) { first, _ in first }
    ).page()
    #expect(page.count < 4_100_000)
    #expect(String(decoding: page, as: UTF8.self).contains("3 images are omitted"))
  }

  @Test func saysIfOnlyFramesAreKnown() {
    let page = text(of: VisualReport(title: "", summary: [], shelves: [shelf(before: .recorded, after: side("new"))]))
    #expect(page.contains("Only the frames of the earlier layout are known"))
    #expect(page.contains("\"before\":{\"is\":\"recorded\"}"))
  }

  @Test func largeReportDropsWidthsBeforeShelves() {
    let frames = String(repeating: "x", count: 100_000)
    let widths = Array(stride(from: 320, to: 1600, by: 80))
    let report = VisualReport(
      title: "", summary: [],
      shelves: [shelf(before: .absent, after: side("", frames: frames), widths: widths)])
    let page = text(of: report)
    #expect(page.utf8.count < VisualReport.mostBytes)
    #expect(page.contains("/*320*/") && page.contains("/*640*/") && !page.contains("/*400*/"))
  }

  @Test func largeReportShowsAsManyShelvesAsFit() {
    let shelves = (0..<40).map { number in
      shelf("s\(number)", before: .absent, after: side(String(repeating: "\(number) ", count: 20_000)))
    }
    let page = text(of: VisualReport(title: "", summary: [], shelves: shelves))
    #expect(page.utf8.count < VisualReport.mostBytes)
    #expect((10..<30).contains(page.components(of: "Not shown: the file would be too large.")))
    // The first shelf is always shown, at any size.
    let huge = shelf(before: .absent, after: side(String(repeating: "x", count: 2_000_000)))
    #expect(!text(of: VisualReport(title: "", summary: [], shelves: [huge])).contains("Not shown"))
  }

  @Test func longListsOfChangesAreCut() {
    let lines = (0..<400).map { "change \($0)" }
    let page = text(
      of: VisualReport(title: "", summary: [], shelves: [shelf(before: .absent, after: side(""), changes: lines)]))
    #expect(page.contains("change 199<") && !page.contains("change 200<") && page.contains("and 200 more"))
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsOfTheStandard(text: String, digest: String) {
    let hex = sha256(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    #expect(hex == digest)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}

extension Substring {
  fileprivate func components(of part: String) -> Int { String(self).components(of: part) }
}

extension [UInt8] {
  fileprivate func between(_ start: String, _ end: String) -> [UInt8]? {
    let text = String(decoding: self, as: UTF8.self)
    guard let first = text.firstRange(of: start), let last = text[first.upperBound...].firstRange(of: end) else {
      return nil
    }
    return Array(text[first.upperBound..<last.lowerBound].utf8)
  }
}
