import Arrangements
import CardLayout
import Content
import Geometry
import ShelfArrangements
import Themes

extension ExplainedCard {
  /// The sum from the card's top to its bottom: its slots, and the space between them.
  ///
  /// Slots next to each other are one term, which extends over all of them.
  var height: Arithmetic {
    var terms: [Arithmetic.Term] = []
    var bottom = Pixels.zero
    let bands = bands
    for (number, band) in bands.enumerated() {
      terms.append(Arithmetic.Term(band.top - bottom, number == 0 ? "padding" : "gap"))
      terms.append(band.term(theme: shelf.theme, card: card))
      bottom = band.bottom
    }
    let padding = min(Pixels(card.composed.anatomy(measured.variant).padding), measured.naturalHeight - bottom)
    terms.append(Arithmetic.Term(padding, "padding"))
    terms.append(Arithmetic.Term(measured.naturalHeight - bottom - padding, "to its minimum height"))
    let needed = layout.neededHeight(ofCard: index)
    terms.append(Arithmetic.Term(needed - measured.naturalHeight, "to \(nameOfHeight)"))
    terms.append(Arithmetic.Term(frame.height - needed, "left blank"))
    return Arithmetic("height", total: frame.height, terms: terms)
  }

  /// The name of the height that is set for the card.
  private var nameOfHeight: String { name(of: "height", card.composed.card.sizes?.height) ?? "the shelf's height" }

  /// The card that sets the height, if it is not the card's own.
  func commonHeight(_ equal: EquallyTall) -> Arithmetic? {
    let (name, others) = (equal.name, equal.cards)
    if let tallest = others.first(where: { layout.neededHeight(ofCard: $0) == frame.height }) {
      if others.count < 2 { return nil }
      return Arithmetic(
        name, total: frame.height, terms: [Arithmetic.Term(frame.height, "tallest card \(id(tallest))")])
    }
    if shelf.settings.heightGroup != nil {
      for other in shelf.page.shelves where other.prepared.shelf.heightGroup == shelf.settings.heightGroup {
        guard other.layouts.indices.contains(step.index) else { continue }
        let layout = other.layouts[step.index]
        guard let tallest = layout.cards.indices.first(where: { layout.neededHeight(ofCard: $0) == frame.height })
        else { continue }
        let name = other.prepared.cards[tallest].composed.card.id
        return Arithmetic(
          "group", total: frame.height, terms: [Arithmetic.Term(frame.height, "tallest card \(name)")])
      }
    }
    guard frame.height > layout.neededHeight(ofCard: index) else { return nil }
    return Arithmetic(name, total: frame.height, terms: [Arithmetic.Term(frame.height, "maxCardHeight, clamp: exact")])
  }

  // MARK: Bands

  /// Slots next to each other.
  private struct Band {
    var slots: [MeasuredSlot]
    var top: Pixels
    var bottom: Pixels

    func term(theme: Theme, card: PreparedCard) -> Arithmetic.Term {
      let height = bottom - top
      func name(_ slot: MeasuredSlot) -> String { theme.slots.name(of: slot.id) }
      guard let first = slots.first, slots.count > 1 else {
        return Arithmetic.Term(
          height, slots.first.map(name) ?? "", detail: slots.first.flatMap { Self.detail(of: $0, theme: theme) })
      }
      // The slot that sets the height, and the slots next to it.
      let main = slots.first { $0.frame.height == height } ?? first
      let others = slots.filter { $0 != main }.map { "\(name($0)) \($0.frame.height)" }
      let isWhole = main.frame.height == height
      return Arithmetic.Term(
        height, isWhole ? name(main) : "row",
        detail: isWhole
          ? "beside " + others.joined(separator: ", ")
          : slots.map { "\(name($0)) \($0.frame.y - top)-\($0.frame.maxY - top)" }.joined(separator: ", "))
    }

    private static func detail(of slot: MeasuredSlot, theme: Theme) -> String? {
      let height = slot.frame.height
      switch slot.id.kind {
      case .image: return "\(slot.frame.width) wide"
      case .tags:
        return slot.lineCount == 1 ? "1 row" : "\(slot.lineCount) rows"
      case .text, .markdown:
        guard slot.lineCount > 0 else { return nil }
        let lines = slot.lineCount == 1 ? "1 line" : "\(slot.lineCount) lines"
        let style = theme.textStyles[slot.id]
        let isPlain = Pixels(style.lineHeight) * slot.lineCount == height
        return isPlain ? "\(lines) x \(style.lineHeight)" : lines
      }
    }
  }

  private var bands: [Band] {
    var bands: [Band] = []
    for slot in measured.slots.sorted(by: { ($0.frame.y, $0.frame.maxY) < ($1.frame.y, $1.frame.maxY) }) {
      if let last = bands.last, slot.frame.y < last.bottom {
        bands[bands.count - 1].slots.append(slot)
        bands[bands.count - 1].bottom = max(last.bottom, slot.frame.maxY)
      } else {
        bands.append(Band(slots: [slot], top: slot.frame.y, bottom: slot.frame.maxY))
      }
    }
    return bands
  }
}
