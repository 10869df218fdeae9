/// The pieces with which an inline item from right to left continues after the space that begins it; ascending.
///
/// Chromium divides a text where the direction changes, and at the edges of elements. A number runs from left to right
/// everywhere, so that the space after a number in Arabic begins an item, as a space after an element does. A space
/// between two numbers is a separate item, and so is one between two elements.
///
/// - Parameters:
///   - levels: the embedding level of each byte; empty if all text is left to right.
///   - isolated: the isolated runs of the pieces.
/// - Complexity: O(pieces).
func leadingSpaces(in pieces: [Piece], levels: [UInt8], isolated: [IsolatedRun]) -> [Int] {
  if levels.isEmpty { return [] }
  return pieces.indices.dropFirst().filter { index in
    let (before, after) = (pieces[index - 1], pieces[index])
    guard after.joint == .space, after.leaf == after.spaceLeaf, after.atom == 0, after.kind == .text,
      levels[after.lower] & 1 == 1, isolated.firstRun(endingAfter: index)?.pieces.lowerBound != index
    else { return false }
    return before.leaf != after.leaf || before.atom > 0 || before.kind != .text
      || levels[before.upper - 1] != levels[after.lower]
      || isolated.firstRun(endingAfter: index - 1)?.pieces.upperBound == index
  }
}
