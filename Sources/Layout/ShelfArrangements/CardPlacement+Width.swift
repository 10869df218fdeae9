import Arrangements
import Geometry

extension CardPlacement {
  func width(by widths: CardWidths) -> Arithmetic {
    switch widths {
    case .content: widthOfContent()
    case .fixed: fixedWidth
    case .texts: nameOfOwnWidth == nil ? widthOfTexts : fixedWidth
    case .columns: widthOfColumns
    }
  }

  private var fixedWidth: Arithmetic {
    let name = nameOfOwnWidth ?? "cardWidth"
    if settings.cardWidth == frame.width {
      return Arithmetic("width", total: frame.width, terms: [Arithmetic.Term(frame.width, name)])
    }
    return widthOfContent(reason: "less than \(name) \(settings.cardWidth): no wider than the page")
  }

  private func widthOfContent(reason: String? = nil) -> Arithmetic {
    if contentTerms.map(\.value).sum < frame.width {
      return Arithmetic(
        "width", total: frame.width, terms: [Arithmetic.Term(frame.width, "least width")],
        reason: "margins and insets leave no room")
    }
    return Arithmetic("width", total: frame.width, terms: contentTerms, reason: reason)
  }

  private var widthOfTexts: Arithmetic {
    let inner = frame.width - padding - padding
    if settings.cardWidth == frame.width {
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
      ], reason: settings.align == .fillWidth ? "widened to fill its line" : nil)
  }

  private var widthOfColumns: Arithmetic {
    let taken = columns(of: index)
    let columns = part.columns
    if columns.count == 1, settings.cellPadding == nil { return widthOfContent() }
    guard taken.upperBound <= columns.count, !columns.isEmpty else {
      return Arithmetic("width", total: frame.width, terms: [Arithmetic.Term(frame.width, "column")])
    }
    var terms: [Arithmetic.Term] = []
    for number in taken {
      if number > taken.lowerBound {
        let gap = columns[number].x - columns[number - 1].x - columns[number - 1].width
        terms.append(Arithmetic.Term(gap, gapName))
      }
      terms.append(Arithmetic.Term(columns[number].width, "column \(number + 1)"))
    }
    return Arithmetic("width", total: frame.width, terms: terms, reason: share(of: columns))
  }

  /// The name of the space between columns.
  var gapName: String { settings.cellPadding == nil ? "spacing" : "cell padding" }

  /// The division of the page's width: `3 columns in 358 less 2 x 16 spacing; leftover pixels are spread`.
  private func share(of columns: [ColumnTrack]) -> String {
    let content = contentTerms.map(\.value).sum
    var text = "\(columns.count == 1 ? "1 column" : "\(columns.count) columns") in \(content)"
    if let padding = settings.cellPadding {
      text += ", each less 2 x \(padding) cell padding"
    } else if columns.count > 1 {
      text += " less \(columns.count - 1) x \(settings.spacing) spacing"
    }
    if let widest = columns.map(\.width).max(), let narrowest = columns.map(\.width).min(), widest != narrowest {
      text += "; leftover pixels are spread"
    }
    return text
  }
}
