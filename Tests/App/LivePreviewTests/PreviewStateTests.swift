import Diagnostics
import SiteValidation
import Testing

@testable import PreviewServer

struct PreviewStateTests {
  private static func snapshot(_ generation: Int, _ files: [String: String]) -> PreviewSnapshot {
    PreviewSnapshot(
      generation: generation,
      files: files.sorted { $0.key < $1.key }.map { SiteFile(path: $0.key, bytes: Array($0.value.utf8)) })
  }

  private func text(_ target: String, in state: PreviewState) -> String? {
    state.file(forTarget: target).map { String(decoding: $0.file.bytes, as: UTF8.self) }
  }

  @Test func hasNoFilesBeforeTheFirstBuild() {
    #expect(PreviewState().file(forTarget: "/") == nil)
  }

  @Test func keepsAssetsButNotPagesOfEarlierBuilds() {
    let state = PreviewState()
    state.publish(
      Self.snapshot(1, ["index.html": "1", "gone/index.html": "1", "assets/a-1.css": "old", "layout.json": "1"]))
    for generation in 2...4 {
      state.publish(Self.snapshot(generation, ["index.html": "\(generation)", "assets/a-\(generation).css": "new"]))
    }
    #expect(text("/", in: state) == "4")
    #expect(text("/assets/a-1.css", in: state) == "old")
    #expect(text("/gone/", in: state) == nil)
    #expect(text("/layout.json", in: state) == nil)
    for generation in 5...6 { state.publish(Self.snapshot(generation, ["index.html": "\(generation)"])) }
    #expect(text("/assets/a-1.css", in: state) == nil)
  }

  @Test func twoSpellingsOfANameAreTwoFiles() {
    let state = PreviewState()
    let files = ["\u{E9}.css", "e\u{301}.css"].map { SiteFile(path: $0, bytes: Array($0.utf8)) }
    state.publish(PreviewSnapshot(generation: 1, files: files))
    #expect(state.file(forTarget: "/%C3%A9.css")?.file.bytes == Array("\u{E9}.css".utf8))
    #expect(state.file(forTarget: "/e%CC%81.css")?.file.bytes == Array("e\u{301}.css".utf8))
  }

  @Test func countsChangedPages() {
    let first = Self.snapshot(
      1, ["index.html": "1", "a/index.html": "a", "compare/index.html": "1", "layout.json": "1"])
    let second = Self.snapshot(
      2, ["index.html": "2", "a/index.html": "a", "compare/index.html": "2", "layout.json": "2"])
    #expect(first.changedPageCount(since: nil) == 2)
    #expect(second.changedPageCount(since: first) == 1)
    #expect(second.changedPageCount(since: second) == 0)
  }

  @Test func sendsTheCurrentAndLaterStates() async {
    let state = PreviewState()
    state.publish(Self.snapshot(1, ["index.html": "1"]))
    var events = state.events().makeAsyncIterator()
    #expect(
      await events.next().map { String(decoding: $0, as: UTF8.self) } == "data: {\"generation\":1,\"problems\":[]}\n\n")
    let problem = Diagnostic(.error, .init("some-rule"), "a \"problem\"\nof two lines", path: "Content/<x>.md")
    state.publish(problems: [problem])
    #expect(
      await events.next().map { String(decoding: $0, as: UTF8.self) }
        == "data: {\"generation\":1,\"problems\":[\"Content/<x>.md: error: a \\\"problem\\\"\\\\u{a}of two lines [some-rule]\\u000a\"]}\n\n"
    )
    state.publish(Self.snapshot(2, ["index.html": "2"]))
    #expect(
      await events.next().map { String(decoding: $0, as: UTF8.self) } == "data: {\"generation\":2,\"problems\":[]}\n\n")
  }
}
