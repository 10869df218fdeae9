import Arrangements
public import SiteContent
public import Themes

/// The widths of a shelf at a step, or of one of its sections, in whole CSS pixels.
///
/// All arrangements take their numbers of columns and the widths of their cards from here, and so does the check that
/// every card has room: what is laid out is what was checked.
public struct ShelfRoom: Sendable, Hashable {
  /// What is between the margins and the insets; not above zero where they leave nothing.
  public var contentWidth: Int
  /// At least one; one where the arrangement has no columns.
  public var columnCount = 1
  /// Between columns; zero where there is a cell padding.
  public var columnGap = 0
  /// On every side of each card.
  public var cellPadding = 0
  /// The most that a card of a row or a flow takes, if there is room for it.
  public var cardWidth: Int?

  /// The width of the narrowest column, or of a card that has the whole line; below zero where gaps and paddings take more
  /// than there is.
  public var leastCardWidth: Int {
    let free = contentWidth - columnGap * (columnCount - 1)
    // Rounded down, also below zero.
    let share = free >= 0 ? free / columnCount : -((-free + columnCount - 1) / columnCount)
    return min(share - 2 * cellPadding, cardWidth ?? Int.max)
  }

  /// How many columns are as wide as these are on the narrowest device; at least one.
  ///
  /// All where there is no room for them even there, so that the check names them.
  fileprivate func columnsOfDevices(at step: Step) -> Int {
    var room = self
    room.contentWidth += Step.narrowestDevice - step.width
    let least = room.leastCardWidth
    return least < 1 ? columnCount : mostColumns(ofWidth: least) ?? 1
  }

  /// - Returns: nil where there is not even room for one column.
  public func mostColumns(ofWidth least: Int) -> Int? {
    let pitch = least + 2 * cellPadding + columnGap
    let count = (contentWidth + columnGap) / max(1, pitch)
    return count >= 1 ? count : nil
  }
}

extension Shelf {
  /// - Parameters:
  ///   - section: a section of the shelf; nil is the shelf itself.
  ///   - columnChoice: how many columns the reader chose, where there is a choice; nil is what the page shows first.
  public func room(
    at step: Step, in section: ShelfSection? = nil, columnChoice: Int? = nil, theme: Theme
  ) -> ShelfRoom {
    let inset = section?.inset?.value(upTo: step.classNames) ?? inset(at: step)
    var room = ShelfRoom(contentWidth: step.contentWidth - inset.leading - inset.trailing)
    switch settings.arrangement {
    case .list: break
    case .shelf, .flow: room.cardWidth = settings.cardWidth?.value(upTo: step.classNames) ?? theme.shelf.cardWidth
    case .grid, .waterfall:
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

  /// Between neighbours.
  public func spacing(at step: Step, theme: Theme) -> Int {
    settings.spacing?.value(upTo: step.classNames) ?? theme.shelf.spacing
  }

  private func columns(at step: Step, in section: ShelfSection?, columnChoice: Int?, theme: Theme) -> ColumnCount {
    if let chosen = columnChoice ?? settings.columnToggle?.first { return .count(chosen) }
    return section?.columns?.value(upTo: step.classNames) ?? settings.columns?.value(upTo: step.classNames)
      ?? .count(theme.columns(upTo: step.classNames))
  }

  /// Numbers of columns that a page may show.
  public var columnChoices: [Int?] { settings.columnToggle == nil ? [nil] : [1, 2] }
}

extension Theme {
  /// Columns of the nearest class below that names a number.
  fileprivate func columns(upTo classNames: [String]) -> Int {
    for name in classNames.reversed() {
      if let count = shelf.columns[name] { return count }
    }
    return 1
  }
}

extension CardAnatomy {
  /// The width that a card needs at least: its paddings, and a pixel between them. No text can be narrower, and a browser
  /// makes no box narrower than its paddings.
  public var leastWidth: Int { 2 * padding + 1 }
}
