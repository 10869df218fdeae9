public import Geometry

/// One row of a list: an image next to labels in a stack.
public struct ListRow: Hashable, Sendable {
  /// The size of the image; nil if the labels fill the whole row.
  public var imageSize: Size?
  public var labelCount: Int

  public init(imageSize: Size? = nil, labelCount: Int) {
    self.imageSize = imageSize
    self.labelCount = labelCount
  }
}

public struct ListRules: Hashable, Sendable {
  /// The padding of every row.
  public var padding: Insets
  /// The space between image and labels, next to each other or stacked.
  public var imageGap: Pixels
  /// The space between labels that are not empty.
  public var labelGap: Pixels
  /// The space between rows.
  public var lineSpacing: Pixels
  /// True if the image is above the labels, as for text of accessibility sizes.
  public var stacksImage: Bool

  public init(
    padding: Insets, imageGap: Pixels, labelGap: Pixels = .zero, lineSpacing: Pixels = .zero, stacksImage: Bool = false
  ) {
    self.padding = padding
    self.imageGap = imageGap
    self.labelGap = labelGap
    self.lineSpacing = lineSpacing
    self.stacksImage = stacksImage
  }
}

/// Rows below each other.
public struct ListArrangement: Hashable, Sendable {
  public struct Row: Hashable, Sendable {
    /// The frame of the row relative to the leading top corner of the list, including the insets.
    public let frame: Frame
    /// The frame of the image relative to the row's box.
    public let image: Frame?
    /// The frames of the labels relative to the row's box, from the top; an empty label has a frame without height.
    public let labels: [Frame]
  }

  public let rows: [Row]
  /// The size of the list, including insets; zero in both directions if there are no rows.
  public let size: Size
}

/// Places rows of an image next to labels. A row is as tall as the taller of both, plus its paddings. The image is
/// centred vertically; labels begin at the top and are never stretched.
///
/// An image wider than the row is scaled down in proportion. Labels next to it have the remaining width, which may be
/// zero.
///
/// - Parameters:
///   - rows: from the top.
///   - contentWidth: the width inside the insets, and of every row.
///   - rules: paddings and gaps.
///   - insets: the space around all rows; a list without rows has none.
///   - labelHeight: returns the height of a label at the given width; called once per label, in source order.
/// - Complexity: O(rows + labels).
public func arrangeList(
  _ rows: [ListRow], in contentWidth: Pixels, rules: ListRules, insets: Insets = .zero,
  labelHeight: (_ row: Int, _ label: Int, _ width: Pixels) -> Pixels
) -> ListArrangement {
  guard !rows.isEmpty else { return ListArrangement(rows: [], size: .zero) }
  let insets = insets.bounded
  let line = contentWidth.bounded
  var arranged: [ListArrangement.Row] = []
  arranged.reserveCapacity(rows.count)
  var y = insets.top
  for (index, row) in rows.enumerated() {
    if index > 0 { y += rules.lineSpacing.bounded }
    let parts = RowParts(row, in: line, rules: rules) { labelHeight(index, $0, $1) }
    arranged.append(
      ListArrangement.Row(
        frame: Frame(x: insets.leading, y: y, width: line, height: parts.height), image: parts.image,
        labels: parts.labels))
    y += parts.height
  }
  return ListArrangement(
    rows: arranged, size: Size(width: insets.leading + line + insets.trailing, height: y + insets.bottom))
}

/// The frames of one row's parts, relative to its box.
private struct RowParts {
  var image: Frame?
  var labels: [Frame] = []
  var height: Pixels

  init(_ row: ListRow, in line: Pixels, rules: ListRules, labelHeight: (Int, Pixels) -> Pixels) {
    let padding = rules.padding.bounded
    let leading = min(padding.leading, line)
    let content = max(.zero, line - leading - padding.trailing)
    var labelsX = leading
    var labelsY = padding.top
    if let size = row.imageSize {
      let fitted = size.fitted(into: content)
      image = Frame(x: leading, y: padding.top, width: fitted.width, height: fitted.height)
      if !rules.stacksImage { labelsX = leading + min(content, fitted.width + rules.imageGap.bounded) }
    }
    let width = leading + content - labelsX
    let heights = (0..<max(0, row.labelCount)).map { labelHeight($0, width).bounded }
    if rules.stacksImage, let image {
      labelsY = image.maxY + (heights.contains { $0 > .zero } ? rules.imageGap.bounded : .zero)
    }
    var end = labelsY
    for height in heights {
      if height > .zero, end > labelsY { end += rules.labelGap.bounded }
      labels.append(Frame(x: labelsX, y: end, width: width, height: height))
      end += height
    }
    let bottom = max(end, image?.maxY ?? .zero)
    if let tall = image, !rules.stacksImage {
      image?.y = padding.top + (bottom - padding.top - tall.height).half
    }
    height = bottom + padding.bottom
  }
}

extension Size {
  /// The size scaled down to the width of a line, in proportion; the height is rounded down to 1/64 px.
  fileprivate func fitted(into line: Pixels) -> Size {
    let width = width.bounded
    let height = height.bounded
    if width <= line { return Size(width: width, height: height) }
    return Size(
      width: line,
      height: Pixels(sixtyFourths: height.sixtyFourths * line.sixtyFourths / width.sixtyFourths))
  }
}
