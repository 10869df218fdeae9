import Geometry

/// Parts of a length that differ by at most one pixel, larger ones first, and add up to it.
///
/// Every part has the same number of whole pixels. Leftover pixels go to the first parts, one each, and a rest smaller
/// than a pixel to the next part.
func evenShares(of length: Pixels, among count: Int) -> [Pixels] {
  guard count > 0 else { return [] }
  let whole = Pixels(length.roundedDown / count)
  var left = length - whole * count
  return (0..<count).map { _ in
    let extra = min(left, Pixels(1))
    left -= extra
    return whole + extra
  }
}

/// Distributes a length one pixel at a time, round after round from the first part, to parts with limited room.
///
/// With enough room for all, the result is that of `evenShares`. Length for which no part has room is not distributed.
///
/// - Complexity: O(parts x log pixels).
func evenShares(of length: Pixels, rooms: [Pixels]) -> [Pixels] {
  func given(rounds: Int) -> [Pixels] { rooms.map { min($0, Pixels(rounds)) } }
  var low = 0
  var high = length.roundedDown
  while low < high {
    let middle = high - (high - low) / 2
    if given(rounds: middle).reduce(.zero, +) <= length { low = middle } else { high = middle - 1 }
  }
  var shares = given(rounds: low)
  var left = length - shares.reduce(.zero, +)
  for index in shares.indices {
    let extra = min(left, Pixels(1), rooms[index] - shares[index])
    shares[index] += extra
    left -= extra
  }
  return shares
}
