extension PreparedText {
  /// Breaks the text into lines, greedily, as browsers do.
  ///
  /// Whether a word fits is asked of an interval: engines round in their own units, so a line's width is known only up
  /// to `Advance.doubt`. Where the width of the line is inside the interval, engines might differ: the line is ended
  /// before the word and the break is forced in the markup. Where it is not, all engines agree and nothing is marked.
  ///
  /// - Parameters:
  ///   - width: whole CSS pixels.
  ///   - maximumLines: what is more is cut and an ellipsis put in its place.
  ///   - endsInEllipsis: the last line ends in an ellipsis even where nothing of this text is cut, because what
  ///     follows the text is.
  /// - Complexity: O(pieces); no shaping.
  public func lines(width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false) -> MeasuredText {
    if pieces.isEmpty { return .empty }
    var filling = LineFilling(text: self, width: width << 16, maximumLines: maximumLines)
    return filling.run(endsInEllipsis: endsInEllipsis)
  }
}

private struct LineFilling {
  let text: PreparedText
  let width: Int
  let maximumLines: Int?
  private var result = MeasuredText(lineStarts: [0], forcedBreaks: [], settledCount: 0, cut: nil)
  /// What is on the current line.
  private var line = Advance()
  /// The first piece of the current line, and where in it the line starts.
  private var lineStart = Position(piece: 0, offset: 0, consumed: 0)

  private struct Position {
    var piece: Int
    var offset: Int
    /// The width of what of the piece is on lines before, in 1/65536 px.
    var consumed: Int
  }

  init(text: PreparedText, width: Int, maximumLines: Int?) {
    self.text = text
    self.width = width
    self.maximumLines = maximumLines
  }

  mutating func run(endsInEllipsis: Bool) -> MeasuredText {
    var index = 0
    while index < text.pieces.count {
      let end = chunkEnd(from: index)
      if case .hardBreaks(let count) = text.pieces[index].joint, index > 0 {
        for _ in 0..<count where !startLine(at: Position(piece: index, offset: text.pieces[index].lower, consumed: 0)) {
          return result
        }
      }
      guard place(index..<end) else { return result }
      index = end
    }
    if endsInEllipsis, let last = text.pieces.last { cut(before: text.pieces.count - 1, offset: last.upper) }
    return result
  }

  /// The end of the pieces that hold together from `index` on.
  private func chunkEnd(from index: Int) -> Int {
    var end = index + 1
    while end < text.pieces.count, text.pieces[end].joint == .none { end += 1 }
    return end
  }

  /// Puts a chunk on the current line or the next one. False when the text is cut.
  private mutating func place(_ chunk: Range<Int>) -> Bool {
    var advance = Advance()
    for index in chunk { advance += text.pieces[index].advance }
    if !isLineEmpty(at: chunk.lowerBound) {
      let candidate = line + space(before: chunk.lowerBound) + advance
      if candidate.width + candidate.doubt <= width {
        line = candidate
        return true
      }
      let start = text.pieces[chunk.lowerBound].lower
      let isCloseCall = candidate.width - candidate.doubt <= width
      guard startLine(at: Position(piece: chunk.lowerBound, offset: start, consumed: 0)) else { return false }
      if isCloseCall {
        result.forcedBreaks.append(start)
        result.settledCount += 1
      }
    }
    if advance.width - advance.doubt <= width {
      line = advance
      return true
    }
    return split(chunk)
  }

  private func isLineEmpty(at piece: Int) -> Bool { lineStart.piece == piece }

  private func space(before index: Int) -> Advance {
    guard case .space = text.pieces[index].joint else { return Advance() }
    return Advance(width: text.pieces[index].spaceWidth, glyphCount: 1)
  }

  /// Puts a chunk that no line can hold on as many lines as it takes, between grapheme clusters.
  private mutating func split(_ chunk: Range<Int>) -> Bool {
    line = Advance()
    for index in chunk {
      let piece = text.pieces[index]
      var consumed = 0
      var hasStarted = false
      for edge in text.graphemes[piece.graphemes] + [GraphemeEdge(offset: piece.upper, width: piece.advance.width)] {
        var candidate = line
        candidate.width += edge.width - consumed
        candidate.glyphCount = max(1, line.glyphCount + piece.advance.glyphCount)
        candidate.itemCount += piece.advance.itemCount
        // A part of a word may measure a little more alone than inside the word.
        candidate.slack += 1 << 16
        if candidate.width + candidate.doubt <= width || line.width == 0 && !hasStarted {
          hasStarted = true
          continue
        }
        let (offset, before) = lastEdge(before: edge, of: piece)
        guard offset > lineStart.offset else { continue }
        guard startLine(at: Position(piece: index, offset: offset, consumed: before)) else { return false }
        result.forcedBreaks.append(offset)
        consumed = before
        hasStarted = true
        line = Advance()
      }
      line += piece.advance
      line.width -= consumed
    }
    return true
  }

  private func lastEdge(before edge: GraphemeEdge, of piece: Piece) -> (offset: Int, width: Int) {
    let earlier = text.graphemes[piece.graphemes].last { $0.offset < edge.offset }
    return earlier.map { ($0.offset, $0.width) } ?? (piece.lower, 0)
  }

  /// Ends the current line. False when it was the last that may show: then it ends with an ellipsis.
  private mutating func startLine(at position: Position) -> Bool {
    if let maximumLines, result.lineStarts.count >= maximumLines {
      cut(before: position.piece, offset: position.offset)
      return false
    }
    result.lineStarts.append(position.offset)
    lineStart = position
    line = Advance()
    return true
  }

  /// Cuts the current line so that an ellipsis fits behind what is left of it: after a chunk, or inside the first one
  /// where even that is too wide.
  private mutating func cut(before limit: Int, offset limitOffset: Int) {
    var used = Advance()
    var best: Int?
    var index = lineStart.piece
    while index < text.pieces.count, text.pieces[index].lower < max(limitOffset, lineStart.offset + 1) {
      let end = chunkEnd(from: index)
      if index > lineStart.piece { used += space(before: index) }
      for piece in index..<end { used += text.pieces[piece].advance }
      if index == lineStart.piece { used.width -= lineStart.consumed }
      let whole = used + text.ellipses[text.pieces[end - 1].leaf]
      guard whole.width + whole.doubt <= width, text.pieces[end - 1].upper <= max(limitOffset, lineStart.offset) else { break }
      best = text.pieces[end - 1].upper
      index = end
    }
    result.cut = best ?? graphemeCut()
  }

  private func graphemeCut() -> Int {
    let piece = text.pieces[lineStart.piece]
    let ellipsis = text.ellipses[piece.leaf]
    let fitting = text.graphemes[piece.graphemes].last { edge in
      var whole = ellipsis
      whole.width += edge.width - lineStart.consumed
      whole.glyphCount += piece.advance.glyphCount
      whole.slack += 1 << 16
      return edge.offset > lineStart.offset && whole.width + whole.doubt <= width
    }
    return fitting?.offset ?? lineStart.offset
  }
}

extension PreparedText {
  /// The least whole number of CSS pixels in which the text surely stands on one line.
  public var leastWidthOnOneLine: Int {
    var line = Advance()
    for piece in pieces {
      if case .space = piece.joint { line += Advance(width: piece.spaceWidth, glyphCount: 1) }
      line += piece.advance
    }
    return pieces.isEmpty ? 0 : (line.width + line.doubt + 0xFFFF) >> 16
  }
}
