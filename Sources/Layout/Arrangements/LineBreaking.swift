import Geometry

/// The rule by which items are divided into lines.
public enum LineDistribution: String, Hashable, Sendable, CaseIterable {
  /// Each line is as full as the source order allows.
  case greedy
  /// As few lines as `greedy`, in the division with the least sum of squared slack; ties go to the division with the
  /// fullest first lines.
  case even
}

/// Items that are no wider than a line, to be broken into lines.
struct LineBreaking {
  let widths: [Pixels]
  let line: Pixels
  let spacing: Pixels

  func lines(of run: Range<Int>, _ distribution: LineDistribution) -> [Range<Int>] {
    switch distribution {
    case .greedy: greedyLines(of: run)
    case .even: evenLines(of: run)
    }
  }

  private func greedyLines(of run: Range<Int>) -> [Range<Int>] {
    guard let first = run.first else { return [] }
    var lines: [Range<Int>] = []
    lines.reserveCapacity(min(run.count, 8))
    var start = first
    var end = widths[first]
    for index in run.dropFirst() {
      let next = end + spacing + widths[index]
      if next > line {
        lines.append(start..<index)
        start = index
        end = widths[index]
      } else {
        end = next
      }
    }
    lines.append(start..<run.upperBound)
    return lines
  }

  /// Finds backwards the best division of the rest that begins at each item. A line that begins at an item can end only
  /// where the rest needs the fewest lines, and the rest needs more lines the longer it is. So the ends to try are
  /// neighbours, including the furthest one that fits.
  ///
  /// - Complexity: O(items x items in a line).
  private func evenLines(of run: Range<Int>) -> [Range<Int>] {
    let count = run.count
    var ends = [0]
    for index in run { ends.append(ends[ends.count - 1] + (widths[index] + spacing).sixtyFourths) }
    let room = (line + spacing).sixtyFourths
    var lineCounts = Array(repeating: 0, count: count + 1)
    var costs = Array(repeating: UInt128.zero, count: count + 1)
    var nexts = Array(repeating: count, count: count + 1)
    var furthest = count
    for start in stride(from: count - 1, through: 0, by: -1) {
      while furthest > start + 1, ends[furthest] - ends[start] > room { furthest -= 1 }
      var best = UInt128.max
      var next = furthest
      while next > start, lineCounts[next] == lineCounts[furthest] {
        let slack = UInt128(max(0, room - (ends[next] - ends[start])))
        let cost = slack * slack + costs[next]
        if cost < best {
          best = cost
          nexts[start] = next
        }
        next -= 1
      }
      costs[start] = best
      lineCounts[start] = lineCounts[furthest] + 1
    }
    var lines: [Range<Int>] = []
    var start = 0
    while start < count {
      lines.append(run.lowerBound + start..<run.lowerBound + nexts[start])
      start = nexts[start]
    }
    return lines
  }
}
