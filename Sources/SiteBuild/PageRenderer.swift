import CardLayout
import PageRendering
import SiteContent
import Themes

/// Renders the shelves and pages of a site, each by itself.
struct PageRenderer: Sendable {
  let theme: Theme
  let links: LinkIndex
  /// Output paths of the content's files by their path in the content.
  let assets: [String: String]
  let spool: Spool

  func render(_ shelf: LaidOutShelf, of page: Page) -> RenderedShelf {
    let urls = PageURLs(page: page, links: links, assets: assets)
    return renderShelf(shelf, of: page, theme: theme.scaled(to: page.textSize), urls: urls)
  }

  func render(_ page: LaidOutPage, shelves: [RenderedShelf]) -> SpooledPage {
    let urls = PageURLs(page: page.page, links: links, assets: assets)
    let (rendered, contents) = renderPage(
      page, shelves: shelves, theme: theme.scaled(to: page.page.textSize), urls: urls)
    let id = page.page.id
    let sheetName = "frames-\(id.isEmpty ? "home" : id).css"
    return SpooledPage(
      page: rendered, shelves: spool.keep(contents.shelves),
      frameSheetPath: "assets/" + hashedName(of: sheetName, bytes: contents.frameSheet),
      frameSheet: spool.keep(contents.frameSheet), layout: spool.keep(contents.layout))
  }
}

/// A rendered page, and where its contents are.
struct SpooledPage: Sendable {
  let page: RenderedPage
  let shelves: SpooledBytes
  let frameSheetPath: String
  let frameSheet: SpooledBytes
  let layout: SpooledBytes
}
