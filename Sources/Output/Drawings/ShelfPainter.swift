import CardLayout
import Geometry
import SiteContent
import TextLayout
import Themes

/// Draws shelves of several builds.
final class ShelfPainter {
  private var setters: [ObjectIdentifier: ParagraphSetter] = [:]

  /// - Parameter texts: the cards whose texts are drawn; nil means all of them.
  /// - Returns: nil if the layout does not exist, or texts cannot be set.
  func draw(_ side: ShelfSide, texts: Set<String>?) -> ShelfDrawing? {
    switch side {
    case .framed(let shelf): return draw(shelf)
    case .laidOut(let side):
      guard side.shelf.allLayouts.indices.contains(side.layout), let setter = setter(for: side.fonts) else {
        return nil
      }
      return draw(side, side.shelf.allLayouts[side.layout], setter: setter, texts: texts)
    }
  }

  private func setter(for fonts: DrawingFonts) -> ParagraphSetter? {
    if let known = setters[ObjectIdentifier(fonts)] { return known }
    let setter = ParagraphSetter(fonts)
    setters[ObjectIdentifier(fonts)] = setter
    return setter
  }

  private func draw(
    _ side: LaidOutSide, _ layout: ShelfLayout, setter: ParagraphSetter, texts: Set<String>?
  ) -> ShelfDrawing {
    let prepared = side.shelf.prepared
    let settings = prepared.shelf
    let isRightToLeft = settings.direction == .rtl
    var drawing = ShelfDrawing(
      bounds: Frame(x: .zero, y: .zero, width: layout.size.width, height: layout.size.height))
    if let title = prepared.title, let text = prepared.preparedTitle, let lines = layout.title,
      let frame = layout.titleFrame
    {
      drawing.marks.append(
        .text(
          setter.draw(
            title, text, lines: lines,
            style: side.theme.textStyles.shelfTitle.raised(for: settings.language),
            box: frame.mirrored(in: layout.size.width, isRightToLeft), isRightToLeft: isRightToLeft)))
    }
    if let frame = layout.toggleFrame {
      drawing.marks.append(.box(.toggle, frame.mirrored(in: layout.size.width, isRightToLeft)))
    }
    for (part, place) in zip(prepared.parts, layout.parts) {
      let isRightToLeft = part.settings.map { $0.direction == .rtl } ?? isRightToLeft
      if let header = part.header, let lines = place.header, let frame = place.headerFrame {
        drawing.marks.append(
          .text(
            setter.draw(
              header.title, header.prepared, lines: lines,
              style: side.theme.sectionTitle.raised(
                for: part.settings?.language ?? settings.language),
              box: frame.mirrored(in: layout.size.width, isRightToLeft), isRightToLeft: isRightToLeft)))
      }
      for index in part.cards where layout.cards.indices.contains(index) {
        let card = prepared.cards[index]
        let frame = layout.frames[index].mirrored(in: layout.size.width, isRightToLeft)
        let id = card.composed.card.id
        let painter = CardPainter(
          card: card, measured: layout.cards[index], size: Size(width: frame.width, height: frame.height),
          theme: side.theme, setter: setter, showsText: texts?.contains(id) ?? true)
        drawing.cards.append(PlacedCard(id: id, x: frame.x, y: frame.y, drawing: painter.draw()))
        drawing.bounds.include(frame, margin: side.theme.widthClasses.first?.margin ?? 0)
      }
    }
    return drawing
  }

  private func draw(_ shelf: FramedShelf) -> ShelfDrawing {
    var drawing = ShelfDrawing(bounds: Frame(x: .zero, y: .zero, width: shelf.width, height: shelf.height))
    for card in shelf.cards {
      let frame = card.frame.mirrored(in: shelf.width, shelf.isRightToLeft)
      let marks = card.slots.map { slot in
        Mark.slot(
          name: slot.name, slot.frame.mirrored(in: card.frame.width, card.isRightToLeft), lineCount: slot.lineCount)
      }
      drawing.cards.append(
        PlacedCard(
          id: card.id, x: frame.x, y: frame.y,
          drawing: CardDrawing(width: frame.width, height: frame.height, marks: marks)))
      drawing.bounds.include(frame, margin: 16)
    }
    return drawing
  }
}

extension Frame {
  /// Extends sideways to include a card that scrolls out of its shelf.
  fileprivate mutating func include(_ other: Frame, margin: Int) {
    let right = max(maxX, other.maxX > maxX ? other.maxX + Pixels(margin) : maxX)
    let left = other.x < x ? other.x - Pixels(margin) : x
    x = left
    width = right - left
  }
}
