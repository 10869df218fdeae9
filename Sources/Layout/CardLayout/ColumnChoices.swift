import Arrangements
import SiteContent
public import Themes

extension PreparedShelf {
  /// How many columns the reader chooses between; nil where there is no choice. At accessibility text sizes there is one
  /// column less, which leaves none.
  public func columnChoices(theme: Theme) -> (first: Int, other: Int)? {
    guard shelf.arrangement == .grid, let toggle = shelf.columnToggle, theme.textSize.columnCount(2) == 2 else {
      return nil
    }
    return (toggle.first, 3 - toggle.first)
  }
}

extension Theme {
  /// Of what the reader chooses the number of columns with: a line of text, its paddings and its border.
  public var columnToggleHeight: Int { textStyles.body.lineHeight + 16 }
}
