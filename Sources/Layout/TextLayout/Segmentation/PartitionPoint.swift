extension Array {
  /// The index of the first element for which a condition is false, or the number of elements: it must be true for all
  /// elements before one for which it is true.
  ///
  /// - Complexity: O(log count).
  @inlinable
  public func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isBefore(self[middle]) { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
