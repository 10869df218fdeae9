import Arrangements
import CardLayout
import Content
import Geometry
import ShelfArrangements

/// The cards of a grid or a list in the tracks of a CSS grid, one for each row and column: a row grows with its cards
/// and pushes down the content below it, and widths and heights are set once for all of its cards.
struct GridRules {
  private let list: FrameRules.Selector
  private let part: Int
  /// Cards that span several columns at some step.
  private let spanning: [(card: Int, selector: FrameRules.Selector)]
  /// The cards, if each is as high as it needs; otherwise they fill their rows.
  private let natural: CardRules?
  private let cards: Range<Int>

  init(of shelf: borrowing LaidOutShelf, part: Int, list: String, scope: ShelfScope, rules: inout FrameRules) {
    self.list = rules.selector(list)
    self.part = part
    let cards = shelf.prepared.parts[part].cards
    self.cards = cards
    func id(_ card: Int) -> String { shelf.prepared.cards[card].composed.card.id }
    var spanning: [(Int, FrameRules.Selector)] = []
    for card in cards where shelf.layouts.contains(where: { $0.columnCount(ofCard: card) > 1 }) {
      spanning.append((card, rules.selector(scope.element(id(card)))))
    }
    self.spanning = spanning
    let isNatural = shelf.prepared.shelf.arrangement.hasColumns && shelf.prepared.shelf.heightMode == .natural
    natural =
      isNatural
      ? CardRules(list: list, ids: cards.map(id), scope: scope, differing: [.minBlockSize], rules: &rules) : nil
  }

  func add(_ layout: ShelfLayout, to rules: inout FrameRules) {
    let box = layout.parts[part]
    let frames = layout.frames[cards]
    // A list has one column, and its layouts record no columns.
    let columns =
      box.columns.isEmpty
      ? frames.prefix(1).map { (x: $0.x - box.leading, width: $0.width) }
      : box.columns.map { (x: $0.x, width: $0.width) }
    guard let first = columns.first else { return }
    let gap = columns.count > 1 ? columns[1].x - first.x - first.width : .zero
    rules.add(list, .paddingInlineStart, box.leading + first.x)
    rules.add(list, .columnGap, gap)
    rules.add(list, .rowGap, layout.lineSpacing)
    rules.add(list, .gridTemplateColumns, .columns(columns.map { $0.width }))
    rules.add(list, .gridTemplateRows, .rows(box.lines.map { frames[$0].lazy.map(\.height).max() ?? .zero }))
    if let natural {
      rules.add(list, .alignItems, .keyword(.start))
      natural.add(.minBlockSize, frames.map { $0.height }[...], to: &rules)
    }
    for (card, selector) in spanning { rules.add(selector, .gridColumn, .span(layout.columnCount(ofCard: card))) }
  }
}

extension ShelfLayout {
  fileprivate func columnCount(ofCard card: Int) -> Int {
    columnSpans.indices.contains(card) ? columnSpans[card] : 1
  }
}
