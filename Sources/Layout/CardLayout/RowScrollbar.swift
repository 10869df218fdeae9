import Arrangements
public import Geometry
import Themes

/// Room below the cards of a row that is wider than its page, for the scrollbar that readers with a mouse see.
///
/// The height of a scrollbar depends on the browser (thin ones: 10 px in Chromium, 8 px in Firefox; none if they
/// overlay the content, or with touch scrolling). So the room is part of the least height of the element around the
/// list: the list's own height can be anything up to that, and the shelf's height is the same everywhere.
public enum RowScrollbar {
  /// More than the height of any thin scrollbar, with the gap above it.
  static let room = Pixels(16)
  /// The space between the inset below the cards and the scrollbar.
  public static let gap = Pixels(4)
}

extension ShelfArranger {
  /// - Parameter frames: the cards of a row, relative to the shelf's box.
  func scrollbarRoom(ofPart part: Int, frames: [Frame], trailing: Pixels) -> Pixels {
    // A row with other parts below it and without a separate element has no least height that could contain the room.
    guard inputs.shelf.parts[part].id != nil || inputs.shelf.parts.count == 1, let last = frames.last else {
      return .zero
    }
    return last.maxX + trailing > Pixels(step.width) ? RowScrollbar.room : .zero
  }
}
