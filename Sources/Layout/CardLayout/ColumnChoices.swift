import Arrangements
public import Content
import ShelfArrangements
import TextLayout
public import Themes

extension Shelf {
  /// The labels of the controls for the number of columns, for one column and for two; empty without controls.
  public func composedColumnLabels(theme: Theme) -> [ComposedText] {
    guard let columnToggle = settings.columnToggle else { return [] }
    return [columnToggle.oneColumn, columnToggle.twoColumns].map { label in
      composeLine(
        label, style: theme.textStyles.body, theme: theme, language: language, isRightToLeft: direction == .rtl)
    }
  }
}

extension PreparedShelf {
  /// The numbers of columns between which the reader chooses, the first one first; one nil if there is no choice. At
  /// accessibility text sizes there is one column less, which leaves no choice.
  func columnChoices(theme: Theme) -> [Int?] {
    guard shelf.arrangement.shelfKeys.contains("columnToggle"), let toggle = shelf.columnToggle,
      theme.textSize.columnCount(2) == 2
    else { return [nil] }
    return [toggle.first, 3 - toggle.first]
  }

  /// Returns whether the controls for the number of columns are stacked because their labels may not fit next to each
  /// other. Controls that no reader sees are in one row.
  public func stacksColumnToggle(at step: Step) -> Bool {
    step.isShownOnDevices && widthsOfColumnToggle.reduce(-1, +) > step.contentWidth
  }

  /// The widest of the controls for the number of columns, in whole CSS pixels, if even a single one does not fit.
  public func shortageOfColumnToggle(at step: Step) -> Int? {
    guard step.isShownOnDevices, let widest = widthsOfColumnToggle.max(), widest > step.contentWidth else { return nil }
    return widest
  }

  /// The widths with padding and border; next to each other, the two controls share one border.
  private var widthsOfColumnToggle: [Int] {
    columnLabels.map { $0.leastWidthOnOneLine + 2 * (Theme.columnTogglePadding + 1) }
  }
}

extension Theme {
  /// The height of each of the controls for the number of columns: a line of text, its paddings and its border.
  public var columnToggleHeight: Int { textStyles.body.lineHeight + 16 }

  /// The padding on both sides of the labels, in CSS pixels.
  public static let columnTogglePadding = 14
}
