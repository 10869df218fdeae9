import Arrangements
import Geometry
import TextLayout

/// The lines of a card's texts and the rows of its tags at the widths so far. Most widths are in the interval of an
/// earlier one.
struct KnownLines: Sendable {
  private struct KnownText: Sendable {
    let lines: MeasuredText
    /// The widths at which the text has these lines.
    let widths: ClosedRange<Int>
    let lineCount: Int
    let isTruncated: Bool
    let endsInEllipsis: Bool
    let maximumLines: Int
    /// The entry of the same text before this one; -1 if there is none.
    let previous: Int

    func holds(width: Int, maximumLines most: Int, endsInEllipsis ends: Bool) -> Bool {
      widths.contains(width) && ends == endsInEllipsis
        && (most == maximumLines || !isTruncated && lineCount <= most)
    }
  }

  private struct LatestLines: Sendable {
    /// The last entry in `known`; -1 if there is none.
    var entry = -1
    /// The width of the text's lines where they were last requested; 0 before.
    var width = 0
  }

  private let texts: [PreparedText]
  private var known: [KnownText] = []
  private var latest: [LatestLines]
  private var knownTags: [TagsInRows] = []

  init(of texts: [PreparedText]) {
    self.texts = texts
    latest = Array(repeating: LatestLines(), count: texts.count)
  }

  /// The width at which the lines of a text were last requested; 0 before.
  func latestWidth(ofText index: Int) -> Int { latest[index].width }

  /// The lines of a text of the card; see ``PreparedText/lines(width:maximumLines:endsInEllipsis:)``.
  mutating func lines(
    ofText index: Int, width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false
  ) -> MeasuredText {
    let most = maximumLines ?? .max
    latest[index].width = width
    if let found = found(ofText: index, width: width, maximumLines: most, endsInEllipsis: endsInEllipsis) {
      return found
    }
    let lines = texts[index].lines(width: width, maximumLines: maximumLines, endsInEllipsis: endsInEllipsis)
    if known.isEmpty { known.reserveCapacity(2 * texts.count) }
    known.append(
      KnownText(
        lines: lines, widths: lines.widths, lineCount: lines.lineCount, isTruncated: lines.isTruncated,
        endsInEllipsis: endsInEllipsis, maximumLines: most, previous: latest[index].entry))
    latest[index].entry = known.count - 1
    return lines
  }

  private func found(ofText index: Int, width: Int, maximumLines: Int, endsInEllipsis: Bool) -> MeasuredText? {
    let known = known.span
    // The last one is the likeliest.
    var entry = latest[index].entry
    while entry >= 0 {
      if known[entry].holds(width: width, maximumLines: maximumLines, endsInEllipsis: endsInEllipsis) {
        return known[entry].lines
      }
      entry = known[entry].previous
    }
    return nil
  }

  /// The least width, from a first one up to the text's latest width, at which it has no more lines than at the latest.
  ///
  /// - Parameter count: the number of lines at the latest width.
  ///
  /// - Complexity: logarithmic in the widths, each time that of filling the lines.
  mutating func leastWidth(ofText index: Int, inLines count: Int, from first: Int) -> Int {
    var enough = latestWidth(ofText: index)
    var tooNarrow = min(first, enough) - 1
    var width = tooNarrow + 1
    while enough - tooNarrow > 1 {
      let lines = lines(ofText: index, width: width)
      // At all widths of the interval it has as many.
      if lines.lineCount <= count {
        enough = max(tooNarrow + 1, min(width, lines.widths.lowerBound))
      } else {
        tooNarrow = min(enough - 1, max(width, lines.widths.upperBound))
      }
      width = (tooNarrow + enough) / 2
    }
    return enough
  }

  /// The rows of the card's tags, and the lines of those that are visible and of the chip: one each.
  ///
  /// - Parameter arrange: arranges them at the width.
  mutating func tags(
    width: Int, rules: TagRules, arrange: () -> TagArrangement, textsOf: (TagArrangement) -> [Int]
  ) -> TagsInRows {
    if let found = foundTags(width: width, rules: rules) { return found }
    let tags = arrange()
    let texts = textsOf(tags).map { (text: $0, lines: lines(ofText: $0, width: widthOfOneLine)) }
    let inRows = TagsInRows(tags, rules: rules, texts: texts)
    knownTags.append(inRows)
    return inRows
  }

  private func foundTags(width: Int, rules: TagRules) -> TagsInRows? {
    let known = knownTags.span
    for index in known.indices.reversed()
    where known[index].arrangement.availableWidths.contains(Pixels(width)) && known[index].rules == rules {
      return known[index]
    }
    return nil
  }
}

/// More than any tag needs, in CSS pixels.
private let widthOfOneLine = 1 << 20
