import Geometry

/// Returns how far cards leave their order from top to bottom: the greatest number of earlier cards below one card, or
/// of later cards above one. Cards with equal top edges are in order.
///
/// - Complexity: O(cards x log cards).
func sourceOrderDisplacement(of frames: [Frame]) -> Int {
  let order = frames.indices.sorted { (frames[$0].y, $0) < (frames[$1].y, $1) }
  var ranks = Array(repeating: 0, count: frames.count)
  var rank = 0
  for (place, index) in order.enumerated() {
    if place > 0, frames[order[place - 1]].y < frames[index].y { rank += 1 }
    ranks[index] = rank
  }
  var most = 0
  var earlier = RankCount(rankCount: rank + 1)
  for index in frames.indices {
    most = max(most, index - earlier.count(upTo: ranks[index]))
    earlier.insert(ranks[index])
  }
  var later = RankCount(rankCount: rank + 1)
  for index in frames.indices.reversed() {
    most = max(most, later.count(upTo: ranks[index] - 1))
    later.insert(ranks[index])
  }
  return most
}

/// A Fenwick tree that counts the inserted ranks up to a given one.
private struct RankCount {
  private var sums: [Int]

  init(rankCount: Int) { sums = Array(repeating: 0, count: rankCount + 1) }

  mutating func insert(_ rank: Int) {
    var place = rank + 1
    while place < sums.count {
      sums[place] += 1
      place += place & -place
    }
  }

  func count(upTo rank: Int) -> Int {
    var place = rank + 1
    var count = 0
    while place > 0 {
      count += sums[place]
      place -= place & -place
    }
    return count
  }
}
