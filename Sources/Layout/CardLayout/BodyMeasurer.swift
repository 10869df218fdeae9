import Geometry
import TextLayout
import Themes

/// A body at one width.
struct MeasuredBody {
  var height = Pixels.zero
  var lineCount = 0
  var isTruncated = false
  /// The lines and the number of each text, ascending; missing texts are hidden.
  var texts: [(text: Int, lines: MeasuredText)] = []
  /// Blocks and list items, by number.
  var hiddenBlocks: Set<Int> = []
}

/// Stacks the blocks of a body.
struct BodyMeasurer {
  let composed: [ComposedText]
  let prepared: [PreparedText]
  let metrics: CardMetrics

  private var style: BodyStyle { metrics.body }

  /// - Parameter maximumHeight: whole lines, and blocks that cannot be cut, are removed from the end until the rest is
  ///   no taller; an ellipsis ends the last line that stays. Without room for one line, nothing stays.
  func measure(
    _ blocks: [BodyBlock], width: Int, maximumHeight: Pixels?, lines: inout KnownLines
  ) -> MeasuredBody {
    var whole = Pass(measurer: self, bodyWidth: width, lineLimit: nil)
    let height = whole.stack(blocks, width: width, spacing: style.blockSpacing, lines: &lines)
    guard let maximumHeight, height > maximumHeight else { return whole.body(height: height) }
    // Heights grow with the number of lines shown, so a binary search finds the greatest number that fits.
    var fits = 0
    var tooMany = whole.lineCount
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      var pass = Pass(measurer: self, bodyWidth: width, lineLimit: middle)
      if pass.stack(blocks, width: width, spacing: style.blockSpacing, lines: &lines) <= maximumHeight {
        fits = middle
      } else {
        tooMany = middle
      }
    }
    var pass = Pass(measurer: self, bodyWidth: width, lineLimit: fits)
    let cut = pass.stack(blocks, width: width, spacing: style.blockSpacing, lines: &lines)
    var body = pass.body(height: fits == 0 ? .zero : cut)
    body.isTruncated = true
    if let last = pass.lastText, let place = body.texts.lastIndex(where: { $0.text == last.text }),
      !body.texts[place].lines.isTruncated
    {
      // The cut is between blocks: the line above it must still show it.
      body.texts[place].lines = lines.lines(
        ofText: last.text, width: last.width, maximumLines: last.lineCount, endsInEllipsis: true)
    }
    return body
  }

  /// One walk over the blocks. Each line of text counts as one, and so does a horizontal rule, a figure, and each line
  /// of code.
  private struct Pass {
    let measurer: BodyMeasurer
    /// The width of the whole body: the height of figures depends on it, wherever they are.
    let bodyWidth: Int
    let lineLimit: Int?
    private(set) var lineCount = 0
    private var texts: [(text: Int, lines: MeasuredText)] = []
    private var hiddenBlocks: Set<Int> = []
    /// Something that cannot be cut did not fit: nothing after it may be shown.
    private var isClosed = false
    /// The text above the cut, if there is one.
    private(set) var lastText: (text: Int, width: Int, lineCount: Int)?

    init(measurer: BodyMeasurer, bodyWidth: Int, lineLimit: Int?) {
      self.measurer = measurer
      self.bodyWidth = bodyWidth
      self.lineLimit = lineLimit
      texts.reserveCapacity(measurer.composed.count)
    }

    private var isFull: Bool { isClosed || lineLimit.map { lineCount >= $0 } ?? false }

    func body(height: Pixels) -> MeasuredBody {
      MeasuredBody(height: height, lineCount: lineCount, texts: texts, hiddenBlocks: hiddenBlocks)
    }

    // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
    mutating func stack(
      _ blocks: [BodyBlock], width: Int, spacing: Int, lines: inout KnownLines
    ) -> Pixels {
      var height = Pixels.zero
      var isFirst = true
      for block in blocks {
        let linesBefore = lineCount
        let blockHeight = isFull ? .zero : self.height(of: block, width: width, lines: &lines)
        if lineLimit != nil, lineCount == linesBefore {
          hiddenBlocks.insert(block.number)
          continue
        }
        if blockHeight == .zero, lineLimit == nil, isVoid(block) { continue }
        if !isFirst { height += Pixels(spacing) }
        isFirst = false
        height += blockHeight
      }
      return height
    }

    /// Returns whether a block has no box: the markup omits it.
    private func isVoid(_ block: BodyBlock) -> Bool {
      switch block.kind {
      case .paragraph(let text), .heading(_, let text): measurer.prepared[text].isEmpty
      default: false
      }
    }

    private mutating func height(of block: BodyBlock, width: Int, lines: inout KnownLines) -> Pixels {
      let style = measurer.style
      let inner = max(0, width - style.indent)
      switch block.kind {
      case .paragraph(let text), .heading(_, let text): return height(ofText: text, width: width, lines: &lines)
      case .quote(let children): return stack(children, width: inner, spacing: style.blockSpacing, lines: &lines)
      case .list(_, let isTight, let items):
        return height(
          of: items, width: inner, spacing: isTight ? style.itemSpacing : style.blockSpacing, lines: &lines)
      case .code(_, _, let count):
        guard takeWhole(count) else { return .zero }
        return Pixels(count * measurer.metrics.codeLineHeight + 2 * style.codePadding)
      case .rule:
        guard takeWhole(1) else { return .zero }
        return Pixels(style.ruleThickness)
      case .figure:
        guard takeWhole(1) else { return .zero }
        return Pixels(bodyWidth * style.imageRatioHeight / max(1, style.imageRatioWidth))
      }
    }

    private mutating func height(
      of items: [BodyBlock.BodyItem], width: Int, spacing: Int, lines: inout KnownLines
    ) -> Pixels {
      var height = Pixels.zero
      var isFirst = true
      for item in items {
        let linesBefore = lineCount
        let itemHeight =
          isFull
          ? .zero
          : stack(
            item.blocks, width: width, spacing: measurer.style.blockSpacing, lines: &lines)
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

    private mutating func height(ofText text: Int, width: Int, lines known: inout KnownLines) -> Pixels {
      let room = lineLimit.map { $0 - lineCount }
      let lines = known.lines(ofText: text, width: width, maximumLines: room)
      texts.append((text, lines))
      lineCount += lines.lineCount
      if lines.lineCount > 0 { lastText = (text, width, lines.lineCount) }
      return Pixels(lines.lineCount * measurer.composed[text].lineHeight)
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
