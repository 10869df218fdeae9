import Arrangements
import Content
import Pages

/// The values of a page's template in addition to the page's own parts.
struct PageShells: Sendable {
  let siteTitle: String
  private let navigation: SiteNavigation
  /// A key that is equal for equal entries of the navigation.
  let navigationKey: [[String]]
  /// The output paths of the style sheets that all pages of a text size share.
  let sheetPaths: [TextSizeCategory: String]
  /// The output paths of the fonts.
  let fontPaths: [String]
  private let firstScreens: FirstScreenFonts
  let pictures: SitePictures

  /// - Parameters:
  ///   - navigation: the pages that it lists.
  ///   - parents: the pages with pages in them.
  init(
    siteTitle: String, navigation: [Page], parents: [Page], sheetPaths: [TextSizeCategory: String], fontPaths: [String],
    firstScreens: FirstScreenFonts, pictures: SitePictures
  ) {
    self.siteTitle = siteTitle
    self.navigation = SiteNavigation(
      navigation.map { (title: $0.title.text, id: $0.id) }, parents: parents.map { (title: $0.title.text, id: $0.id) })
    navigationKey = navigation.map { [$0.title.text, $0.id] } + [[]] + parents.map { [$0.title.text, $0.id] }
    self.sheetPaths = sheetPaths
    self.fontPaths = fontPaths
    self.firstScreens = firstScreens
    self.pictures = pictures
  }

  func styleSheets(of page: Page, _ rendered: SpooledPage) -> [String] {
    [sheetPaths[page.textSize], rendered.frameSheetPath].compactMap(\.self)
  }

  func preloads(of page: Page, _ rendered: SpooledPage) -> [String] {
    firstScreens.files(of: page, cards: rendered.page.firstCards).map { fontPaths[$0] }
  }

  /// A page around its shelves.
  ///
  /// - Parameter isTraced: whether the origin of its parts is recorded.
  func shell(
    of rendered: SpooledPage, templates: PageTemplates, styleSheets: [String], preloads: [String],
    isTraced: Bool = false
  ) -> PageShell {
    rendered.page.shell(
      templates: templates, siteTitle: siteTitle, styleSheets: styleSheets, preloads: preloads,
      navigation: navigation, isTraced: isTraced)
  }
}
