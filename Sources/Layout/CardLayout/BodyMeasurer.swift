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
    var whole = Pass(measurer: self, lineLimit: nil)
    let height = whole.stack(lines: &lines, texts: &texts)
    guard let maximumHeight, height > maximumHeight else { return whole.body(height: height) }
    // Heights grow with the number of lines shown, so a binary search finds the greatest number that fits.
    var fits = 0
    var tooMany = whole.lineCount
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      var pass = Pass(measurer: self, lineLimit: middle)
      if pass.stack(lines: &lines, texts: &texts) <= maximumHeight { fits = middle } else { tooMany = middle }
    }
    texts = others
    var pass = Pass(measurer: self, lineLimit: fits)
    let cut = pass.stack(lines: &lines, texts: &texts)
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
    let measurer: BodyMeasurer
    let lineLimit: Int?
    private(set) var lineCount = 0
    private var hiddenBlocks: Set<Int> = []
    /// Something that cannot be cut did not fit: nothing after it may be shown.
    private var isClosed = false
    /// The text above the cut, if there is one.
    private(set) var lastText: (text: Int, width: Int, lineCount: Int)?

    init(measurer: BodyMeasurer, lineLimit: Int?) {
      self.measurer = measurer
      self.lineLimit = lineLimit
    }

    private var style: BodyStyle { measurer.metrics.body }
    private var isFull: Bool { isClosed || lineLimit.map { lineCount >= $0 } ?? false }

    func body(height: Pixels) -> MeasuredBody {
      MeasuredBody(height: height, lineCount: lineCount, hiddenBlocks: hiddenBlocks)
    }

    mutating func stack(lines: inout KnownLines, texts: inout [MeasuredText?]) -> Pixels {
      stack(measurer.card.composed.body, width: measurer.width, lines: &lines, texts: &texts)
    }

    // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
    private mutating func stack(
      _ blocks: [BodyBlock], width: Int, lines: inout KnownLines, texts: inout [MeasuredText?]
    ) -> Pixels {
      var height = Pixels.zero
      var isFirst = true
      for index in blocks.indices {
        let linesBefore = lineCount
        let blockHeight =
          isFull ? .zero : self.height(of: blocks[index].kind, width: width, lines: &lines, texts: &texts)
        if lineLimit != nil, lineCount == linesBefore {
          hiddenBlocks.insert(blocks[index].number)
          continue
        }
        if blockHeight == .zero, lineLimit == nil, isVoid(blocks[index].kind) { continue }
        if !isFirst { height += Pixels(style.blockSpacing) }
        isFirst = false
        height += blockHeight
      }
      return height
    }

    /// Returns whether a block has no box: the markup omits it.
    private func isVoid(_ kind: BodyBlock.BodyBlockKind) -> Bool {
      switch kind {
      case .paragraph(let text), .heading(_, let text): measurer.card.texts[text].isEmpty
      default: false
      }
    }

    private mutating func height(
      of kind: BodyBlock.BodyBlockKind, width: Int, lines: inout KnownLines, texts: inout [MeasuredText?]
    ) -> Pixels {
      let inner = max(0, width - style.indent)
      switch kind {
      case .paragraph(let text), .heading(_, let text):
        return height(ofText: text, width: width, lines: &lines, texts: &texts)
      case .quote(let children): return stack(children, width: inner, lines: &lines, texts: &texts)
      case .list(_, let isTight, let items):
        return height(
          of: items, width: inner, spacing: isTight ? style.itemSpacing : style.blockSpacing, lines: &lines,
          texts: &texts)
      case .code(_, _, let count):
        guard takeWhole(count) else { return .zero }
        return Pixels(count * measurer.metrics.codeLineHeight + 2 * style.codePadding)
      case .rule:
        guard takeWhole(1) else { return .zero }
        return Pixels(style.ruleThickness)
      case .figure:
        guard takeWhole(1) else { return .zero }
        return Pixels(measurer.width * style.imageRatioHeight / max(1, style.imageRatioWidth))
      }
    }

    private mutating func height(
      of items: [BodyBlock.BodyItem], width: Int, spacing: Int, lines: inout KnownLines, texts: inout [MeasuredText?]
    ) -> Pixels {
      var height = Pixels.zero
      var isFirst = true
      for item in items {
        let linesBefore = lineCount
        let itemHeight = isFull ? .zero : stack(item.blocks, width: width, lines: &lines, texts: &texts)
        // An item without content is a marker, which a cut before it does not hide.
        if isFull && lineCount == linesBefore || lineLimit != nil && lineCount == linesBefore && !item.blocks.isEmpty {
          hiddenBlocks.insert(item.number)
          continue
        }
        if !isFirst { height += Pixels(spacing) }
        isFirst = false
        height += itemHeight
      }
      return height
    }

    private mutating func height(
      ofText text: Int, width: Int, lines known: inout KnownLines, texts: inout [MeasuredText?]
    ) -> Pixels {
      let room = lineLimit.map { $0 - lineCount }
      let lines = known.lines(ofText: text, width: width, maximumLines: room)
      let count = lines.lineCount
      texts[text] = lines
      lineCount += count
      if count > 0 { lastText = (text, width, count) }
      return Pixels(count * measurer.card.composed.texts[text].lineHeight)
    }

    /// Places something that cannot be cut, if there is room for it.
    private mutating func takeWhole(_ lines: Int) -> Bool {
      if let lineLimit, lineCount + lines > lineLimit {
        isClosed = true
        return false
      }
      lineCount += lines
      lastText = nil
      return true
    }
  }
}
