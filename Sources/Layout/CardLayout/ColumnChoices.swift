import Arrangements
import SiteContent
public import Themes

extension PreparedShelf {
  /// The numbers of columns between which the reader chooses; nil if there is no choice. At accessibility text sizes
  /// there is one column less, which leaves no choice.
  public func columnChoices(theme: Theme) -> (first: Int, other: Int)? {
    guard shelf.arrangement == .grid, let toggle = shelf.columnToggle, theme.textSize.columnCount(2) == 2 else {
      return nil
    }
    return (toggle.first, 3 - toggle.first)
  }
}

extension Theme {
  /// The height of the controls for the number of columns: a line of text, its paddings and its border.
  public var columnToggleHeight: Int { textStyles.body.lineHeight + 16 }
}
