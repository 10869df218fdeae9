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

  func render(_ shelf: LaidOutShelf, of page: Page) -> RenderedShelf {
    let urls = PageURLs(page: page, links: links, assets: assets)
    return renderShelf(shelf, of: page, theme: theme.scaled(to: page.textSize), urls: urls)
  }

  func render(_ page: LaidOutPage, shelves: [RenderedShelf]) -> RenderedPage {
    let urls = PageURLs(page: page.page, links: links, assets: assets)
    return renderPage(page, shelves: shelves, theme: theme.scaled(to: page.page.textSize), urls: urls)
  }
}
