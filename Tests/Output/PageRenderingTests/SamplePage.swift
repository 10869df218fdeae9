import CardLayout
import Diagnostics
import SampleSites
import TextLayout
import Themes

@testable import Content
@testable import Pages

extension Sample {
  /// A home page with some shelves.
  static func page(_ shelves: [LaidOutShelf], introduction: String = "") throws -> LaidOutPage {
    let theme = try theme()
    let source = SourceText(path: "Content/_index.md", text: introduction)
    var sink = DiagnosticSink()
    let page = Page(
      id: "", source: source, title: FieldText("Sample", range: SourceRange(0, 0)),
      introduction: readMarkdown(source, in: source.fullRange, into: &sink), shelves: shelves.map(\.prepared.shelf))
    guard var preparer = TextPreparer(fonts: try fonts()) else { throw Failure(description: "ICU cannot start") }
    let title = composeLine(
      page.title.text, style: theme.textStyles.pageTitle, theme: theme, language: "en", isRightToLeft: false)
    let prose = composeProse(
      page.introduction, theme: theme, language: "en", isRightToLeft: false, imageSize: { imageSize($0) })
    var prepared: [PreparedText] = []
    for text in prose.texts { prepared.append(preparer.prepare(text.styled)) }
    return LaidOutPage(
      page: page, title: title, preparedTitle: preparer.prepare(title.styled), introduction: prose,
      preparedIntroduction: prepared, shelves: shelves)
  }
}

extension Sample {
  static func layoutJSON(of page: LaidOutPage, theme: Theme) -> [UInt8] {
    let layout = layout(of: page, theme: theme)
    let parts = layoutIndex(
      [(page.page, layout.count)], theme: theme, content: { _ in Array(layout.dropLast()) }, part: { $0 }
    ).parts
    return Array(parts.joined())
  }

  /// The content of `layout.json` for the page.
  static func layout(of page: LaidOutPage, theme: Theme) -> [UInt8] {
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [:])
    let shelves = page.shelves.map { renderShelf($0, of: page.page, theme: theme, urls: urls).layout }
    return Array(layoutParts(of: page, theme: theme, shelves: shelves) { $0 }.joined())
  }

  /// The rendered page: shelves, without the images of their cards.
  struct Rendered {
    let page: RenderedPage
    let shelves: [[UInt8]]
    let frameSheet: [UInt8]

    /// The markup of all shelves, with images.
    func html(picture: (PictureUse) -> Picture? = { _ in nil }) -> String {
      let filled = shelves.enumerated().map { page.filled($1, number: $0, picture: picture) }
      return String(decoding: filled.joined(), as: UTF8.self)
    }
  }

  static func rendered(_ page: LaidOutPage, theme: Theme, urls: PageURLs) -> Rendered {
    let shelves = page.shelves.map { renderShelf($0, of: page.page, theme: theme, urls: urls) }
    let (rendered, parts) = renderPage(page, shelves: shelves, theme: theme, urls: urls)
    return Rendered(
      page: rendered, shelves: shelves.map(\.markup),
      frameSheet: FrameSheet.text(parts, rules: shelves.map(\.frameRules)))
  }

  static func frames(of shelves: [LaidOutShelf]) throws -> String {
    let steps = try steps()
    let rules = shelves.map { FrameSheet.rules(of: $0, steps: steps) }
    let parts = FrameSheet.parts(rules.map(\.ends), steps: steps)
    return String(decoding: FrameSheet.text(parts, rules: rules.map(\.text)), as: UTF8.self)
  }
}
