import Geometry

/// Branch and bound over the columns of cards in source order. Columns with the highest positions are tried first, so
/// that the first leaf is the result of `shortest`, and every better leaf replaces it.
///
/// Lengths are measured from the top of the first cells; each cell includes the gap below it.
struct BalanceSearch {
  struct SearchLeaf {
    var starts: [Int]
    var tallest: Pixels
    var displacement: Int
  }

  private let cells: [MeasuredCell]
  private let columnCount: Int
  private let bounds: BalanceBounds
  private let maximumDisplacement: Int
  private(set) var best: SearchLeaf
  private(set) var isLeast = false
  var lowerBound: Pixels { bounds.least }

  /// The state of the card at each depth: the ends of the columns above it, and the starts still to try.
  private var bottoms: [[Pixels]]
  private var candidates: [[Int]]
  private var order: DisplacementCount

  init(cells: [MeasuredCell], columnCount: Int, maximumDisplacement: Int) {
    self.cells = cells
    self.columnCount = columnCount
    bounds = BalanceBounds(cells: cells, columnCount: columnCount)
    best = shortestLeaf(of: cells, columnCount: columnCount)
    // Cards that span several columns leave gaps, which `shortest` itself fills with later cards.
    self.maximumDisplacement = max(maximumDisplacement, best.displacement)
    bottoms = Array(repeating: [], count: cells.count + 1)
    candidates = Array(repeating: [], count: cells.count)
    order = DisplacementCount(columnCount: columnCount, cardCount: cells.count)
  }

  /// - Returns: the number of steps taken, at most the limit.
  /// - Complexity: O(steps x (columns + displacement)).
  mutating func run(workLimit: Int) -> Int {
    var steps = 0
    var depth = 0
    bottoms[0] = Array(repeating: .zero, count: columnCount)
    candidates[0] = starts(of: 0)
    while !isOptimal {
      if candidates[depth].isEmpty {
        if depth == 0 { break }
        depth -= 1
        order.removeLast()
        continue
      }
      if steps >= workLimit { return steps }
      steps += 1
      let start = candidates[depth].removeLast()
      guard place(depth, at: start) else { continue }
      depth += 1
      if depth < cells.count {
        candidates[depth] = starts(of: depth)
      } else {
        best = SearchLeaf(
          starts: order.starts, tallest: tallest(bottoms[depth]), displacement: order.displacement)
        depth -= 1
        order.removeLast()
      }
    }
    isLeast = true
    return steps
  }

  private var isOptimal: Bool { best.tallest == bounds.least && best.displacement == 0 }

  /// Places the card at a depth, unless no result better than the best so far can follow.
  private mutating func place(_ depth: Int, at start: Int) -> Bool {
    let span = cells[depth].span
    let y = top(ofSpan: span, at: start, below: bottoms[depth])
    var next = bottoms[depth]
    for column in start..<start + span { next[column] = y + cells[depth].extents[start] }
    let bound = bounds.least(after: depth, bottoms: next)
    guard bound <= best.tallest else { return false }
    order.append(start: start, y: y)
    let isWorse = bound == best.tallest && order.displacement >= best.displacement
    guard order.displacement <= maximumDisplacement, !isWorse else {
      order.removeLast()
      return false
    }
    bottoms[depth + 1] = next
    return true
  }

  /// The starts to try, the best one last. Columns with equal ends and equal widths are interchangeable, unless a card
  /// that spans several columns distinguishes them.
  private func starts(of depth: Int) -> [Int] {
    let cell = cells[depth]
    let bottoms = bottoms[depth]
    var starts: [(y: Pixels, start: Int)] = []
    for start in cell.extents.indices {
      let y = top(ofSpan: cell.span, at: start, below: bottoms)
      let isKnown = bounds.areColumnsAlike && starts.contains { $0.y == y }
      if !isKnown { starts.append((y, start)) }
    }
    return starts.sorted { ($0.y, $0.start) > ($1.y, $1.start) }.map(\.start)
  }
}

/// The result of `shortest`, computed like `ColumnChooser`, for measured cells.
private func shortestLeaf(of cells: [MeasuredCell], columnCount: Int) -> BalanceSearch.SearchLeaf {
  var bottoms = Array(repeating: Pixels.zero, count: columnCount)
  var order = DisplacementCount(columnCount: columnCount, cardCount: cells.count)
  for cell in cells {
    let start = highestStart(ofSpan: cell.span, below: bottoms)
    let y = top(ofSpan: cell.span, at: start, below: bottoms)
    order.append(start: start, y: y)
    for column in start..<start + cell.span { bottoms[column] = y + cell.extents[start] }
  }
  return BalanceSearch.SearchLeaf(
    starts: order.starts, tallest: tallest(bottoms), displacement: order.displacement)
}

private func tallest(_ bottoms: [Pixels]) -> Pixels { bottoms.reduce(.zero) { max($0, $1) } }

/// Lower bounds on the height of any arrangement of the remaining cards.
struct BalanceBounds {
  /// A lower bound on the height of the tallest column.
  private(set) var least = Pixels.zero
  /// True if columns differ only in their position, and no card spans several.
  let areColumnsAlike: Bool
  private let columnCount: Int
  /// Every end of a column is a multiple of this length.
  private let grain: Int
  /// The sum of the lengths of all cards from an index on, in 1/64 px, and the longest of these cards.
  private var areas = [0]
  private var longests = [Pixels.zero]

  init(cells: [MeasuredCell], columnCount: Int) {
    self.columnCount = columnCount
    var grain = 0
    for cell in cells { for extent in cell.extents { grain = greatestCommonDivisor(grain, extent.sixtyFourths) } }
    self.grain = max(1, grain)
    areColumnsAlike = cells.allSatisfy { cell in
      cell.span == 1 && cell.extents.allSatisfy { $0 == cell.extents.first }
    }
    for cell in cells.reversed() {
      areas.append(saturatingSum(areas[areas.count - 1], cell.least.sixtyFourths * cell.span))
      longests.append(max(longests[longests.count - 1], cell.least))
    }
    areas.reverse()
    longests.reverse()
    least = bound(above: Array(repeating: .zero, count: columnCount), area: areas[0], longest: longests[0])
  }

  /// The bound after the card at an index was placed and the columns have these ends.
  func least(after index: Int, bottoms: [Pixels]) -> Pixels {
    bound(above: bottoms, area: areas[index + 1], longest: longests[index + 1])
  }

  private func bound(above bottoms: [Pixels], area: Int, longest: Pixels) -> Pixels {
    var sum = area
    var tallest = Pixels.zero
    var shortest = bottoms.first ?? .zero
    for bottom in bottoms {
      sum = saturatingSum(sum, bottom.sixtyFourths)
      tallest = max(tallest, bottom)
      shortest = min(shortest, bottom)
    }
    let share = (sum - 1) / (columnCount * grain) + 1
    return max(tallest, shortest + longest, Pixels(sixtyFourths: sum > 0 ? share * grain : 0))
  }
}

/// A sum that is limited so that a multiple of the grain above it cannot overflow; a bound that is too low is still
/// valid.
private func saturatingSum(_ a: Int, _ b: Int) -> Int {
  let (sum, overflows) = a.addingReportingOverflow(b)
  return overflows ? Int.max / 2 : min(sum, Int.max / 2)
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
