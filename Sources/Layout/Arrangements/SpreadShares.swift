public import Geometry

/// Parts of a length that differ by at most one pixel and add up to it.
///
/// Every part has the same number of whole pixels. The r leftover pixels are spread: part i gets ⌊(i + 1)·r / n⌋ − ⌊i·r
/// / n⌋ of them, so that sums of neighbours are as similar as the parts are: the halves of four columns differ by at
/// most one pixel. A rest smaller than a pixel goes to the first part, which never gets a spread pixel.
///
/// - Returns: no parts for a count below one.
/// - Complexity: O(parts).
public func spreadShares(of length: Pixels, among count: Int) -> [Pixels] {
  guard count > 0 else { return [] }
  let whole = length.roundedDown / count
  let left = length.roundedDown - whole * count
  var shares = (0..<count).map { Pixels(whole + ($0 + 1) * left / count - $0 * left / count) }
  shares[0] += length - Pixels(length.roundedDown)
  return shares
}
