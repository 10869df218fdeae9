import Content

extension Theme {
  /// The style of section titles: the style of card titles, but never cut.
  public var sectionTitle: TextStyle {
    var style = textStyles[.title]
    style.maxLines = nil
    return style
  }

  /// The styles of headings in a page's own text, by depth from 1: in equal steps from the titles of shelves down to
  /// the size of the text.
  public var proseHeadings: [TextStyle] {
    let text = textStyles.introduction
    var middle = textStyles.shelfTitle
    middle.maxLines = nil
    let first = middle
    middle.size = Themes.textSize(nearestTo: (first.size + text.size) / 2)
    middle.lineHeight = (first.lineHeight + text.lineHeight) / 2
    var last = middle
    last.size = text.size
    last.lineHeight = text.lineHeight
    return [first, middle, last]
  }
}
