import Arrangements
import Geometry

extension AnyArrangement {
  public static let flow = AnyArrangement(CardFlow())
}

/// Lines of cards that are as wide as their texts need, up to a maximum.
struct CardFlow: Arrangement {
  let name = "flow"
  let otherNames = ["wrap", "inline", "flex"]
  let shelfKeys: Set = ["cardWidth", "minCardWidth", "align", "lastLine", "lineAlign", "distribute", "lineSpacing"]
  let cardKeys: Set = ["breakBefore", "cardWidth"]
  let cardWidths = CardWidths.texts
  let boxes = CardBoxes.lines
  let lineName: String? = "line"

  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart {
    let settings = room.settings
    var items: [FlowItem] = []
    items.reserveCapacity(cards.count)
    for index in 0..<cards.count {
      let own = cards.ownWidth(of: index)
      items.append(
        FlowItem(
          naturalWidth: own ?? max(settings.minimumCardWidth, cards.naturalWidth(of: index)),
          maximumWidth: own ?? settings.cardWidth, breaksBefore: cards.breaksBefore(index)))
    }
    let rules = FlowRules(
      alignment: settings.align, lastLine: settings.lastLine, itemAlignment: settings.lineAlign,
      distribution: settings.distribute, spacing: settings.spacing, lineSpacing: settings.lineSpacing)
    let flow = arrangeFlow(items, in: room.width, rules: rules, insets: room.insets) { index, width in
      FlowBox(height: cards.height(of: index, width: width), baseline: cards.baseline(of: index))
    }
    return ArrangedPart(frames: flow.frames, lines: flow.lines, bottom: flow.size.height)
  }

  func equallyTall(with card: CardPlacement) -> EquallyTall { EquallyTall("line", card.line ?? card.alone) }

  func x(of card: CardPlacement) -> Arithmetic { card.xInLine(lead: "align: \(card.settings.align.rawValue)") }
}
