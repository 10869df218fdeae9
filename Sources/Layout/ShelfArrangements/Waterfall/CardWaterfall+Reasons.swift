import Geometry

extension CardWaterfall {
  /// The card that ends last in the card's columns determines its position, and so on up to the top.
  func y(of card: CardPlacement) -> Arithmetic {
    let padding = card.settings.cellPadding ?? .zero
    // A part has its own insets: its first card shows where they end.
    let top = card.frames[card.part.cards.lowerBound].y - padding
    var terms = card.topTerms(top)
    terms.append(Arithmetic.Term(padding, "cell padding"))
    var chain: [Int] = []
    var lowest = card.lastAbove(card.index)
    while let above = lowest {
      chain.append(above)
      lowest = card.lastAbove(above)
    }
    chain.reverse()
    let heights = chain.map { card.frames[$0].height }
    let gaps = zip(chain, chain.dropFirst() + [card.index]).map { card.frames[$1].y - card.frames[$0].maxY }
    terms.append(
      Arithmetic.Term(heights.sum, Arithmetic.count(chain.count, "above"), detail: Arithmetic.product(of: heights)))
    terms.append(
      Arithmetic.Term(
        gaps.sum, padding == .zero ? "line spacing" : "cell padding", detail: Arithmetic.product(of: gaps)))
    return Arithmetic("y", total: card.frame.y, terms: terms, reason: card.columnReason)
  }
}

extension CardPlacement {
  /// The previous card that ends last in any of the card's columns.
  fileprivate func lastAbove(_ card: Int) -> Int? {
    let own = columns(of: card)
    return (part.cards.lowerBound..<card).filter { columns(of: $0).overlaps(own) }
      .max { (frames[$0].maxY, $0) < (frames[$1].maxY, $1) }
  }

  /// The reason for the column of the card: the heights of the columns above it.
  fileprivate var columnReason: String? {
    guard columnIndexes.indices.contains(index), part.columns.count > 1 else { return nil }
    let taken = columns(of: index)
    let count = part.columns.count
    let span = taken.count
    let name = span == 1 ? "column \(taken.lowerBound + 1)" : "columns \(taken.lowerBound + 1)-\(taken.upperBound)"
    if span >= count { return "all \(count) columns" }
    switch settings.columnRule {
    case .roundRobin: return name + ", the next in turn"
    case .balanced:
      let tallest = part.cards.map { frames[$0].maxY }.max() ?? .zero
      return name + ": so the tallest column ends at \(tallest), as early as possible"
    case .shortest, .tolerant: break
    }
    let ends = (0..<count).map(endOfCardsBefore)
    // For each column at which the card fits, the position at which it would begin there.
    let tops = (0...count - span).map { start in ends[start..<start + span].max() ?? .zero }
    let own = tops[taken.lowerBound]
    let others = tops.indices.filter { $0 != taken.lowerBound }.map { tops[$0] }
    if case .tolerant(let tolerance) = settings.columnRule {
      let least = tops.min() ?? own
      return "\(name), the first in turn that ends at most \(tolerance) below the shortest, \(least): it ends at \(own)"
    }
    if others.count == 1, let other = others.first {
      return own == other ? "\(name) because both end at \(own)" : "\(name) since \(own) < \(other)"
    }
    return "\(name) since \(own) is the smallest of \(tops.map(\.description).joined(separator: ", "))"
  }

  /// The end of the previous cards in a column; the top of the list if there are none.
  private func endOfCardsBefore(in column: Int) -> Pixels {
    let cards = (part.cards.lowerBound..<index).filter { columns(of: $0).contains(column) }
    return cards.map { frames[$0].maxY }.max() ?? frames[part.cards.lowerBound].y
  }
}
