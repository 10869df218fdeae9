import Diagnostics

/// The order of a shelf's cards, the same on every machine.
///
/// By weight: cards with the smallest weight first, cards without a weight last, then as by date. By date: the newest
/// first, cards without a date last, then by position. By title: by its lower-case letters in the order of their code
/// points, then by position. By name: by file names and ids of rows in the order of their bytes. By position: files by
/// their names, then the rows of a data file in their order.
struct CardOrder {
  let sort: CardSort

  /// Cards are compared by their indices in a list, because each one is large: an argument would be a copy.
  func sort(_ cards: inout [Card]) {
    // They arrive sorted by name, which for most shelves is their order.
    if cards.indices.dropFirst().contains(where: { precedes($0, $0 - 1, in: cards.span) }) {
      cards = cards.indices.sorted { precedes($0, $1, in: cards.span) }.map { cards[$0] }
    }
  }

  private func precedes(_ a: Int, _ b: Int, in cards: Span<Card>) -> Bool {
    switch sort {
    case .weight:
      let (left, right) = (cards[a].weight, cards[b].weight)
      return left == right ? isNewer(a, b, in: cards) : isLighter(left, right)
    case .date: return isNewer(a, b, in: cards)
    case .title:
      let left = cards[a].title?.text.lowercased() ?? ""
      let right = cards[b].title?.text.lowercased() ?? ""
      return left.utf8.elementsEqual(right.utf8) ? precedesByPlace(a, b, in: cards) : precedesInBytes(left, right)
    case .name:
      let (left, right) = (cards[a].name, cards[b].name)
      return left == right ? precedesByPlace(a, b, in: cards) : precedesInBytes(left, right)
    }
  }

  private func isNewer(_ a: Int, _ b: Int, in cards: Span<Card>) -> Bool {
    switch (cards[a].date, cards[b].date) {
    case (let left?, let right?): left == right ? precedesByPlace(a, b, in: cards) : left > right
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): precedesByPlace(a, b, in: cards)
    }
  }

  /// Orders files by their names, then rows in their order.
  private func precedesByPlace(_ a: Int, _ b: Int, in cards: Span<Card>) -> Bool {
    switch (cards[a].row, cards[b].row) {
    case (nil, nil): ContentPath.stemPrecedes(cards[a].source.path, cards[b].source.path)
    case (let left?, let right?): left.number < right.number
    case (nil, _?): true
    case (_?, nil): false
    }
  }
}

/// Returns whether a weight comes before a different one; a missing weight comes last.
func isLighter(_ a: Double?, _ b: Double?) -> Bool {
  switch (a, b) {
  case (let left?, let right?): left < right
  case (_?, nil): true
  default: false
  }
}
