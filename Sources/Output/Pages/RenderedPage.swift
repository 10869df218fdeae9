public import CardLayout
import Content
import Diagnostics
import Geometry
public import TextLayout
public import Themes

/// The page's own parts, before they are inserted into the theme's template: everything that depends on only one page.
public struct RenderedPage: Sendable {
  let page: Page
  let urls: PageURLs
  let titleMarkup: Markup
  let introduction: Markup
  /// The controls for the number of columns of its shelves, if its template shows them.
  let columnToggles: [UInt8]
  /// The description for search engines: the introduction's first paragraph. Empty without one.
  let description: String
  let classes: StepClasses
  /// The gaps for images in its shelves: shelf by shelf, in ascending order of offset in its markup.
  public let pictures: [PlacedPicture]
  /// The range of `pictures` for each shelf.
  let picturesOfShelves: [Range<Int>]
  /// For each shelf, the cards that may be visible before scrolling; nil for a shelf below the first screen at all
  /// widths.
  public let firstCards: [[Int]?]
  /// True if the markup of the shelves ends in a line feed; nil if it is empty.
  let shelvesEndLine: Bool?
}

/// Writes a page from its rendered shelves.
///
/// - Parameters:
///   - shelves: the shelves in the order of the page. Their markup and rules are not needed.
///   - theme: the theme, scaled to the page's text size.
/// - Returns: the page, and the parts of the style sheet of its frames.
/// - Complexity: O(shelves x steps).
public func renderPage(
  _ page: LaidOutPage, shelves: [RenderedShelf], theme: Theme, urls: PageURLs
) -> (page: RenderedPage, frameSheet: [FrameSheetPart]) {
  let steps = theme.steps
  var classes = StepClasses(stepCount: steps.count)
  let targets = urls.targets(from: page.page.source.path)
  var title = Markup()
  TextMarkup.write(
    0, of: [page.title], prepared: [page.preparedTitle], variants: .plain, targets: targets, classes: &classes,
    to: &title)
  var introduction = Markup()
  var prose = BodyMarkup(
    texts: page.introduction.texts, prepared: page.preparedIntroduction, hidden: [:], targets: targets,
    indent: page.introduction.indent, below: 1, headingIDs: page.page.headingIDs.all)
  prose.write(page.introduction.blocks, classes: &classes, to: &introduction)
  classes.endWriting()
  var pictures: [PlacedPicture] = []
  var picturesOfShelves: [Range<Int>] = []
  var firstCards: [[Int]?] = []
  var tops = steps.map { _ in Pixels.zero }
  for shelf in shelves {
    let known = pictures.count
    for gap in shelf.gaps {
      pictures.append(PlacedPicture(gap: gap, isLazy: gap.isLazy(inShelfAt: tops, steps: steps)))
    }
    picturesOfShelves.append(known..<pictures.count)
    let isFirst = zip(tops, steps).contains { $0 < FirstScreen.height(at: $1) }
    firstCards.append(isFirst ? shelf.firstCards : nil)
    for (step, height) in zip(steps.indices, shelf.heights) { tops[step] += height + Pixels(theme.shelf.shelfGap) }
    classes.formUnion(shelf.classes)
  }
  pictures.markLargest()
  return (
    RenderedPage(
      page: page.page, urls: urls, titleMarkup: title, introduction: introduction,
      columnToggles: shelves.flatMap(\.columnToggle), description: description(of: page.introduction), classes: classes,
      pictures: pictures,
      picturesOfShelves: picturesOfShelves, firstCards: firstCards,
      shelvesEndLine: shelves.last { !$0.isEmpty }.map(\.endsLine)),
    FrameSheet.parts(head: pageHeadRules(of: page, theme: theme), shelves.map(\.frameRuleEnds), steps: steps)
  )
}

/// The first paragraph as plain text, limited to the length that search results show.
private func description(of introduction: ComposedProse) -> String {
  let most = 300
  for block in introduction.blocks {
    guard case .paragraph(let text) = block.kind else { continue }
    let words = introduction.texts[text].plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let start = words.prefix(most)
    if start.endIndex == words.endIndex { return words }
    return String(start[..<(start.lastIndex(of: " ") ?? start.endIndex)]) + "…"
  }
  return ""
}

/// The style sheet that all pages of one text size share.
///
/// - Parameter theme: the theme, scaled to that text size.
/// - Parameter fontURLs: the URL of each font file, as seen from the style sheet.
/// - Parameter navigation: the titles of the navigation's entries.
/// - Parameter imageColors: the colours of the pages' pictures.
public func siteStyleSheet(
  theme: Theme, fonts: ServedFonts, fontURLs: [String], navigation: [String] = [],
  pages: [RenderedPage], imageColors: Set<String> = []
) -> [UInt8] {
  let steps = theme.steps
  var classes = StepClasses(stepCount: steps.count)
  for page in pages { classes.formUnion(page.classes) }
  let text =
    FontSheet(fonts: fonts, urls: fontURLs, theme: theme).text
    + ThemeSheet(
      theme: theme, uses: SheetUses(of: pages.map(\.page), theme: theme, hasNavigation: navigation.count > 1)
    ).text
    + NavigationWidths(titles: navigation, theme: theme, fonts: fonts).text
    + ClassSheet(classes: classes, steps: steps, tags: theme.tags, body: theme.body).text
    + imageColors.sorted().map { ".c\($0){background:#\($0)}\n" }.joined()
  return Array(text.utf8) + (theme.paint?.source.bytes ?? [])
}

extension RenderedPage {
  /// The page in the theme's template, around its shelves.
  ///
  /// - Parameters:
  ///   - styleSheets: the output paths of style sheets, in order.
  ///   - preloads: the output paths of fonts that the first screen needs.
  ///   - isTraced: whether the origin of its parts is recorded.
  /// - Complexity: O(bytes), and O(pages) once for each folder of pages.
  public func shell(
    templates: PageTemplates, siteTitle: String, styleSheets: [String], preloads: [String],
    navigation: SiteNavigation, isTraced: Bool
  ) -> PageShell {
    let breadcrumbs = navigation.breadcrumbs(of: page.id)
    let navigation = NavigationList(
      navigation: navigation, current: navigation.number(of: page.id),
      address: NavigationAddress(start: urls.output(""), address: urls.address))
    return templates.shell(
      [
        .title: .text(page.title.text),
        .siteTitle: .text(siteTitle),
        .documentTitle: .text(unturned(page.title.text == siteTitle ? siteTitle : "\(page.title.text) – \(siteTitle)")),
        .description: .text(unturned(description)),
        .hasDescription: .flag(!description.isEmpty),
        .lang: .text(page.language),
        .dir: .text(page.direction.rawValue),
        .policy: .text(
          "default-src 'none'; style-src 'self'; font-src 'self'; img-src \(imageSources); base-uri 'none'; form-action 'none'"
        ),
        .styleSheets: .texts(styleSheets.map(urls.output)),
        .preloads: .texts(preloads.map(urls.output)),
        .navigation: .navigation(navigation),
        .hasNavigation: .flag(navigation.list.count > 0),
        .breadcrumbs: .list(
          TemplateList(count: breadcrumbs.count) {
            .entry(["title": .text(breadcrumbs[$0].title), "href": .text(urls.address(ofPage: breadcrumbs[$0].id))])
          }),
        .hasBreadcrumbs: .flag(!breadcrumbs.isEmpty),
        .titleMarkup: .markup(titleMarkup.bytes),
        .introduction: .markup(introduction.bytes),
        .columnToggles: .markup(columnToggles),
        .shelves: shelvesEndLine.map { .shelves(endsLine: $0) } ?? .markup([]),
      ], isTraced: isTraced)
  }

  /// The sources of images for policies: the site, and the hosts of the pictures that the page shows.
  public var imageSources: String {
    let hosts = Set(pictures.compactMap { $0.use.source.remote?.address.host })
    return (["'self'"] + hosts.sorted().map { "https://" + $0.text }).joined(separator: " ")
  }

  /// The markup of one of its shelves with the images of the cards.
  ///
  /// - Parameters:
  ///   - shelf: the markup.
  ///   - number: the index of the shelf.
  ///   - picture: returns the files of an image; nil if the image itself is published.
  /// - Complexity: O(bytes).
  public func filled(
    _ shelf: [UInt8], number: Int, picture: (PictureUse) -> Picture? = { _ in nil }
  ) -> [UInt8] {
    withoutActuallyEscaping(picture) {
      PictureMarkup(urls: urls, picture: $0).filling(shelf, pictures[picturesOfShelves[number]])
    }
  }

  /// Returns whether a shelf shows images.
  public func hasPictures(inShelf number: Int) -> Bool { !picturesOfShelves[number].isEmpty }
}
