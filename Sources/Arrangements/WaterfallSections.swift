public import Geometry

/// A part of a waterfall with its own cards.
public struct WaterfallSection: Hashable, Sendable {
  public var count: Int
  /// One a card, in source order; cards beyond the last take one column.
  public var spans: [ColumnSpan]
  public var columns: [ColumnTrack]
  public var insets: Insets
  /// As wide as the waterfall, above the section's insets; none where the section has no header.
  public var headerHeight: Pixels?

  public init(
    count: Int, columns: [ColumnTrack], spans: [ColumnSpan] = [], insets: Insets = .zero, headerHeight: Pixels? = nil
  ) {
    self.count = count
    self.columns = columns
    self.spans = spans
    self.insets = insets
    self.headerHeight = headerHeight
  }
}

/// Sections below each other.
public struct SectionedWaterfall: Hashable, Sendable {
  /// One a section, its frames from the leading top corner of the whole; one without cards is empty.
  public let sections: [WaterfallArrangement]
  /// One a section; none for a section without header or without cards.
  public let headers: [Frame?]
  /// As wide as given, as tall as all sections; zero in both directions when there is no card.
  public let size: Size
}

/// Places sections below each other, each below everything in the one before, with all columns even again.
///
/// A section without cards takes nothing, neither header nor insets nor spacing.
///
/// - Parameters:
///   - sections: from the top.
///   - width: of the headers.
///   - sectionSpacing: between sections that have cards.
///   - lineSpacing: between cards of one column only.
///   - rule: how the columns of the next card are chosen, in each section anew.
///   - cellPadding: how far a card's frame lies inside its part of the columns, on every side.
///   - height: of a card of a section when it is as wide as given; asked as in `arrangeWaterfall`.
/// - Complexity: that of `arrangeWaterfall` for all sections.
public func arrangeWaterfall(
  sections: [WaterfallSection], width: Pixels, sectionSpacing: Pixels = .zero, lineSpacing: Pixels, rule: ColumnRule,
  cellPadding: Pixels = .zero, height: (_ section: Int, _ index: Int, _ width: Pixels) -> Pixels
) -> SectionedWaterfall {
  var arranged: [WaterfallArrangement] = []
  var headers: [Frame?] = []
  var y = Pixels.zero
  var isFirst = true
  for (number, section) in sections.enumerated() {
    guard section.count > 0 else {
      arranged.append(.empty)
      headers.append(nil)
      continue
    }
    if !isFirst { y += sectionSpacing.bounded }
    isFirst = false
    headers.append(section.headerHeight.map { Frame(x: .zero, y: y, width: width.bounded, height: $0.bounded) })
    y += section.headerHeight?.bounded ?? .zero
    let waterfall = arrangeWaterfall(
      count: section.count, columns: section.columns, spans: section.spans, lineSpacing: lineSpacing,
      insets: section.insets, rule: rule, cellPadding: cellPadding
    ) { height(number, $0, $1) }
    arranged.append(waterfall.moved(down: y))
    y += waterfall.size.height
  }
  return SectionedWaterfall(
    sections: arranged, headers: headers, size: isFirst ? .zero : Size(width: width.bounded, height: y))
}

extension WaterfallArrangement {
  fileprivate func moved(down distance: Pixels) -> WaterfallArrangement {
    let moved = frames.map { Frame(x: $0.x, y: $0.y + distance, width: $0.width, height: $0.height) }
    return WaterfallArrangement(frames: moved, columnIndexes: columnIndexes, size: size, balance: balance)
  }
}
