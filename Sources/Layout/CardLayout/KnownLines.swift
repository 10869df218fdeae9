import Arrangements
import Geometry
import TextLayout

/// The lines of the texts of cards, and the rows of their tags, at the widths so far. Most widths are in the interval of
/// an earlier one.
struct KnownLines: Sendable {
  /// The conditions of some lines.
  private struct LineKey: Sendable {
    let widths: ClosedRange<Int>
    let maximumLines: Int
    let endsInEllipsis: Bool
    /// The entry of the same text before this one.
    let previous: OptionalIndex
  }

  private struct LatestLines: Sendable {
    /// The height of one line, in whole CSS pixels. It is stored here, so that no layout needs to read the composed
    /// text.
    let height: Int32
    /// The number of the last entry of its lines.
    var entry = OptionalIndex.none
    /// The width of the text's lines when they were last requested; 0 before.
    var width: Int32 = 0

    init(of text: borrowing ComposedText) { height = Int32(clamping: text.lineHeight) }
  }

  private(set) var lines = TextLines()
  /// The key of each of `lines`.
  private var keys: [LineKey] = []
  private(set) var tags: [TagsInRows] = []
  /// For each of `tags`, the previous entry of the same card.
  private var previousTags: [OptionalIndex] = []
  /// The latest lines of each text of all cards.
  private var latest: [LatestLines] = []
  /// The last entry in `tags` of each card.
  private var latestTags: [OptionalIndex] = []

  /// Adds a card without any known lines.
  mutating func addCard(_ card: ComposedCard) -> KnownCard {
    let place = KnownCard(card: latestTags.count, firstText: latest.count)
    let all = card.texts
    let texts = all.span
    for index in texts.indices { latest.append(LatestLines(of: texts[index])) }
    latestTags.append(OptionalIndex.none)
    return place
  }

  /// The height of some lines of a text, in whole CSS pixels.
  func height(ofLines count: Int, ofText text: CardText) -> Int { count * Int(latest[text.number].height) }

  /// The width at which the lines of a text were last requested; 0 before.
  func latestWidth(ofText text: CardText) -> Int { Int(latest[text.number].width) }

  /// The lines of a text, as their number in `lines`; see ``PreparedText/lines(width:maximumLines:endsInEllipsis:)``.
  mutating func number(
    ofText text: CardText, of card: PreparedCard, width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false
  ) -> Int {
    let most = maximumLines ?? .max
    latest[text.number].width = Int32(clamping: width)
    let found = found(ofText: text.number, width: width, maximumLines: most, endsInEllipsis: endsInEllipsis)
    if let found { return found }
    let widths = lines.append(
      card.texts[text.index], width: width, maximumLines: maximumLines, endsInEllipsis: endsInEllipsis)
    keys.append(
      LineKey(
        widths: widths, maximumLines: most, endsInEllipsis: endsInEllipsis, previous: latest[text.number].entry))
    latest[text.number].entry = OptionalIndex(keys.count - 1)
    return keys.count - 1
  }

  private func found(ofText number: Int, width: Int, maximumLines: Int, endsInEllipsis: Bool) -> Int? {
    let keys = keys.span
    // The last entry is the likeliest.
    var entry = latest[number].entry
    while let known = entry.index {
      if keys[known].widths.contains(width), keys[known].endsInEllipsis == endsInEllipsis,
        keys[known].maximumLines == maximumLines || lines.areWhole(known, in: maximumLines)
      {
        return known
      }
      entry = keys[known].previous
    }
    return nil
  }

  /// The least width, from a first one up to the text's latest width, at which the text has no more lines than at the
  /// latest one.
  ///
  /// - Parameter count: the number of lines at the latest width.
  ///
  /// - Complexity: logarithmic in the widths, times that of filling the lines.
  mutating func leastWidth(
    ofText text: CardText, of card: PreparedCard, inLines count: Int, from first: Int
  ) -> Int {
    var enough = latestWidth(ofText: text)
    var tooNarrow = min(first, enough) - 1
    var width = tooNarrow + 1
    while enough - tooNarrow > 1 {
      let number = number(ofText: text, of: card, width: width)
      // The text has as many lines at all widths of the interval.
      if lines.counts[number].lineCount <= count {
        enough = max(tooNarrow + 1, min(width, keys[number].widths.lowerBound))
      } else {
        tooNarrow = min(enough - 1, max(width, keys[number].widths.upperBound))
      }
      width = (tooNarrow + enough) / 2
    }
    return enough
  }

  /// The rows of a card's tags, as an index in `tags`, and the lines of the visible tags and of the chip.
  ///
  mutating func number(
    ofTagsOf card: PreparedCard, at place: KnownCard, width: Int, rules: TagRules, metrics: CardMetrics
  ) -> Int {
    if let found = foundTags(ofCard: place.card, width: width, rules: rules) { return found }
    let arranged = card.arrangedTags(width: width, rules: rules, metrics: metrics)
    var texts: [(text: Int, lines: Int)] = []
    texts.reserveCapacity(arranged.frames.count + 1)
    func add(_ text: Int) {
      texts.append((text, number(ofText: place.text(text), of: card, width: widthOfOneLine)))
    }
    for text in card.composed.tags.prefix(arranged.frames.count) { add(text) }
    if arranged.chip != nil, let chip = card.composed.chip(counting: arranged.hiddenCount) { add(chip) }
    tags.append(TagsInRows(arranged, rules: rules, texts: texts))
    previousTags.append(latestTags[place.card])
    latestTags[place.card] = OptionalIndex(tags.count - 1)
    return tags.count - 1
  }

  private func foundTags(ofCard index: Int, width: Int, rules: TagRules) -> Int? {
    let known = tags.span
    var entry = latestTags[index]
    while let number = entry.index {
      if known[number].arrangement.availableWidths.contains(Pixels(width)), known[number].rules == rules {
        return number
      }
      entry = previousTags[number]
    }
    return nil
  }
}

/// The location of a card among those whose lines are known.
struct KnownCard: Sendable {
  let card: Int
  /// The number of its first text among those of all cards.
  let firstText: Int

  /// - Parameter index: the index in the texts of the card.
  func text(_ index: Int) -> CardText { CardText(index: index, number: firstText + index) }
}

/// A text of one of several cards.
struct CardText {
  /// The index in the texts of its card.
  let index: Int
  /// The index among the texts of all cards.
  let number: Int
}

/// A width that no tag exceeds, in CSS pixels.
private let widthOfOneLine = 1 << 20
