import Arrangements
import CardLayout
import Geometry
import SiteContent
import TextLayout
import Themes

extension ExplainedCard {
  /// From the shelf's leading edge.
  var x: Arithmetic {
    switch shelf.settings.arrangement {
    case .grid, .waterfall: return xInColumns
    case .shelf, .flow, .list: return xInLine
    }
  }

  /// From the shelf's top.
  var y: Arithmetic {
    shelf.settings.arrangement == .waterfall ? yInColumn : yInLines
  }

  // MARK: Lines

  private var xInLine: Arithmetic {
    let before = Array((line ?? part?.cards ?? 0..<0).prefix { $0 < index })
    var terms = leadingTerms
    if let first = before.first {
      let lead = layout.frames[first].x - (part?.leading ?? layout.cardsLeading)
      terms.append(Arithmetic.Term(lead, "align: \(shelf.settings.flow.align.rawValue)"))
      let widths = before.map { layout.frames[$0].width }
      let gaps = before.map { layout.frames[$0 + 1].x - layout.frames[$0].maxX }
      terms.append(Arithmetic.Term(widths.sum, cardCount(before.count, "before"), detail: product(of: widths)))
      terms.append(
        Arithmetic.Term(
          gaps.sum, gaps.allSatisfy { $0 == layout.spacing } ? "spacing" : "spacing, spread by align",
          detail: product(of: gaps)))
    } else if shelf.settings.arrangement == .flow {
      let lead = frame.x - (part?.leading ?? layout.cardsLeading)
      terms.append(Arithmetic.Term(lead, "align: \(shelf.settings.flow.align.rawValue)"))
    }
    return Arithmetic("x", total: frame.x, terms: terms)
  }

  private var yInLines: Arithmetic {
    guard let part else { return Arithmetic("y", total: frame.y, terms: topTerms(to: layout.cardsTop)) }
    let above = part.lines.prefix { $0.upperBound <= index }
    var terms: [Arithmetic.Term] = []
    let tops = part.lines.map { line in line.map { layout.frames[$0].y }.min() ?? .zero }
    let bottoms = part.lines.map { line in line.map { layout.frames[$0].maxY }.max() ?? .zero }
    let top = tops.first ?? frame.y
    terms += topTerms(to: min(top, frame.y))
    if !above.isEmpty {
      let heights = above.indices.map { bottoms[$0] - tops[$0] }
      let gaps = above.indices.map { tops[$0 + 1] - bottoms[$0] }
      let name = shelf.settings.arrangement == .grid ? "row" : "line"
      let count = "\(above.count) \(name)\(above.count == 1 ? "" : "s") above"
      terms.append(Arithmetic.Term(heights.sum, count, detail: product(of: heights)))
      terms.append(Arithmetic.Term(gaps.sum, "line spacing", detail: product(of: gaps)))
      let inLine = frame.y - tops[above.count]
      terms.append(Arithmetic.Term(inLine, "lineAlign: \(shelf.settings.flow.lineAlign.rawValue)"))
    } else if shelf.settings.arrangement == .flow {
      terms.append(Arithmetic.Term(frame.y - top, "lineAlign: \(shelf.settings.flow.lineAlign.rawValue)"))
    }
    let lineNumber = above.count + 1
    let reason: String? =
      switch shelf.settings.arrangement {
      case .grid: "row \(lineNumber) of \(part.lines.count)"
      case .flow: "line \(lineNumber) of \(part.lines.count)"
      default: nil
      }
    return Arithmetic("y", total: frame.y, terms: terms, reason: reason)
  }

  /// From the shelf's top to where cards of the part begin.
  func topTerms(to top: Pixels) -> [Arithmetic.Term] {
    var terms: [Arithmetic.Term] = []
    var y = Pixels.zero
    if let title = layout.titleFrame {
      let lines = layout.title?.lineCount ?? 0
      terms.append(Arithmetic.Term(title.maxY, "shelf title", detail: lines == 1 ? "1 line" : "\(lines) lines"))
      y = title.maxY
    }
    if let toggle = layout.toggleFrame {
      terms.append(Arithmetic.Term(toggle.y - y, "gap"))
      terms.append(Arithmetic.Term(toggle.height, "column toggle"))
      y = toggle.maxY
    }
    if let part {
      if let header = part.headerFrame {
        terms.append(Arithmetic.Term(header.y - y, "parts above and gap"))
        terms.append(Arithmetic.Term(header.height, "section title"))
        y = header.maxY
      }
      terms.append(
        Arithmetic.Term(part.listTop - y, part.headerFrame == nil && part != layout.parts.first ? "parts above" : "gap")
      )
      y = part.listTop
    }
    terms.append(Arithmetic.Term(top - y, "inset"))
    return terms
  }

  private func cardCount(_ count: Int, _ place: String) -> String {
    count == 1 ? "card \(place)" : "\(count) cards \(place)"
  }

  // MARK: Columns

  private var column: Int { layout.columnIndexes.indices.contains(index) ? layout.columnIndexes[index] : 0 }

  private var xInColumns: Arithmetic {
    var terms = leadingTerms
    let columns = part?.columns ?? []
    if let first = columns.first, column < columns.count {
      terms.append(Arithmetic.Term(first.x, "cell padding"))
      let before = columns[..<column]
      let widths = before.map(\.width)
      let gaps = before.indices.map { columns[$0 + 1].x - columns[$0].x - columns[$0].width }
      terms.append(
        Arithmetic.Term(
          widths.sum, column == 1 ? "column before" : "\(column) columns before", detail: product(of: widths)))
      terms.append(
        Arithmetic.Term(
          gaps.sum, shelf.settings.cellPadding == nil ? "spacing" : "cell padding", detail: product(of: gaps)))
    }
    let isRow = shelf.settings.arrangement == .grid
    return Arithmetic(
      "x", total: frame.x, terms: terms, reason: isRow ? "column \(column + 1) of \(columns.count)" : nil)
  }

  private var yInColumn: Arithmetic {
    guard let part else { return Arithmetic("y", total: frame.y, terms: topTerms(to: frame.y)) }
    let padding = Pixels(shelf.settings.cellPadding ?? 0)
    // The part's insets are its own: its first card shows where they end.
    let top = (part.cards.first.map { layout.frames[$0].y } ?? frame.y) - padding
    var terms = topTerms(to: top)
    terms.append(Arithmetic.Term(padding, "cell padding"))
    // The card that ends last in the card's columns determines its position, and so on up to the top.
    var chain: [Int] = []
    var lowest = lastAbove(index, in: part)
    while let above = lowest {
      chain.append(above)
      lowest = lastAbove(above, in: part)
    }
    chain.reverse()
    let heights = chain.map { layout.frames[$0].height }
    let following = chain.dropFirst() + [index]
    let gaps = zip(chain, following).map { layout.frames[$1].y - layout.frames[$0].maxY }
    terms.append(Arithmetic.Term(heights.sum, cardCount(chain.count, "above"), detail: product(of: heights)))
    terms.append(
      Arithmetic.Term(gaps.sum, padding == .zero ? "line spacing" : "cell padding", detail: product(of: gaps)))
    return Arithmetic("y", total: frame.y, terms: terms, reason: columnReason)
  }

  /// The card before one that ends last in any of its columns.
  private func lastAbove(_ card: Int, in part: PartLayout) -> Int? {
    let columns = columnsTaken(by: card)
    return (part.cards.lowerBound..<card).filter { columnsTaken(by: $0).overlaps(columns) }
      .max { (layout.frames[$0].maxY, $0) < (layout.frames[$1].maxY, $1) }
  }

  func columnsTaken(by card: Int) -> Range<Int> {
    guard layout.columnIndexes.indices.contains(card), layout.columnSpans.indices.contains(card) else { return 0..<1 }
    return layout.columnIndexes[card]..<layout.columnIndexes[card] + max(1, layout.columnSpans[card])
  }
}

extension [Pixels] {
  /// All together.
  var sum: Pixels { reduce(.zero, +) }
}

/// `3 x 280` where several are the same.
func product(of lengths: [Pixels]) -> String? {
  guard lengths.count > 1, let first = lengths.first else { return nil }
  if lengths.allSatisfy({ $0 == first }) { return "\(lengths.count) x \(first)" }
  return lengths.count <= 6 ? lengths.map(\.description).joined(separator: " + ") : nil
}
