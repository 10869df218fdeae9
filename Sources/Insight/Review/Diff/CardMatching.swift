/// Matches the items of one list with those of another.
struct Matching {
  /// The indices before and after, in the order after.
  var pairs: [(before: Int, after: Int)] = []
  /// The indices of added items in the list after.
  var added: [Int] = []
  /// The indices of removed items in the list before.
  var removed: [Int] = []
  /// The pairs with different ids, by their index after.
  var renamed: Set<Int> = []

  /// - Parameter isSame: returns whether two items with different ids are the same item under another name.
  init<Item>(_ before: [Item], _ after: [Item], id: (Item) -> String, isSame: (Item, Item) -> Bool) {
    let places = Dictionary(before.enumerated().map { (id($1), $0) }) { first, _ in first }
    var isTaken = Array(repeating: false, count: before.count)
    for (index, item) in after.enumerated() {
      if let place = places[id(item)], !isTaken[place] {
        pairs.append((place, index))
        isTaken[place] = true
      } else {
        added.append(index)
      }
    }
    removed = before.indices.filter { !isTaken[$0] }
    // If everything was rewritten, nothing counts as renamed: the search for renamed items is limited.
    if added.count * removed.count > 10_000 { return }
    for index in added {
      guard let place = removed.first(where: { isSame(before[$0], after[index]) }) else { continue }
      removed.removeAll { $0 == place }
      pairs.append((place, index))
      renamed.insert(index)
    }
    added.removeAll { renamed.contains($0) }
    pairs.sort { $0.after < $1.after }
  }

  /// The fewest pairs whose move gives the order after, as indices in `pairs`; renamed items count too.
  ///
  /// - Parameter mayMove: returns whether a pair has a reason to move: if the other pairs are in order, none of those
  ///   moved.
  /// - Complexity: O(n log n); O(n) if nothing moved.
  func moved(preferring mayMove: (Int) -> Bool) -> [Int] {
    if zip(pairs, pairs.dropFirst()).allSatisfy({ $0.before < $1.before }) { return [] }
    let still = pairs.indices.filter { !mayMove($0) }
    // If many items have a reason to move, the reasons are not meaningful.
    guard pairs.count - still.count <= min(100, still.count),
      zip(still, still.dropFirst()).allSatisfy({ pairs[$0].before < pairs[$1].before })
    else { return moved }
    // Of the items that may have moved, those that are in the right order among the others, and those that stayed
    // before them, did not move.
    var moved: [Int] = []
    var next = 0
    for index in pairs.indices {
      let place = pairs[index].before
      let isRight =
        place >= next && !still.contains { $0 > index && pairs[$0].before < place }
      if !mayMove(index) || isRight { next = max(next, place + 1) } else { moved.append(index) }
    }
    return moved
  }

  private var moved: [Int] {
    // The longest ascending sequence of indices stays (patience sorting).
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].before < pairs[index].before { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var stays: Set<Int> = []
    var next = tails.last
    while let index = next {
      stays.insert(index)
      next = previous[index]
    }
    return pairs.indices.filter { !stays.contains($0) }
  }
}
