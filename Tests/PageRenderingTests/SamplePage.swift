import CardLayout
import Diagnostics
import MarkdownTree
import PageRendering
import SiteContent
import TextLayout
import Themes

extension Sample {
  /// A home page of some shelves.
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
      page.introduction, style: theme.textStyles.introduction, theme: theme, language: "en", isRightToLeft: false)
    var prepared: [PreparedText] = []
    for text in prose.texts { prepared.append(preparer.prepare(text.styled)) }
    return LaidOutPage(
      page: page, title: title, preparedTitle: preparer.prepare(title.styled), introduction: prose,
      preparedIntroduction: prepared, shelves: shelves)
  }
}

extension Sample {
  static func layoutJSON(of page: LaidOutPage, theme: Theme) -> [UInt8] {
    layoutFiles([(page.page, PageRendering.layoutJSON(of: page, theme: theme))], theme: theme)[0].bytes
  }
}
