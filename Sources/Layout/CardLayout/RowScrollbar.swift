import Arrangements
public import Geometry
import Themes

/// Room below the cards of a row that is wider than its page, for the scrollbar that readers with a mouse see.
///
/// The height of a scrollbar depends on the browser (thin ones: 10 px in Chromium, 8 px in Firefox; none if they
/// overlay the content, or with touch scrolling). So it lies in the gap below the row, and the row is as tall as its
/// cards and insets everywhere. Where the gap is smaller, the missing part is added to the least height of the element
/// around the list: the list's own height can be anything up to that.
public struct RowScrollbar: Sendable, Hashable {
  /// The room to reserve: more than the height of any thin scrollbar, with the gap above it.
  private static let needed = Pixels(16)
  /// The space between the inset below the cards and the scrollbar.
  public static let gap = Pixels(4)

  /// The room between the row and what is below it.
  public let room: Pixels
  /// The distance by which the scrollbar extends into the gap below that room.
  public let overlap: Pixels

  init(gapBelow gap: Pixels) {
    overlap = min(Self.needed, gap)
    room = Self.needed - overlap
  }
}

extension ShelfArranger {
  /// The room for a scrollbar; nil for a row that does not scroll.
  ///
  /// - Parameter frames: the cards of a row, relative to the shelf's box.
  func scrollbar(ofPart part: Int, frames: [Frame], trailing: Pixels, lineSpacing: Pixels) -> RowScrollbar? {
    // A row with other parts below it and without a separate element has no least height that could contain the room.
    guard inputs.shelf.parts[part].id != nil || inputs.shelf.parts.count == 1, let last = frames.last,
      last.maxX + trailing > Pixels(step.width)
    else { return nil }
    return RowScrollbar(gapBelow: gap(belowPart: part, lineSpacing: lineSpacing))
  }

  private func gap(belowPart part: Int, lineSpacing: Pixels) -> Pixels {
    let parts = inputs.shelf.parts
    guard part + 1 < parts.count else { return Pixels(inputs.theme.shelf.shelfGap) }
    return parts[part + 1].isContinued ? lineSpacing : gap(abovePart: part + 1)
  }
}
