public import Geometry

/// The rules by which tags fill their rows.
public struct TagRules: Hashable, Sendable {
  public var alignment: LineAlignment
  public var lastLine: LastLine
  public var distribution: LineDistribution
  /// The space between neighbours in a row.
  public var spacing: Pixels
  /// The space between rows.
  public var lineSpacing: Pixels
  /// The greatest number of rows; a chip counts the other tags. With zero or fewer, nothing is shown.
  public var maximumRows: Int?

  public init(
    alignment: LineAlignment = .leading, lastLine: LastLine = .natural, distribution: LineDistribution = .greedy,
    spacing: Pixels, lineSpacing: Pixels, maximumRows: Int? = nil
  ) {
    self.alignment = alignment
    self.lastLine = lastLine
    self.distribution = distribution
    self.spacing = spacing
    self.lineSpacing = lineSpacing
    self.maximumRows = maximumRows
  }
}

/// Tags in rows.
public struct TagArrangement: Hashable, Sendable {
  /// One frame per visible tag, in source order, from the leading top corner of the flow.
  public let frames: [Frame]
  /// The tags of each row, from the top; together they are all visible tags in source order. The last row may contain
  /// only the chip and no tag.
  public let rows: [Range<Int>]
  /// The chip after the last visible tag; nil if all tags are visible.
  public let chip: Frame?
  /// The number that the chip shows.
  public let hiddenCount: Int
  /// The width up to the furthest trailing edge of any row, and the height of all rows and the gaps between them.
  public let size: Size
  /// The available widths with the same arrangement, including the one for which it was computed.
  public let availableWidths: ClosedRange<Pixels>

  fileprivate static func nothing(hiddenCount: Int) -> TagArrangement {
    TagArrangement(
      frames: [], rows: [], chip: nil, hiddenCount: hiddenCount, size: .zero,
      availableWidths: LineComparison.allWidths)
  }
}

/// Breaks tags of the same height into rows, each row as full as the source order allows.
///
/// A tag stays in the row while `x + spacing + width <= available`: an exact fit counts. Lengths are exact, so the
/// comparison needs no tolerance. A tag that is wider than a whole row is cut to the width of the row first.
///
/// - Parameters:
///   - widths: whole tags with their paddings, in source order.
///   - height: the height of every tag and so of every row.
///   - available: the width for the tags inside the card.
///   - spacing: between neighbours in a row only, at least zero.
///   - lineSpacing: between rows only, at least zero.
/// - Complexity: O(tags).
public func arrangeTags(
  widths: [Pixels], height: Pixels, available: Pixels, spacing: Pixels, lineSpacing: Pixels
) -> TagArrangement {
  arrangeTags(
    widths: widths, height: height, available: available,
    rules: TagRules(spacing: spacing, lineSpacing: lineSpacing)
  ) { _ in .zero }
}

/// Breaks tags of the same height into rows and counts the tags that do not fit in a chip after the last one that does.
///
/// The result shows as many tags as fit into the rows, from the first, together with the chip that counts the others;
/// the width of the chip depends on its number. If no tag fits, the chip is alone. Only visible tags and the chip are
/// distributed and aligned.
///
/// - Parameters:
///   - widths: whole tags with their paddings, in source order; each is first cut to the width of the row.
///   - height: the height of every tag, of the chip and so of every row.
///   - available: the width for the tags inside the card.
///   - rules: how many rows there may be, and how they are filled.
///   - chipWidth: returns the width of the chip for a number of hidden tags, with its paddings.
/// - Complexity: O(tags), O(tags x tags in a row) with even distribution; one call of `chipWidth` for each number of
///   tags tried.
public func arrangeTags(
  widths: [Pixels], height: Pixels, available: Pixels, rules: TagRules, chipWidth: (_ hiddenCount: Int) -> Pixels
) -> TagArrangement {
  let line = available.bounded
  let height = height.bounded
  let spacing = rules.spacing.bounded
  var comparison = LineComparison(line: line)
  let widths = widths.map { comparison.cut($0.bounded) }
  let fitting = TagFitting(widths: widths, spacing: spacing, maximumRows: rules.maximumRows)
  guard let shown = fitting.shown(chipWidth: chipWidth, in: &comparison) else {
    return .nothing(hiddenCount: widths.count)
  }

  let tagCount = shown.chip == nil ? widths.count : shown.count
  var items = widths
  if let chip = shown.chip {
    items.removeSubrange(tagCount...)
    items.append(chip)
  }
  let lines = LineBreaking(widths: items, line: line, spacing: spacing)
    .lines(of: items.indices, rules.distribution)
  var frames: [Frame] = []
  frames.reserveCapacity(items.count)
  var widest = Pixels.zero
  for (row, range) in lines.enumerated() {
    let leads = row == lines.count - 1 && rules.lastLine == .natural && rules.alignment.isFilling
    let alignment = leads ? .leading : rules.alignment
    let y = (height + rules.lineSpacing.bounded) * row
    placeLine(
      widths: items[range], maxima: { _ in nil }, line: line, spacing: spacing, alignment: alignment
    ) { part in
      frames.append(Frame(x: part.x, y: y, width: part.width, height: height))
      widest = max(widest, part.x + part.width)
    }
    comparison.note(
      rowEnd: frames.last?.maxX ?? .zero, next: range.upperBound < items.count ? items[range.upperBound] + spacing : nil
    )
    if alignment != .leading { comparison.dependsOnLine() }
  }
  if rules.distribution != .greedy || available != line { comparison.dependsOnLine() }
  let size = Size(width: widest, height: frames.last?.maxY ?? .zero)
  let chip = shown.chip == nil ? nil : frames.popLast()
  return TagArrangement(
    frames: frames, rows: chip == nil ? lines : lines.map { $0.clamped(to: 0..<tagCount) }, chip: chip,
    hiddenCount: widths.count - tagCount, size: size, availableWidths: comparison.widths)
}

/// Compares lengths with a line, and records which other lines would have had the same results.
private struct LineComparison {
  let line: Pixels
  private(set) var widths = allWidths

  static let allWidths = Pixels(sixtyFourths: .min)...Pixels(sixtyFourths: .max)

  init(line: Pixels) { self.line = line }

  mutating func fits(_ length: Pixels) -> Bool {
    if length <= line {
      widths = max(widths.lowerBound, length)...widths.upperBound
      return true
    }
    widths = widths.lowerBound...min(widths.upperBound, length - Pixels(sixtyFourths: 1))
    return false
  }

  /// Cuts a length to the line.
  mutating func cut(_ length: Pixels) -> Pixels {
    if fits(length) { return length }
    dependsOnLine()
    return line
  }

  /// - Parameter next: the room that the first item of the next row would have taken.
  mutating func note(rowEnd: Pixels, next: Pixels?) {
    _ = fits(rowEnd)
    if let next { _ = fits(rowEnd + next) }
  }

  /// Records that any other line would have another result.
  mutating func dependsOnLine() { widths = line...line }
}

/// Determines how many tags fit into a number of rows.
private struct TagFitting {
  let widths: [Pixels]
  let spacing: Pixels
  let maximumRows: Int?

  /// The number of tags and the width of the chip after them, if there is one; nil if nothing is visible.
  func shown(
    chipWidth: (Int) -> Pixels, in comparison: inout LineComparison
  ) -> (count: Int, chip: Pixels?)? {
    if widths.isEmpty { return nil }
    guard let maximumRows else { return (widths.count, nil) }
    if maximumRows <= 0 { return nil }
    let places = placesInRows(maximumRows, in: &comparison)
    if places.count == widths.count { return (widths.count, nil) }
    for count in stride(from: places.count, through: 0, by: -1) {
      let chip = comparison.cut(chipWidth(widths.count - count).bounded)
      guard count > 0 else { return (0, chip) }
      let last = places[count - 1]
      if comparison.fits(last.end + spacing + chip) || last.row + 1 < maximumRows { return (count, chip) }
    }
    return nil
  }

  private func placesInRows(
    _ maximumRows: Int, in comparison: inout LineComparison
  ) -> [(row: Int, end: Pixels)] {
    var places: [(row: Int, end: Pixels)] = []
    places.reserveCapacity(widths.count)
    for width in widths {
      guard let last = places.last else {
        places.append((0, width))
        continue
      }
      let end = last.end + spacing + width
      if comparison.fits(end) {
        places.append((last.row, end))
      } else if last.row + 1 < maximumRows {
        places.append((last.row + 1, width))
      } else {
        break
      }
    }
    return places
  }
}
