import Arrangements
public import Geometry
public import SiteContent
public import TextLayout
public import Themes

/// A shelf whose cards are shaped; it knows no width.
public struct PreparedShelf: Sendable {
  public let shelf: Shelf
  public let title: ComposedText?
  public let preparedTitle: PreparedText?
  public let cards: [PreparedCard]

  public init(shelf: Shelf, title: ComposedText?, preparedTitle: PreparedText?, cards: [PreparedCard]) {
    self.shelf = shelf
    self.title = title
    self.preparedTitle = preparedTitle
    self.cards = cards
  }
}

/// A shelf at every step.
public struct LaidOutShelf: Sendable {
  public let prepared: PreparedShelf
  /// One for each step, in order.
  public let layouts: [ShelfLayout]
}

/// A shelf at one step: where everything is.
public struct ShelfLayout: Sendable, Hashable {
  /// The shelf's own box; as wide as the step.
  public var size: Size
  /// The lines of the shelf's title.
  public var title: MeasuredText?
  public var titleFrame: Frame?
  /// From the top of the shelf to the top of the first cards.
  public var cardsTop: Pixels
  /// From the leading edge of the shelf to the leading edge of the first cards.
  public var cardsLeading: Pixels
  public var cardsBottomInset: Pixels
  public var cardsTrailing: Pixels
  public var spacing: Pixels
  /// In the shelf's box.
  public var frames: [Frame]
  public var cards: [MeasuredCard]
  /// Of a waterfall: leading edges from the cards' own, and widths.
  public var columns: [ColumnFrame]
  public var columnIndexes: [Int]

  public struct ColumnFrame: Sendable, Hashable {
    public var x: Pixels
    public var width: Pixels
  }
}

extension PreparedShelf {
  /// Lays the shelf out at every step. Cards are measured once for each width and clamp that comes up.
  ///
  /// - Complexity: O(steps x cards x pieces of a card).
  public func laidOut(steps: [Step], theme: Theme) -> LaidOutShelf {
    var memo = CardMemo(cardCount: cards.count)
    return LaidOutShelf(prepared: self, layouts: steps.map { layout(at: $0, theme: theme, memo: &memo) })
  }

  private func layout(at step: Step, theme: Theme, memo: inout CardMemo) -> ShelfLayout {
    let inset = shelf.inset
    var layout = ShelfLayout(
      size: Size(width: Pixels(step.width), height: .zero), title: nil, titleFrame: nil, cardsTop: Pixels(inset.top),
      cardsLeading: Pixels(step.margin + inset.leading), cardsBottomInset: Pixels(inset.bottom),
      cardsTrailing: Pixels(step.margin + inset.trailing),
      spacing: Pixels(shelf.spacing?.value(upTo: step.classNames) ?? theme.shelf.spacing), frames: [], cards: [],
      columns: [], columnIndexes: [])
    if let title, let preparedTitle {
      let lines = preparedTitle.lines(width: step.contentWidth, maximumLines: title.maximumLines)
      let height = Pixels(lines.lineCount * title.lineHeight)
      layout.title = lines
      layout.titleFrame = Frame(x: Pixels(step.margin), y: .zero, width: Pixels(step.contentWidth), height: height)
      layout.cardsTop += height + Pixels(theme.shelf.titleGap)
    }
    switch shelf.arrangement {
    case .shelf: arrangeInShelf(&layout, step: step, theme: theme, memo: &memo)
    case .waterfall: arrangeInWaterfall(&layout, step: step, theme: theme, memo: &memo)
    }
    return layout
  }

  private func arrangeInShelf(_ layout: inout ShelfLayout, step: Step, theme: Theme, memo: inout CardMemo) {
    let wanted = shelf.cardWidth?.value(upTo: step.classNames) ?? theme.shelf.cardWidth
    // A card that is wider than the page's content is as wide as that (rule L4).
    let room = step.contentWidth - shelf.inset.leading - shelf.inset.trailing
    let width = min(wanted, max(1, room))
    let maximum = maximumHeight(at: step, theme: theme)
    layout.cards = cards.indices.map { memo.measured(cards, $0, width: width, maximumHeight: maximum, theme: theme) }
    let arranged = arrangeShelf(
      naturalHeights: layout.cards.map(\.naturalHeight), cardWidth: Pixels(width), spacing: layout.spacing,
      insets: Insets(
        top: layout.cardsTop, leading: layout.cardsLeading, bottom: layout.cardsBottomInset,
        trailing: layout.cardsTrailing))
    layout.frames = arranged.frames
    layout.size.height = arranged.size.height
  }

  /// Nothing is too tall at accessibility text sizes.
  private func maximumHeight(at step: Step, theme: Theme) -> Int? {
    theme.textSize.isAccessibilityCategory ? nil : shelf.maxCardHeight?.value(upTo: step.classNames)
  }

  private func arrangeInWaterfall(_ layout: inout ShelfLayout, step: Step, theme: Theme, memo: inout CardMemo) {
    let count = theme.textSize.columnCount(
      shelf.columns?.value(upTo: step.classNames) ?? theme.columns(upTo: step.classNames))
    let content = Pixels(step.width) - layout.cardsLeading - layout.cardsTrailing
    let padding = shelf.cellPadding.map { Pixels($0) }
    let columns = columnTracks(count: count, in: content, spacing: layout.spacing, cellPadding: padding)
    let maximum = maximumHeight(at: step, theme: theme)
    var measured: [MeasuredCard] = []
    let arranged = arrangeWaterfall(
      count: cards.count, columns: columns, lineSpacing: padding == nil ? layout.spacing : .zero,
      insets: Insets(top: layout.cardsTop, leading: layout.cardsLeading, bottom: layout.cardsBottomInset),
      rule: shelf.columnRule == .shortest ? .shortest : .roundRobin, cellPadding: padding ?? .zero
    ) { index, width in
      measured.append(
        memo.measured(cards, index, width: width.roundedDown, maximumHeight: maximum, theme: theme))
      return measured[index].naturalHeight
    }
    layout.cards = measured
    layout.frames = arranged.frames
    layout.columns = columns.map { .init(x: $0.x, width: $0.width) }
    layout.columnIndexes = arranged.columnIndexes
    layout.size.height = arranged.size.height
  }
}

extension Theme {
  /// Waterfall columns of the nearest class below that names a number.
  func columns(upTo classNames: [String]) -> Int {
    for name in classNames.reversed() {
      if let count = shelf.columns[name] { return count }
    }
    return 1
  }
}

/// What cards measured at the widths that have come up.
private struct CardMemo {
  private struct Key: Hashable {
    var width: Int
    var maximumHeight: Int?
  }

  private var known: [[Key: MeasuredCard]]

  init(cardCount: Int) { known = Array(repeating: [:], count: cardCount) }

  mutating func measured(
    _ cards: [PreparedCard], _ index: Int, width: Int, maximumHeight: Int?, theme: Theme
  ) -> MeasuredCard {
    let key = Key(width: width, maximumHeight: maximumHeight)
    if let card = known[index][key] { return card }
    let card = cards[index].measured(width: width, maximumHeight: maximumHeight, theme: theme)
    known[index][key] = card
    return card
  }
}
