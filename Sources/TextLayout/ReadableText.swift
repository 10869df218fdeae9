extension PreparedText {
  /// The byte offsets before which a space or a line end of the author's stands, which is in none of `bytes`. Ascending.
  public var spaceOffsets: [Int] {
    pieces.dropFirst().compactMap { piece in
      switch piece.joint {
      case .space, .hardBreaks: piece.lower
      case .none, .opportunity, .wordBreak: nil
      }
    }
  }

  /// A part of the text as people read it: one space wherever there is white space, none at its ends.
  ///
  /// - Complexity: O(pieces + length)
  public func readable(_ range: Range<Int>) -> String {
    var result: [UInt8] = []
    var position = range.lowerBound
    for space in spaceOffsets where space > range.lowerBound && space < range.upperBound {
      result += bytes[position..<space]
      result.append(0x20)
      position = space
    }
    result += bytes[position..<range.upperBound]
    return String(decoding: result, as: UTF8.self)
  }
}
