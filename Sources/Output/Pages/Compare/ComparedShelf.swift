public import CardLayout
import Content
import Geometry
import ShelfArrangements
public import Themes

/// The data of a shelf on the compare page: its height and columns at every page width.
public struct ComparedShelf: Sendable, Hashable {
  /// One layout, from the page width at which it begins.
  struct Layout: Sendable, Hashable {
    let minimumWidth: Int
    let height: Pixels
    /// The numbers of columns over all sections; nil if cards are not in columns.
    let columns: ClosedRange<Int>?
  }

  struct OtherView: Sendable, Hashable {
    let condition: ViewCondition
    let layouts: [Layout]
  }

  let id: String
  /// The title, or the id if there is none.
  let name: String
  let arrangement: String
  /// The layouts in ascending order; neighbours differ.
  let layouts: [Layout]
  /// The id of the controls for the number of columns, if they are outside the shelf.
  var controlsElsewhere: String?
  /// The layouts of all views but the first, with their conditions.
  let otherViews: [OtherView]
  /// The page widths from which cards are arranged differently: in other columns or lines, in another variant, or, in a
  /// row, at another width. Ascending. Widths at which only lines of text break elsewhere are not included.
  let rearrangements: [Int]

  /// - Parameter steps: the steps of the theme; the shelf has a layout for each.
  public init(_ shelf: LaidOutShelf, steps: [Step]) {
    let source = shelf.prepared.shelf
    id = source.id
    name = source.title?.text ?? source.id
    arrangement = source.arrangement.name
    let laidOut = shelf.layouts
    layouts = Self.runs(of: laidOut, steps: steps)
    otherViews = zip(ViewConditions(shelf).all, shelf.views).dropFirst().map { condition, view in
      OtherView(condition: condition, layouts: Self.runs(of: view.layouts, steps: steps))
    }
    let hasControls = shelf.views.first?.choice.columns != nil
    controlsElsewhere = hasControls && laidOut.first?.toggleFrame == nil ? columnToggleID(ofShelf: id) : nil
    let isRow = source.arrangement.isOneRow
    rearrangements = zip(steps.indices, laidOut.indices).dropFirst()
      .filter { !isArranged(laidOut[$1], like: laidOut[$1 - 1], isRow: isRow) }
      .map { steps[$0.0].minimumWidth }
  }

  init(
    id: String, name: String, arrangement: String, layouts: [Layout], otherViews: [OtherView] = [],
    rearrangements: [Int] = []
  ) {
    self.id = id
    self.name = name
    self.arrangement = arrangement
    self.layouts = layouts
    self.otherViews = otherViews
    self.rearrangements = rearrangements
  }

  /// The layout of a page of the given width.
  func layout(at width: Int) -> Layout? { layouts.last { $0.minimumWidth <= width } ?? layouts.first }

  private static func runs(of layouts: [ShelfLayout], steps: [Step]) -> [Layout] {
    var runs: [Layout] = []
    for index in layouts.indices.prefix(steps.count) {
      let height = layouts[index].size.height
      let counts = layouts[index].parts.map { $0.columns.count }.filter { $0 > 0 }
      let columns = counts.min().flatMap { low in counts.max().map { low...$0 } }
      if let last = runs.last, last.height == height, last.columns == columns { continue }
      runs.append(Layout(minimumWidth: steps[index].minimumWidth, height: height, columns: columns))
    }
    return runs
  }
}

/// Returns whether two layouts arrange the cards alike, regardless of their texts: in as many columns and lines, in the
/// same variants and, in a row, at the same width.
private func isArranged(_ a: ShelfLayout, like b: ShelfLayout, isRow: Bool) -> Bool {
  guard a.parts.count == b.parts.count, a.cards.haveVariants(of: b.cards) else { return false }
  if isRow, a.frames.first?.width != b.frames.first?.width { return false }
  for index in a.parts.indices {
    guard a.parts[index].columns.count == b.parts[index].columns.count,
      a.parts[index].lines.count == b.parts[index].lines.count
    else { return false }
  }
  return true
}

extension ComparedShelf.Layout {
  /// The layout in words, such as `612 px, 3 columns`.
  var words: String {
    guard let columns else { return "\(height) px" }
    let count = columns.count == 1 ? "\(columns.lowerBound)" : "\(columns.lowerBound)–\(columns.upperBound)"
    return "\(height) px, \(count) column\(columns == 1...1 ? "" : "s")"
  }
}
