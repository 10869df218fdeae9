import CardLayout
import CompareView
import Images
import LayoutFile
import PageRendering
import SiteContent
import Themes

/// Renders the shelves and pages of a site, each by itself.
struct PageRenderer: Sendable {
  let theme: Theme
  let links: LinkIndex
  /// Output paths of the content's files by their path in the content.
  let assets: [String: String]
  let imageSizes: [String: ImageSize]
  let spool: Spool

  func render(_ shelf: LaidOutShelf, of page: Page) -> SpooledShelf {
    let urls = PageURLs(page: page, links: links, assets: assets, imageSizes: imageSizes)
    var rendered = renderShelf(shelf, of: page, theme: theme.scaled(to: page.textSize), urls: urls)
    let (markup, layout) = (spool.keep(rendered.takeMarkup()), spool.keep(rendered.takeLayout()))
    let compared = ComparedShelf(shelf, steps: theme.steps)
    return SpooledShelf(shelf: rendered, markup: markup, layout: layout, compared: compared)
  }

  func render(_ page: LaidOutPage, shelves: [SpooledShelf]) -> SpooledPage {
    let urls = PageURLs(page: page.page, links: links, assets: assets, imageSizes: imageSizes)
    let (rendered, frameSheet) = renderPage(
      page, shelves: shelves.map(\.shelf), theme: theme.scaled(to: page.page.textSize), urls: urls)
    let id = page.page.id
    let sheetName = "frames-\(id.isEmpty ? "home" : id).css"
    return SpooledPage(
      page: rendered, shelves: shelves.map(\.markup),
      frameSheetPath: "assets/" + hashedName(of: sheetName, bytes: frameSheet), frameSheet: spool.keep(frameSheet),
      layout: SpooledBytes(joining: layoutParts(of: page.page, shelves: shelves.map(\.layout)) { spool.keep($0) }),
      compared: shelves.map(\.compared))
  }
}

/// A rendered shelf, and where its markup and layout are.
struct SpooledShelf: Sendable {
  let shelf: RenderedShelf
  let markup: SpooledBytes
  let layout: SpooledBytes
  let compared: ComparedShelf
}

/// A rendered page, and where its contents are.
struct SpooledPage: Sendable {
  let page: RenderedPage
  /// The markup of each shelf, without the images of its cards.
  let shelves: [SpooledBytes]
  let frameSheetPath: String
  let frameSheet: SpooledBytes
  let layout: SpooledBytes
  let compared: [ComparedShelf]
}
