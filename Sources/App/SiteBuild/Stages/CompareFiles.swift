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
  /// The earlier build with which this one is compared; nil if pages are only compared at several widths.
  private let before: EarlierSite?

  init(spool: Spool, before: EarlierSite? = nil) {
    self.spool = spool
    self.before = before
  }

  /// Adds a style sheet of the site; there is one for each text size.
  mutating func add(siteSheet: [UInt8], named name: String, at path: String, of size: TextSizeCategory) {
    let decided = PaneMode.allCases.map { mode in
      let name = mode.rawValue + "-" + name
      // Two builds have their style sheets in their own folders.
      return before == nil
        ? addAsset(name, styleSheet(siteSheet, decidedFor: mode, depth: 1))
        : addAsset(name, styleSheet(siteSheet, decidedFor: mode, depth: 0), in: "assets/")
    }
    sheets[size] = CompareSite.Sheets(site: path, decided: decided)
  }

  /// Adds the files that are the same for all sites; call it after all style sheets.
  mutating func finishAssets(title: String, theme: Theme) {
    site = CompareSite(
      title: title, widthClasses: theme.widthClasses, script: addAsset("compare.js", compareScript),
      styleSheet: addAsset("compare.css", compareStyleSheet), paneSheet: addAsset("pane.css", comparePaneSheet),
      sheets: sheets, folder: before == nil ? "" : EarlierSite.folderOfAfter)
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
        before: before?.page(like: page), in: site),
      let contents = html.part(compared.contents, before: compared.head, after: compared.tail)
    else { return nil }
    return SiteFile(path: ComparePage.path(of: page), contents.spooled(in: spool), role: .comparison)
  }

  private mutating func addAsset(
    _ name: String, _ bytes: [UInt8], in folder: String = compareFolder + "/assets/"
  ) -> String {
    let path = folder + hashedName(of: name, bytes: bytes)
    assets.append(SiteFile(path: path, bytes: bytes))
    return path
  }
}
