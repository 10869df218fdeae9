public import CardLayout
import Diagnostics
public import Fonts
import Geometry
import SiteContent
public import Themes

/// A page's own parts, before it is put into the theme's template: what can be made for each page alone.
public struct RenderedPage: Sendable {
  let page: Page
  let urls: PageURLs
  let titleMarkup: Markup
  let introduction: Markup
  /// What search engines show below the title: the introduction's first paragraph. Empty without one.
  let description: String
  let classes: StepClasses
  /// Where its shelves have gaps for images, by ascending offset.
  public let pictures: [PlacedPicture]
}

/// What there is much of in a page.
public struct RenderedContents: Sendable {
  /// The markup of the page's shelves, without the images of their cards.
  public let shelves: [UInt8]
  /// The style sheet of the page's frames.
  public let frameSheet: [UInt8]
}

/// Writes a page of which the shelves are written.
///
/// - Parameters:
///   - shelves: in the order of the page.
///   - theme: as it is for the page's text size.
/// - Complexity: O(bytes).
public func renderPage(
  _ page: LaidOutPage, shelves: [RenderedShelf], theme: Theme, urls: PageURLs
) -> (page: RenderedPage, contents: RenderedContents) {
  let steps = Step.all(of: theme.widthClasses)
  var classes = StepClasses(stepCount: steps.count)
  let targets = urls.targets(from: page.page.source.path)
  var title = Markup()
  TextMarkup.write(
    page.title, prepared: page.preparedTitle, variants: .plain, targets: targets, classes: &classes, to: &title)
  var introduction = Markup()
  var prose = BodyMarkup(
    texts: page.introduction.texts, prepared: page.preparedIntroduction,
    variants: page.introduction.texts.map { _ in .plain }, hidden: [:], targets: targets, style: theme.body, below: 1)
  prose.write(page.introduction.blocks, classes: &classes, to: &introduction)
  var markup = Markup()
  var pictures: [PlacedPicture] = []
  var tops = steps.map { _ in Pixels.zero }
  for shelf in shelves {
    let known = markup.gaps.count
    markup.append(shelf.markup)
    for gap in markup.gaps[known...] {
      pictures.append(PlacedPicture(gap: gap, isLazy: gap.isLazy(inShelfAt: tops, steps: steps)))
    }
    for (step, height) in zip(steps.indices, shelf.heights) { tops[step] += height + Pixels(theme.shelf.shelfGap) }
    classes.formUnion(shelf.classes)
  }
  let contents = RenderedContents(
    shelves: markup.bytes, frameSheet: FrameSheet.text(shelves.map(\.frameRules), steps: steps))
  return (
    RenderedPage(
      page: page.page, urls: urls, titleMarkup: title, introduction: introduction,
      description: description(of: page.introduction), classes: classes, pictures: pictures), contents
  )
}

/// The first paragraph as plain text, of which a search result would show no more than this.
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
/// - Parameter theme: for that text size.
/// - Parameter fontURLs: of each font file, as seen from the style sheet.
/// - Parameter imageColors: of the pages' pictures.
public func siteStyleSheet(
  theme: Theme, paint: [UInt8], fonts: ServedFonts, fontURLs: [String], pages: [RenderedPage],
  imageColors: Set<String> = []
) -> [UInt8] {
  let steps = Step.all(of: theme.widthClasses)
  var classes = StepClasses(stepCount: steps.count)
  for page in pages { classes.formUnion(page.classes) }
  let text =
    FontSheet(fonts: fonts, urls: fontURLs).text + ThemeSheet(theme: theme).text
    + ClassSheet(classes: classes, steps: steps).text
    + imageColors.sorted().map { ".c\($0){background:#\($0)}\n" }.joined()
  return Array(text.utf8) + paint
}

extension RenderedPage {
  /// The page as the theme's template has it.
  ///
  /// - Parameters:
  ///   - shelves: their markup.
  ///   - styleSheets: output paths, in order.
  ///   - preloads: output paths of fonts that the first screen needs.
  ///   - navigation: the site's pages: title and id.
  ///   - picture: the files that show an image; nil where the image itself is published.
  public func html(
    shelves: [UInt8], templates: PageTemplates, siteTitle: String, styleSheets: [String], preloads: [String],
    navigation: [(title: String, id: String)], picture: (PictureUse) -> Picture? = { _ in nil }
  ) -> [UInt8]? {
    let content = page
    let context: [PageValue: any Sendable] = [
      .title: content.title.text,
      .siteTitle: siteTitle,
      .documentTitle: unturned(
        content.title.text == siteTitle ? siteTitle : "\(content.title.text) – \(siteTitle)"),
      .description: unturned(description),
      .hasDescription: !description.isEmpty,
      .lang: content.language,
      .dir: content.direction.rawValue,
      .policy:
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'",
      .styleSheets: styleSheets.map(urls.output),
      .preloads: preloads.map(urls.output),
      .navigation: navigation.count < 2
        ? [] : navigation.map { entry(title: $0.title, id: $0.id) },
      .hasNavigation: navigation.count > 1,
      .titleMarkup: String(decoding: titleMarkup.bytes, as: UTF8.self),
      .introduction: String(decoding: introduction.bytes, as: UTF8.self),
      .shelves: String(decoding: filled(shelves, picture: picture), as: UTF8.self),
    ]
    return templates.page(Dictionary(uniqueKeysWithValues: context.map { ($0.key.rawValue, $0.value) }))
  }

  /// The markup of the shelves with the images of their cards.
  func filled(_ shelves: [UInt8], picture: (PictureUse) -> Picture? = { _ in nil }) -> [UInt8] {
    withoutActuallyEscaping(picture) { PictureMarkup(urls: urls, picture: $0).filling(shelves, pictures) }
  }

  /// A page of the navigation; the page itself is no link to itself.
  private func entry(title: String, id: String) -> [String: any Sendable] {
    ["title": title, "href": urls.address(ofPage: id), "isCurrent": id == page.id]
  }
}
