import CardLayout
import Content
import SampleSites
import Testing

@testable import Pages

struct IntroductionTests {
  private func rendered(_ introduction: String) throws -> RenderedPage {
    let theme = try Sample.theme()
    let page = try Sample.page([], introduction: introduction)
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [:])
    return Sample.rendered(page, theme: theme, urls: urls).page
  }

  /// The title of the page is the first level. Levels are never skipped.
  @Test(arguments: [
    ("# A", ["h2"]), ("### A", ["h2"]), ("# A\n## B\n### C", ["h2", "h3", "h4"]),
    ("### A\n# B\n### C\n# D", ["h2", "h2", "h3", "h2"]),
    ("# A\n#### B\n## C", ["h2", "h3", "h3"]), ("###### A\n##### B\n# C", ["h2", "h2", "h2"]),
    ("# A\n## B\n### C\n#### D\n##### E\n###### F", ["h2", "h3", "h4", "h5", "h6", "h6"]),
    ("# A\n##\n### B", ["h2", "h3"]),
    ("> ## A\n\n### B", ["h2", "h3"]),
  ])
  func headings(markdown: String, elements: [String]) throws {
    let markup = String(decoding: try rendered(markdown).introduction.bytes, as: UTF8.self)
    let found = markup.split(separator: "<").compactMap { $0.first == "h" ? String($0.prefix(2)) : nil }
    #expect(found == elements)
  }

  /// The description is the first paragraph as plain text.
  @Test(arguments: [
    ("", ""), ("# A", ""), ("One *two*\n`three`.\n\nFour.", "One two three."), ("# A\n\nB  \nC", "B C"),
    (String(repeating: "nine long ", count: 31), String(repeating: "nine long ", count: 30).dropLast() + "…"),
    (String(repeating: "字", count: 301), String(repeating: "字", count: 300) + "…"),
  ])
  func description(markdown: String, description: String) throws {
    #expect(try rendered(markdown).description == description)
  }
}
