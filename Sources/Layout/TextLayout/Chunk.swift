/// Pieces that cannot be separated, with the properties that are needed to fill lines: the same chunks are used again
/// for every width.
struct Chunk: Sendable {
  private let firstOffset: Int32
  private let lower: Int32
  private let upper: Int32
  /// The number of line breaks before the chunk that the author requested.
  let hardBreaks: Int32
  private let widthOfSpace: Int32
  /// True if an inline item from right to left begins with the space, and continues with the chunk.
  ///
  /// If exactly the space is too wide for the line above, Chromium breaks that line before its last word: it rounds the
  /// space up after it has assigned it to the line.
  let isItemWithSpace: Bool
  /// The advance from the start of the text to the end of the chunk, if all of it is on one line.
  let end: Advance.Bounds

  /// The offset of the first piece, in `PreparedText.bytes`.
  var offset: Int { Int(firstOffset) }
  /// The indices in `PreparedText.pieces`.
  var pieces: Range<Int> { Int(lower)..<Int(upper) }

  /// - Parameters:
  ///   - offset: the offset of the first piece.
  ///   - hardBreaks: the number of line breaks before it.
  ///   - spaceWidth: the width of the space before it, in 1/65536 px; 0 if there is none.
  @inline(__always)
  init(
    _ range: Range<Int>, offset: Int, hardBreaks: Int, spaceWidth: Int, to end: Advance.Bounds, isItemWithSpace: Bool
  ) {
    firstOffset = Int32(truncatingIfNeeded: offset)
    lower = Int32(truncatingIfNeeded: range.lowerBound)
    upper = Int32(truncatingIfNeeded: range.upperBound)
    self.hardBreaks = Int32(truncatingIfNeeded: hardBreaks)
    widthOfSpace = Int32(truncatingIfNeeded: spaceWidth)
    self.isItemWithSpace = isItemWithSpace
    self.end = end
  }

  /// The advance from the start of the text to the chunk, if all of it is on one line.
  ///
  /// - Parameters:
  ///   - end: the end of the chunk before it.
  ///   - usualSpace: a space of the text.
  @inline(__always)
  func start(after end: Advance.Bounds, _ usualSpace: UsualSpace) -> Advance.Bounds {
    if widthOfSpace == 0 { return end }
    let width = Int(widthOfSpace)
    return end + (width == usualSpace.width ? usualSpace.bounds : Advance(ofSpace: width).bounds)
  }
}

/// A space of a text: most have the same width.
struct UsualSpace: Sendable {
  /// The width in 1/65536 px.
  private(set) var width = 0
  private(set) var bounds = Advance.Bounds.zero

  init() {}

  init(width: Int) {
    self.width = width
    bounds = Advance(ofSpace: width).bounds
  }
}

/// The chunks of a text, and the properties that they have in common.
struct Chunks {
  let all: [Chunk]
  /// The end of the last chunk.
  let end: Advance.Bounds
  /// True if the author wrote one line, and no piece or space makes a line narrower.
  let isGrowing: Bool
  /// The last space.
  let usualSpace: UsualSpace

  /// - Parameter leadingSpaces: see `leadingSpaces(in:levels:isolated:)`.
  /// - Complexity: O(pieces).
  init(of pieces: [Piece], leadingSpaces: [Int]) {
    var (lastEnd, isGrowing, usualSpace) = (Advance.Bounds.zero, true, UsualSpace())
    var itemsWithSpace = leadingSpaces[...]
    var all: [Chunk] = []
    // Without room, the count of the empty array would be written, which all threads share.
    all.append(addingCapacity: max(1, pieces.count)) { chunks in
      let span = pieces.span
      var end = Advance.Bounds.zero
      var first = 0
      while first < span.count {
        var (hardBreaks, spaceWidth) = (0, 0)
        switch span[first].joint {
        case .space:
          spaceWidth = span[first].spaceWidth
          if spaceWidth != usualSpace.width {
            usualSpace = UsualSpace(width: spaceWidth)
            if spaceWidth < 0 { isGrowing = false }
          }
          end = end + usualSpace.bounds
        case .hardBreaks(let count):
          if first > 0 { hardBreaks = count }
          isGrowing = false
        case .none, .opportunity, .wordBreak: break
        }
        var last = first
        while true {
          let bounds = span[last].advance.bounds
          if bounds.most < 0 || bounds.mostRounded < 0 { isGrowing = false }
          end = end + bounds
          guard last + 1 < span.count, case .none = span[last + 1].joint else { break }
          last += 1
        }
        let isItemWithSpace = itemsWithSpace.first == first
        if isItemWithSpace { itemsWithSpace.removeFirst() }
        chunks.append(
          Chunk(
            first..<last + 1, offset: span[first].lower, hardBreaks: hardBreaks, spaceWidth: spaceWidth, to: end,
            isItemWithSpace: isItemWithSpace))
        first = last + 1
      }
      lastEnd = end
    }
    (self.all, end, self.isGrowing, self.usualSpace) = (all, lastEnd, isGrowing, usualSpace)
  }
}

extension PreparedText {
  /// The space between a chunk and the previous one on the same line.
  func space(before chunk: Chunk) -> Advance {
    let first = pieces[chunk.pieces.lowerBound]
    return first.joint == .space ? Advance(ofSpace: first.spaceWidth) : Advance()
  }

  func advance(of chunk: Chunk) -> Advance { pieces[chunk.pieces].reduce(into: Advance()) { $0 += $1.advance } }

  /// The advance of all of the text on one line, ignoring the author's line breaks.
  ///
  /// - Complexity: O(pieces).
  var total: Advance { chunks.reduce(into: Advance()) { $0 += space(before: $1) + advance(of: $1) } }
}
