public import Geometry

/// Where a shelf that is scrolled comes to rest.
public enum ShelfSnap: Hashable, Sendable, CaseIterable {
  /// Anywhere.
  case none
  /// With a card at the leading inset.
  case item
  /// With the first card of a page at the leading inset.
  case page
  /// With the middle of a card in the middle of the container.
  case center
}

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

/// The scroll offsets at which a shelf comes to rest, from its leading edge, rising, each once.
///
/// What cannot be scrolled to, because the shelf begins or ends there, is the nearest offset that can.
///
/// - Parameters:
///   - shelf: with its insets.
///   - containerWidth: the part of the shelf that is seen at once.
///   - leadingInset: of the shelf.
///   - snap: what comes to rest at the leading edge, or in the middle.
/// - Returns: nothing where the shelf rests anywhere or has no cards.
/// - Complexity: O(cards).
public func snapOffsets(
  of shelf: ShelfArrangement, containerWidth: Pixels, leadingInset: Pixels = .zero, snap: ShelfSnap
) -> [Pixels] {
  let container = containerWidth.bounded
  let inset = leadingInset.bounded
  let furthest = max(.zero, shelf.size.width - container)
  let wanted: [Pixels] =
    switch snap {
    case .none: []
    case .item: shelf.frames.map { $0.x - inset }
    case .page:
      pageStarts(of: shelf.frames, containerWidth: container, leadingInset: inset).map { shelf.frames[$0].x - inset }
    case .center:
      shelf.frames.map { Pixels(sixtyFourths: ($0.x * 2 + $0.width - container).sixtyFourths >> 1) }
    }
  var offsets: [Pixels] = []
  for offset in wanted {
    let reached = min(max(.zero, offset), furthest)
    if offsets.last != reached { offsets.append(reached) }
  }
  return offsets
}
