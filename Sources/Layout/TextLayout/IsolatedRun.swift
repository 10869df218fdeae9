/// Pieces that run against the direction of their block. The markup isolates them (`bdi`), so that they do not affect
/// the direction of their neighbours in any engine.
public struct IsolatedRun: Sendable, Hashable {
  /// The indices in `PreparedText.pieces`.
  public let pieces: Range<Int>
  public let isRightToLeft: Bool
}

extension [IsolatedRun] {
  /// - Complexity: O(log n), because the runs of a text ascend and do not overlap.
  func firstRun(endingAfter piece: Int) -> IsolatedRun? {
    let index = partitionPoint { $0.pieces.upperBound <= piece }
    return index < count ? self[index] : nil
  }
}

extension IsolatedRun {
  /// The longest runs of pieces in which every character has a deeper embedding level than the block, and that contain
  /// a letter of the other direction: numbers alone need no isolation.
  ///
  /// - Parameter levels: the embedding level of each byte (UAX #9); empty if all text is left to right.
  static func all(in pieces: [Piece], bytes: [UInt8], levels: [UInt8], isRightToLeft: Bool) -> [IsolatedRun] {
    if levels.isEmpty { return [] }
    let base: UInt8 = isRightToLeft ? 1 : 0
    let isDeeper = pieces.map { piece in (piece.lower..<piece.upper).allSatisfy { levels[$0] > base } }
    var runs: [IsolatedRun] = []
    var index = 0
    while index < pieces.count {
      var end = index
      while end < pieces.count, isDeeper[end], end == index || !pieces[end].startsLine { end += 1 }
      let run = wholeAtoms(index..<end, of: pieces)
      if !run.isEmpty, hasOpposite(run, of: pieces, bytes: bytes, levels: levels, base: base) {
        runs.append(IsolatedRun(pieces: run, isRightToLeft: !isRightToLeft))
      }
      index = max(end, index + 1)
    }
    return runs
  }

  /// The run without pieces whose atom extends beyond it.
  private static func wholeAtoms(_ run: Range<Int>, of pieces: [Piece]) -> Range<Int> {
    var lower = run.lowerBound
    var upper = run.upperBound
    while lower < upper, lower > 0, isSameAtom(pieces[lower - 1], pieces[lower]) { lower += 1 }
    while upper > lower, upper < pieces.count, isSameAtom(pieces[upper - 1], pieces[upper]) { upper -= 1 }
    return lower..<upper
  }

  private static func isSameAtom(_ a: Piece, _ b: Piece) -> Bool { a.atom > 0 && a.atom == b.atom }

  private static func hasOpposite(
    _ run: Range<Int>, of pieces: [Piece], bytes: [UInt8], levels: [UInt8], base: UInt8
  ) -> Bool {
    run.contains { index in
      let range = pieces[index].lower..<pieces[index].upper
      return ScalarSequence(bytes: bytes[range]).contains { offset, scalar in
        let script = CharacterProperties.script(of: scalar)
        return (levels[offset] & 1 == 1) == (base == 0) && script != CharacterProperties.common
          && script != CharacterProperties.inherited
      }
    }
  }
}

extension Piece {
  /// True if the author ended the line before the piece.
  fileprivate var startsLine: Bool { if case .hardBreaks = joint { true } else { false } }
}
