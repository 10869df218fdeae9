/// Computes the position of every glyph of a text, for drawing: layouts need only widths.
///
/// Each task has its own: it owns scratch memory.
public struct TextSetter: ~Copyable {
  private var words: WordShaper
  private var segmenter: TextSegmenter

  /// Creates a setter; nil if ICU or HarfBuzz cannot start.
  public init?(fonts: ServedFonts) {
    guard let segmenter = TextSegmenter(), let words = WordShaper(fonts: fonts) else { return nil }
    self.segmenter = segmenter
    self.words = words
  }

  /// The width of a space in the style of a leaf, in 1/65536 CSS px.
  private mutating func spaceWidth(ofLeaf leaf: Int, in text: StyledText) -> Int {
    guard text.leaves.indices.contains(leaf) else { return 0 }
    return words.word(
      0..<1, of: ShapingText(bytes: [0x20], levels: []), context: context(of: text, leaf: leaf),
      size: text.leaves[leaf].style.size
    ).width
  }

  /// The ellipsis in the style of a leaf.
  private mutating func ellipsis(ofLeaf leaf: Int, in text: StyledText) -> SetContent {
    let bytes = Array("…".utf8)
    return .glyphs(
      words.glyphRuns(
        bytes.indices, of: ShapingText(bytes: bytes, levels: []), context: context(of: text, leaf: leaf)))
  }

  /// The distance by which an ellipsis is closer to a word than the sum of both advances, in 1/65536 CSS px: engines
  /// shape the two together.
  private mutating func kerning(ofEllipsisBehind bytes: ArraySlice<UInt8>, leaf: Int, in text: StyledText) -> Int {
    guard text.leaves.indices.contains(leaf) else { return 0 }
    let size = text.leaves[leaf].style.size
    let ellipsis = Array("…".utf8)
    func width(_ bytes: [UInt8], _ words: inout WordShaper, _ context: Int) -> Int {
      let runs = words.glyphRuns(bytes.indices, of: ShapingText(bytes: bytes, levels: []), context: context)
      return SetContent.glyphs(runs).width(atSize: size)
    }
    let context = context(of: text, leaf: leaf)
    return width(Array(bytes) + ellipsis, &words, context) - width(Array(bytes), &words, context)
      - width(ellipsis, &words, context)
  }

  private mutating func context(of text: StyledText, leaf: Int) -> Int {
    words.number(of: ShapingContext(font: text.leaves[leaf].style.font, language: text.language))
  }

  /// Pieces that are shaped together.
  private struct SetStretch {
    var pieces: Range<Int>
    var bytes: Range<Int>
  }

  /// Pieces are joined where a line might have ended: engines shape across such positions.
  private func stretches(of text: PreparedText, in range: Range<Int>) -> [SetStretch] {
    var result: [SetStretch] = []
    for (index, piece) in text.pieces.enumerated()
    where piece.lower < range.upperBound && piece.upper > range.lowerBound {
      let bytes = piece.lower..<piece.upper
      let own = bytes.clamped(to: range)
      if let last = result.last, last.bytes.upperBound == own.lowerBound, piece.kind == .text,
        text.pieces[index - 1].kind == .text, text.pieces[index - 1].leaf == piece.leaf,
        piece.joint == .none || piece.joint == .opportunity
      {
        result[result.count - 1].pieces = last.pieces.lowerBound..<index + 1
        result[result.count - 1].bytes = last.bytes.lowerBound..<own.upperBound
      } else {
        result.append(SetStretch(pieces: index..<index + 1, bytes: own))
      }
    }
    return result
  }

  private mutating func content(
    of stretch: SetStretch, in prepared: PreparedText, _ text: StyledText, shaping: ShapingText
  ) -> SetContent {
    let piece = prepared.pieces[stretch.pieces.lowerBound]
    switch piece.kind {
    case .text, .apart:
      return .glyphs(words.glyphRuns(stretch.bytes, of: shaping, context: context(of: text, leaf: piece.leaf)))
    case .missing: return .missing(width: piece.advance.width)
    case .box:
      guard case .box(let width) = text.leaves[piece.leaf].content else { return .image(width: 0) }
      return .image(width: width)
    }
  }

  /// The lines of a text with the items on each, from left to right.
  ///
  /// - Complexity: O(text).
  public mutating func lines(of text: StyledText, _ prepared: PreparedText, _ measured: MeasuredText) -> [SetLine] {
    let end = measured.cut ?? prepared.bytes.count
    let bidi = Paragraph(prepared, measured, end: end, isRightToLeft: text.isRightToLeft)
    let levels =
      text.isRightToLeft || mayRunRightToLeft(prepared.bytes)
      ? segmenter.embeddingLevels(of: bidi.units, isRightToLeft: text.isRightToLeft)
      : [UInt8](repeating: 0, count: bidi.units.count)
    let shaping = ShapingText(bytes: prepared.bytes, levels: bidi.byteLevels(levels, of: prepared.bytes))
    let starts = measured.lineStarts
    return starts.indices.map { line in
      let next = line + 1 < starts.count ? starts[line + 1] : end
      let range = starts[line]..<max(starts[line], next)
      var entries: [(level: UInt8, leaf: Int, content: SetContent?)] = []
      var last: Range<Int>?
      for stretch in stretches(of: prepared, in: range) {
        let piece = prepared.pieces[stretch.pieces.lowerBound]
        if piece.joint == .space, stretch.bytes.lowerBound > range.lowerBound,
          stretch.bytes.lowerBound == piece.lower
        {
          entries.append((level(of: bidi.unit(ofSpaceBefore: piece.lower), in: levels), piece.spaceLeaf, nil))
        }
        switch content(of: stretch, in: prepared, text, shaping: shaping) {
        case .glyphs(let runs):
          last = stretch.bytes
          for run in runs {
            entries.append((shaping.levels[run.bytes.lowerBound], piece.leaf, .glyphs([run])))
          }
        case let box: entries.append((shaping.levels[stretch.bytes.lowerBound], piece.leaf, box))
        }
      }
      if line == starts.count - 1, measured.isTruncated, let leaf = entries.last?.leaf {
        entries.append((level(of: bidi.ellipsis, in: levels), leaf, ellipsis(ofLeaf: leaf, in: text)))
      }
      let order = visualOrder(entries.map(\.level))
      // Text from right to left has no kerning with the character after it.
      var kerning = 0
      if line == starts.count - 1, measured.isTruncated, let last, !levels.contains(where: { $0 > 0 }),
        let leaf = entries.last?.leaf
      {
        kerning = self.kerning(ofEllipsisBehind: prepared.bytes[last], leaf: leaf, in: text)
      }
      var x = 0
      var items: [SetItem] = []
      for index in order {
        let entry = entries[index]
        let size = text.leaves[entry.leaf].style.size
        guard let content = entry.content else {
          x += spaceWidth(ofLeaf: entry.leaf, in: text)
          continue
        }
        if index == entries.count - 1 { x += kerning }
        items.append(SetItem(x: x, leaf: entry.leaf, content: content))
        x += content.width(atSize: size)
      }
      return SetLine(items: items, width: x)
    }
  }

  private func level(of unit: Int?, in levels: [UInt8]) -> UInt8 {
    unit.flatMap { levels.indices.contains($0) ? levels[$0] : nil } ?? 0
  }

  /// The lines of code: white space as it was written, tabs to multiples of eight spaces, from left to right.
  public mutating func codeLines(of code: String, font: FontRequest, size: Int) -> [SetLine] {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var items: [SetItem] = []
      var x = 0
      let style = TextRunStyle(font: font, size: size)
      let whole = StyledText(
        leaves: [.init(.text(String(line)), style: style, span: 0)], language: "en", isRightToLeft: false)
      let space = spaceWidth(ofLeaf: 0, in: whole)
      let context = context(of: whole, leaf: 0)
      var word: [UInt8] = []
      func flush(_ words: inout WordShaper) {
        if word.isEmpty { return }
        let runs = words.glyphRuns(word.indices, of: ShapingText(bytes: word, levels: []), context: context)
        let content = SetContent.glyphs(runs)
        items.append(SetItem(x: x, leaf: 0, content: content))
        x += content.width(atSize: size)
        word = []
      }
      for byte in line.utf8 {
        switch byte {
        case 0x20:
          flush(&words)
          x += space
        case 0x09:
          flush(&words)
          if space > 0 { x = (x / (8 * space) + 1) * 8 * space }
        case 0x0D: continue
        default: word.append(byte)
        }
      }
      flush(&words)
      return SetLine(items: items, width: x)
    }
  }
}

/// The order in which the items of a line are drawn (UAX #9, L2).
func visualOrder(_ levels: [UInt8]) -> [Int] {
  var order = Array(levels.indices)
  guard let most = levels.max(), let least = levels.lazy.filter({ $0 & 1 == 1 }).min() else { return order }
  for level in stride(from: Int(most), through: Int(least), by: -1) {
    var start: Int?
    for index in 0...order.count {
      let isInside = index < order.count && Int(levels[order[index]]) >= level
      if isInside, start == nil { start = index }
      if !isInside, let first = start {
        order[first..<index].reverse()
        start = nil
      }
    }
  }
  return order
}
