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
    return width - 2 * padding - max(inside, Self.leastWidth(of: elements) { _ in 0 }) < StyledText.leastLineWidth
  }

  /// The width at which each of its slots has room for its own paddings beside the others of its row.
  ///
  /// - Parameter tagPadding: at each side of a tag.
  public func widthOfAllSlots(tagPadding: Int) -> Int {
    2 * padding + Self.leastWidth(of: elements) { $0 == .tags ? 2 * tagPadding + 1 : 1 }
  }

  // The reader of themes bounds the depth, so recursion is bounded too.
  private static func leastWidth(of elements: [Element], text: (TextSlot) -> Int) -> Int {
    elements.map { element in
      switch element {
      case .image: 0
      case .text(let placement): text(placement.slot)
      case .stack(let stack): leastWidth(of: stack.elements, text: text)
      case .row(let row) where row.isStacked: leastWidth(of: row.items, text: text)
      case .row(let row):
        row.items.reduce(row.spacing * (row.items.count - 1)) { sum, item in
          if case .fixed(let width) = item.width { sum + width } else { sum + leastWidth(of: [item], text: text) }
        }
      }
    }.max() ?? 0
  }
}
