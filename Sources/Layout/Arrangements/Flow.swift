public import Geometry

/// An item that is as wide as needed, up to a maximum.
public struct FlowItem: Hashable, Sendable {
  /// The width on one line, including paddings and borders.
  public var naturalWidth: Pixels
  /// The greatest width; nil means as wide as the flow.
  public var maximumWidth: Pixels?
  /// True if the item starts a new line even if there is room on the previous one.
  public var breaksBefore: Bool

  public init(naturalWidth: Pixels, maximumWidth: Pixels? = nil, breaksBefore: Bool = false) {
    self.naturalWidth = naturalWidth
    self.maximumWidth = maximumWidth
    self.breaksBefore = breaksBefore
  }
}

/// The size of an item at its width.
public struct FlowBox: Hashable, Sendable {
  public var height: Pixels
  /// The distance from the item's top; without one, the bottom edge is used.
  public var baseline: Pixels?

  public init(height: Pixels, baseline: Pixels? = nil) {
    self.height = height
    self.baseline = baseline
  }
}

/// The vertical alignment of an item in its line.
public enum ItemAlignment: String, Hashable, Sendable, CaseIterable {
  case top
  case center
  case bottom
  case baseline
  /// As tall as the line.
  case stretch
}

public struct FlowRules: Hashable, Sendable {
  public var alignment: LineAlignment
  public var lastLine: LastLine
  public var itemAlignment: ItemAlignment
  public var distribution: LineDistribution
  /// The space between neighbours of a line.
  public var spacing: Pixels
  /// The space between lines.
  public var lineSpacing: Pixels

  public init(
    alignment: LineAlignment = .leading, lastLine: LastLine = .natural, itemAlignment: ItemAlignment = .top,
    distribution: LineDistribution = .greedy, spacing: Pixels, lineSpacing: Pixels
  ) {
    self.alignment = alignment
    self.lastLine = lastLine
    self.itemAlignment = itemAlignment
    self.distribution = distribution
    self.spacing = spacing
    self.lineSpacing = lineSpacing
  }
}

/// Items in lines.
public struct FlowArrangement: Hashable, Sendable {
  /// One frame per item, in source order, from the leading top corner, including the insets.
  public let frames: [Frame]
  /// The items of each line, from the top; together they are all items in source order.
  public let lines: [Range<Int>]
  /// The whole width and all lines, including insets; zero in both directions if there are no items.
  public let size: Size
}

/// Breaks items into lines, then measures them, then aligns each line.
///
/// An item is as wide as its natural width, its maximum or the line, whichever is smallest. It stays in the line while
/// `x + spacing + width <= contentWidth`: an exact fit counts.
///
/// - Parameters:
///   - items: in source order.
///   - contentWidth: the width inside the insets.
///   - rules: how lines are filled and aligned.
///   - insets: the space around all lines; a flow without items has none.
///   - measure: returns the size of the item at an index at its final width; called once per item, in source order.
/// - Complexity: O(items), O(items x items in a line) with even distribution, with a factor of log(pixels) if widths
///   fill lines.
public func arrangeFlow(
  _ items: [FlowItem], in contentWidth: Pixels, rules: FlowRules, insets: Insets = .zero,
  measure: (_ index: Int, _ width: Pixels) -> FlowBox
) -> FlowArrangement {
  guard !items.isEmpty else { return FlowArrangement(frames: [], lines: [], size: .zero) }
  let line = contentWidth.bounded
  let insets = insets.bounded
  let spacing = rules.spacing.bounded
  let widths = items.map { min($0.naturalWidth.bounded, $0.maximumWidth?.bounded ?? line, line) }
  let breaking = LineBreaking(widths: widths, line: line, spacing: spacing)
  var lines: [Range<Int>] = []
  var frames: [Frame] = []
  frames.reserveCapacity(items.count)
  // The boxes of one line.
  var boxes: [FlowBox] = []
  var y = insets.top
  for run in runs(of: items) {
    let runLines = breaking.lines(of: run, rules.distribution)
    for range in runLines {
      if !lines.isEmpty { y += rules.lineSpacing.bounded }
      let leads = range.upperBound == run.upperBound && rules.lastLine == .natural && rules.alignment.isFilling
      let first = frames.count
      boxes.removeAll(keepingCapacity: true)
      placeLine(
        widths: widths[range], maxima: { items[range.lowerBound + $0].maximumWidth?.bounded }, line: line,
        spacing: spacing, alignment: leads ? .leading : rules.alignment
      ) { part in
        boxes.append(measure(frames.count, part.width).bounded)
        frames.append(Frame(x: insets.leading + part.x, y: y, width: part.width, height: .zero))
      }
      let placed = LineHeights(boxes: boxes, alignment: rules.itemAlignment)
      for (index, box) in boxes.enumerated() {
        let (top, height) = placed.placed(box)
        frames[first + index].y += top
        frames[first + index].height = height
      }
      y += placed.height
      lines.append(range)
    }
  }
  return FlowArrangement(
    frames: frames, lines: lines,
    size: Size(width: insets.leading + line + insets.trailing, height: y + insets.bottom))
}

/// The items between forced breaks.
private func runs(of items: [FlowItem]) -> [Range<Int>] {
  var runs: [Range<Int>] = []
  var start = 0
  for index in items.indices where index > start && items[index].breaksBefore {
    runs.append(start..<index)
    start = index
  }
  return runs + [start..<items.count]
}

/// The height of one line and the positions of its items in it.
private struct LineHeights {
  let alignment: ItemAlignment
  let height: Pixels
  let baseline: Pixels

  init(boxes: [FlowBox], alignment: ItemAlignment) {
    self.alignment = alignment
    guard alignment == .baseline else {
      height = boxes.reduce(.zero) { max($0, $1.height) }
      baseline = .zero
      return
    }
    let above = boxes.reduce(Pixels.zero) { max($0, $1.ascent) }
    baseline = above
    height = above + boxes.reduce(.zero) { max($0, $1.height - $1.ascent) }
  }

  func placed(_ box: FlowBox) -> (top: Pixels, height: Pixels) {
    switch alignment {
    case .top: (.zero, box.height)
    case .center: ((height - box.height).half, box.height)
    case .bottom: (height - box.height, box.height)
    case .baseline: (baseline - box.ascent, box.height)
    case .stretch: (.zero, height)
    }
  }
}

extension FlowBox {
  fileprivate var bounded: FlowBox { FlowBox(height: height.bounded, baseline: baseline?.bounded) }
  fileprivate var ascent: Pixels { min(baseline ?? height, height) }
}
