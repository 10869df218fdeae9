import Geometry

/// Counts, for each card, the earlier cards below it and the later cards above it, while cards are added and removed.
struct DisplacementCount {
  private(set) var starts: [Int] = []
  private var ys: [Pixels] = []
  private var passedBy: [Int] = []
  /// The largest of both counts: one entry from before each card was added, and the current one.
  private var displacements = [0]
  /// The cards that begin in each column; each is below those before it.
  private var columns: [[Int]]

  init(columnCount: Int, cardCount: Int) {
    columns = Array(repeating: [], count: columnCount)
    starts.reserveCapacity(cardCount)
    ys.reserveCapacity(cardCount)
    passedBy.reserveCapacity(cardCount)
  }

  var displacement: Int { displacements[displacements.count - 1] }

  /// - Complexity: O(columns + cards passed).
  mutating func append(start: Int, y: Pixels) {
    var passed = 0
    var most = displacement
    for column in columns.indices {
      for card in columns[column].reversed() {
        guard ys[card] > y else { break }
        passed += 1
        passedBy[card] += 1
        most = max(most, passedBy[card])
      }
    }
    displacements.append(max(most, passed))
    columns[start].append(starts.count)
    starts.append(start)
    ys.append(y)
    passedBy.append(0)
  }

  mutating func removeLast() {
    guard let start = starts.popLast(), let y = ys.popLast() else { return }
    passedBy.removeLast()
    displacements.removeLast()
    columns[start].removeLast()
    for column in columns.indices {
      for card in columns[column].reversed() {
        guard ys[card] > y else { break }
        passedBy[card] -= 1
      }
    }
  }
}
