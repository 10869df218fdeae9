public import Geometry

/// Tags in rows that fill from the leading edge.
public struct TagArrangement: Hashable, Sendable {
  /// One frame a tag, in source order, from the leading top corner of the flow.
  public let frames: [Frame]
  /// The tags of each row, from the top; together they are all tags in source order.
  public let rows: [Range<Int>]
  /// As wide as the widest row, as tall as all rows and the gaps between them.
  public let size: Size
}

/// Breaks tags of one height into rows, each row as full as source order allows.
///
/// A tag stays in the row while `x + spacing + width <= available`: what fits exactly fits. Lengths are exact, so the
/// test needs no tolerance. A tag wider than a whole row is cut to the row before the rows are formed.
///
/// - Parameters:
///   - widths: whole tags with their paddings, in source order.
///   - height: of every tag and so of every row.
///   - available: the width inside the card that holds the tags.
///   - spacing: between neighbours in a row only, at least zero.
///   - lineSpacing: between rows only, at least zero.
/// - Complexity: O(tags).
public func arrangeTags(
  widths: [Pixels], height: Pixels, available: Pixels, spacing: Pixels, lineSpacing: Pixels
) -> TagArrangement {
  let line = max(.zero, available)
  var frames: [Frame] = []
  var rows: [Range<Int>] = []
  var rowStart = 0
  var end = Pixels.zero
  var widest = Pixels.zero
  frames.reserveCapacity(widths.count)
  for (index, natural) in widths.enumerated() {
    let width = min(max(.zero, natural), line)
    var x = Pixels.zero
    if index > rowStart {
      x = end + spacing
      if x + width > line {
        rows.append(rowStart..<index)
        rowStart = index
        x = .zero
      }
    }
    frames.append(Frame(x: x, y: (height + lineSpacing) * rows.count, width: width, height: height))
    end = x + width
    widest = max(widest, end)
  }
  guard let last = frames.last else {
    return TagArrangement(frames: [], rows: [], size: Size(width: .zero, height: .zero))
  }
  rows.append(rowStart..<frames.count)
  return TagArrangement(frames: frames, rows: rows, size: Size(width: widest, height: last.maxY))
}
