public import Arrangements
import Geometry

extension Theme {
  /// The theme for a reader's text size.
  ///
  /// Text and what is bound to it grow as iOS has them grow (Human Interface Guidelines, Typography, Dynamic Type
  /// sizes): sizes and line heights, the height of tags, the indent that holds the markers of lists, and the least height
  /// of cards. At accessibility sizes the image of a row stands above its labels, and no number of lines is too many;
  /// columns, rows of tags and the greatest heights of cards are for the layout to mend. Nothing else changes.
  ///
  /// A theme that has been scaled already stays as it is: rounding cannot be undone.
  public func scaled(to category: TextSizeCategory) -> Theme {
    guard textSize == .large, category != .large else { return self }
    var theme = self
    theme.textSize = category
    theme.textStyles.changeAll { $0.scale(to: category, metrics: metrics) }
    theme.tags.paddingBlock = scaledLength(tags.paddingBlock, textStyles.tag.dynamicStyle, category)
    theme.body.indent = scaledLength(body.indent, textStyles.body.dynamicStyle, category)
    for index in anatomies.indices {
      theme.anatomies[index].minHeight = scaledLength(
        anatomies[index].minHeight, textStyles.body.dynamicStyle, category)
      if category.isAccessibilityCategory { theme.anatomies[index].stackRows() }
    }
    return theme
  }

  /// A length of the page's own that is bound to text, such as the size of its navigation, at the theme's text size.
  public func scaled(_ length: Int) -> Int { scaledLength(length, .body, textSize) }
}

extension TextStyle {
  fileprivate mutating func scale(to category: TextSizeCategory, metrics: Metrics) {
    if hasTableSizes {
      let table = TextStyleTable.metrics(dynamicStyle, category)
      size = metrics.size(nearestTo: table.size)
      lineHeight = table.leading
    } else {
      size = metrics.size(nearestTo: scaledLength(size, dynamicStyle, category))
      lineHeight = scaledLength(lineHeight, dynamicStyle, category)
    }
    lineHeight = max(lineHeight, size)
    maxLines = category.maximumLines(maxLines)
  }
}

extension CardAnatomy {
  fileprivate mutating func stackRows() {
    for index in elements.indices {
      guard case .row(var row) = elements[index] else { continue }
      row.isStacked = true
      elements[index] = .row(row)
    }
  }
}

/// In whole pixels (rule R6).
private func scaledLength(_ length: Int, _ style: DynamicTextStyle, _ category: TextSizeCategory) -> Int {
  TextStyleTable.scaled(Pixels(length), style, category).roundedDown
}
