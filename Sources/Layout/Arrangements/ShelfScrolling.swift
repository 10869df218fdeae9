public import Geometry

/// The cards that start a page, a page being as wide as the container.
///
/// A page begins a leading inset before its first card and holds every card that ends in it; one that is wider than
/// the container is a page by itself.
///
/// - Parameters:
///   - frames: of a shelf, each card at or after the trailing edge of the one before.
///   - containerWidth: the part of the shelf that is seen at once.
///   - leadingInset: of the shelf.
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
