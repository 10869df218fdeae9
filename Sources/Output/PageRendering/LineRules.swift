import Arrangements
import CardLayout
import Geometry
import SiteContent

/// Cards in lines: those of a flow, the rows of a grid, or a list. Their list is a wrapping flex container, so that a
/// line grows with its cards and pushes down the content below it.
///
/// Widths are exact, and the container is half a pixel wider than they need, so that rounding never wraps a line. A
/// line with room to spare is filled up by its last card's margin.
struct LineRules {
  private typealias Values = (property: FrameProperty, values: [Pixels])

  private let list: FrameRules.Selector
  private let part: Int
  private let alignItems: String
  private let cards: CardRules
  /// By step.
  private let values: [[Values]]

  init(of shelf: LaidOutShelf, part: Int, list: String, scope: ShelfScope, rules: inout FrameRules) {
    self.list = rules.selector(list)
    self.part = part
    let alignment = LineRules.alignItems(of: shelf.prepared.shelf)
    alignItems = alignment ?? "flex-start"
    let values = shelf.layouts.map { LineRules.values(at: $0, part: part, saysTops: alignment == nil) }
    let properties = (values.first ?? []).map(\.property)
    let unused = Set(
      properties.indices.filter { index in
        properties[index].isMargin && values.allSatisfy { $0[index].values.allSatisfy { $0 == .zero } }
      })
    let differing = properties.indices.filter { index in
      values.contains { step in step[index].values.contains { $0 != step[index].values.first } }
    }
    cards = CardRules(
      list: list, ids: shelf.prepared.cards[shelf.prepared.parts[part].cards].map(\.composed.card.id), scope: scope,
      differing: Set(differing.map { properties[$0] }), rules: &rules)
    self.values = values.map { step in step.indices.filter { !unused.contains($0) }.map { step[$0] } }
  }

  func add(_ layout: ShelfLayout, at step: Int, to rules: inout FrameRules) {
    let box = layout.parts[part]
    rules.add(list, .paddingInlineStart, box.leading)
    rules.add(list, .paddingInlineEnd, max(.zero, box.trailing - Pixels(sixtyFourths: 32)))
    rules.add(list, .columnGap, layout.spacing)
    rules.add(list, .rowGap, layout.lineSpacing)
    rules.add(list, .alignItems, .word(alignItems))
    for (property, values) in values[step] { cards.add(property, values, to: &rules) }
  }

  /// The CSS value for the vertical alignment of cards in their line; nil if each card sets it.
  private static func alignItems(of shelf: Shelf) -> String? {
    switch shelf.arrangement {
    case .grid: shelf.heightMode == .natural ? "flex-start" : "stretch"
    case .flow:
      switch shelf.flow.lineAlign {
      case .top: "flex-start"
      case .center: "center"
      case .bottom: "flex-end"
      case .stretch: "stretch"
      case .baseline: nil
      }
    case .shelf, .waterfall, .list: "stretch"
    }
  }

  private static func values(at layout: ShelfLayout, part: Int, saysTops: Bool) -> [Values] {
    let box = layout.parts[part]
    let frames = layout.frames[box.cards]
    let end = layout.size.width - box.trailing
    var starts: [Pixels] = []
    var ends: [Pixels] = []
    var tops: [Pixels] = []
    for (number, line) in box.lines.enumerated() {
      var x = box.leading
      let lineTop = frames[line].map(\.y).min() ?? .zero
      for index in line {
        if index > line.lowerBound { x += layout.spacing }
        starts.append(frames[index].x - x)
        tops.append(frames[index].y - lineTop)
        ends.append(.zero)
        x = frames[index].maxX
      }
      guard number + 1 < box.lines.count, let last = ends.indices.last else { continue }
      let next = layout.spacing + frames[box.lines[number + 1].lowerBound].width
      if next <= end - x + Pixels(1) { ends[last] = end - x }
    }
    let values: [Values] = [
      (.inlineSize, frames.map(\.width)), (.minBlockSize, frames.map(\.height)), (.marginInlineStart, starts),
      (.marginInlineEnd, ends),
    ]
    return saysTops ? values + [(.marginBlockStart, tops)] : values
  }
}

extension FrameProperty {
  fileprivate var isMargin: Bool {
    switch self {
    case .marginBlockStart, .marginInlineEnd, .marginInlineStart: true
    default: false
    }
  }
}
