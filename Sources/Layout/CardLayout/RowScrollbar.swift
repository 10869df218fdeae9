import Arrangements
public import Geometry

/// Room below the cards of a row that is wider than its page, where a reader with a mouse has a scrollbar.
///
/// The height of a scrollbar is the browser's (thin ones: 10 px in Chromium, 8 px in Firefox; none where they lie over the
/// content, or where a finger scrolls). So the room is part of the least height of what is around the list: the list's
/// own height may be any up to that, and the shelf's is the same everywhere.
public enum RowScrollbar {
  /// More than any thin scrollbar takes, with the gap above it.
  static let room = Pixels(16)
  /// Between the inset below the cards and the scrollbar.
  public static let gap = Pixels(4)
}

extension ShelfArranger {
  /// - Parameter frames: of a row, in the shelf's box.
  func scrollbarRoom(of part: ShelfPart, frames: [Frame], trailing: Pixels) -> Pixels {
    // A row with other parts below it and no element of its own has nothing whose least height could hold the room.
    guard part.id != nil || shelf.parts.count == 1, let last = frames.last else { return .zero }
    return last.maxX + trailing > Pixels(step.width) ? RowScrollbar.room : .zero
  }
}
