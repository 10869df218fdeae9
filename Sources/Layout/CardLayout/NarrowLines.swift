public import SiteContent
import TextLayout
public import Themes

/// The least widths of a shelf's cards, in whole CSS pixels. No card is narrower, unless a flow makes it as wide as its
/// content.
public struct LeastCardWidths: Sendable, Hashable {
  /// On pages that are as wide as devices.
  public var onDevices: Int
  /// On narrower pages, where rows are stacked.
  public var whereTextIsEnlarged: Int

  public init(onDevices: Int, whereTextIsEnlarged: Int = .max / 2) {
    self.onDevices = onDevices
    self.whereTextIsEnlarged = whereTextIsEnlarged
  }
}

extension Shelf {
  public func leastCardWidths(theme: Theme) -> LeastCardWidths {
    let parts = [nil] + sections.map(Optional.some)
    var widths = LeastCardWidths(onDevices: .max / 2)
    for step in Step.all(of: theme.widthClasses) {
      let all = parts.flatMap { part in
        columnChoices.map { room(at: step, in: part, columnChoice: $0, theme: theme).leastCardWidth }
      }
      let least = max(0, all.min() ?? 0)
      if step.isNarrowerThanDevices {
        widths.whereTextIsEnlarged = min(widths.whereTextIsEnlarged, least)
      } else {
        widths.onDevices = min(widths.onDevices, least)
      }
    }
    return widths
  }
}

extension CardAnatomy {
  /// Returns whether cards of these widths have lines that are narrower than the default for which texts are prepared.
  ///
  /// - Parameter indent: of lists and quotes, which can be nested.
  func hasNarrowLines(inCardsOf widths: LeastCardWidths, indent: Int) -> Bool {
    if hasNarrowPlaces { return true }
    let inside = texts.contains { $0.slot == .body } ? 2 * indent : 0
    func line(inCardsOf width: Int, whereTextIsEnlarged isEnlarged: Bool) -> Int {
      width - 2 * padding - max(inside, Self.leastWidth(of: elements, whereTextIsEnlarged: isEnlarged) { _ in 0 })
    }
    return min(
      line(inCardsOf: widths.onDevices, whereTextIsEnlarged: false),
      line(inCardsOf: widths.whereTextIsEnlarged, whereTextIsEnlarged: true)) < StyledText.leastLineWidth
  }

  /// The width at which each of the slots has room for its own paddings on pages with enlarged text.
  ///
  /// - Parameter tagPadding: on each side of a tag.
  public func widthOfAllSlotsWhereTextIsEnlarged(tagPadding: Int) -> Int {
    2 * padding
      + Self.leastWidth(of: elements, whereTextIsEnlarged: true) { $0 == .tags ? 2 * tagPadding + 1 : 1 }
  }

  // The reader of themes limits the depth, so the recursion is bounded.
  private static func leastWidth(
    of elements: [AnatomyElement], whereTextIsEnlarged isEnlarged: Bool, text: (TextSlot) -> Int
  ) -> Int {
    func least(_ elements: [AnatomyElement]) -> Int {
      leastWidth(of: elements, whereTextIsEnlarged: isEnlarged, text: text)
    }
    return elements.map { element in
      switch element {
      case .image: 0
      case .text(let placement): text(placement.slot)
      case .stack(let stack): least(stack.elements)
      case .row(let row) where row.isStacked(whereTextIsEnlarged: isEnlarged): least(row.items)
      case .row(let row):
        row.items.reduce(row.spacing * (row.items.count - 1)) { sum, item in
          if case .fixed(let width) = item.width { sum + width } else { sum + least([item]) }
        }
      }
    }.max() ?? 0
  }
}
