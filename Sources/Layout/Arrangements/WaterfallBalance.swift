public import Geometry

/// How good the columns of a balanced waterfall are.
public struct WaterfallBalance: Hashable, Sendable {
  /// No arrangement of these cards in these columns is less tall, insets included.
  public let lowerBound: Pixels
  /// The most earlier cards that one card stands higher than, or later ones that one stands lower than.
  public let displacement: Int
  /// Whether the columns are proved to be the least tall under the bound on displacement, and the displacement the
  /// least of those. Otherwise they are no taller than those of `shortest`, and so, with columns of one width and no
  /// spans, at most 2 - 1/columns times the least (Graham 1969).
  public let isLeast: Bool
}

/// The cells of one card by the column it begins in.
struct MeasuredCell {
  let span: Int
  /// What a cell takes from its columns, the gap below it included; one for each column to begin in.
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
  /// Of the sum of tallest columns, with the gap below the last card.
  var lowerBound = Pixels.zero
  var displacement = 0
  var isLeast = true
}

/// Chooses columns so that the tallest is least tall. A card over all columns ends a part of the waterfall: what comes
/// before and after it is balanced by itself.
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
