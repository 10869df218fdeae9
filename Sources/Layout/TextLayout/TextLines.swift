import Geometry

/// The lines of texts at several widths, stored in columns: the lines for one more width need no separate allocation.
public struct TextLines: Sendable {
  public struct LineCounts: Sendable {
    /// The index in `starts`.
    fileprivate let firstStart: Int32
    private let count: Int32
    private let settled: Int32
    /// The index in `details`; none if there are only the starts of lines.
    fileprivate let detailed: OptionalIndex
    public let isTruncated: Bool
    /// True if the markup divides the text.
    public let isDivided: Bool

    fileprivate init(starts: Range<Int>, _ details: LineDetails?, number: Int?) {
      firstStart = Int32(truncatingIfNeeded: starts.lowerBound)
      count = Int32(truncatingIfNeeded: starts.count)
      settled = Int32(clamping: details?.settledCount ?? 0)
      detailed = OptionalIndex(number)
      isTruncated = details?.cut != nil
      isDivided = details?.dividesText ?? false
    }

    public var lineCount: Int { Int(count) }
    /// See ``LineDetails/settledCount``.
    public var settledCount: Int { Int(settled) }
  }

  public private(set) var counts: [LineCounts] = []
  /// The byte offsets at which lines start.
  private var starts: [Int32] = []
  private var details: [LineDetails] = []
  /// True if something in some text is wider than its line: most shelves have no such text.
  public private(set) var haveOverflows = false

  public init() {}

  public subscript(number: Int) -> MeasuredText {
    MeasuredText(
      lineStarts: starts[range(number)].map { Int($0) }, details: self.details(number) ?? LineDetails())
  }

  /// The details of some lines; nil if there are only the starts of lines.
  public func details(_ number: Int) -> LineDetails? {
    guard let detailed = counts[number].detailed.index else { return nil }
    return details[detailed]
  }

  /// Appends the byte offsets at which lines start.
  public func appendStarts(_ number: Int, to offsets: inout [Int]) {
    let starts = starts.span
    for index in range(number) { offsets.append(Int(starts[index])) }
  }

  private func range(_ number: Int) -> Range<Int> {
    let first = Int(counts[number].firstStart)
    return first..<first + counts[number].lineCount
  }

  /// Returns whether the lines contain the whole text, and do not exceed a number.
  public func areWhole(_ number: Int, in maximumLines: Int) -> Bool {
    let counts = counts.span
    return !counts[number].isTruncated && counts[number].lineCount <= maximumLines
  }

  /// Breaks a text into lines; see ``PreparedText/lines(width:maximumLines:endsInEllipsis:)``.
  ///
  /// - Returns: the widths at which the text has the same lines if it may have as many, in whole CSS pixels.
  public mutating func append(
    _ text: PreparedText, width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false
  ) -> ClosedRange<Int> {
    let first = starts.count
    if text.isEmpty {
      add(from: first)
      return Int.min...Int.max
    }
    starts.append(0)
    // If the whole text certainly fits, so does each of its parts.
    if let least = text.leastWidthOfWhole, !endsInEllipsis, least <= width {
      add(from: first)
      return least...Int.max
    }
    var certain = CertainLines(width: width, maximumLines: maximumLines.map { max(1, $0) })
    let next =
      text.isGrowing
      ? certain.fill(text.chunks, from: 0, start: .zero, text.usualSpace, &starts, firstStart: first) : 0
    if next == text.chunks.count, !endsInEllipsis {
      add(from: first)
      return certain.widths
    }
    var filling = LineFilling(text: text, lines: certain, starts: starts[first...])
    filling.run(from: next, endsInEllipsis: endsInEllipsis)
    starts.replaceSubrange(first..., with: filling.starts)
    var details = filling.details
    if details.settledCount > 0 { details.measuredAt.pixels = width }
    add(from: first, details)
    return filling.widths
  }

  private mutating func add(from first: Int, _ new: LineDetails? = nil) {
    let new = new?.isNothing == true ? nil : new
    if let new {
      details.append(new)
      if new.overflows { haveOverflows = true }
    }
    counts.append(LineCounts(starts: first..<starts.count, new, number: new == nil ? nil : details.count - 1))
  }
}

extension PreparedText {
  /// Breaks the text into lines, greedily, as browsers do.
  ///
  /// Engines round advances differently, so a line's width is known only as an interval (`Advance`). If the available
  /// width falls inside that interval, engines could disagree: the line ends before the word, and the markup forces the
  /// break. Otherwise all engines agree, and the markup stays plain.
  ///
  /// - Parameters:
  ///   - width: the width in whole CSS pixels.
  ///   - maximumLines: the limit on lines, at least 1; further lines are cut and replaced with an ellipsis.
  ///   - endsInEllipsis: whether the last line ends in an ellipsis even if nothing of this text is cut, because the
  ///     following text is.
  /// - Complexity: O(pieces + grapheme clusters of split words); no shaping.
  public func lines(width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false) -> MeasuredText {
    var lines = TextLines()
    _ = lines.append(self, width: width, maximumLines: maximumLines, endsInEllipsis: endsInEllipsis)
    return lines[0]
  }
}
