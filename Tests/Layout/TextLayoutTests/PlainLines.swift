@testable import TextLayout

/// A plain implementation of line breaking for comparison: it adds up widths, without uncertainty and without splitting
/// words.
struct PlainLines {
  private(set) var starts: [Int] = [0]

  init(_ text: PreparedText, width: Int) {
    var used = 0
    var isEmpty = true
    var index = 0
    while index < text.pieces.count {
      let first = text.pieces[index]
      var chunk = 0
      repeat {
        chunk += text.pieces[index].advance.width
        index += 1
      } while index < text.pieces.count && text.pieces[index].joint == .none
      if case .hardBreaks(let count) = first.joint, first.lower > 0 {
        starts += Array(repeating: first.lower, count: count)
        isEmpty = true
      }
      let space = first.joint == .space ? first.spaceWidth : 0
      if isEmpty {
        used = chunk
      } else if used + space + chunk <= width << 16 {
        used += space + chunk
      } else {
        starts.append(first.lower)
        used = chunk
      }
      isEmpty = false
    }
  }
}

extension PreparedText {
  /// The width between two offsets of one line, without the space at its end: whole pieces, and parts of split ones.
  func advance(_ range: Range<Int>) -> Advance {
    var sum = Advance()
    for piece in pieces where piece.lower < range.upperBound && range.lowerBound < piece.upper {
      if piece.lower > range.lowerBound, case .space = piece.joint {
        sum += Advance(ofSpace: piece.spaceWidth)
      }
      var advance = piece.advance
      let edges = graphemes[piece.graphemes]
      if piece.upper > range.upperBound, let edge = edges.first(where: { $0.offset == range.upperBound }) {
        advance.width = edge.width
        advance.rounded = edge.rounded
      }
      if piece.lower < range.lowerBound, let edge = edges.first(where: { $0.offset == range.lowerBound }) {
        advance.width -= edge.width
        advance.rounded = advance.rounded - edge.rounded
      }
      sum += advance
    }
    return sum
  }

  /// Possible starts of lines: break opportunities between pieces, and places to split words.
  var possibleStarts: Set<Int> {
    Set(pieces.filter { $0.joint != .none || $0.lower == 0 }.map(\.lower)).union(graphemes.map(\.offset))
  }

  /// Returns whether a line can break between two offsets.
  func canBreak(inside range: Range<Int>) -> Bool {
    possibleStarts.contains { range.lowerBound < $0 && $0 < range.upperBound }
  }
}
