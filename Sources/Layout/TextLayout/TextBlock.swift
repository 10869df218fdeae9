public import Geometry

/// A string broken into lines.
public struct TextBlock: Sendable, Hashable {
  public struct BlockLine: Sendable, Hashable {
    /// The text in the order in which it is read, with an ellipsis if the string is cut there.
    public let text: String
    /// The width, rounded up to 1/64 px.
    public let width: Pixels
    /// The distance of the baseline from the top of the block, as in Chromium on Linux.
    public let baseline: Pixels
  }

  /// The lines from the top; an empty string has none.
  public let lines: [BlockLine]
  public let height: Pixels
  /// The characters that no font has, each once. They are measured as boxes.
  public let missing: [Unicode.Scalar]
  /// True if something that cannot be divided is wider than a line.
  public let overflows: Bool
  public let isTruncated: Bool

  /// The width of the widest line.
  public var width: Pixels { lines.map(\.width).max() ?? .zero }

  init(
    _ text: PreparedText, _ measured: MeasuredText, _ set: [SetLine], lineHeight: Int, baseline: Int
  ) {
    let starts = measured.lineStarts
    let ends = starts.dropFirst() + [measured.cut ?? text.bytes.count]
    lines = zip(starts, ends).enumerated().map { index, range in
      let isCut = measured.isTruncated && index == starts.count - 1
      return BlockLine(
        text: text.readable(range.0..<max(range.0, range.1)) + (isCut ? "…" : ""),
        width: Pixels(sixtyFourths: (set[index].width + 1023) >> 10),
        baseline: Pixels(lineHeight * index + baseline))
    }
    height = Pixels(lineHeight * starts.count)
    missing = text.missing.compactMap(Unicode.Scalar.init)
    overflows = measured.overflows
    isTruncated = measured.isTruncated
  }
}
