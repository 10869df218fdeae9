/// Fills the lines of a text where engines may not all end them at the same position.
struct LineFilling {
  let text: PreparedText
  private let chunks: [Chunk]
  private var lines: CertainLines
  /// If given, close calls are resolved by comparing widths without their uncertainty with this one, in 1/65536 px.
  private let plainWidth: Int?
  /// The widths at which advances that neither certainly fit nor certainly did not would be undecided too.
  private var undecidedWidths = Int.min...Int.max
  /// The byte offset at which each line starts.
  private(set) var starts: [Int32]
  private(set) var details = LineDetails()
  /// The content of the current line.
  private var line = Advance()
  private var origin = LineOrigin(piece: 0, offset: 0, isByAuthor: true)

  /// The start of the current line.
  private struct LineOrigin {
    var piece: Int
    var offset: Int
    /// True for the text's first line, and for a line after a hard break: it starts here whatever its content.
    var isByAuthor = false
  }

  /// - Parameters:
  ///   - lines: the certain lines so far.
  ///   - starts: the byte offsets at which these lines start.
  ///   - plainWidth: the width in CSS pixels, if close calls are resolved without regard to their uncertainty.
  init(text: PreparedText, lines: CertainLines, starts: ArraySlice<Int32>, plainWidth: Int? = nil) {
    self.text = text
    self.lines = lines
    self.plainWidth = plainWidth.map { $0 << 16 }
    self.starts = Array(starts)
    chunks = text.chunks
  }

  /// The widths at which everything that was compared with the width so far would give the same details.
  var widths: ClosedRange<Int> { lines.widths.clamped(to: undecidedWidths) }

  /// - Parameter first: the first chunk that is not in the certain lines.
  mutating func run(from first: Int, endsInEllipsis: Bool) {
    takeCertainLines(0..<first)
    fill(from: first, endsInEllipsis: endsInEllipsis)
  }

  private mutating func fill(from first: Int, endsInEllipsis: Bool) {
    let mayTakeMany = text.isGrowing
    var index = first
    while index < chunks.count {
      guard breakHard(before: chunks[index]), place(chunks[index], next: index + 1) else { return cut() }
      index += 1
      if mayTakeMany, index < chunks.count {
        let next = lines.fill(
          chunks, from: index, start: chunks[index - 1].end - line.bounds, text.usualSpace, &starts,
          firstStart: 0)
        takeCertainLines(index..<next)
        index = next
      }
    }
    if endsInEllipsis { cut() }
  }

  /// Continues after chunks that are in certain lines.
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
    let (above, lineCount) = (origin, starts.count)
    for _ in 0..<chunk.hardBreaks {
      if startLine(at: LineOrigin(piece: chunk.pieces.lowerBound, offset: chunk.offset, isByAuthor: true)) { continue }
      starts.removeLast(starts.count - lineCount)
      origin = above
      return false
    }
    return true
  }

  /// Adds a chunk to the current line or the next one. Returns false if there is no next line.
  ///
  /// - Parameter next: the index of the chunk after it.
  private mutating func place(_ chunk: Chunk, next: Int) -> Bool {
    let advance = text.advance(of: chunk)
    if origin.piece != chunk.pieces.lowerBound {
      let candidate = line + text.space(before: chunk) + advance
      if surelyFits(candidate) || candidate.width <= plainWidth ?? -1 {
        line = candidate
        return true
      }
      let above = line
      guard startLine(at: LineOrigin(piece: chunk.pieces.lowerBound, offset: chunk.offset)) else { return false }
      if surelyExceeds(candidate) {
        if chunk.isItemWithSpace { settleSpace(of: chunk, behind: above) }
      } else {
        details.forcedBreaks.append(chunk.offset)
        details.settledCount += 1
        if let end = glueEnd(of: chunk, next: next, behind: candidate) {
          details.glues.append(LineDetails.Glue(offset: chunk.offset, end: end))
        }
      }
    }
    if surelyFits(advance) {
      line = advance
      return true
    }
    return split(chunk.pieces)
  }

  /// Forces the break before a chunk if the space before it neither certainly fits on the line above nor is certainly
  /// too wide for it.
  private mutating func settleSpace(of chunk: Chunk, behind line: Advance) {
    let end = line + text.space(before: chunk)
    if surelyFits(end) || surelyExceeds(end.withoutRoundingOfItem) { return }
    details.forcedBreaks.append(chunk.offset)
    details.settledCount += 1
  }

  /// The end of the next chunk, if a chunk might fit on the line above, and both chunks certainly do not fit there
  /// together, certainly fit on the next line, and can be in one element. Their element counts as two more items on the
  /// line.
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

  /// Ends the current line, unless it is the last one that can be shown.
  private mutating func startLine(at position: LineOrigin) -> Bool {
    if let maximumLines = lines.maximumLines, starts.count >= maximumLines { return false }
    starts.append(Int32(clamping: position.offset))
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
        details.forcedBreaks.append(last.offset)
        start = last
      }
      last = next
    }
    noteOverflow(of: division, from: start, to: last)
    line = division.advance(from: start, to: last)
    return true
  }

  /// Records an overflow. Several clusters that share a line fit, so only a single one can be wider.
  private mutating func noteOverflow(
    of division: Division, from start: Division.DivisionPlace, to end: Division.DivisionPlace
  ) {
    if end.index - start.index == 1, !surelyFits(division.advance(from: start, to: end)) { details.overflows = true }
  }

  /// Forces the break before a split or cut chunk: its rest might fit on the line before, although the whole did not.
  private mutating func forceOriginOfSplit() {
    if origin.isByAuthor || details.forcedBreaks.last == origin.offset { return }
    details.forcedBreaks.append(origin.offset)
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
      if last == nil { details.overflows = true }
      details.cut = (last ?? places[min(start + 1, end)]).offset
      return
    }
    var lastPiece = division.chunk.upperBound - 1
    for chunk in chunks[(number(ofChunkWith: origin.piece) + 1)...] {
      if chunk.hardBreaks > 0 { break }
      used += text.space(before: chunk) + text.advance(of: chunk)
      guard surelyFits(used + ellipsis(after: chunk.pieces.upperBound - 1)) else { break }
      lastPiece = chunk.pieces.upperBound - 1
    }
    details.cut = text.pieces[lastPiece].upper
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

  /// The least whole number of CSS pixels at which each part that cannot be separated certainly fits on a line.
  ///
  /// - Complexity: O(pieces)
  public var leastWidthOfChunks: Int { chunks.reduce(0) { max($0, advance(of: $1).leastSureWidth) } }

  /// The width of the text on one line, rounded up to whole CSS pixels.
  ///
  /// It is greater only if the text may be wider in some engine than it and the spare room together. Engines round the
  /// advances of letters differently, which is less than a pixel in a text of a few words.
  ///
  /// - Parameter spare: the room beside the text that it may take, in whole CSS pixels.
  public func widthOnOneLine(spare: Int) -> Int {
    guard let end = chunks.last?.end else { return 0 }
    return max(0, end.leastWidth, leastSureWidth - spare)
  }
}
