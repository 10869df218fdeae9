import Arrangements
import Content
import Pages

/// The values of a page's template besides the page's own parts.
struct PageShells: Sendable {
  let siteTitle: String
  let navigation: SiteNavigation
  /// Output paths of the style sheets that all pages of a text size share.
  let sheetPaths: [TextSizeCategory: String]
  /// Output paths of the fonts.
  let fontPaths: [String]
  let firstScreens: FirstScreenFonts
  let pictures: SitePictures

  func styleSheets(of page: Page, _ rendered: SpooledPage) -> [String] {
    [sheetPaths[page.textSize], rendered.frameSheetPath].compactMap(\.self)
  }

  func preloads(of page: Page, _ rendered: SpooledPage) -> [String] {
    firstScreens.files(of: page, cards: rendered.page.firstCards).map { fontPaths[$0] }
  }

  /// A page around its shelves.
  ///
  /// - Parameter isTraced: whether the origin of its parts is noted.
  func shell(
    of rendered: SpooledPage, templates: PageTemplates, styleSheets: [String], preloads: [String],
    isTraced: Bool = false
  ) -> PageShell {
    rendered.page.shell(
      templates: templates, siteTitle: siteTitle, styleSheets: styleSheets, preloads: preloads,
      navigation: navigation, isTraced: isTraced)
  }
}
