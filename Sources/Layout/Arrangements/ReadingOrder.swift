public import Geometry

/// The distances from each card to the next in source order.
public struct ReadingOrder: Hashable, Sendable {
  /// The sum of all distances.
  public let total: Pixels
  /// The mean distance, rounded down to 1/64 px.
  public let mean: Pixels
  public let worst: Pixels
  /// The card after the longest distance; ties go to the first.
  public let worstIndex: Int
  /// The number of steps that go up the page.
  public let upwardCount: Int
}

/// Measures the distances between consecutive cards in source order: from leading top corner to leading top corner, as
/// the sum of the horizontal and vertical distances.
///
/// - Returns: nil for fewer than two cards.
/// - Complexity: O(cards).
public func readingOrder(of frames: [Frame]) -> ReadingOrder? {
  guard frames.count > 1 else { return nil }
  var total = 0
  var worst = 0
  var worstIndex = 1
  var upwardCount = 0
  for index in 1..<frames.count {
    let from = frames[index - 1]
    let to = frames[index]
    let jump = distance(from.x, to.x) + distance(from.y, to.y)
    total = total.addingReportingOverflow(jump).overflow ? Int.max : total + jump
    if to.y < from.y { upwardCount += 1 }
    if jump > worst { (worst, worstIndex) = (jump, index) }
  }
  return ReadingOrder(
    total: Pixels(sixtyFourths: total), mean: Pixels(sixtyFourths: total / (frames.count - 1)),
    worst: Pixels(sixtyFourths: worst), worstIndex: worstIndex, upwardCount: upwardCount)
}

/// The distance, limited to half of the greatest number, so that two of them can be added.
private func distance(_ a: Pixels, _ b: Pixels) -> Int {
  let (difference, overflows) = a.sixtyFourths.subtractingReportingOverflow(b.sixtyFourths)
  return overflows ? Int.max / 2 : Int(min(difference.magnitude, UInt(Int.max / 2)))
}
