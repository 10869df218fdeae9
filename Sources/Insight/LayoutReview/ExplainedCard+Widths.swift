import Arrangements
import CardLayout
import Geometry
import SiteContent
import Themes

extension ExplainedCard {
  var width: Arithmetic {
    switch shelf.settings.arrangement {
    case .shelf: return widthInShelf
    case .list: return widthOfContent()
    case .flow: return widthInFlow
    case .grid, .waterfall: return widthInColumns
    }
  }

  /// The width in the shelf's settings, or else in the theme.
  private var cardWidth: Int {
    shelf.settings.cardWidth?.value(upTo: step.classNames) ?? shelf.theme.shelf.cardWidth
  }

  private var widthInShelf: Arithmetic {
    if Pixels(cardWidth) == frame.width {
      return Arithmetic("width", total: frame.width, terms: [Arithmetic.Term(frame.width, "cardWidth")])
    }
    return widthOfContent(reason: "less than cardWidth \(cardWidth): no wider than the page")
  }

  private func widthOfContent(reason: String? = nil) -> Arithmetic {
    if contentTerms.map(\.value).sum < frame.width {
      return Arithmetic(
        "width", total: frame.width, terms: [Arithmetic.Term(frame.width, "least width")],
        reason: "margins and insets leave no room")
    }
    return Arithmetic("width", total: frame.width, terms: contentTerms, reason: reason)
  }

  private var widthInFlow: Arithmetic {
    let padding = Pixels(card.composed.anatomy(measured.variant).padding)
    let inner = frame.width - padding - padding
    if Pixels(cardWidth) == frame.width {
      return Arithmetic(
        "width", total: frame.width, terms: [Arithmetic.Term(frame.width, "cardWidth")],
        reason: "as wide as a card can be")
    }
    if inner < .zero {
      return Arithmetic("width", total: frame.width, terms: [Arithmetic.Term(frame.width, "its line")])
    }
    return Arithmetic(
      "width", total: frame.width,
      terms: [
        Arithmetic.Term(padding, "padding"), Arithmetic.Term(inner, "texts on one line"),
        Arithmetic.Term(padding, "padding"),
      ], reason: shelf.settings.flow.align == .fillWidth ? "widened to fill its line" : nil)
  }

  private var widthInColumns: Arithmetic {
    let taken = columnsTaken(by: index)
    let columns = part?.columns ?? []
    if columns.count == 1, shelf.settings.cellPadding == nil { return widthOfContent() }
    guard taken.upperBound <= columns.count, !columns.isEmpty else {
      return Arithmetic("width", total: frame.width, terms: [Arithmetic.Term(frame.width, "column")])
    }
    var terms: [Arithmetic.Term] = []
    for number in taken {
      if number > taken.lowerBound {
        let gap = columns[number].x - columns[number - 1].x - columns[number - 1].width
        terms.append(Arithmetic.Term(gap, shelf.settings.cellPadding == nil ? "spacing" : "cell padding"))
      }
      terms.append(Arithmetic.Term(columns[number].width, "column \(number + 1)"))
    }
    return Arithmetic("width", total: frame.width, terms: terms, reason: share(of: columns))
  }

  /// How the page's width is divided: `columns: (358 - 2 x 16) / 3 = 108 and 2 px for the first`.
  private func share(of columns: [ShelfLayout.ColumnFrame]) -> String {
    let content = contentTerms.map(\.value).sum
    var text = "\(columns.count == 1 ? "1 column" : "\(columns.count) columns") in \(content)"
    if let padding = shelf.settings.cellPadding {
      text += ", each less 2 x \(padding) cell padding"
    } else if columns.count > 1 {
      text += " less \(columns.count - 1) x \(layout.spacing) spacing"
    }
    if let widest = columns.map(\.width).max(), let narrowest = columns.map(\.width).min(), widest != narrowest {
      text += "; leftover pixels are spread"
    }
    return text
  }
}
