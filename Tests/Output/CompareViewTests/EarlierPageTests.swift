import Testing

@testable import Pages

struct EarlierPageTests {
  private func html(_ sheets: [String], body: String = "<h1>Before</h1>") -> [UInt8] {
    let links = sheets.map { "<link rel=\"stylesheet\" href=\"\($0)\"/>\n" }.joined()
    return Array(
      "<!DOCTYPE html>\n<html lang=\"ar\" dir=\"rtl\">\n<head>\n\(links)</head>\n<body class=\"old\">\(body)</body>\n</html>\n"
        .utf8)
  }

  @Test(
    arguments: [
      (["assets/a.css", "assets/b.css"], "index.html", ["assets/a.css", "assets/b.css"]),
      (["../../assets/d%C3%BCnn&#39;.css"], "sky/south/index.html", ["assets/dünn'.css"]),
      // Nothing outside of the site is a style sheet of the page.
      (["../assets/a.css", "../../b.css"], "sky/index.html", ["assets/a.css"]),
      (["/a.css", "https://example.org/a.css", "assets/../../a.css", "%zz.css", ""], "index.html", []),
      (["assets/a.css"], "sky/index.html", []),
    ] as [([String], String, [String])])
  func findsStyleSheets(addresses: [String], path: String, expected: [String]) {
    #expect(EarlierPage.styleSheets(of: html(addresses), at: path) == expected)
  }

  /// Only links in the head, and of style sheets.
  @Test func otherLinksAreNoStyleSheets() {
    let page = Array(
      "<html><head><link rel=\"preload\" href=\"a\"/><!-- <link rel=\"stylesheet\" href=\"b\"/> --></head><body><link rel=\"stylesheet\" href=\"c\"/></body></html>"
        .utf8)
    #expect(EarlierPage.styleSheets(of: page, at: "index.html") == [])
  }

  @Test func aComparePageContainsBothPages() throws {
    let sheets = CompareSite.Sheets(site: "assets/a.css", decided: ["assets/dark-a.css"])
    var before = try #require(
      EarlierPage(html(["assets/a.css"]), at: "index.html", in: "before/", sheets: sheets))
    before.differences = [(shelf: "notes", sentence: "<b> 1 -> 2 lines"), (shelf: nil, sentence: "page title")]
    before.changedCards = ["notes": ["notes/a"]]
    let text = try #require(Sample.compared(before: before))
    #expect(
      text.contains(
        "<template class=\"before\"><h1>Before</h1></template>\n<template class=\"page\">\n<h1>Tonight</h1>"))
    let data = try #require(text.split(separator: "class=\"data\">").last?.split(separator: "</script>").first)
    #expect(
      data.hasPrefix(
        "{\"before\":{\"body\":{\"class\":\"old\"},\"html\":{\"lang\":\"ar\",\"dir\":\"rtl\"},\"root\":\"before/\","
          + "\"schemes\":{\"dark\":\"assets/dark-a.css\"},\"sheets\":[\"assets/a.css\"]},"))
    #expect(data.contains("\"changed\":{\"notes\":[\"notes/a\"]}"))
    #expect(
      data.contains(
        "\"differences\":[{\"shelf\":\"notes\",\"text\":\"\\u003cb\\u003e 1 -\\u003e 2 lines\"},{\"text\":\"page title\"}]"
      ))
    #expect(text.contains("title=\"What changed on this page\">2 changes</button>"))
    // Without an earlier build, there is nothing of this.
    let alone = try #require(Sample.compared())
    #expect(!alone.contains("differences") && !alone.contains("class=\"before\"") && !alone.contains("\"before\""))
  }

  @Test func theOverviewListsChangedPagesFirst() throws {
    typealias Entry = ComparisonOverview.OverviewEntry
    let overview = ComparisonOverview(
      title: "What changed since <main>", summary: "1 shelf of 2 changed.",
      entries: [
        Entry(title: "Same", language: "en", address: "compare/same/index.html", changes: []),
        Entry(
          title: "A & B", language: "ar", address: "compare/dünn/index.html", changes: (1...14).map { "change \($0)" }),
        Entry(title: "New", language: "en", address: "after/new/index.html", note: "new page", changes: []),
      ], styleSheet: "compare/assets/overview-1.css")
    let text = String(decoding: overview.bytes, as: UTF8.self)
    #expect(text.contains("<title>What changed since &lt;main&gt;</title>"))
    #expect(text.contains("<a href=\"compare/d%C3%BCnn/index.html\"><bdi lang=\"ar\">A &amp; B</bdi></a></h2>"))
    #expect(text.contains("<li>change 12</li>\n<li>and 2 more</li>\n</ul>") && !text.contains("change 13"))
    #expect(text.contains("<bdi lang=\"en\">New</bdi></a> <span class=\"note\">new page</span></h2>"))
    let changed = try #require(text.firstRange(of: "New</bdi>"))
    let same = try #require(text.firstRange(of: "<h2>Unchanged</h2>\n<ul>\n<li><a href=\"compare/same/index.html\">"))
    #expect(changed.lowerBound < same.lowerBound)
    #expect(!text.contains("<script"))
  }
}
