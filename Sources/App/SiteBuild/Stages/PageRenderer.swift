import CardLayout
import Content
import Pages
import SiteValidation
import Themes

/// Renders the shelves and pages of a site, each by itself.
struct PageRenderer: Sendable {
  let theme: Theme
  let links: LinkIndex
  /// The output paths of the content's files, keyed by their path in the content.
  let assets: [String: String]
  let spool: Spool
  let room: OutputRoom

  /// - Parameter cards: the different layouts of each card.
  func render(_ shelf: LaidOutShelf, cards: [[CardAtSteps]], of page: Page) -> SpooledShelf {
    let urls = PageURLs(page: page, links: links, assets: assets)
    var rendered = renderShelf(shelf, cards: cards, of: page, theme: theme.scaled(to: page.textSize), urls: urls)
    let kept = SpooledShelf(
      markup: spool.keep(rendered.takeMarkup()), layout: spool.keep(rendered.takeLayout()),
      frameRules: spool.keep(rendered.takeFrameRules()), shelf: rendered,
      compared: ComparedShelf(shelf, steps: theme.steps))
    room.take(kept.markup.count + kept.layout.count + kept.frameRules.count, for: page)
    return kept
  }

  func render(_ page: LaidOutPage, shelves: [SpooledShelf]) -> SpooledPage {
    let urls = PageURLs(page: page.page, links: links, assets: assets)
    let scaled = theme.scaled(to: page.page.textSize)
    let (rendered, frameSheet) = renderPage(page, shelves: shelves.map(\.shelf), theme: scaled, urls: urls)
    let id = page.page.id
    let sheetName = "frames-\(id.isEmpty ? "home" : id).css"
    let (sheet, hash) = spooled(frameSheet, of: shelves)
    return SpooledPage(
      page: rendered, shelves: shelves.map(\.markup),
      frameSheetPath: "assets/" + hashedName(of: sheetName, hash: hash), frameSheet: sheet,
      layout: SpooledBytes(
        joining: layoutParts(of: page, theme: scaled, shelves: shelves.map(\.layout)) { spool.keep($0) }),
      compared: shelves.map(\.compared))
  }

  /// The greatest part of a style sheet that is in memory at once, in bytes.
  private static let mostHeld = 1 << 20

  private func spooled(
    _ sheet: [FrameSheetPart], of shelves: [SpooledShelf]
  ) -> (bytes: SpooledBytes, hash: String) {
    var pieces: [SpooledBytes] = []
    var piece: [UInt8] = []
    var hasher = ContentHasher()
    func endPiece() {
      hasher.add(piece[...])
      pieces.append(spool.keep(piece))
      piece = []
    }
    for part in sheet {
      switch part {
      case .text(let text): piece += text
      case .rules(let shelf, let range): shelves[shelf].frameRules.append(range, to: &piece)
      }
      if piece.count > Self.mostHeld { endPiece() }
    }
    endPiece()
    return (SpooledBytes(joining: pieces), hasher.hash)
  }
}

/// A rendered shelf, and the location of its bytes.
struct SpooledShelf: Sendable {
  let markup: SpooledBytes
  let layout: SpooledBytes
  let frameRules: SpooledBytes
  /// The shelf without these bytes.
  let shelf: RenderedShelf
  let compared: ComparedShelf
}

/// A rendered page, and the location of its contents.
struct SpooledPage: Sendable {
  let page: RenderedPage
  /// The markup of each shelf, without the images of its cards.
  let shelves: [SpooledBytes]
  let frameSheetPath: String
  let frameSheet: SpooledBytes
  let layout: SpooledBytes
  let compared: [ComparedShelf]

  var frameSheetFile: SiteFile { SiteFile(path: frameSheetPath, frameSheet) }
}
