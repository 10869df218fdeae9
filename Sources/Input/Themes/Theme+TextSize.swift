public import Arrangements
import Geometry

extension Theme {
  /// The theme for a reader's text size.
  ///
  /// Text and related lengths scale as in iOS (Human Interface Guidelines, Typography, Dynamic Type sizes): sizes and
  /// line heights, the height of tags, the indent for the markers of lists, and the least height of cards. Rows with an
  /// image are stacked from the accessibility sizes on, or from the size that the theme sets. At accessibility sizes,
  /// numbers of lines and the height of cards in an anatomy are unlimited; the layout adapts columns, rows of tags and
  /// the greatest heights of cards. Nothing else changes.
  ///
  /// A theme that is already scaled is unchanged: rounding cannot be undone.
  public func scaled(to category: TextSizeCategory) -> Theme {
    guard textSize == .large, category != .large else { return self }
    var theme = self
    theme.textSize = category
    theme.textStyles.changeAll { $0.scale(to: category) }
    theme.tags.paddingBlock = scaledLength(tags.paddingBlock, textStyles.tag.dynamicStyle, category)
    theme.body.indent = scaledLength(body.indent, textStyles.body.dynamicStyle, category)
    for index in anatomies.indices {
      theme.anatomies[index].minHeight = scaledLength(
        anatomies[index].minHeight, textStyles.body.dynamicStyle, category)
      if category.isAccessibilityCategory { theme.anatomies[index].maxHeight = nil }
      theme.anatomies[index].elements = theme.anatomies[index].elements.map { $0.stacked(at: category) }
    }
    return theme
  }

  /// A length outside of cards that scales with text, such as the size of the navigation, at the theme's text size.
  public func scaled(_ length: Int) -> Int { scaledLength(length, .body, textSize) }
}

extension TextStyle {
  fileprivate mutating func scale(to category: TextSizeCategory) {
    if hasTableSizes {
      let table = TextStyleTable.metrics(dynamicStyle, category)
      size = table.size
      lineHeight = table.leading
    } else {
      size = Themes.textSize(nearestTo: scaledLength(size, dynamicStyle, category))
      lineHeight = scaledLength(lineHeight, dynamicStyle, category)
    }
    lineHeight = max(lineHeight, size)
    maxLines = category.maximumLines(maxLines)
  }
}

extension CardAnatomy.AnatomyElement {
  // The reader of themes limits the depth, so the recursion is bounded.
  fileprivate func stacked(at category: TextSizeCategory) -> CardAnatomy.AnatomyElement {
    switch self {
    case .image, .text: return self
    case .row(var row):
      row.isStacked = row.isStacked(at: category)
      row.items = row.items.map { $0.stacked(at: category) }
      return .row(row)
    case .stack(var stack):
      stack.elements = stack.elements.map { $0.stacked(at: category) }
      return .stack(stack)
    }
  }
}

/// The scaled length in whole pixels.
private func scaledLength(_ length: Int, _ style: DynamicTextStyle, _ category: TextSizeCategory) -> Int {
  TextStyleTable.scaled(Pixels(length), style, category).roundedDown
}
