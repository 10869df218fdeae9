import Arrangements
import Diagnostics
import Geometry

@testable import Content
@testable import Pages
@testable import Themes

/// A page with two shelves and four steps.
enum Sample {
  static let classes = [
    WidthClass(name: "narrow", from: 0, margin: 16, steps: [320, 400]),
    WidthClass(name: "wide", from: 700, margin: 24, steps: [720, 1000]),
  ]

  static let site = CompareSite(
    title: "Sample", widthClasses: classes, script: "compare/assets/compare-1.js",
    styleSheet: "compare/assets/compare-2.css", paneSheet: "compare/assets/pane-3.css",
    sheets: [
      .large: CompareSite.Sheets(
        site: "assets/site-4.css",
        decided: ["dark-6", "forced-8", "light-5", "print-9"].map { "compare/assets/\($0).css" })
    ])

  static func shelf(_ id: String, named name: String? = nil, _ layouts: [(Int, Int, Int?)]) -> ComparedShelf {
    ComparedShelf(
      id: id, name: name ?? id, arrangement: layouts.contains { $0.2 != nil } ? "waterfall" : "shelf",
      layouts: layouts.map { width, height, columns in
        ComparedShelf.Layout(minimumWidth: width, height: Pixels(height), columns: columns.map { $0...$0 })
      }, rearrangements: zip(layouts, layouts.dropFirst()).filter { $0.2 != $1.2 }.map(\.1.0))
  }

  static let shelves = [
    shelf("planets", named: "Planets & <moons>", [(0, 300, nil), (700, 260, nil)]),
    shelf("notes", named: "Notes", [(0, 900, 1), (400, 800, 1), (700, 410, 2)]),
  ]

  static func page(_ id: String = "", title: String = "Tonight") -> Page {
    Page(
      id: id, source: SourceText(path: "Content/_index.md", text: ""),
      title: FieldText(title, range: SourceRange(0, 0)),
      shelves: [])
  }

  static func html(_ body: String, root: String = "lang=\"en\" dir=\"ltr\"", bodyTag: String = "<body class=\"home\">")
    -> [UInt8]
  {
    Array(
      """
      <!DOCTYPE html>
      <html \(root) xmlns="http://www.w3.org/1999/xhtml">
      <head><title>Tonight</title></head>
      \(bodyTag)\(body)</body>
      </html>

      """.utf8)
  }

  /// The complete text of a compare page.
  static func compared(
    _ page: Page = page(), html: [UInt8] = html("\n<h1>Tonight</h1>\n"), shelves: [ComparedShelf] = shelves,
    before: EarlierPage? = nil
  ) -> String? {
    ComparePage(
      of: page, html: html, shelves: shelves, styleSheets: ["assets/site-4.css", "assets/frames-7.css"], before: before,
      in: site
    )
    .map { String(decoding: $0.head + html[$0.contents] + $0.tail, as: UTF8.self) }
  }
}
