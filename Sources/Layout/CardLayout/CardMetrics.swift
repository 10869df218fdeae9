import Themes

/// The parts of a theme that are needed to stack a card: only numbers, so that no card costs a copy of the theme.
struct CardMetrics {
  var body: BodyStyle
  var bodyLineHeight: Int
  var bodyTextSize: Int
  var codeLineHeight: Int
  var tagHeight: Int
  var tagPaddingInline: Int
  var tagSpareInline: Int
  var tagSpacing: Int

  init(_ theme: borrowing Theme) {
    body = theme.body
    bodyLineHeight = theme.textStyles.body.lineHeight
    bodyTextSize = theme.textStyles.body.size
    codeLineHeight = theme.textStyles.code.lineHeight
    tagHeight = theme.textStyles.tag.lineHeight + 2 * theme.tags.paddingBlock
    tagPaddingInline = theme.tags.paddingInline
    tagSpareInline = theme.tags.spareInline
    tagSpacing = theme.tags.spacing
  }
}
