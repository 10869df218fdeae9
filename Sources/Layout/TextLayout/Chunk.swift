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
  /// The space between it and the previous chunk on the same line.
  let space: Advance
  let advance: Advance
  /// From the start of the text to the chunk and to its end, if all of it is on one line.
  let start: Advance.Bounds
  let end: Advance.Bounds

  /// Indices in `PreparedText.pieces`.
  var pieces: Range<Int> { Int(lower)..<Int(upper) }

  /// - Parameters:
  ///   - offset: of the first piece.
  ///   - hardBreaks: before it.
  ///   - before: from the start of the text to the end of the previous chunk.
  @inline(__always)
  init(
    _ range: Range<Int>, offset: Int, hardBreaks: Int, space: Advance, advance: Advance, after before: Advance.Bounds,
    isItemWithSpace: Bool
  ) {
    self.offset = offset
    lower = Int32(clamping: range.lowerBound)
    upper = Int32(clamping: range.upperBound)
    self.hardBreaks = Int32(clamping: hardBreaks)
    self.isItemWithSpace = isItemWithSpace
    self.space = space
    self.advance = advance
    start = before + space.bounds
    end = start + advance.bounds
  }
}

/// The chunks of a text, and what is true of all of them.
struct Chunks {
  private(set) var all: [Chunk] = []
  /// On a single line, ignoring the author's line breaks.
  private(set) var total = Advance()
  /// True if the author wrote one line, and no chunk or space makes a line narrower.
  private(set) var isGrowing = true

  /// - Parameter isolated: nil in a text from left to right.
  /// - Complexity: O(pieces).
  init(of pieces: [Piece], isolated: [IsolatedRun]?) {
    all.reserveCapacity(pieces.count)
    let span = pieces.span
    var before = Advance.Bounds.zero
    // Of the last space: most have the same width.
    var (spaceWidth, usualSpace) = (0, Advance(ofSpace: 0))
    var start = 0
    while start < span.count {
      var end = start
      var advance = Advance()
      repeat {
        advance += span[end].advance
        if !span[end].advance.isGrowing { isGrowing = false }
        end += 1
      } while end < span.count && span[end].joint == .none
      var (space, hardBreaks) = (Advance(), 0)
      switch span[start].joint {
      case .space:
        if span[start].spaceWidth != spaceWidth {
          spaceWidth = span[start].spaceWidth
          usualSpace = Advance(ofSpace: spaceWidth)
          if spaceWidth < 0 { isGrowing = false }
        }
        space = usualSpace
      case .hardBreaks(let count):
        if start > 0 { hardBreaks = count }
        isGrowing = false
      case .none, .opportunity, .wordBreak: break
      }
      let chunk = Chunk(
        start..<end, offset: span[start].lower, hardBreaks: hardBreaks, space: space, advance: advance, after: before,
        isItemWithSpace: isolated.map { beginsItem(at: start, of: pieces, isolated: $0) } ?? false)
      all.append(chunk)
      total += space
      total += advance
      before = chunk.end
      start = end
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

extension Advance {
  /// True if nothing in it makes a line narrower.
  @inline(__always)
  fileprivate var isGrowing: Bool { width >= 0 && rounded.most >= 0 && itemCount >= 0 && slack >= 0 }
}
