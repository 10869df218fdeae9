import Arrangements
import CardLayout
import Content
import Diagnostics
import Images
import TextLayout
import Themes

/// The texts of all pages in the theme's styles, and the characters that they and the cards need.
struct ComposedSite: Sendable {
  struct ComposedShelf: Sendable {
    let shelf: Shelf
    let title: ComposedText?
    /// The titles of the shelf's sections; nil for one without a title.
    let sectionTitles: [ComposedText?]
    let key: UsageKey
    fileprivate let anatomy: CardAnatomy
    /// The anatomies that single cards name.
    fileprivate let others: [CardAnatomy]
    fileprivate let imageSize: ImageSizes

    /// Creates a composer for the shelf's cards when they are laid out: a shelf from an earlier build needs none.
    ///
    /// - Parameter theme: the theme of the page.
    func composer(theme: Theme) -> CardComposer {
      let composition = CardComposition(
        anatomy: anatomy, others: others, tags: shelf.tags, theme: theme,
        leastWidths: shelf.leastCardWidths(theme: theme))
      return CardComposer(composition, theme: theme, imageSize: imageSize)
    }

    fileprivate func composerForCharacters(theme: Theme) -> CardComposer {
      CardComposer(
        CardComposition(anatomy: anatomy, others: others, tags: shelf.tags, theme: theme), theme: theme)
    }
  }

  struct ComposedPage: Sendable {
    let page: Page
    let title: ComposedText
    let introduction: ComposedProse
    let shelves: [ComposedShelf]
    /// The theme, scaled to the page's text size.
    let theme: Theme
  }

  let pages: [ComposedPage]
  let usage: FontUsage

  var cardCount: Int { pages.reduce(0) { $1.shelves.reduce($0) { $0 + $1.shelf.cards.count } } }

  /// - Parameter imageSizes: the sizes of pictures in texts.
  static func compose(
    _ library: Library, theme sources: ThemeSources, imageSizes: [PictureInText: ImageSize] = [:],
    _ context: BuildContext, into sink: inout DiagnosticSink
  ) async -> ComposedSite {
    let theme = sources.theme
    let fonts = ThemeFonts(theme)
    let imageSize: ImageSizes = { target, path in imageSizes[PictureInText(target: target, source: path)] }
    var usage = FontUsage()
    var pages: [ComposedPage] = []
    for page in library.pages {
      let theme = theme.scaled(to: page.textSize)
      var shelves: [ComposedShelf] = []
      for shelf in page.shelves {
        checkWidthClasses(of: shelf, theme: theme, into: &sink)
        let anatomies = anatomies(of: shelf, theme: theme, into: &sink)
        guard let anatomy = anatomies.first else { continue }
        checkRoom(of: shelf, theme: theme, into: &sink)
        let title = shelf.title.map { title in
          composeLine(
            title.text, style: theme.textStyles.shelfTitle, theme: theme, language: shelf.language,
            isRightToLeft: shelf.direction == .rtl)
        }
        if let title { usage.insert(title) }
        for label in shelf.composedColumnLabels(theme: theme) { usage.insert(label) }
        let sectionTitles = shelf.sections.map { section in
          section.title.map {
            composeLine(
              $0.text, style: theme.sectionTitle, theme: theme, language: section.language,
              isRightToLeft: section.direction == .rtl)
          }
        }
        for title in sectionTitles.compactMap(\.self) { usage.insert(title) }
        shelves.append(
          ComposedShelf(
            shelf: shelf, title: title, sectionTitles: sectionTitles,
            key: UsageKey(theme: sources.revision, textSize: page.textSize.rawValue),
            anatomy: anatomy, others: Array(anatomies.dropFirst()), imageSize: imageSize))
      }
      let isRightToLeft = page.direction == .rtl
      let title = composeLine(
        page.title.text, style: theme.textStyles.pageTitle, theme: theme, language: page.language,
        isRightToLeft: isRightToLeft)
      let introduction = composeProse(
        page.introduction, theme: theme, language: page.language, isRightToLeft: isRightToLeft
      ) { imageSize($0, page.source.path) }
      // The navigation shows page titles in the body's font.
      usage.insert(
        composeLine(
          page.title.text, style: theme.textStyles.body, theme: theme, language: page.language,
          isRightToLeft: isRightToLeft))
      usage.insert(title)
      usage.insert(introduction, theme: fonts)
      pages.append(ComposedPage(page: page, title: title, introduction: introduction, shelves: shelves, theme: theme))
    }
    for share in await cardUsage(of: pages, context) { usage.formUnion(share) }
    return ComposedSite(pages: pages, usage: usage)
  }

  /// The characters of all cards, in parts.
  private static func cardUsage(of pages: [ComposedPage], _ context: BuildContext) async -> [FontUsage] {
    let memory = context.memory
    let places = pages.indices.flatMap { page in pages[page].shelves.indices.map { (page: page, shelf: $0) } }
    let shares = await parallelWork(count: places.count, jobs: context.jobs) { next in
      var all = FontUsage()
      var kept: [KeptUsage] = []
      while let index = next() {
        let page = places[index].page
        let shelf = pages[page].shelves[places[index].shelf]
        if let memory {
          let known = memory.usage(of: shelf.shelf, for: shelf.key)
          kept.append(
            KeptUsage(shelf: shelf.shelf, key: shelf.key, usage: known ?? usage(of: shelf, theme: pages[page].theme)))
        } else {
          all.formUnion(usage(of: shelf, theme: pages[page].theme))
        }
      }
      return (all, kept)
    }
    guard let memory else { return shares.map(\.0) }
    let kept = shares.flatMap(\.1)
    memory.keep(kept)
    return kept.map(\.usage)
  }

  private static func usage(of shelf: ComposedShelf, theme: Theme) -> FontUsage {
    var usage = FontUsage()
    let composer = shelf.composerForCharacters(theme: theme)
    for card in shelf.shelf.cards { composer.insertCharacters(of: card, into: &usage) }
    return usage
  }

  /// The anatomies of a shelf's cards, its own first; empty if the theme lacks one that is named, which is reported once
  /// for each place.
  private static func anatomies(of shelf: Shelf, theme: Theme, into sink: inout DiagnosticSink) -> [CardAnatomy] {
    let names = shelf.anatomies
    let unknown = Set(names.filter { theme.anatomy(called: $0) == nil })
    if unknown.isEmpty { return theme.anatomies(of: shelf) }
    let known = theme.anatomies.map(\.name)
    if let name = shelf.anatomy, unknown.contains(name.text) {
      sink.report(.unknownAnatomy(name, in: shelf.source, known: known))
    }
    var reported: Set<String> = []
    for index in shelf.cards.indices {
      guard let own = shelf.cards[index].sizes?.anatomy, unknown.contains(own.value) else { continue }
      let source = shelf.source(of: own.owner, ofCard: index)
      if own.owner == .section, !reported.insert(source.path).inserted { continue }
      sink.report(.unknownAnatomy(FieldText(own.value, range: own.range), in: source, known: known))
    }
    return []
  }

  private static func checkWidthClasses(of shelf: Shelf, theme: Theme, into sink: inout DiagnosticSink) {
    let known = theme.widthClasses.map(\.name) + Step.sizeClassNames + WindowShape.classNames
    for (names, source) in [(shelf.widthClasses, shelf.source)] + shelf.sections.map({ ($0.widthClasses, $0.source) }) {
      for name in names where !known.contains(name.text) {
        sink.report(.unknownWidthClass(name.text, at: name.range, in: source, known: known))
      }
    }
    // Usually no card has sizes, and each in the loop is a copy.
    for card in shelf.hasOwnSizes ? shelf.cards : [] {
      for name in card.sizes?.widthClasses ?? [] where !known.contains(name.text) {
        sink.report(.unknownWidthClass(name.text, at: name.range, in: card.source, known: known))
      }
    }
    let viewCount = shelf.windowShapes(theme: theme).count * shelf.columnChoices.count
    if viewCount * theme.steps.count > StepSet.capacity {
      sink.report(.tooManyLayouts(shelf, most: StepSet.capacity / viewCount, of: theme.steps.count))
    }
  }
}
