import TextLayout
public import Themes

/// Shelves that are laid out together, at page widths that are not steps of their theme.
///
/// The layout at a width is the one that the site would have if that width were a step besides the theme's own ones.
public struct FurtherSteps: Sendable {
  /// The shelves before they allow for words that the markup divides at some step.
  private let shelves: [PreparedShelf]
  /// The shelves at the theme's own steps.
  public let own: [LaidOutShelf]
  private let theme: Theme

  /// - Parameters:
  ///   - shelves: the shelves of one height group, or a single one, composed for the narrowest cards that they have at
  ///     any of the widths.
  ///   - theme: the theme of their page.
  /// - Complexity: see ``layOutTogether(_:steps:theme:)``.
  public init(_ shelves: [PreparedShelf], theme: Theme) {
    self.shelves = shelves
    self.theme = theme
    own = layOutTogether(shelves, steps: theme.steps, theme: theme)
  }

  /// The layouts of each shelf, one for each width, in the view that shows first.
  ///
  /// Neighbouring widths share the lines of nearly all texts, so many widths at once are quicker than one at a time.
  ///
  /// - Parameter widths: ascending page widths, in whole CSS pixels.
  /// - Complexity: O(widths × texts); where a width divides a word that no step of the theme divides, times the steps.
  public func layouts(at widths: [Int]) -> [[ShelfLayout]] {
    let prepared = own.map(\.prepared)
    var memos = prepared.map { CardMemo($0.cards) }
    let found = layOutOnce(prepared, steps: theme.withSteps(at: widths).steps, theme: theme, memos: &memos)
    let dividesMore = prepared.indices.contains { index in
      var shelf = prepared[index]
      return shelf.allowForDivisions(in: found[index].allLayouts, memos[index]).isNew
    }
    if !dividesMore { return found.map(\.layouts) }
    // A word that is divided at one width may be wider at all others, so widths with such words are separate themes.
    if widths.count == 1 { return layouts(beside: widths[0]) }
    let middle = widths.count / 2
    let (narrow, wide) = (layouts(at: Array(widths[..<middle])), layouts(at: Array(widths[middle...])))
    return zip(narrow, wide).map { $0 + $1 }
  }

  private func layouts(beside width: Int) -> [[ShelfLayout]] {
    let steps = theme.withSteps(at: (theme.steps.map(\.width).filter { $0 != width } + [width]).sorted()).steps
    let laidOut = layOutTogether(shelves, steps: steps, theme: theme)
    let index = steps.firstIndex { $0.width == width } ?? 0
    return laidOut.map { [$0.layouts[index]] }
  }
}

extension MeasuredCard {
  /// The number of lines of a text; 0 if cutting hides it.
  public func lineCount(ofText index: Int) -> Int {
    lineNumber(ofText: index).map { layouts.lines.counts[$0].lineCount } ?? 0
  }

  /// True if a part of a text is not shown.
  public func isCut(text index: Int) -> Bool {
    lineNumber(ofText: index).map { layouts.lines.counts[$0].isTruncated } ?? true
  }

  /// Returns whether a text has the same lines in another layout of the card.
  public func hasLines(ofText index: Int, as other: MeasuredCard) -> Bool {
    guard let own = lineNumber(ofText: index), let others = other.lineNumber(ofText: index) else {
      return lineNumber(ofText: index) == nil && other.lineNumber(ofText: index) == nil
    }
    if layouts === other.layouts, own == others { return true }
    let (a, b) = (layouts.lines[own], other.layouts.lines[others])
    return a.lineStarts == b.lineStarts && a.cut == b.cut
  }
}
