import Diagnostics
import Testing

@testable import PageRendering

/// Pages into which navigation and shelves are inserted equal pages that are rendered completely.
@Suite struct MarkedTemplatesTests {
  private static let navigation =
    "{{#navigation}}<li>{{#isCurrent}}{{title}}{{/isCurrent}}{{^isCurrent}}<a href=\"{{href}}\">{{{title}}}</a>{{/isCurrent}}</li>{{/navigation}}"

  /// Templates, and the number of pieces of a page: one if it is rendered completely.
  @Test(arguments: [
    (["page": "<nav>\(navigation)</nav>\n{{{shelves}}}</main>\n"], 2),
    (["page": "{{{shelves}}}\(navigation){{&shelves}}\(navigation){{title}}"], 3),
    (["page": "{{#navigation}}{{/navigation}}{{{shelves}}}"], 2),
    (["page": "{{#hasNavigation}}\(navigation){{/hasNavigation}}{{^navigation}}none{{/navigation}}{{{shelves}}}"], 2),
    (
      [
        "page": "a\n  {{>nav}}\nb\n  {{>main}}\n", "nav": "<nav>\n\(navigation)\n</nav>\n",
        "main": "{{{shelves}}}\n",
      ], 2
    ),
    (
      [
        "page": "{{<frame}}{{$nav}}\(navigation){{/nav}}{{/frame}}",
        "frame": "<p>{{$nav}}{{/nav}}</p>{{{shelves}}}",
      ], 2
    ),
    (["page": "{{! navigation }}\(navigation){{{shelves}}}"], 2),
    // The content of an entry may depend on the page, apart from its own values and its position among the others.
    (["page": "{{#navigation}}{{title}} of {{siteTitle}}{{/navigation}}{{{shelves}}}"], 1),
    (["page": "{{#reversed(navigation)}}{{title}}{{/reversed(navigation)}}{{{shelves}}}"], 1),
    (["page": "{{#navigation}}{{title}}{{^last()}}, {{/last()}}{{/navigation}}{{{shelves}}}"], 1),
    (["page": "{{#navigation}}{{>entry}}{{/navigation}}{{{shelves}}}", "entry": "{{title}}{{lang}}"], 1),
    (["page": "{{=<% %>=}}<%#navigation%><%title%><%/navigation%><%&shelves%>"], 1),
    (["page": "\(navigation)<pre>{{shelves}}</pre>"], 1),
    (["page": "\(navigation){{#shelves}}{{{shelves}}}{{/shelves}}"], 1),
    // A mark would change the white space around a tag that is alone on its line.
    (["page": "<ul>\n  {{#navigation}}\n  <li>{{title}}</li>\n  {{/navigation}}\n</ul>\n{{{ shelves }}}\n"], 1),
    (["page": "<ul>\n{{#navigation}}\n{{#isCurrent}}\nhere\n{{/isCurrent}}\n{{/navigation}}\n</ul>{{{shelves}}}"], 1),
  ])
  func marksDoNotChangePages(texts: [String: String], pieceCount: Int) throws {
    let templates = try templates(texts)
    var plain = templates
    plain.marked = nil
    for count in [1, 2, 5] {
      let navigation = SiteNavigation((0..<count).map { (title: "<\($0)> & \u{FC}", id: $0 == 0 ? "" : "p\($0)/q") })
      for number in 0..<count {
        for shelves in ["", "<p>one</p>", "<p>\none</p>\n\n"] {
          let wanted = page(number, of: navigation, shelves, templates: plain)
          let found = page(number, of: navigation, shelves, templates: templates)
          #expect(text(found, shelves) == text(wanted, shelves))
          #expect(found?.count == (shelves.isEmpty ? 1 : pieceCount))
        }
      }
    }
  }

  /// Each entry is rendered twice, once for other pages and once for its own, and not once for each page.
  @Test func entriesAreRenderedTwice() throws {
    let templates = try templates(["page": "\(Self.navigation){{{shelves}}}"])
    let navigation = SiteNavigation((0..<100).map { (title: "\($0)", id: "\($0)") })
    var count = 0
    for number in 0..<100 {
      let pieces = page(number, of: navigation, "x", templates: templates) { count += 1 }
      #expect(pieces?.first?.split(separator: UInt8(ascii: "\n")).isEmpty == false)
    }
    #expect(count == 200)
  }

  private func templates(_ texts: [String: String]) throws -> PageTemplates {
    var sink = DiagnosticSink()
    let files = texts.map { name, text in (name, SourceText(path: name + ".mustache", text: text)) }
    let templates = PageTemplates(Dictionary(uniqueKeysWithValues: files), folder: "Themes/a", into: &sink)
    return try #require(templates, "\(sink.diagnostics.map(\.rendered))")
  }

  private func page(
    _ number: Int, of navigation: SiteNavigation, _ shelves: String, templates: PageTemplates,
    addressed: @escaping () -> Void = {}
  ) -> [[UInt8]]? {
    let values: [PageValue: any Sendable] = [
      .title: navigation.pages[number].title, .siteTitle: "Site", .lang: "en",
      .hasNavigation: navigation.pages.count > 1,
    ]
    let address = NavigationAddress(start: "../") { id in
      addressed()
      return "../\(id)/index.html"
    }
    return templates.page(
      values, navigation: navigation, number: number, address: address,
      shelvesEndLine: shelves.isEmpty ? nil : shelves.hasSuffix("\n"), shelves: { Array(shelves.utf8) })
  }

  private func text(_ pieces: [[UInt8]]?, _ shelves: String) -> String? {
    pieces.map { String(decoding: Array($0.joined(separator: Array(shelves.utf8))), as: UTF8.self) }
  }
}
