import Arrangements
import Geometry
import TextLayout

/// The lines of a card's texts and the rows of its tags at the widths so far. Most widths are in the interval of an
/// earlier one.
struct KnownLines: Sendable {
  private struct KnownText: Sendable {
    var maximumLines: Int?
    var endsInEllipsis: Bool
    var lines: MeasuredText

    func holds(width: Int, maximumLines most: Int?, endsInEllipsis ends: Bool) -> Bool {
      guard lines.widths.contains(width), ends == endsInEllipsis else { return false }
      return most == maximumLines || !lines.isTruncated && lines.lineCount <= most ?? Int.max
    }
  }

  private let texts: [PreparedText]
  /// One list for each text. There are at most a few entries, and the last one is the likeliest.
  private var known: [[KnownText]]
  /// The width of each text's lines where it was measured last; 0 before.
  private(set) var latestWidths: [Int]
  private var knownTags: [(rules: TagRules, tags: TagArrangement)] = []

  init(of texts: [PreparedText]) {
    self.texts = texts
    known = Array(repeating: [], count: texts.count)
    latestWidths = Array(repeating: 0, count: texts.count)
  }

  /// The lines of a text of the card; see ``PreparedText/lines(width:maximumLines:endsInEllipsis:)``.
  mutating func lines(
    ofText index: Int, width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false
  ) -> MeasuredText {
    latestWidths[index] = width
    let found = known[index].last {
      $0.holds(width: width, maximumLines: maximumLines, endsInEllipsis: endsInEllipsis)
    }
    if let found { return found.lines }
    let lines = texts[index].lines(width: width, maximumLines: maximumLines, endsInEllipsis: endsInEllipsis)
    known[index].append(KnownText(maximumLines: maximumLines, endsInEllipsis: endsInEllipsis, lines: lines))
    return lines
  }

  /// The least width, from a first one up to the text's latest width, at which it has no more lines than at the latest.
  ///
  /// - Parameter count: the number of lines at the latest width.
  ///
  /// - Complexity: logarithmic in the widths, each time that of filling the lines.
  mutating func leastWidth(ofText index: Int, inLines count: Int, from first: Int) -> Int {
    var enough = latestWidths[index]
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

  /// The rows of the card's tags.
  ///
  /// - Parameter arrange: arranges them at the width.
  mutating func tags(width: Int, rules: TagRules, arrange: () -> TagArrangement) -> TagArrangement {
    let found = knownTags.last { $0.tags.availableWidths.contains(Pixels(width)) && $0.rules == rules }
    if let found { return found.tags }
    let tags = arrange()
    knownTags.append((rules, tags))
    return tags
  }
}
