import Diagnostics
import SampleSites
import SiteValidation
import Testing

@Suite struct ParallelTests {
  /// libxml2 keeps errors and tables for the whole process unless configured otherwise; here every thread has its own.
  @Test func threadsHaveTheirOwnErrors() async throws {
    prepareValidation()
    let broken = try #require(SampleOutput.replacing("<b>at</b>", with: "<blink>at</blink>", in: "index.html"))
    let unclosed = try #require(SampleOutput.replacing("</h1>", with: "", in: "index.html"))
    let sites = [SampleOutput.files, broken, unclosed]
    let expected = sites.map(findings)
    #expect(expected.map(\.isEmpty) == [true, false, false])
    try await withThrowingTaskGroup(of: [[String]].self) { group in
      for thread in 0..<8 {
        group.addTask { (0..<6).map { findings(in: sites[($0 + thread) % 3]) } }
      }
      // A task group returns results in any order, so each is compared by its content.
      for try await results in group {
        for result in results { #expect(expected.contains(result)) }
        for kind in expected { #expect(results.count { $0 == kind } == 2) }
      }
    }
  }

  @Test func pagesAreInspectedInParallel() async {
    let copies = (0..<40).map { SiteFile(path: "copies/\($0).html", bytes: Array(plainPage.utf8)) }
    let inspection = SiteInspection(SampleOutput.files + copies)
    let pages = await withTaskGroup(of: [InspectedPage].self) { group in
      for worker in 0..<8 {
        group.addTask {
          var grammar = PageGrammar()
          return inspection.pages.enumerated().filter { $0.offset % 8 == worker }
            .map { inspection.inspect($0.element, with: &grammar) }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    var sink = DiagnosticSink()
    #expect(inspection.conclude(pages, into: &sink) != nil)
    #expect(sink.diagnostics.map(\.rendered) == [])
  }
}

@Sendable private func findings(in files: [SiteFile]) -> [String] {
  var sink = DiagnosticSink()
  _ = validateSite(files, into: &sink)
  return sink.diagnostics.map(\.rendered)
}

private let plainPage = """
  <!DOCTYPE html>
  <html lang="en" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
  <head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="default-src 'none'"/><title>x</title></head>
  <body><p><a href="../about/#who">x</a></p></body>
  </html>
  """
