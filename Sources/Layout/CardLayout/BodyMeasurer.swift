import Geometry
import TextLayout
import Themes

/// A body at one width.
struct MeasuredBody {
  var height = Pixels.zero
  var lineCount = 0
  var isTruncated = false
  /// Blocks and list items, by number.
  var hiddenBlocks: Set<Int> = []
}

/// Stacks the blocks of a card's body.
struct BodyMeasurer {
  let card: PreparedCard
  let metrics: CardMetrics
  /// Of the whole body: the height of figures depends on it, wherever they are.
  let width: Int

  /// - Parameters:
  ///   - maximumHeight: whole lines, and blocks that cannot be cut, are removed from the end until the rest is no taller;
  ///     an ellipsis ends the last line that stays. Without room for one line, nothing stays.
  ///   - texts: the lines of each of the card's texts; those of the body are set, unless they are hidden.
  func measure(
    maximumHeight: Pixels?, lines: inout KnownLines, texts: inout [MeasuredText?]
  ) -> MeasuredBody {
    let others = maximumHeight == nil ? [] : texts
    var whole = Pass(lineLimit: nil)
    let height = height(&whole, lines: &lines, texts: &texts)
    guard let maximumHeight, height > maximumHeight else { return whole.body(height: height) }
    // Heights grow with the number of lines shown, so a binary search finds the greatest number that fits.
    var fits = 0
    var tooMany = whole.lineCount
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      var pass = Pass(lineLimit: middle)
      if self.height(&pass, lines: &lines, texts: &texts) <= maximumHeight { fits = middle } else { tooMany = middle }
    }
    texts = others
    var pass = Pass(lineLimit: fits)
    let cut = self.height(&pass, lines: &lines, texts: &texts)
    var body = pass.body(height: fits == 0 ? .zero : cut)
    body.isTruncated = true
    if let last = pass.lastText, texts[last.text]?.isTruncated == false {
      // The cut is between blocks: the line above it must still show it.
      texts[last.text] = lines.lines(
        ofText: last.text, width: last.width, maximumLines: last.lineCount, endsInEllipsis: true)
    }
    return body
  }

  /// One walk over the blocks. Each line of text counts as one, and so does a horizontal rule, a figure, and each line
  /// of code.
  private struct Pass {
    let lineLimit: Int?
    var lineCount = 0
    var hiddenBlocks: Set<Int> = []
    /// Something that cannot be cut did not fit: nothing after it may be shown.
    private var isClosed = false
    /// The text above the cut, if there is one.
    var lastText: (text: Int, width: Int, lineCount: Int)?

    init(lineLimit: Int?) { self.lineLimit = lineLimit }

    var isFull: Bool { isClosed || lineLimit.map { lineCount >= $0 } ?? false }

    func body(height: Pixels) -> MeasuredBody {
      MeasuredBody(height: height, lineCount: lineCount, hiddenBlocks: hiddenBlocks)
    }

    /// Places something that cannot be cut, if there is room for it.
    mutating func takeWhole(_ lines: Int) -> Bool {
      if let lineLimit, lineCount + lines > lineLimit {
        isClosed = true
        return false
      }
      lineCount += lines
      lastText = nil
      return true
    }
  }

  private var style: BodyStyle { metrics.body }

  private func height(_ pass: inout Pass, lines: inout KnownLines, texts: inout [MeasuredText?]) -> Pixels {
    height(of: card.composed.body, width: width, &pass, lines: &lines, texts: &texts)
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private func height(
    of blocks: [BodyBlock], width: Int, _ pass: inout Pass, lines: inout KnownLines, texts: inout [MeasuredText?]
  ) -> Pixels {
    var height = Pixels.zero
    var isFirst = true
    for index in blocks.indices {
      let linesBefore = pass.lineCount
      let blockHeight =
        pass.isFull
        ? .zero : self.height(of: blocks[index].kind, width: width, &pass, lines: &lines, texts: &texts)
      if pass.lineLimit != nil, pass.lineCount == linesBefore {
        pass.hiddenBlocks.insert(blocks[index].number)
        continue
      }
      if blockHeight == .zero, pass.lineLimit == nil, isVoid(blocks[index].kind) { continue }
      if !isFirst { height += Pixels(style.blockSpacing) }
      isFirst = false
      height += blockHeight
    }
    return height
  }

  /// Returns whether a block has no box: the markup omits it.
  private func isVoid(_ kind: BodyBlock.BodyBlockKind) -> Bool {
    switch kind {
    case .paragraph(let text), .heading(_, let text): card.texts[text].isEmpty
    default: false
    }
  }

  private func height(
    of kind: BodyBlock.BodyBlockKind, width: Int, _ pass: inout Pass, lines: inout KnownLines,
    texts: inout [MeasuredText?]
  ) -> Pixels {
    let inner = max(0, width - style.indent)
    switch kind {
    case .paragraph(let text), .heading(_, let text):
      return height(ofText: text, width: width, &pass, lines: &lines, texts: &texts)
    case .quote(let children): return height(of: children, width: inner, &pass, lines: &lines, texts: &texts)
    case .list(_, let isTight, let items):
      return height(
        of: items, width: inner, spacing: isTight ? style.itemSpacing : style.blockSpacing, &pass, lines: &lines,
        texts: &texts)
    case .code(_, _, let count):
      guard pass.takeWhole(count) else { return .zero }
      return Pixels(count * metrics.codeLineHeight + 2 * style.codePadding)
    case .rule:
      guard pass.takeWhole(1) else { return .zero }
      return Pixels(style.ruleThickness)
    case .figure:
      guard pass.takeWhole(1) else { return .zero }
      return Pixels(self.width * style.imageRatioHeight / max(1, style.imageRatioWidth))
    }
  }

  private func height(
    of items: [BodyBlock.BodyItem], width: Int, spacing: Int, _ pass: inout Pass, lines: inout KnownLines,
    texts: inout [MeasuredText?]
  ) -> Pixels {
    var height = Pixels.zero
    var isFirst = true
    for item in items {
      let linesBefore = pass.lineCount
      let itemHeight =
        pass.isFull ? .zero : self.height(of: item.blocks, width: width, &pass, lines: &lines, texts: &texts)
      // An item without content is a marker, which a cut before it does not hide.
      if pass.lineCount == linesBefore, pass.isFull || pass.lineLimit != nil && !item.blocks.isEmpty {
        pass.hiddenBlocks.insert(item.number)
        continue
      }
      if !isFirst { height += Pixels(spacing) }
      isFirst = false
      height += itemHeight
    }
    return height
  }

  private func height(
    ofText text: Int, width: Int, _ pass: inout Pass, lines known: inout KnownLines, texts: inout [MeasuredText?]
  ) -> Pixels {
    let room = pass.lineLimit.map { $0 - pass.lineCount }
    let lines = known.lines(ofText: text, width: width, maximumLines: room)
    let count = lines.lineCount
    texts[text] = lines
    pass.lineCount += count
    if count > 0 { pass.lastText = (text, width, count) }
    return Pixels(count * card.composed.texts[text].lineHeight)
  }
}
