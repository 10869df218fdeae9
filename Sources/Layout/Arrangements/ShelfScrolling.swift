public import Geometry

/// The cards that start a page, which is as wide as the container.
///
/// A page begins a leading inset before its first card and contains every card that ends in it. A card that is wider
/// than the container is a page by itself.
///
/// - Parameters:
///   - frames: the cards of a shelf, each at or after the trailing edge of the one before.
///   - containerWidth: the width of the visible part of the shelf.
///   - leadingInset: the leading inset of the shelf.
/// - Complexity: O(cards).
public func pageStarts(of frames: [Frame], containerWidth: Pixels, leadingInset: Pixels = .zero) -> [Int] {
  guard let first = frames.first else { return [] }
  let room = containerWidth.bounded - leadingInset.bounded
  var starts = [0]
  var startX = first.x
  for index in frames.indices.dropFirst() where frames[index].maxX - startX > room {
    starts.append(index)
    startX = frames[index].x
  }
  return starts
}
