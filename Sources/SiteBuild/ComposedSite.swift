import CardLayout
import Diagnostics
import Fonts
import SiteContent
import Themes

/// Every text of the site in the theme's styles, and the characters they need.
struct ComposedSite: Sendable {
  struct ComposedShelf: Sendable {
    let shelf: Shelf
    let title: ComposedText?
    /// Of the shelf's sections.
    let sectionTitles: [ComposedText]
    /// Where the shelf's cards start in `cards`.
    let firstCard: Int
  }

  struct ComposedPage: Sendable {
    let page: Page
    let title: ComposedText
    let introduction: ComposedProse
    let shelves: [ComposedShelf]
  }

  let pages: [ComposedPage]
  /// The cards of all shelves, in order.
  let cards: [ComposedCard]
  let usage: FontUsage

  static func compose(
    _ library: Library, theme: Theme, jobs: Int, into sink: inout DiagnosticSink
  ) async -> ComposedSite {
    let fonts = ThemeFonts(theme)
    var usage = FontUsage()
    var sources: [(card: Card, anatomy: CardAnatomy, tags: TagSettings, theme: Theme)] = []
    var pages: [ComposedPage] = []
    for page in library.pages {
      let theme = theme.scaled(to: page.textSize)
      var shelves: [ComposedShelf] = []
      for shelf in page.shelves {
        checkWidthClasses(of: shelf, theme: theme, into: &sink)
        guard let anatomy = anatomy(of: shelf, theme: theme, into: &sink) else { continue }
        let title = shelf.title.map { title in
          composeLine(
            title.text, style: theme.textStyles.shelfTitle, theme: theme, language: shelf.language,
            isRightToLeft: shelf.direction == .rtl)
        }
        if let title { usage.insert(title) }
        if let toggle = shelf.columnToggle {
          for text in [toggle.oneColumn, toggle.twoColumns] {
            usage.insert(
              composeLine(
                text, style: theme.textStyles.body, theme: theme, language: shelf.language,
                isRightToLeft: shelf.direction == .rtl))
          }
        }
        let sectionTitles = shelf.sections.map { section in
          composeLine(
            section.title.text, style: theme.sectionTitle, theme: theme, language: section.language,
            isRightToLeft: section.direction == .rtl)
        }
        for title in sectionTitles { usage.insert(title) }
        shelves.append(
          ComposedShelf(shelf: shelf, title: title, sectionTitles: sectionTitles, firstCard: sources.count))
        sources += shelf.cards.map { ($0, anatomy, shelf.tags, theme) }
      }
      let isRightToLeft = page.direction == .rtl
      let title = composeLine(
        page.title.text, style: theme.textStyles.pageTitle, theme: theme, language: page.language,
        isRightToLeft: isRightToLeft)
      let introduction = composeProse(
        page.introduction, style: theme.textStyles.introduction, theme: theme, language: page.language,
        isRightToLeft: isRightToLeft)
      // The navigation sets page titles in the body's font.
      usage.insert(
        composeLine(
          page.title.text, style: theme.textStyles.body, theme: theme, language: page.language,
          isRightToLeft: isRightToLeft))
      usage.insert(title)
      usage.insert(introduction, theme: fonts)
      pages.append(ComposedPage(page: page, title: title, introduction: introduction, shelves: shelves))
    }
    let composing = sources
    let shares = await parallelShares(count: composing.count, jobs: jobs) { indices in
      var usage = FontUsage()
      let cards = indices.map { index in
        let source = composing[index]
        let card = composeCard(source.card, anatomy: source.anatomy, tags: source.tags, theme: source.theme)
        usage.insert(card, theme: fonts)
        return card
      }
      return (cards: cards, usage: usage)
    }
    for share in shares { usage.formUnion(share.usage) }
    return ComposedSite(pages: pages, cards: inOrder(shares.map(\.cards)), usage: usage)
  }

  private static func anatomy(of shelf: Shelf, theme: Theme, into sink: inout DiagnosticSink) -> CardAnatomy? {
    guard let name = shelf.anatomy else { return theme.anatomies.first }
    if let anatomy = theme.anatomy(name.text) { return anatomy }
    sink.report(.unknownAnatomy(name, in: shelf, known: theme.anatomies.map(\.name)))
    return nil
  }

  private static func checkWidthClasses(of shelf: Shelf, theme: Theme, into sink: inout DiagnosticSink) {
    let known = theme.widthClasses.map(\.name) + [Step.compactWidth, Step.regularWidth]
    func check(_ places: [String: SourceRange]?, in source: SourceText) {
      for (name, range) in (places ?? [:]).sorted(by: { $0.key < $1.key }) where !known.contains(name) {
        sink.report(.unknownWidthClass(name, at: range, in: source, known: known))
      }
    }
    for places in [
      shelf.cardWidth?.places, shelf.flow.minCardWidth?.places, shelf.maxCardHeight?.places, shelf.spacing?.places,
      shelf.lineSpacing?.places, shelf.columns?.places, shelf.inset?.places, shelf.tags.maxRows?.places,
      shelf.maxLines.eyebrow?.places, shelf.maxLines.title?.places, shelf.maxLines.subtitle?.places,
      shelf.maxLines.footer?.places,
    ] {
      check(places, in: shelf.source)
    }
    for section in shelf.sections {
      for places in [section.columns?.places, section.inset?.places] { check(places, in: section.source) }
    }
  }
}
