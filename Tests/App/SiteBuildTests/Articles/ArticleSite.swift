import CardLayout
import Content
import Diagnostics
import Geometry
import Review
import SampleSites
import TestSupport
import Testing
import Themes

@testable import SiteBuild

/// A site in a theme of few numbers, for sums by hand: every letter of a title is 12 px wide, of other texts 6 px.
struct ArticleSite {
  let site: SampleSite
  let reviewed: ReviewedSite

  /// - Parameters:
  ///   - cards: the anatomies of the theme.
  ///   - more: other keys of the theme.
  static func theme(cards: String, more: String = "") -> String {
    """
    -- Themes/storefront/theme.yml --
    fonts: { text: [Noto Sans Mono], mono: [Noto Sans Mono] }
    textStyles:
      title: { font: text, weight: 400, size: 20, lineHeight: 24, maxLines: 100 }
      subtitle: { font: text, weight: 400, size: 10, lineHeight: 14, maxLines: 100 }
      footer: { font: text, weight: 400, size: 10, lineHeight: 14, maxLines: 100 }
      body: { font: text, weight: 400, size: 10, lineHeight: 15 }
      tag: { font: text, weight: 400, size: 10, lineHeight: 14 }
    colors:
      light: { page: "#ffffff", card: "#ffffff", text: "#000000", secondary: "#000000", accent: "#0000aa", border: "#000000", tag: "#eeeeee", tagText: "#000000", code: "#ffffff" }
      dark: { page: "#000000", card: "#000000", text: "#ffffff", secondary: "#ffffff", accent: "#aaaaff", border: "#ffffff", tag: "#111111", tagText: "#ffffff", code: "#000000" }
    cards:
    \(cards)
    \(more)

    """
  }

  /// Lays a site out without any finding.
  static func with(
    _ text: String, settings: String = "title: Article\n", _ body: (ArticleSite) throws -> Void
  ) async throws {
    try await SampleSite.with(text, settings: settings) { site async throws in
      let result = await layOutSite(BuildOptions(root: site.folder.path))
      #expect(result.diagnostics.map(\.rendered) == [])
      try body(ArticleSite(site: site, reviewed: try #require(result.site)))
    }
  }

  /// A shelf of the home page.
  func shelf(_ number: Int = 0) throws -> LaidOutShelf {
    let shelves = try #require(reviewed.pages.first?.shelves)
    return try #require(shelves.indices.contains(number) ? shelves[number] : nil)
  }

  /// A shelf in a window of some size.
  func layout(_ width: Int, by height: Int? = nil, shelf number: Int = 0) throws -> ShelfLayout {
    let step = try #require(reviewed.steps.last { $0.minimumWidth <= width } ?? reviewed.steps.first)
    return try #require(try shelf(number).view(inWindowOf: width, by: height)?.layouts[step.index])
  }
}

/// A card with a title and as many lines of text as are asked for.
func articleCard(_ path: String, title: String = "T", keys: String = "", lines: Int = 0) -> String {
  """
  -- Content/\(path).md --
  ---
  title: \(title)
  \(keys)
  ---
  \((0..<lines).map { "w\($0)" }.joined(separator: "\\\n"))

  """
}

extension [Frame] {
  /// The four numbers of each, in CSS pixels.
  var numbers: [[Double]] {
    map { [$0.x, $0.y, $0.width, $0.height].map { Double($0.sixtyFourths) / 64 } }
  }
}
