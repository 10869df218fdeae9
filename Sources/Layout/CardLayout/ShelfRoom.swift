import Arrangements
public import Content
import ShelfArrangements
public import Themes

/// The widths of a shelf at a step, or of one of its sections, in whole CSS pixels.
///
/// All arrangements get their numbers of columns and the widths of their cards from here, and so does the check that
/// every card has room: so the layout always matches the check.
public struct ShelfRoom: Sendable, Hashable {
  /// The width between the margins and the insets; zero or less if they leave nothing.
  public var contentWidth: Int
  /// The number of columns, at least one; one if the arrangement has no columns.
  public var columnCount = 1
  /// The gap between columns; zero with a cell padding.
  public var columnGap = 0
  /// The padding on every side of each card.
  public var cellPadding = 0
  /// The greatest width of a card in a row or a flow, if there is room for it.
  public var cardWidth: Int?

  /// The width of the narrowest column, or of a card that fills the line; negative if gaps and paddings need more than
  /// the available width.
  public var leastCardWidth: Int {
    let free = contentWidth - columnGap * (columnCount - 1)
    // The division rounds down, also below zero.
    let share = free >= 0 ? free / columnCount : -((-free + columnCount - 1) / columnCount)
    return min(share - 2 * cellPadding, cardWidth ?? Int.max)
  }

  /// The number of columns that are as wide as these on the narrowest device; at least one.
  ///
  /// All columns if there is no room for them even there, so that the check reports them.
  fileprivate func columnsOfDevices(at step: Step) -> Int {
    var room = self
    room.contentWidth += Step.narrowestDevice - step.width
    let least = room.leastCardWidth
    return least < 1 ? columnCount : mostColumns(ofWidth: least) ?? 1
  }

  /// - Returns: nil if there is not even room for one column.
  public func mostColumns(ofWidth least: Int) -> Int? {
    let pitch = least + 2 * cellPadding + columnGap
    let count = (contentWidth + columnGap) / max(1, pitch)
    return count >= 1 ? count : nil
  }
}

extension Shelf {
  /// - Parameters:
  ///   - section: a section of the shelf; nil is the shelf itself.
  ///   - sizes: the sizes that the cards, or their section, set.
  ///   - columnChoice: the number of columns that the reader chose, if there is a choice; nil means the number that the
  ///     page shows first.
  public func room(
    at step: Step, in section: ShelfSection? = nil, sizes: OwnSizes? = nil, columnChoice: Int? = nil, theme: Theme
  ) -> ShelfRoom {
    let inset = section?.inset?.value(upTo: step.classNames) ?? inset(at: step)
    var room = ShelfRoom(contentWidth: step.contentWidth - inset.leading - inset.trailing)
    switch settings.arrangement.cardWidths {
    case .content: break
    case .fixed, .texts: room.cardWidth = widthOfCards(sizes: sizes, at: step, theme: theme)
    case .columns:
      room.cellPadding = settings.cellPadding ?? 0
      room.columnGap = settings.cellPadding == nil ? spacing(at: step, theme: theme) : 0
      let wanted: Int
      switch columns(at: step, in: section, columnChoice: columnChoice, theme: theme) {
      case .count(let count): wanted = count
      case .minimumWidth(let width): wanted = room.mostColumns(ofWidth: width) ?? 1
      }
      room.columnCount = theme.textSize.columnCount(wanted)
      if step.isNarrowerThanDevices { room.columnCount = min(room.columnCount, room.columnsOfDevices(at: step)) }
    }
    return room
  }

  /// The width of cards in a row, or their greatest width in a flow: their own, or that of their section, their shelf or
  /// the theme.
  @inline(__always)
  public func widthOfCards(sizes: OwnSizes?, at step: Step, theme: Theme) -> Int {
    sizes?.width?.value(upTo: step.classNames) ?? settings.cardWidth?.value(upTo: step.classNames)
      ?? theme.shelf.cardWidth
  }

  /// The space between neighbours.
  @inline(__always)
  public func spacing(at step: Step, theme: Theme) -> Int {
    settings.spacing?.value(upTo: step.classNames) ?? theme.shelf.spacing
  }

  private func columns(at step: Step, in section: ShelfSection?, columnChoice: Int?, theme: Theme) -> ColumnCount {
    if let chosen = columnChoice ?? settings.columnToggle?.first { return .count(chosen) }
    return section?.columns?.value(upTo: step.classNames) ?? settings.columns?.value(upTo: step.classNames)
      ?? .count(theme.columns(upTo: step.classNames))
  }

  /// The numbers of columns that a page can show.
  public var columnChoices: [Int?] { settings.columnToggle == nil ? [nil] : [1, 2] }
}

extension Theme {
  /// The number of columns of the nearest narrower class that has one.
  fileprivate func columns(upTo classNames: [String]) -> Int {
    for name in classNames.reversed() {
      if let count = shelf.columns[name] { return count }
    }
    return 1
  }
}

extension CardAnatomy {
  /// The least width of a card: its paddings, and a pixel between them. Text cannot be narrower, and browsers make no
  /// box narrower than its paddings.
  public var leastWidth: Int { 2 * padding + 1 }
}
