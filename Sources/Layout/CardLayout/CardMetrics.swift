import Slots
import Themes

/// The parts of a theme that stacking a card needs: only numbers, so that no card costs a copy of the theme.
struct CardMetrics {
  var body: BodyStyle
  /// By the number of the slot.
  var lineHeights: [Int]
  var bodyLineHeight: Int
  var codeLineHeight: Int
  var tagHeight: Int
  var tagPaddingInline: Int
  var tagSpacing: Int

  init(_ theme: borrowing Theme) {
    body = theme.body
    lineHeights = theme.slots.slots.map { [styles = theme.textStyles] in styles[$0].lineHeight }
    bodyLineHeight = theme.textStyles.body.lineHeight
    codeLineHeight = theme.textStyles.code.lineHeight
    tagHeight = theme.textStyles.tag.lineHeight + 2 * theme.tags.paddingBlock
    tagPaddingInline = theme.tags.paddingInline
    tagSpacing = theme.tags.spacing
  }
}
