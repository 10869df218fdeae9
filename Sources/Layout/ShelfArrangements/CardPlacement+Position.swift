import Arrangements
import Geometry

extension CardPlacement {
  /// The distance from the shelf's leading edge, card by card.
  ///
  /// - Parameter lead: the name of the space between the edge and the first card of the line.
  func xInLine(lead: String? = nil) -> Arithmetic {
    let first = (line ?? part.cards).lowerBound
    var terms = leadingTerms
    if let lead { terms.append(Arithmetic.Term(frames[first].x - part.leading, lead)) }
    if first < index {
      let widths = frames[first..<index].map(\.width)
      let gaps = (first..<index).map { frames[$0 + 1].x - frames[$0].maxX }
      terms.append(
        Arithmetic.Term(
          widths.sum, Arithmetic.count(widths.count, "before"), detail: Arithmetic.product(of: widths)))
      terms.append(
        Arithmetic.Term(
          gaps.sum, gaps.allSatisfy { $0 == settings.spacing } ? "spacing" : "spacing, spread by align",
          detail: Arithmetic.product(of: gaps)))
    }
    return Arithmetic("x", total: frame.x, terms: terms)
  }

  /// The distance from the shelf's leading edge, column by column.
  var xInColumns: Arithmetic {
    var terms = leadingTerms
    let columns = part.columns
    let column = self.columns(of: index).lowerBound
    if let first = columns.first, column < columns.count {
      terms.append(Arithmetic.Term(first.x, "cell padding"))
      let before = columns[..<column]
      let widths = before.map(\.width)
      let gaps = before.indices.map { columns[$0 + 1].x - columns[$0].x - columns[$0].width }
      terms.append(
        Arithmetic.Term(
          widths.sum, column == 1 ? "column before" : "\(column) columns before",
          detail: Arithmetic.product(of: widths)))
      terms.append(Arithmetic.Term(gaps.sum, gapName, detail: Arithmetic.product(of: gaps)))
    }
    return Arithmetic("x", total: frame.x, terms: terms)
  }

  /// The distance from the shelf's top, line by line.
  ///
  /// - Parameter name: the name for a line of several cards; nil if each card is a line.
  func yInLines(called name: String?) -> Arithmetic {
    let above = part.lines.prefix { $0.upperBound <= index }
    let tops = part.lines.map { line in frames[line].lazy.map(\.y).min() ?? .zero }
    let bottoms = part.lines.map { line in frames[line].lazy.map(\.maxY).max() ?? .zero }
    var terms = topTerms(min(tops.first ?? frame.y, frame.y))
    if !above.isEmpty {
      let heights = above.indices.map { bottoms[$0] - tops[$0] }
      let gaps = above.indices.map { tops[$0 + 1] - bottoms[$0] }
      let count = "\(above.count) \(name ?? "line")\(above.count == 1 ? "" : "s") above"
      terms.append(Arithmetic.Term(heights.sum, count, detail: Arithmetic.product(of: heights)))
      terms.append(Arithmetic.Term(gaps.sum, "line spacing", detail: Arithmetic.product(of: gaps)))
    }
    let top = above.count < tops.count ? tops[above.count] : frame.y
    terms.append(Arithmetic.Term(frame.y - top, "lineAlign: \(settings.lineAlign.rawValue)"))
    return Arithmetic(
      "y", total: frame.y, terms: terms, reason: name.map { "\($0) \(above.count + 1) of \(part.lines.count)" })
  }
}
