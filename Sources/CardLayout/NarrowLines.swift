public import SiteContent
import TextLayout
public import Themes

extension Shelf {
  /// Whole CSS pixels. No card is narrower, unless a flow makes it as wide as its words.
  public func leastCardWidth(theme: Theme) -> Int {
    let parts = [nil] + sections.map(Optional.some)
    let widths = Step.all(of: theme.widthClasses).flatMap { step in
      parts.flatMap { part in
        columnChoices.map { room(at: step, in: part, columnChoice: $0, theme: theme).leastCardWidth }
      }
    }
    return max(0, widths.min() ?? 0)
  }
}

extension CardAnatomy {
  /// Whether a card of that width has lines that are narrower than texts are prepared for, unless they are told.
  ///
  /// - Parameter indent: of lists and quotes; they may stand in one another.
  func hasNarrowLines(inCardsOfWidth width: Int, indent: Int) -> Bool {
    if hasNarrowPlaces { return true }
    let inside = texts.contains { $0.slot == .body } ? 2 * indent : 0
    return width - 2 * padding - max(inside, Self.widthBesideTexts(in: elements)) < StyledText.leastLineWidth
  }

  // The reader of themes bounds the depth, so recursion is bounded too.
  private static func widthBesideTexts(in elements: [Element]) -> Int {
    elements.map { element in
      let within = widthBesideTexts(in: element.children)
      guard case .row(let row) = element else { return within }
      return row.items.reduce(within + row.spacing * (row.items.count - 1)) { sum, item in
        if case .fixed(let width) = item.width { sum + width } else { sum }
      }
    }.max() ?? 0
  }
}
