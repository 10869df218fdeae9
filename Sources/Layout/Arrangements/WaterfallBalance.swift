public import Geometry

/// The quality of the columns of a balanced waterfall.
public struct WaterfallBalance: Hashable, Sendable {
  /// A lower bound: no arrangement of these cards in these columns is less tall, including insets.
  public let lowerBound: Pixels
  /// The greatest number of earlier cards below one card, or of later cards above it.
  public let displacement: Int
  /// True if the columns are proved to be the least tall within the limit on displacement, with the least displacement
  /// among such columns. Otherwise they are no taller than those of `shortest`. So, with columns of equal width and
  /// without spans, they are at most 2 - 1/columns times the least height (Graham 1969).
  public let isLeast: Bool
}

/// The cells of one card, indexed by the column in which it begins.
struct MeasuredCell {
  let span: Int
  /// The height of the cell in its columns, including the gap below it; one for each column in which it can begin.
  let extents: [Pixels]

  init(index: Int, cells: CellRules, height: (Int, Pixels) -> Pixels) {
    span = cells.span(of: index)
    var known: [(width: Pixels, extent: Pixels)] = []
    var extents: [Pixels] = []
    for start in 0..<cells.columns.count - span + 1 {
      let width = cells.columns.width(from: start, count: span)
      if let same = known.first(where: { $0.width == width }) {
        extents.append(same.extent)
      } else {
        let extent = height(index, width).bounded + cells.cellPadding * 2 + cells.lineSpacing
        known.append((width, extent))
        extents.append(extent)
      }
    }
    self.extents = extents
  }

  var least: Pixels { extents.min() ?? .zero }

  func height(at start: Int, in cells: CellRules) -> Pixels {
    extents[start] - cells.cellPadding * 2 - cells.lineSpacing
  }
}

struct BalancedStarts {
  var starts: [Int] = []
  /// The lower bound of the sum of the tallest columns, including the gap below the last card.
  var lowerBound = Pixels.zero
  var displacement = 0
  var isLeast = true
}

/// Chooses columns so that the tallest one is least tall. A card that spans all columns ends a part of the waterfall:
/// the parts before and after it are balanced separately.
func balancedStarts(
  of cells: [MeasuredCell], columnCount: Int, maximumDisplacement: Int, workLimit: Int
) -> BalancedStarts {
  var result = BalancedStarts()
  var work = max(0, workLimit)
  var part: [MeasuredCell] = []
  func balancePart() {
    if part.isEmpty { return }
    var search = BalanceSearch(cells: part, columnCount: columnCount, maximumDisplacement: maximumDisplacement)
    work -= search.run(workLimit: work)
    result.starts += search.best.starts
    result.lowerBound += search.lowerBound
    result.displacement = max(result.displacement, search.best.displacement)
    result.isLeast = result.isLeast && search.isLeast
    part = []
  }
  for cell in cells {
    guard cell.span == columnCount, columnCount > 1 else {
      part.append(cell)
      continue
    }
    balancePart()
    result.starts.append(0)
    result.lowerBound += cell.least
  }
  balancePart()
  return result
}
