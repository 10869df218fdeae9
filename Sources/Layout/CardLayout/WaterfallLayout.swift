public import Arrangements
import Geometry
public import SiteContent

extension ShelfArranger {
  /// Columns of cards that are as tall as they need.
  mutating func arrangeWaterfall(
    _ part: Range<Int>, in columns: [ColumnTrack], insets: Insets
  ) -> ArrangedPart {
    let padding = inputs.settings.cellPadding.map { Pixels($0) }
    let arranged = Arrangements.arrangeWaterfall(
      count: part.count, columns: columns, spans: spans(of: part),
      lineSpacing: padding == nil || inputs.settings.lineSpacing != nil ? lineSpacing : .zero, insets: insets,
      rule: ColumnRule(inputs.settings.columnRule, columnCount: columns.count), cellPadding: padding ?? .zero
    ) { index, width in need(part.lowerBound + index, width: width).height }
    let cards = zip(part, arranged.frames).map { need($0, width: $1.width).row }
    return ArrangedPart(
      frames: arranged.frames, cards: cards, columns: columns, columnIndexes: arranged.columnIndexes,
      bottom: arranged.size.height)
  }
}

extension ColumnRule {
  /// Balanced cards are at most two rows away from their places in the source.
  public init(_ setting: ColumnRuleName, columnCount: Int) {
    self =
      switch setting {
      case .shortest: .shortest
      case .roundRobin: .roundRobin
      case .tolerant(let length): .tolerant(Pixels(length))
      case .balanced: .balanced(maximumDisplacement: 2 * columnCount)
      }
  }
}
