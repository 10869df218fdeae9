import Arrangements
import CardLayout
import Content
import Geometry
import ShelfArrangements
import TextLayout
import Themes

extension ExplainedCard {
  /// The card in the form that its arrangement needs to explain its width and position.
  var placed: CardPlacement {
    let margin = Pixels(step.margin)
    let (leading, trailing) = (part.leading, part.trailing)
    var settings = shelf.settings.placement(at: step, theme: shelf.theme)
    let sizes = card.composed.card.sizes
    settings.cardWidth = Pixels(shelf.settings.widthOfCards(sizes: sizes, at: step, theme: shelf.theme))
    return CardPlacement(
      index: index, frames: layout.frames, columnIndexes: layout.columnIndexes, columnSpans: layout.columnSpans,
      part: CardPlacement.Part(
        cards: part.cards, leading: leading, columns: part.columns, lines: part.lines),
      settings: settings, nameOfOwnWidth: name(of: "cardWidth", sizes?.width),
      padding: Pixels(card.composed.anatomy(measured.variant).padding),
      leadingTerms: [Arithmetic.Term(margin, "margin"), Arithmetic.Term(leading - margin, "inset")],
      contentTerms: [
        Arithmetic.Term(Pixels(step.width), "page"), Arithmetic.Term(.zero - leading, "margin and inset"),
        Arithmetic.Term(.zero - trailing, "margin and inset"),
      ], topTerms: topTerms)
  }

  /// The name of a size that the card or its section sets at the step; nil if they do not.
  func name(of key: String, _ own: OwnSizes.OwnLength?) -> String? {
    guard let own = own?.setting(upTo: step.classNames) else { return nil }
    return switch own.owner {
    case .card: "its own \(key)"
    case .section: "its section's \(key)"
    }
  }

  /// The sum from the shelf's top to the start of the part's cards.
  @Sendable private func topTerms(to top: Pixels) -> [Arithmetic.Term] {
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
    if let header = part.headerFrame {
      terms.append(Arithmetic.Term(header.y - y, "parts above and gap"))
      terms.append(Arithmetic.Term(header.height, "section title"))
      y = header.maxY
    }
    terms.append(
      Arithmetic.Term(
        part.listTop - y,
        part.headerFrame != nil || part == layout.parts.first
          ? "gap" : part.listTop > part.top ? "parts above and gap" : "parts above"))
    y = part.listTop
    terms.append(Arithmetic.Term(top - y, "inset"))
    return terms
  }
}
