public import SiteContent
import TextLayout
public import Themes

extension Shelf {
  /// Whole CSS pixels. No card is narrower, unless a flow makes it as wide as its words.
  public func leastCardWidth(theme: Theme) -> Int {
    Step.all(of: theme.widthClasses).map { leastCardWidth(at: $0, theme: theme) }.min() ?? 0
  }

  private func leastCardWidth(at step: Step, theme: Theme) -> Int {
    let inset = inset(at: step)
    let content = max(0, step.contentWidth - inset.leading - inset.trailing)
    switch arrangement {
    case .list: return content
    case .shelf, .flow: return min(content, cardWidth?.value(upTo: step.classNames) ?? theme.shelf.cardWidth)
    case .grid, .waterfall:
      let own = columns?.value(upTo: step.classNames) ?? .count(theme.columns(upTo: step.classNames))
      let wanted =
        [columnToggle == nil ? own : .count(2)] + sections.compactMap { $0.columns?.value(upTo: step.classNames) }
      let gap = cellPadding == nil ? spacing?.value(upTo: step.classNames) ?? theme.shelf.spacing : 0
      let widths = wanted.map { columns in
        switch columns {
        case .minimumWidth(let width): min(width, content)
        case .count(let count): (content - gap * (count - 1)) / max(1, count)
        }
      }
      return max(0, (widths.min() ?? content) - 2 * (cellPadding ?? 0))
    }
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
