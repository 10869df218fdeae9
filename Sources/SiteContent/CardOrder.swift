/// The order of a shelf's cards, the same on every machine.
///
/// By weight: the lightest first, cards without a weight last, then as by date. By date: the newest first, cards without
/// a date last, then as by name. By title: by its lower-case letters in the order of their code points, then as by name.
/// By name: the files' names in the order of their bytes.
struct CardOrder {
  let sort: CardSort

  func precedes(_ a: CardFile, _ b: CardFile) -> Bool {
    switch sort {
    case .weight:
      if a.weight != b.weight { return isLighter(a.weight, b.weight) }
      return isNewer(a, b)
    case .date: return isNewer(a, b)
    case .title:
      let left = a.title?.text.lowercased() ?? ""
      let right = b.title?.text.lowercased() ?? ""
      return left.utf8.elementsEqual(right.utf8) ? precedesByName(a, b) : precedesInBytes(left, right)
    case .name: return precedesByName(a, b)
    }
  }

  private func isNewer(_ a: CardFile, _ b: CardFile) -> Bool {
    switch (a.date, b.date) {
    case (let left?, let right?): left == right ? precedesByName(a, b) : left > right
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): precedesByName(a, b)
    }
  }

  private func precedesByName(_ a: CardFile, _ b: CardFile) -> Bool { precedesInBytes(a.name, b.name) }
}

/// Whether one weight comes before another that differs; what has none comes last.
func isLighter(_ a: Int?, _ b: Int?) -> Bool {
  switch (a, b) {
  case (let left?, let right?): left < right
  case (_?, nil): true
  default: false
  }
}
