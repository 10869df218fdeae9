import Arrangements
import Content
import Pages
import SiteValidation
import Themes

/// The compare pages of a site and the files that they load.
struct CompareFiles: Sendable {
  /// The script, and the style sheets of the pages and of their panes.
  private(set) var assets: [SiteFile] = []
  private let spool: Spool
  private var sheets: [TextSizeCategory: CompareSite.Sheets] = [:]
  private var site: CompareSite?

  init(spool: Spool) { self.spool = spool }

  /// Adds a style sheet of the site; there is one for each text size.
  mutating func add(siteSheet: [UInt8], named name: String, at path: String, of size: TextSizeCategory) {
    let decided = PaneScheme.allCases.map { scheme in
      addAsset(scheme.rawValue + "-" + name, styleSheet(siteSheet, decidedFor: scheme, depth: 1))
    }
    sheets[size] = CompareSite.Sheets(site: path, light: decided[0], dark: decided[1])
  }

  /// Adds the files that are the same for all sites; call it after all style sheets.
  mutating func finishAssets(title: String, theme: Theme) {
    site = CompareSite(
      title: title, widthClasses: theme.widthClasses, script: addAsset("compare.js", compareScript),
      styleSheet: addAsset("compare.css", compareStyleSheet), paneSheet: addAsset("pane.css", comparePaneSheet),
      sheets: sheets)
  }

  /// The compare page of a page; nil for a page without shelves, of which nothing is computed.
  ///
  /// - Parameters:
  ///   - html: the bytes of the page.
  ///   - imageSources: the sources of images for the policy.
  func file(
    for page: Page, html: PageBytes, shelves: [ComparedShelf], styleSheets: [String], imageSources: String
  ) -> SiteFile? {
    if shelves.isEmpty { return nil }
    // The content of the shelves does not matter for the markup around it.
    let shell = Array(html.shell.joined())
    guard let site,
      let compared = ComparePage(
        of: page, html: shell, shelves: shelves, styleSheets: styleSheets, imageSources: imageSources,
        in: site),
      let contents = html.part(compared.contents, before: compared.head, after: compared.tail)
    else { return nil }
    return SiteFile(path: ComparePage.path(of: page), contents.spooled(in: spool), role: .comparison)
  }

  private mutating func addAsset(_ name: String, _ bytes: [UInt8]) -> String {
    let path = compareFolder + "/assets/" + hashedName(of: name, bytes: bytes)
    assets.append(SiteFile(path: path, bytes: bytes))
    return path
  }
}
