extension PreparedText {
  /// The byte offsets before which there is a space or a line end of the author, which is not in `bytes`. Ascending.
  public var spaceOffsets: [Int] {
    pieces.dropFirst().compactMap { $0.joint.isWhiteSpace ? $0.lower : nil }
  }

  /// A part of the text for people: with one space for each white space, and none at its ends.
  ///
  /// - Complexity: O(length + log pieces): long texts are read line by line.
  public func readable(_ range: Range<Int>) -> String {
    var result: [UInt8] = []
    var position = range.lowerBound
    for piece in pieces[firstPiece(behind: range.lowerBound)...] {
      if piece.lower >= range.upperBound { break }
      guard piece.joint.isWhiteSpace else { continue }
      result += bytes[position..<piece.lower]
      result.append(0x20)
      position = piece.lower
    }
    result += bytes[position..<range.upperBound]
    return String(decoding: result, as: UTF8.self)
  }

  /// The index of the first piece that starts after an offset.
  private func firstPiece(behind offset: Int) -> Int {
    pieces.partitionPoint { $0.lower <= offset }
  }
}

extension Piece.Joint {
  fileprivate var isWhiteSpace: Bool {
    switch self {
    case .space, .hardBreaks: true
    case .none, .opportunity, .wordBreak: false
    }
  }
}
