import CardLayout
import Geometry
import TextLayout
import Themes

/// Least widths of the entries of the navigation, so that no entry moves when the font of those before it arrives.
struct NavigationWidths {
  let titles: [String]
  let theme: Theme
  let fonts: ServedFonts

  var text: String {
    guard titles.count > 1, var preparer = TextPreparer(fonts: fonts) else { return "" }
    return titles.enumerated().map { index, title in
      let text = composeLine(title, style: style, theme: theme, language: "en", isRightToLeft: false)
      let width = Pixels(preparer.prepare(text.styled).leastWidthOnOneLine).rem
      return ".page-header nav li:nth-child(\(index + 1)){min-inline-size:min(100%,\(width))}\n"
    }.joined()
  }

  private var style: TextStyle {
    var style = theme.textStyles.body
    (style.size, style.lineHeight) = (theme.scaled(16), theme.scaled(24))
    return style
  }
}
