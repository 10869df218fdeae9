public import Geometry

/// Frames to be asked which of them can be seen through a rectangle.
public struct FrameIndex: Sendable {
  private let frames: [Frame]
  /// By their tops.
  private let order: [Int]
  private let tops: [Int]
  /// The lowest bottom of each frame and those before it in `order`.
  private let lowestBottoms: [Int]

  /// - Complexity: O(frames x log frames).
  public init(_ frames: [Frame]) {
    self.frames = frames
    let order = frames.indices.sorted { (frames[$0].y, $0) < (frames[$1].y, $1) }
    var lowestBottoms: [Int] = []
    lowestBottoms.reserveCapacity(frames.count)
    for index in order {
      lowestBottoms.append(max(lowestBottoms.last ?? Int.min, end(frames[index].y, frames[index].height)))
    }
    self.order = order
    tops = order.map { frames[$0].y.sixtyFourths }
    self.lowestBottoms = lowestBottoms
  }

  /// The frames that share some area with a rectangle, in source order. What only touches it or has no area does not.
  ///
  /// - Complexity: O(log frames) and linear in the frames at the rectangle's height.
  public func indexes(intersecting rectangle: Frame) -> [Int] {
    let bottom = end(rectangle.y, rectangle.height)
    let first = firstIndex(of: lowestBottoms) { $0 > rectangle.y.sixtyFourths }
    let last = firstIndex(of: tops) { $0 >= bottom }
    return first < last ? order[first..<last].filter { frames[$0].sharesArea(with: rectangle) }.sorted() : []
  }
}

/// The first place of rising numbers where a condition holds, which then holds for all after it.
private func firstIndex(of numbers: [Int], where condition: (Int) -> Bool) -> Int {
  var low = 0
  var high = numbers.count
  while low < high {
    let middle = low + (high - low) / 2
    if condition(numbers[middle]) { high = middle } else { low = middle + 1 }
  }
  return low
}

extension Frame {
  fileprivate func sharesArea(with other: Frame) -> Bool {
    let isBeside =
      max(x, other.x).sixtyFourths >= min(end(x, width), end(other.x, other.width))
    let isAboveOrBelow =
      max(y, other.y).sixtyFourths >= min(end(y, height), end(other.y, other.height))
    return !isBeside && !isAboveOrBelow
  }
}

/// Saturating.
private func end(_ start: Pixels, _ length: Pixels) -> Int {
  let (sum, overflows) = start.sixtyFourths.addingReportingOverflow(length.sixtyFourths)
  return overflows ? (start < .zero ? Int.min : Int.max) : sum
}
