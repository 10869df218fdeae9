public import Content
import TextLayout
public import Themes

/// The least widths of a shelf's cards, in whole CSS pixels. No card is narrower, unless a flow makes it as wide as its
/// content.
public struct LeastCardWidths: Sendable, Hashable {
  /// The least width on pages that are as wide as devices.
  public var onDevices: Int
  /// The least width on narrower pages, where rows are stacked.
  public var whereTextIsEnlarged: Int

  public init(onDevices: Int, whereTextIsEnlarged: Int = .max / 2) {
    self.onDevices = onDevices
    self.whereTextIsEnlarged = whereTextIsEnlarged
  }
}

extension Shelf {
  public func leastCardWidths(theme: Theme) -> LeastCardWidths {
    let choices = columnChoices
    var widths = LeastCardWidths(onDevices: .max / 2)
    let kinds = hasOwnSizes ? cardKinds : []
    let steps = self.steps(in: theme).span
    for index in steps.indices {
      var least = Int.max
      for choice in choices {
        least = min(least, room(at: steps[index], columnChoice: choice, theme: theme).leastCardWidth)
        for section in sections {
          least = min(least, room(at: steps[index], in: section, columnChoice: choice, theme: theme).leastCardWidth)
        }
        for kind in kinds {
          let room = room(
            at: steps[index], in: kind.section, sizes: kind.sizes, columnChoice: choice, theme: theme)
          least = min(least, room.leastCardWidth)
        }
      }
      least = max(0, least)
      if steps[index].isNarrowerThanDevices {
        widths.whereTextIsEnlarged = min(widths.whereTextIsEnlarged, least)
      } else {
        widths.onDevices = min(widths.onDevices, least)
      }
    }
    return widths
  }
}

/// A width in whole CSS pixels; even narrow parts of wider cards have room for all words.
private let widestOfInterest = 1 << 20

extension CardAnatomy {
  /// The width of the narrowest line outside lists and quotes in cards of these widths, in whole CSS pixels. Text that
  /// is as wide as it needs does not count.
  ///
  /// - Parameter isLast: true if cards can have this anatomy even if they are too narrow for it.
  func leastLineWidth(inCardsOf widths: LeastCardWidths, isLast: Bool) -> Int {
    func line(inCardsOf width: Int, whereTextIsEnlarged isEnlarged: Bool) -> Int {
      let inside = max(isLast ? 0 : minWidth, min(width, widestOfInterest) - 2 * padding)
      return Self.leastLineWidth(of: elements, in: inside, whereTextIsEnlarged: isEnlarged)
    }
    return min(
      line(inCardsOf: widths.onDevices, whereTextIsEnlarged: false),
      line(inCardsOf: widths.whereTextIsEnlarged, whereTextIsEnlarged: true))
  }

  /// - Parameter isHugged: whether the elements are in a container that is as wide as its content: then a row can be so
  ///   narrow that equal shares of it are narrower than one of its texts needs.
  // The reader of themes limits the depth, so the recursion is bounded.
  private static func leastLineWidth(
    of elements: [AnatomyElement], in width: Int, whereTextIsEnlarged isEnlarged: Bool, isHugged: Bool = false
  ) -> Int {
    elements.map { element in
      let own =
        switch element.width {
        case .fill: width
        case .fixed(let wanted): min(wanted, width)
        case .hug(let maximum): min(maximum ?? Int.max, width)
        }
      return leastLineWidth(in: element, ofWidth: own, whereTextIsEnlarged: isEnlarged, isHugged: isHugged)
    }.min() ?? width
  }

  private static func leastLineWidth(
    in element: AnatomyElement, ofWidth width: Int, whereTextIsEnlarged isEnlarged: Bool, isHugged isOutsideHugged: Bool
  ) -> Int {
    let isHugged = if case .hug = element.width { true } else { isOutsideHugged }
    switch element {
    case .image: return Int.max
    case .text: return width
    case .stack:
      return leastLineWidth(of: element.children, in: width, whereTextIsEnlarged: isEnlarged, isHugged: isHugged)
    case .row(let row):
      let isStacked = row.isStacked(whereTextIsEnlarged: isEnlarged)
      if isHugged, !isStacked { return 0 }
      // Items that are as wide as needed leave the least room to the others if they need all of it.
      let widths =
        isStacked
        ? row.items.map { _ in width }
        : rowWidths(row.items.map { RowItem($0, ownWidth: Int.max) }, in: width, spacing: row.spacing)
      return zip(row.items, widths).map { item, width in
        leastLineWidth(in: item, ofWidth: width, whereTextIsEnlarged: isEnlarged, isHugged: isHugged)
      }.min() ?? width
    }
  }

  /// The width at which each of the slots has room for its own paddings on pages with enlarged text.
  ///
  /// - Parameter tagPadding: the padding on each side of a tag.
  public func widthOfAllSlotsWhereTextIsEnlarged(tagPadding: Int) -> Int {
    2 * padding
      + Self.leastWidth(of: elements, whereTextIsEnlarged: true) { $0 == .tags ? 2 * tagPadding + 1 : 1 }
  }

  // The reader of themes limits the depth, so the recursion is bounded.
  private static func leastWidth(
    of elements: [AnatomyElement], whereTextIsEnlarged isEnlarged: Bool, text: (Slot) -> Int
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
