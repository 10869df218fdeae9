/// A text broken into lines at one width.
public struct MeasuredText: Sendable, Hashable {
  /// The offsets in `PreparedText.bytes` at which lines start; the first is 0. A blank line starts at the same offset
  /// as the next one; an empty text has no line.
  public let lineStarts: [Int]
  private let details: LineDetails

  init(lineStarts: [Int], details: LineDetails = LineDetails()) {
    self.lineStarts = lineStarts
    self.details = details
  }

  public var lineCount: Int { lineStarts.count }
  public var forcedBreaks: [Int] { details.forcedBreaks }
  public var settledCount: Int { details.settledCount }

  /// The number of lines that the text has only because close calls are resolved for the shorter line: an engine that
  /// did not round would need that many fewer.
  ///
  /// - Parameter text: the text that was measured, with as many lines as it needs.
  /// - Complexity: O(pieces); O(1) without close calls.
  public func extraLineCount(of text: PreparedText) -> Int {
    guard details.settledCount > 0, !isTruncated else { return 0 }
    let width = min(max(details.measuredAt.pixels, 0), 1 << 24)
    var plain = LineFilling(
      text: text, lines: CertainLines(width: width, maximumLines: nil), starts: [0], plainWidth: width)
    plain.run(from: 0, endsInEllipsis: false)
    return max(0, lineCount - plain.starts.count)
  }

  public var glues: [LineDetails.Glue] { details.glues }
  public var cut: Int? { details.cut }
  public var overflows: Bool { details.overflows }
  public var isTruncated: Bool { details.cut != nil }
  public var isDivided: Bool { details.dividesText }
}

/// Properties that the lines of most texts do not have.
public struct LineDetails: Sendable, Hashable {
  /// Line starts at which engines might not all break by themselves: the markup must break there.
  public internal(set) var forcedBreaks: [Int] = []
  /// The number of `forcedBreaks` that resolve a close call; the others are in and before words that are wider than a
  /// line.
  public internal(set) var settledCount = 0
  /// The width at which the lines were measured, if there was a close call.
  var measuredAt = MeasuringWidth()
  /// Those of `forcedBreaks` that need no line break in the markup: it is enough that a part of the text after the
  /// break does not wrap. Ascending.
  public internal(set) var glues: [Glue] = []
  /// The offset at which the text is cut and an ellipsis is added, if it has too many lines; after the start of the
  /// last line.
  public internal(set) var cut: Int?
  /// True if something that is not split may be wider than its line: a cluster with the signs next to it, or an
  /// ellipsis with the cluster before it.
  public internal(set) var overflows = false

  /// True if the markup divides the text.
  public var dividesText: Bool { cut != nil || !forcedBreaks.isEmpty }

  var isNothing: Bool { !dividesText && !overflows }

  /// A width in CSS pixels. Lines compare equal regardless of the width at which they were measured.
  struct MeasuringWidth: Sendable, Hashable {
    var pixels = 0

    static func == (_: Self, _: Self) -> Bool { true }

    func hash(into _: inout Hasher) {}
  }

  /// A word that might fit on the line above, and the next word, with which it certainly does not.
  public struct Glue: Sendable, Hashable {
    /// Byte offsets in `PreparedText.bytes`: the start of the first word and the end of the second.
    public var offset: Int
    public var end: Int

    public init(offset: Int, end: Int) {
      self.offset = offset
      self.end = end
    }
  }
}
