import Diagnostics
import SampleSites
import SiteBuild
import TestSupport
import Testing

/// A fault of a template is reported once, in the template, regardless of the pages that it affects.
@Suite struct TemplatePlaceTests {
  /// Three pages, so that there is a navigation.
  private static let site = """
    -- Content/_index.md --
    ---
    title: Home
    ---
    A *text* with `<b>`.
    -- Content/about/_index.md --
    ---
    title: About
    kind: page
    ---
    -- Content/more/_index.md --
    ---
    title: More
    kind: page
    ---
    -- Content/one/a.md --
    # A
    """

  struct Change: Sendable, CustomTestStringConvertible {
    let old: String
    /// `«»` marks the place.
    let new: String
    let rule: String
    var partial: String?

    var testDescription: String { new }
  }

  @Test(arguments: [
    // A line that contains values.
    Change(old: "<h1 class=\"page-title\">", new: "«»<h1 align=\"x\" class=\"page-title\">", rule: "page-markup"),
    Change(old: "<html ", new: "«»<html class=\"{{lang}}\" ", rule: "page-markup"),
    // An entry of the navigation, which occurs three times on each page.
    Change(old: "<li><a href", new: "«»<li x=\"{{title}}\"><a href", rule: "page-markup"),
    Change(old: "{{title}}</a>", new: "{{title}}«»<p>{{title}}</p></a>", rule: "page-markup"),
    // A line that occurs twice in the template.
    Change(
      old: "<footer class=\"page-footer\">", new: "<table>\n</table><footer class=\"page-footer\">", rule: "page-markup"
    ),
    Change(
      old: "{{{shelves}}}", new: "{{{shelves}}}\n<p>x</p>\n<div>\n«»<p foo=\"1\">x</p>\n<p>x</p></div>",
      rule: "page-markup"),
    // An indented partial in a section.
    Change(
      old: "{{{shelves}}}", new: "{{#hasNavigation}}\n  {{> part}}\n{{/hasNavigation}}\n{{{shelves}}}",
      rule: "page-markup", partial: "<p>{{title}}</p>\n<div><p>{{title}} «»<table>\n</table></p></div>\n"),
    // Rules other than those of the grammar.
    Change(
      old: "<h1 class=\"page-title\">", new: "«»<h1 onclick=\"{{lang}}\" class=\"page-title\">", rule: "page-script"),
    Change(old: "<nav>", new: "<nav><p>{{title}} &nbsp;«»</p>", rule: "page-not-well-formed"),
  ])
  func findingsAreAtTheTemplate(change: Change) async throws {
    try await SampleSite.with(Self.site) { site async throws in
      let path = "Themes/storefront/page.mustache"
      let template = try #require(site.folder.text(of: path))
      let changed = template.replacing(change.old, with: change.new, maxReplacements: 1)
      let holder = change.partial ?? changed
      let mark = holder.firstRange(of: "«»") ?? holder.firstRange(of: "<table>")
      let before = holder[..<(try #require(mark)).lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      try site.folder.write(changed.replacing("«»", with: ""), to: path)
      if let partial = change.partial {
        try site.folder.write(partial.replacing("«»", with: ""), to: "Themes/storefront/part.mustache")
      }
      let result = await site.build()
      let holderPath = change.partial == nil ? path : "Themes/storefront/part.mustache"
      #expect(
        result.diagnostics.map { "\($0.path):\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.rule.name)" }
          == ["\(holderPath):\(before.count):\((before.last?.count ?? 0) + 1) \(change.rule)"],
        "\(result.diagnostics.map(\.rendered).joined())")
    }
  }
}
