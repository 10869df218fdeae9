import Fonts

extension PreparedText {
  /// Breaks the text into lines, greedily, as browsers do.
  ///
  /// Engines round advances differently, so a line's width is known only as an interval (`Advance`). If the available
  /// width falls inside that interval, engines could disagree: the line ends before the word, and the markup forces the
  /// break. Otherwise all engines agree, and the markup stays plain.
  ///
  /// - Parameters:
  ///   - width: whole CSS pixels.
  ///   - maximumLines: at least 1; further lines are cut and replaced with an ellipsis.
  ///   - endsInEllipsis: the last line ends in an ellipsis even if nothing of this text is cut, because the following
  ///     text is.
  /// - Complexity: O(pieces + grapheme clusters of split words); no shaping.
  public func lines(width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false) -> MeasuredText {
    linesAndWidths(width: width, maximumLines: maximumLines, endsInEllipsis: endsInEllipsis).lines
  }

  /// See ``lines(width:maximumLines:endsInEllipsis:)``.
  ///
  /// - Returns: the widths, too, at which the text has the same lines if it may have as many, in whole CSS pixels.
  package func linesAndWidths(
    width: Int, maximumLines: Int? = nil, endsInEllipsis: Bool = false
  ) -> (lines: MeasuredText, widths: ClosedRange<Int>) {
    if isEmpty { return (.empty, Int.min...Int.max) }
    // If the whole certainly fits, so does each of its parts.
    if let least = leastWidthOfWhole, !endsInEllipsis, least <= width { return (.oneLine, least...Int.max) }
    var certain = CertainLines(width: width, maximumLines: maximumLines.map { max(1, $0) })
    let next = isGrowing ? certain.fill(chunks, from: 0, start: .zero, usualSpace) : 0
    if next == chunks.count, !endsInEllipsis {
      return (MeasuredText(FilledLines(lineStarts: certain.starts)), certain.widths)
    }
    var filling = LineFilling(text: self, lines: certain)
    let lines = filling.run(from: next, endsInEllipsis: endsInEllipsis)
    return (MeasuredText(lines), filling.widths)
  }
}

private struct LineFilling {
  let text: PreparedText
  private let chunks: [Chunk]
  private var lines: CertainLines
  /// The widths at which advances that neither certainly fit nor certainly did not would have done the same.
  private var undecidedWidths = Int.min...Int.max
  private var result = FilledLines(lineStarts: [])
  /// The content of the current line.
  private var line = Advance()
  private var origin = LineOrigin(piece: 0, offset: 0, isByAuthor: true)

  /// The start of the current line.
  private struct LineOrigin {
    var piece: Int
    var offset: Int
    /// True for the text's first line, and for a line after a hard break, which starts here whatever its content.
    var isByAuthor = false
  }

  init(text: PreparedText, lines: CertainLines) {
    self.text = text
    self.lines = lines
    chunks = text.chunks
  }

  /// The widths at which everything that was compared with the width so far would have had the same result.
  var widths: ClosedRange<Int> { lines.widths.clamped(to: undecidedWidths) }

  /// - Parameter first: the first chunk that is not in the certain lines.
  mutating func run(from first: Int, endsInEllipsis: Bool) -> FilledLines {
    takeCertainLines(0..<first)
    fill(from: first, endsInEllipsis: endsInEllipsis)
    result.lineStarts = lines.starts
    return result
  }

  private mutating func fill(from first: Int, endsInEllipsis: Bool) {
    let mayTakeMany = text.isGrowing
    var index = first
    while index < chunks.count {
      guard breakHard(before: chunks[index]), place(chunks[index], next: index + 1) else { return cut() }
      index += 1
      if mayTakeMany, index < chunks.count {
        let next = lines.fill(chunks, from: index, start: chunks[index - 1].end - line.bounds, text.usualSpace)
        takeCertainLines(index..<next)
        index = next
      }
    }
    if endsInEllipsis { cut() }
  }

  /// Continues behind chunks that are in certain lines.
  private mutating func takeCertainLines(_ range: Range<Int>) {
    var rest = range
    if let first = lines.lastFirst, range.contains(first) {
      origin = LineOrigin(piece: chunks[first].pieces.lowerBound, offset: chunks[first].offset)
      line = text.advance(of: chunks[first])
      rest = first + 1..<range.upperBound
    }
    for index in rest { line += text.space(before: chunks[index]) + text.advance(of: chunks[index]) }
  }

  private mutating func surelyFits(_ advance: Advance) -> Bool {
    let bounds = advance.bounds
    if lines.certainlyFit(bounds) { return true }
    undecidedWidths = undecidedWidths.clamped(to: Int.min...bounds.leastSureWidth - 1)
    return false
  }

  private mutating func surelyExceeds(_ advance: Advance) -> Bool {
    let bounds = advance.bounds
    if lines.areCertainlyExceeded(by: bounds) { return true }
    undecidedWidths = undecidedWidths.clamped(to: bounds.greatestExceededWidth + 1...Int.max)
    return false
  }

  // MARK: Filling

  /// Starts the lines that the author requested before a piece. Returns false if there are too many of them; then blank
  /// ones are dropped, so that the text above them can end in an ellipsis.
  private mutating func breakHard(before chunk: Chunk) -> Bool {
    if chunk.hardBreaks == 0 { return true }
    let (above, lineCount) = (origin, lines.starts.count)
    for _ in 0..<chunk.hardBreaks {
      if startLine(at: LineOrigin(piece: chunk.pieces.lowerBound, offset: chunk.offset, isByAuthor: true)) { continue }
      lines.starts.truncate(to: lineCount)
      origin = above
      return false
    }
    return true
  }

  /// Adds a chunk to the current line or the next one. Returns false if there is no next line.
  ///
  /// - Parameter next: the number of the chunk after it.
  private mutating func place(_ chunk: Chunk, next: Int) -> Bool {
    let advance = text.advance(of: chunk)
    if origin.piece != chunk.pieces.lowerBound {
      let candidate = line + text.space(before: chunk) + advance
      if surelyFits(candidate) {
        line = candidate
        return true
      }
      let above = line
      guard startLine(at: LineOrigin(piece: chunk.pieces.lowerBound, offset: chunk.offset)) else { return false }
      if surelyExceeds(candidate) {
        if chunk.isItemWithSpace { settleSpace(of: chunk, behind: above) }
      } else {
        result.forcedBreaks.append(chunk.offset)
        result.settledCount += 1
        if let end = glueEnd(of: chunk, next: next, behind: candidate) {
          result.glues.append(MeasuredText.Glue(offset: chunk.offset, end: end))
        }
      }
    }
    if surelyFits(advance) {
      line = advance
      return true
    }
    return split(chunk.pieces)
  }

  /// Forces the break before a chunk if the space before it is not certainly too wide for the line above, nor certainly
  /// fits.
  private mutating func settleSpace(of chunk: Chunk, behind line: Advance) {
    let end = line + text.space(before: chunk)
    if surelyFits(end) || surelyExceeds(end) { return }
    result.forcedBreaks.append(chunk.offset)
    result.settledCount += 1
  }

  /// The end of the chunk after one that might fit on the line above, if both certainly do not fit there together,
  /// certainly fit on the next line, and can be in one element. Their element counts as two more items on the line.
  ///
  /// - Parameter candidate: the line above with the chunk at its end.
  private mutating func glueEnd(of chunk: Chunk, next: Int, behind candidate: Advance) -> Int? {
    guard chunks.indices.contains(next) else { return nil }
    let second = chunks[next]
    let both = chunk.pieces.lowerBound..<second.pieces.upperBound
    guard text.hasOneElement(both), !text.mayTurnWithoutSpace(both) else { return nil }
    let added = text.space(before: second) + Advance(itemCount: 2) + text.advance(of: second)
    let above = candidate + added
    // With the greatest spacing of WCAG 2.2, 1.4.12, the two are half as wide again.
    let pair = text.advance(of: chunk) + added
    let spacing = Advance(ofSpace: pair.width / 2)
    guard surelyExceeds(above), surelyFits(pair + spacing) else { return nil }
    return text.pieces[second.pieces.upperBound - 1].upper
  }

  /// Ends the current line, unless it is the last that can be shown.
  private mutating func startLine(at position: LineOrigin) -> Bool {
    if let maximumLines = lines.maximumLines, lines.starts.count >= maximumLines { return false }
    lines.starts.append(position.offset)
    origin = position
    line = Advance()
    return true
  }

  // MARK: Splitting

  /// Splits a chunk that is wider than a line into as many lines as necessary, between grapheme clusters. Returns false
  /// if there are too many.
  private mutating func split(_ chunk: Range<Int>) -> Bool {
    let division = Division(of: chunk, in: text)
    var places = division.makeIterator()
    guard var start = places.next(), var last = places.next() else { return true }
    while let next = places.next() {
      if !surelyFits(division.advance(from: start, to: next)) {
        noteOverflow(of: division, from: start, to: last)
        forceOriginOfSplit()
        guard startLine(at: LineOrigin(piece: last.piece, offset: last.offset)) else { return false }
        result.forcedBreaks.append(last.offset)
        start = last
      }
      last = next
    }
    noteOverflow(of: division, from: start, to: last)
    line = division.advance(from: start, to: last)
    return true
  }

  /// Several clusters that share a line were found to fit. Only a single one can be wider.
  private mutating func noteOverflow(
    of division: Division, from start: Division.DivisionPlace, to end: Division.DivisionPlace
  ) {
    if end.index - start.index == 1, !surelyFits(division.advance(from: start, to: end)) { result.overflows = true }
  }

  /// The rest of a split or cut chunk might fit on the line before, although the whole did not.
  private mutating func forceOriginOfSplit() {
    if origin.isByAuthor || result.forcedBreaks.last == origin.offset { return }
    result.forcedBreaks.append(origin.offset)
  }

  // MARK: Cutting

  /// Cuts the current line so that an ellipsis fits after the rest of it: after a chunk, or inside the first one if
  /// even that is too wide.
  private mutating func cut() {
    let division = Division(of: chunks[number(ofChunkWith: origin.piece)].pieces, in: text)
    let places = Array(division)
    let start = places.firstIndex { $0.piece == origin.piece && $0.offset == origin.offset } ?? 0
    let end = places.count - 1
    var used = division.advance(from: places[start], to: places[end])
    guard surelyFits(used + ellipsis(after: division.chunk.upperBound - 1)) else {
      let last = places[start..<end].last { place in
        place.offset > origin.offset
          && surelyFits(division.advance(from: places[start], to: place) + ellipsis(after: place.pieceBefore))
      }
      forceOriginOfSplit()
      // There must be something before the ellipsis.
      if last == nil { result.overflows = true }
      result.cut = (last ?? places[min(start + 1, end)]).offset
      return
    }
    var lastPiece = division.chunk.upperBound - 1
    for chunk in chunks[(number(ofChunkWith: origin.piece) + 1)...] {
      if chunk.hardBreaks > 0 { break }
      used += text.space(before: chunk) + text.advance(of: chunk)
      guard surelyFits(used + ellipsis(after: chunk.pieces.upperBound - 1)) else { break }
      lastPiece = chunk.pieces.upperBound - 1
    }
    result.cut = text.pieces[lastPiece].upper
  }

  private func ellipsis(after piece: Int) -> Advance { text.ellipses[text.pieces[piece].leaf] }

  /// - Complexity: O(log chunks).
  private func number(ofChunkWith piece: Int) -> Int {
    var range = chunks.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = chunks[middle].pieces.lowerBound <= piece ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension PreparedText {
  /// The least whole number of CSS pixels at which the text certainly fits on one line.
  public var leastWidthOnOneLine: Int {
    guard !isEmpty else { return 0 }
    return max(0, leastSureWidth)
  }
}
