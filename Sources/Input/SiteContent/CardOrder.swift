import Diagnostics

/// The order of a shelf's cards, the same on every machine.
///
/// By weight: cards with the smallest weight first, cards without a weight last, then as by date. By date: the newest
/// first, cards without a date last, then by place. By title: by its lower-case letters in the order of their code
/// points, then by place. By name: by file names and ids of rows in the order of their bytes. By place: files by their
/// names, then the rows of a data file in their order.
struct CardOrder {
  let sort: CardSort

  func precedes(_ a: Card, _ b: Card) -> Bool {
    switch sort {
    case .weight:
      if a.weight != b.weight { return isLighter(a.weight, b.weight) }
      return isNewer(a, b)
    case .date: return isNewer(a, b)
    case .title:
      let left = a.title?.text.lowercased() ?? ""
      let right = b.title?.text.lowercased() ?? ""
      return left.utf8.elementsEqual(right.utf8) ? precedesByPlace(a, b) : precedesInBytes(left, right)
    case .name: return a.name == b.name ? precedesByPlace(a, b) : precedesInBytes(a.name, b.name)
    }
  }

  /// Returns whether cards are in order. They are looked at where they are: each is large.
  func isOrder(of cards: Span<Card>) -> Bool {
    for index in cards.indices.dropFirst() where precedes(cards[index], cards[index - 1]) { return false }
    return true
  }

  private func isNewer(_ a: Card, _ b: Card) -> Bool {
    switch (a.date, b.date) {
    case (let left?, let right?): left == right ? precedesByPlace(a, b) : left > right
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): precedesByPlace(a, b)
    }
  }

  /// Files by their names, then rows in their order.
  private func precedesByPlace(_ a: Card, _ b: Card) -> Bool {
    switch (a.row, b.row) {
    case (nil, nil): ContentPath.stemPrecedes(a.source.path, b.source.path)
    case (let left?, let right?): left.number < right.number
    case (nil, _?): true
    case (_?, nil): false
    }
  }
}

/// Returns whether a weight comes before a different one; a missing weight comes last.
func isLighter(_ a: Int?, _ b: Int?) -> Bool {
  switch (a, b) {
  case (let left?, let right?): left < right
  case (_?, nil): true
  default: false
  }
}
