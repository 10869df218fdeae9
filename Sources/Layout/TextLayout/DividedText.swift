extension PreparedText {
  /// The offsets inside pieces at which the markup divides the text for some lines.
  ///
  /// - Complexity: O(breaks x log pieces).
  public func divisions(for lines: MeasuredText) -> [Int] {
    if !lines.isDivided { return [] }
    return (lines.forcedBreaks + [lines.cut].compactMap(\.self)).filter { offset in
      guard let piece = index(ofPieceWith: offset) else { return false }
      return pieces[piece].lower < offset && offset < pieces[piece].upper
    }
  }

  /// The text where the markup divides pieces at other widths than the one at hand.
  ///
  /// The parts of a word are text nodes of their own there too, hidden break or not. Chromium and Firefox shape across them;
  /// WebKit kerns and joins no letters of two nodes, so the piece may be as wide as its parts.
  ///
  /// - Parameter offsets: from ``divisions(for:)``; those that the text allows for already change nothing.
  /// - Complexity: O(pieces) if there is a new offset.
  public mutating func allow(forDivisionsAt offsets: Set<Int>) {
    let new = offsets.subtracting(divisions)
    if new.isEmpty { return }
    divisions.formUnion(new)
    var divided = pieces
    for offset in new {
      guard let index = index(ofPieceWith: offset) else { continue }
      divided[index].advance.slack += 2 * divided[index].splitSlack
      divided[index].advance.itemCount += 1
    }
    replacePieces(with: divided)
  }

  /// - Complexity: O(log pieces).
  private func index(ofPieceWith offset: Int) -> Int? {
    guard let last = pieces.last, offset < last.upper else { return nil }
    var range = pieces.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = pieces[middle].lower <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.first
  }
}
