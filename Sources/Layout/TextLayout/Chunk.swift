import Fonts

/// Pieces that cannot be separated, with the properties that filling lines needs: the same chunks are used again for
/// every width.
struct Chunk: Sendable {
  /// The offset of the first piece, in `PreparedText.bytes`.
  let offset: Int
  private let lower: Int32
  private let upper: Int32
  /// Line breaks that the author requested before it.
  let hardBreaks: Int32
  /// True if an inline item from right to left begins with the space, and continues with the chunk.
  ///
  /// If exactly the space is too wide for the line above, Chromium breaks that line before its last word: it rounds the
  /// space up after it found a place for it.
  let isItemWithSpace: Bool
  /// From the start of the text to the chunk and to its end, if all of it is on one line.
  let start: Advance.Bounds
  let end: Advance.Bounds

  /// Indices in `PreparedText.pieces`.
  var pieces: Range<Int> { Int(lower)..<Int(upper) }

  /// - Parameters:
  ///   - offset: of the first piece.
  ///   - hardBreaks: before it.
  @inline(__always)
  init(
    _ range: Range<Int>, offset: Int, hardBreaks: Int, from start: Advance.Bounds, to end: Advance.Bounds,
    isItemWithSpace: Bool
  ) {
    self.offset = offset
    lower = Int32(truncatingIfNeeded: range.lowerBound)
    upper = Int32(truncatingIfNeeded: range.upperBound)
    self.hardBreaks = Int32(truncatingIfNeeded: hardBreaks)
    self.isItemWithSpace = isItemWithSpace
    self.start = start
    self.end = end
  }
}

/// The chunks of a text, and what is true of all of them.
struct Chunks {
  private(set) var all: [Chunk] = []
  /// The end of the last one.
  private(set) var end = Advance.Bounds.zero
  /// True if the author wrote one line, and no piece or space makes a line narrower.
  private(set) var isGrowing = true

  /// - Parameter isolated: nil in a text from left to right.
  /// - Complexity: O(pieces).
  init(of pieces: [Piece], isolated: [IsolatedRun]?) {
    all.reserveCapacity(pieces.count)
    let span = pieces.span
    // Of the last space: most have the same width.
    var (spaceWidth, usualSpace) = (0, Advance(ofSpace: 0).bounds)
    var first = 0
    while first < span.count {
      var hardBreaks = 0
      var start = end
      switch span[first].joint {
      case .space:
        if span[first].spaceWidth != spaceWidth {
          spaceWidth = span[first].spaceWidth
          usualSpace = Advance(ofSpace: spaceWidth).bounds
          if spaceWidth < 0 { isGrowing = false }
        }
        start = start + usualSpace
      case .hardBreaks(let count):
        if first > 0 { hardBreaks = count }
        isGrowing = false
      case .none, .opportunity, .wordBreak: break
      }
      end = start
      var last = first
      while true {
        let bounds = span[last].advance.bounds
        if bounds.most < 0 || bounds.mostRounded < 0 { isGrowing = false }
        end = end + bounds
        guard last + 1 < span.count, case .none = span[last + 1].joint else { break }
        last += 1
      }
      all.append(
        Chunk(
          first..<last + 1, offset: span[first].lower, hardBreaks: hardBreaks, from: start, to: end,
          isItemWithSpace: isolated.map { beginsItem(at: first, of: pieces, isolated: $0) } ?? false))
      first = last + 1
    }
  }

  /// Returns whether a piece is in the same element as the space before it, and the piece before both is not.
  private func beginsItem(at index: Int, of pieces: [Piece], isolated: [IsolatedRun]) -> Bool {
    guard index > 0, pieces[index].joint == .space else { return false }
    let (before, after) = (pieces[index - 1], pieces[index])
    guard after.leaf == after.spaceLeaf, after.atom == 0 else { return false }
    return before.leaf != after.leaf || before.atom > 0 || before.kind != .text
      || isolated.firstRun(endingAfter: index - 1)?.pieces.upperBound == index
  }
}

extension PreparedText {
  /// The space between a chunk and the previous one on the same line.
  func space(before chunk: Chunk) -> Advance {
    let first = pieces[chunk.pieces.lowerBound]
    return first.joint == .space ? Advance(ofSpace: first.spaceWidth) : Advance()
  }

  func advance(of chunk: Chunk) -> Advance { pieces[chunk.pieces].reduce(into: Advance()) { $0 += $1.advance } }

  /// All of the text on one line, ignoring the author's line breaks.
  ///
  /// - Complexity: O(pieces).
  var total: Advance { chunks.reduce(into: Advance()) { $0 += space(before: $1) + advance(of: $1) } }
}
