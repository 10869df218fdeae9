public import Themes

extension Theme {
  /// The style of the titles of sections: that of cards' titles, never cut.
  public var sectionTitle: TextStyle {
    var style = textStyles.title
    style.maxLines = nil
    return style
  }
}
