import Diagnostics
import SampleSites
import Testing

@testable import SiteValidation

/// A large page is read part by part, and what is found is the same as in the whole.
struct PagePartTests {
  @Test func aPlainPageIsReadInParts() {
    var grammar = PageGrammar()
    let inspection = Self.inspection(of: Self.pieces(), mostWhole: 1)
    let page = inspection.inspectByParts(inspection.pages[0], with: &grammar)
    #expect(page?.ids.count == 2 + 4 * 4)
    #expect(inspection.inspect(inspection.pages[0], with: &grammar).diagnostics.isEmpty)
    #expect(
      Self.inspection(of: Self.pieces(), mostWhole: 1 << 20).inspectByParts(inspection.pages[0], with: &grammar) == nil)
  }

  struct PartChange: CustomTestStringConvertible {
    let testDescription: String
    /// The number of findings.
    let count: Int
    let change: @Sendable (inout [String]) -> Void

    init(_ name: String, _ count: Int, _ change: @escaping @Sendable (inout [String]) -> Void) {
      (testDescription, self.count, self.change) = (name, count, change)
    }
  }

  @Test(arguments: [
    PartChange("nothing", 0) { _ in },
    PartChange("a link to a later shelf", 0) { $0[1].replace("#s1-0", with: "#s4-2") },
    PartChange("a link to an earlier shelf", 0) { $0[4].replace("#s4-0", with: "#s1-2") },
    PartChange("a link from the end", 0) { $0[5].replace("#top", with: "#s2-1") },
    PartChange("links to nothing", 3) { $0[3].replace("#s3-0", with: "#s9-0") },
    PartChange("a link to nothing from the end", 1) { $0[5].replace("#top", with: "#s9-0") },
    PartChange("links to no file", 3) { $0[3].replace("#s3-0", with: "nowhere.html") },
    PartChange("a shelf twice", 5) { $0.insert($0[2], at: 3) },
    PartChange("an id of another shelf", 2) { $0[4].replace("id=\"s4-1\"", with: "id=\"s1-1\"") },
    PartChange("an id of the end", 3) { $0[2].replace("id=\"s2-1\"", with: "id=\"end\"") },
    PartChange("no shelf", 1) { $0.remove(at: 3) },
    PartChange("shelves in another order", 1) { $0.swapAt(1, 2) },
    PartChange("cards in another order", 1) {
      $0[2].replace("s2-1", with: "x")
      $0[2].replace("s2-2", with: "s2-1")
      $0[2].replace("x", with: "s2-2")
    },
    PartChange("one opens what another closes", 0) {
      $0[2] += "<div>"
      $0[3] += "</div>"
    },
    PartChange("each opens what the end closes", 1) {
      for shelf in 1...4 { $0[shelf] += "<div>" }
      $0[5] = "</div>" + $0[5]
    },
    PartChange("a comment over two shelves", 0) {
      $0[2] += "<!-- "
      $0[3] = " -->" + $0[3]
    },
    PartChange("a script", 2) { $0[4] += "<script>x</script>" },
    PartChange("no UTF-8", 1) { $0[3] += "\u{FFFE}BAD" },
    PartChange("no rules", 1) { $0[3].replace("class=\"note\"", with: "class=\"other\"") },
  ])
  func findsTheSame(_ change: PartChange) {
    var pieces = Self.pieces()
    change.change(&pieces)
    let whole = Self.findings(in: pieces, mostWhole: .max)
    #expect(whole.count == change.count, "\(whole)")
    for most in [1, 600, 1200] { #expect(Self.findings(in: pieces, mostWhole: most) == whole, "\(most)") }
  }

  private static func findings(in pieces: [String], mostWhole: Int) -> [String] {
    let inspection = inspection(of: pieces, mostWhole: mostWhole)
    var grammar = PageGrammar()
    var sink = DiagnosticSink()
    let inspected = inspection.pages.map { inspection.inspect($0, with: &grammar) }
    _ = inspection.conclude(inspected, into: &sink)
    return sink.diagnostics.map(\.rendered)
  }

  private static func inspection(of pieces: [String], mostWhole: Int) -> SiteInspection {
    let bytes = pieces.map {
      Array($0.replacing("\u{FFFE}BAD", with: "").utf8) + ($0.contains("\u{FFFE}") ? [0xC3] : [])
    }
    var page = SiteFile(
      path: "index.html", byteCount: bytes.joined().count, pieceCount: bytes.count
    ) { bytes[$0] }
    page.shelves = (1...4).map { shelf in ShelfOutline(id: "s\(shelf)", cards: (0..<3).map { "s\(shelf)-\($0)" }) }
    let rules = (1...4).map { "#s\($0),#s\($0)>.cards,#s\($0)>.cards>.card{color:red}" }.joined()
    var frames = SiteFile(path: "frames.css", bytes: Array(rules.utf8))
    frames.shelves = page.shelves
    let theme = SiteFile(path: "theme.css", bytes: Array(".note,.title{color:red}".utf8))
    return SiteInspection([frames, theme, page], read: [], mostWhole: mostWhole)
  }

  /// The beginning, four shelves of three cards, and the end.
  private static func pieces() -> [String] {
    let beginning = """
      <!DOCTYPE html>
      <html lang="en" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
      <head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="default-src 'none'"/>
      <title>x</title><link rel="stylesheet" href="frames.css"/><link rel="stylesheet" href="theme.css"/></head><body><main id="top">

      """
    let shelves = (1...4).map { shelf in
      let cards = (0..<3).map { card in
        "<li class=\"card\" id=\"s\(shelf)-\(card)\"><article class=\"note\"><h3 class=\"title\">Card \(card) "
          + "<a href=\"#s\(shelf)-0\">first</a></h3></article></li>"
      }
      return "<section class=\"shelf\" id=\"s\(shelf)\"><ul class=\"cards in-waterfall\" role=\"list\">\n"
        + cards.joined(separator: "\n") + "\n</ul></section>\n"
    }
    return [beginning] + shelves + ["</main><p id=\"end\"><a href=\"#top\">up</a></p></body></html>\n"]
  }
}

extension String {
  fileprivate mutating func replace(_ text: String, with other: String) { self = replacing(text, with: other) }
}
