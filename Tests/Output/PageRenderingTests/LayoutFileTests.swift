import CardLayout
import Content
import SampleSites
import Testing

@testable import Pages

struct LayoutFileTests {
  private func files(mostBytes: Int) throws -> [String: String] {
    let page = try Sample.page([try Sample.shelf([Sample.card("a", title: "A")])])
    let theme = try Sample.theme()
    let layout = Sample.layout(of: page, theme: theme)
    let index = layoutIndex(
      [(page.page, layout.count)], theme: theme, mostBytes: mostBytes, content: { _ in Array(layout.dropLast()) },
      part: { $0 })
    var files = ["layout.json": Array(index.parts.joined())]
    for path in index.pagePaths ?? [] { files[path] = layout }
    return files.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func largeSiteHasOneFilePerPage() throws {
    let small = try files(mostBytes: 1 << 20)
    let large = try files(mostBytes: 10)
    #expect(small.keys.sorted() == ["layout.json"])
    #expect(large.keys.sorted() == ["layout.json", "layout/index.json"])
    let page = try #require(large["layout/index.json"]).dropLast()
    #expect(small["layout.json"]?.contains(page) == true)
    #expect(
      large["layout.json"]
        == small["layout.json"]?.replacing(page, with: #"{"path":"index.html","file":"layout/index.json"}"#))
  }
}
