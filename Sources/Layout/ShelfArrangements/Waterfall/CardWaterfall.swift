import Arrangements
import Geometry

extension AnyArrangement {
  public static let waterfall = AnyArrangement(CardWaterfall())
}

/// Columns of cards that are as tall as they need.
struct CardWaterfall: Arrangement {
  let name = "waterfall"
  let otherNames = ["masonry", "pinterest", "gallery", "mosaic", "bricks"]
  let shelfKeys: Set = ["lineSpacing", "columns", "columnRule", "cellPadding"]
  let cardKeys: Set = ["span"]
  let cardWidths = CardWidths.columns
  /// Firefox has no grid lines beyond the 10,000th, and a card may need two. Below a list of this length, a new list
  /// begins with level columns.
  let mostCards = 4000

  func knowsWidths(in columns: [ColumnTrack]) -> Bool { columns.allSatisfy { $0.width == columns.first?.width } }

  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart {
    let settings = room.settings
    let waterfall = arrangeWaterfall(
      count: cards.count, columns: room.columns, spans: cards.spans,
      lineSpacing: settings.cellPadding == nil || settings.hasLineSpacing ? settings.lineSpacing : .zero,
      insets: room.insets, rule: ColumnRule(settings.columnRule, columnCount: room.columns.count),
      cellPadding: settings.cellPadding ?? .zero
    ) { cards.height(of: $0, width: $1) }
    return ArrangedPart(
      frames: waterfall.frames, columns: room.columns, columnIndexes: waterfall.columnIndexes,
      bottom: waterfall.size.height)
  }

  func alternatives(to settings: PlacementSettings) -> [PlacementAlternative] {
    let rules: [ColumnRuleName] = [.shortest, .roundRobin, .tolerant(64), .tolerant(256), .balanced]
    return rules.filter { $0 != settings.columnRule }.map { rule in
      var other = settings
      other.columnRule = rule
      return PlacementAlternative(key: "columnRule", value: rule.description, settings: other)
    }
  }
}

extension ColumnRule {
  /// Balanced cards are at most two rows away from their position in the source.
  init(_ setting: ColumnRuleName, columnCount: Int) {
    self =
      switch setting {
      case .shortest: .shortest
      case .roundRobin: .roundRobin
      case .tolerant(let length): .tolerant(Pixels(length))
      case .balanced: .balanced(maximumDisplacement: 2 * columnCount)
      }
  }
}
