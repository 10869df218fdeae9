public import Geometry

/// How far eyes travel from each card to the next in source order.
public struct ReadingOrder: Hashable, Sendable {
  /// All jumps together.
  public let total: Pixels
  /// Of all jumps, rounded down to 1/64 px.
  public let mean: Pixels
  public let worst: Pixels
  /// The card that the worst jump leads to; of equals, the first.
  public let worstIndex: Int
  /// How many jumps lead up the page.
  public let upwardCount: Int
}

/// Measures how far cards that follow each other in source order stand apart: from leading top corner to leading top
/// corner, sideways and up or down added.
///
/// - Returns: nothing for fewer than two cards.
/// - Complexity: O(cards).
public func readingOrder(of frames: [Frame]) -> ReadingOrder? {
  guard frames.count > 1 else { return nil }
  var total = 0
  var worst = -1
  var worstIndex = 0
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

/// No more than half of what a number holds, so that two of them can be added.
private func distance(_ a: Pixels, _ b: Pixels) -> Int {
  let (difference, overflows) = a.sixtyFourths.subtractingReportingOverflow(b.sixtyFourths)
  return overflows ? Int.max / 2 : Int(min(difference.magnitude, UInt(Int.max / 2)))
}
