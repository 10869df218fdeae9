import CardLayout
import Content
import Geometry
import ShelfArrangements
import TextLayout
import Themes

/// Draws shelves of several builds.
final class ShelfPainter {
  private var setters: [ObjectIdentifier: ParagraphSetter] = [:]
  private let scale: Int
  private let appearance: Appearance?

  /// - Parameters:
  ///   - scale: device pixels per CSS pixel.
  ///   - appearance: the look of the page; nil if the picture has its own colours.
  init(scale: Int = 1, appearance: Appearance? = nil) {
    self.scale = scale
    self.appearance = appearance
  }

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
    let setter = ParagraphSetter(fonts, scale: scale)
    setters[ObjectIdentifier(fonts)] = setter
    return setter
  }

  private func draw(
    _ side: LaidOutSide, _ layout: ShelfLayout, setter: ParagraphSetter, texts: Set<String>?
  ) -> ShelfDrawing {
    let prepared = side.shelf.prepared
    let settings = prepared.shelf
    let isRightToLeft = settings.direction == .rtl
    let elements = appearance.map { ShelfElements(settings, $0) }
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
            box: frame.mirrored(in: layout.size.width, isRightToLeft), isRightToLeft: isRightToLeft,
            look: elements?.look(of: "shelf-title"))))
    }
    if let frame = layout.toggleFrame {
      drawing.marks += toggle(in: frame, side, layout, elements: elements, setter: setter)
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
              box: frame.mirrored(in: layout.size.width, isRightToLeft), isRightToLeft: isRightToLeft,
              look: elements?.look(of: "section-title"))))
      }
      let list = elements?.list(isSection: part.id != nil)
      for index in part.cards where layout.cards.indices.contains(index) {
        let card = prepared.cards[index]
        let frame = layout.frames[index].mirrored(in: layout.size.width, isRightToLeft)
        let id = card.composed.card.id
        let painter = CardPainter(
          card: card, measured: layout.cards[index], size: Size(width: frame.width, height: frame.height),
          theme: side.theme, setter: setter, showsText: texts?.contains(id) ?? true,
          elements: list.flatMap { list in
            appearance.map { CardElements(card, layout.cards[index], in: list, $0) }
          })
        drawing.cards.append(PlacedCard(id: id, x: frame.x, y: frame.y, drawing: painter.draw()))
        drawing.bounds.include(frame, margin: side.theme.widthClasses.first?.margin ?? 0)
      }
    }
    return drawing
  }

  /// The control for the number of columns; its labels are drawn only if a style sheet defines their look.
  private func toggle(
    in frame: Frame, _ side: LaidOutSide, _ layout: ShelfLayout, elements: ShelfElements?, setter: ParagraphSetter
  ) -> [Mark] {
    let settings = side.shelf.prepared.shelf
    let isRightToLeft = settings.direction == .rtl
    guard let elements, let words = settings.columnToggle,
      let first = side.shelf.views.first?.choice.columns
    else { return [.box(.toggle, frame.mirrored(in: layout.size.width, isRightToLeft))] }
    let style = side.theme.textStyles.body
    let labels = elements.toggle(checked: first - 1)
    // As in the style sheet: 14 px of padding, and 1 px borders that the two halves share.
    let padding = Pixels(Theme.columnTogglePadding + 1)
    let height = Pixels(side.theme.columnToggleHeight)
    let isStacked = frame.height > height
    var (x, y) = (frame.x, frame.y)
    var marks: [Mark] = []
    for (place, word) in [words.oneColumn, words.twoColumns].enumerated() {
      let look = elements.appearance.look(of: labels[place])
      var text = setter.drawLine(
        word, style: style, color: .ink(look.color), language: settings.language, box: frame, edge: .left,
        isRightToLeft: isRightToLeft)
      let width = Pixels(sixtyFourths: ((text.lines.first?.width ?? 0) + 1023) >> 10)
      let around = width + padding + padding
      let box = Frame(x: x, y: y, width: isStacked ? frame.width : around, height: height)
        .mirrored(in: layout.size.width, isRightToLeft)
      text.x = box.x + Pixels(sixtyFourths: (box.width - width).sixtyFourths / 2)
      text.y = box.y + Pixels(sixtyFourths: (box.height - Pixels(style.lineHeight)).sixtyFourths / 2)
      text.width = width
      var paint = look.box
      // Each half has all corners, as in the sheet of classes.
      if isStacked { paint.radii = Array(repeating: .pixels(8), count: 4) }
      // The selected half is drawn above the other.
      let own: [Mark] = [.box(.toggle, box, paint), .text(text)]
      marks = place == 1 && first == 1 ? own + marks : marks + own
      if isStacked { y += height } else { x += around - Pixels(1) }
    }
    return marks
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

/// The elements of a page around the cards of a shelf.
struct ShelfElements {
  let appearance: Appearance
  private let shelf: Int
  private let arrangement: String

  init(_ shelf: Shelf, _ appearance: Appearance) {
    self.appearance = appearance
    arrangement = shelf.arrangement.name
    let page = appearance.add("html", in: nil)
    let body = appearance.add("body", in: page)
    let main = appearance.add("main", in: body)
    self.shelf = appearance.add("section", ["shelf"], in: main, isRightToLeft: shelf.direction == .rtl)
  }

  func look(of title: String) -> (Int) -> LeafLook {
    let element = appearance.add("h2", [title], in: shelf)
    return { [appearance] _ in LeafLook(element: element, isBlock: true, look: appearance.look(of: element)) }
  }

  func list(isSection: Bool) -> Int {
    appearance.add(
      "ul", ["cards", "in-" + arrangement], in: isSection ? appearance.add("section", ["section"], in: shelf) : shelf)
  }

  /// The labels of the two choices.
  func toggle(checked: Int) -> [Int] {
    let group = appearance.add("div", ["column-toggle"], in: shelf)
    return (0..<2).map { place in
      let label = appearance.add("label", in: group)
      _ = appearance.add("input", place == checked ? [":checked"] : ["other"], in: label)
      return label
    }
  }
}
