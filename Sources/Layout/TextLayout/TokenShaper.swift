/// The resolved style of a leaf for one language: it is computed once, and then looked up by number.
struct LeafStyle {
  /// See `WordShaper.number(of:)`.
  var context: Int
  var size: Int
  var spaceWidth: Int
  var ellipsis: Advance
  /// The script in which the language is usually written.
  var script: UInt32
  var isKerned: Bool
  var tailoring: LineBreakTailoring
  /// The index of its table in `WordShaper.ideographTables`; nil for languages with kerning.
  var ideographs: Int?
}

/// The styles of the leaves of a text.
struct LeafStyles {
  let all: [LeafStyle]
  /// The ellipsis in each style.
  let ellipses: [Advance]

  init(_ all: [LeafStyle]) {
    self.all = all
    ellipses = all.map(\.ellipsis)
  }
}

/// Makes pieces from tokens, each distinct one once.
struct TokenShaper: ~Copyable {
  var words: WordShaper
  private var styles: [KnownStyle] = []
  /// The index of the style of the last request. The texts of cards request the same styles in the same order, so the
  /// next one is usually this one or the one after it.
  private var lastStyle = 0
  private var known = TextTable<ShapedToken>(mostTexts: 1 << 15)
  /// The results for sentences without spaces, which have many pieces: few are kept.
  private var knownSentences = TextTable<ShapedToken>(mostTexts: 1 << 10)
  /// The scripts of tokens so far: each number of a reading is an index here, from 1 on.
  var signScripts: [SignScripts] = []

  private struct KnownStyle {
    let style: TextRunStyle
    let language: String
    /// The styles of a text with one leaf, as most texts have.
    let alone: LeafStyles
  }

  init?(fonts: ServedFonts) {
    guard let words = WordShaper(fonts: fonts) else { return nil }
    self.words = words
  }

  mutating func styles(of text: StyledText) -> LeafStyles {
    if text.leaves.count == 1 { return styles[number(ofStyleOfLeaf: 0, in: text)].alone }
    var result: [LeafStyle] = []
    result.reserveCapacity(text.leaves.count)
    for index in text.leaves.indices {
      // Most leaves have the style of the text's first leaf.
      if index > 0, text.leaves[index].style == text.leaves[0].style {
        result.append(result[0])
      } else {
        result.append(style(ofLeaf: index, in: text))
      }
    }
    return LeafStyles(result)
  }

  /// The number that distinguishes texts of one leaf, in addition to their bytes.
  mutating func number(of text: StyledText) -> Int {
    number(
      style(ofLeaf: 0, in: text), isRightToLeft: text.isRightToLeft, leastLineWidth: text.leastLineWidth)
  }

  /// The number that distinguishes tokens of one leaf, in addition to their bytes.
  ///
  /// - Parameter reading: see ``number(ofReadingsOf:of:in:style:)``.
  @inline(__always)
  func number(_ style: LeafStyle, reading: Int = 0, isRightToLeft: Bool, leastLineWidth: Int) -> Int {
    reading << 48 | style.context << 24 | style.size << 8 | widthToHold(leastLineWidth) << 1 | (isRightToLeft ? 1 : 0)
  }

  private mutating func style(ofLeaf index: Int, in text: StyledText) -> LeafStyle {
    styles[number(ofStyleOfLeaf: index, in: text)].alone.all[0]
  }

  private mutating func number(ofStyleOfLeaf index: Int, in text: StyledText) -> Int {
    lastStyle = knownStyle(ofLeaf: index, in: text) ?? styles.count
    if lastStyle == styles.count {
      let style = text.leaves[index].style
      styles.append(
        KnownStyle(
          style: style, language: text.language, alone: LeafStyles([measured(style, language: text.language)])))
    }
    return lastStyle
  }

  private func knownStyle(ofLeaf index: Int, in text: StyledText) -> Int? {
    let (known, leaves) = (styles.span, text.leaves.span)
    for distance in known.indices {
      let place = lastStyle + distance < known.count ? lastStyle + distance : lastStyle + distance - known.count
      if known[place].style == leaves[index].style, known[place].language == text.language { return place }
    }
    return nil
  }

  private mutating func measured(_ style: TextRunStyle, language: String) -> LeafStyle {
    let shaping = ShapingContext(font: style.font, language: language)
    let context = words.number(of: shaping)
    let measured = [" ", "…"].map { sample in
      let text = ShapingText(bytes: Array(sample.utf8), levels: [])
      return words.word(text.bytes.indices, of: text, context: context, size: style.size)
    }
    if !shaping.isKerned {
      words.ideographTables.append(IdeographTable(context: context, size: style.size, language: language))
    }
    return LeafStyle(
      context: context, size: style.size, spaceWidth: measured[0].width, ellipsis: measured[1],
      script: CharacterProperties.script(ofLanguage: language), isKerned: shaping.isKerned,
      tailoring: LineBreakTailoring(language: language),
      ideographs: shaping.isKerned ? nil : words.ideographTables.count - 1)
  }

  /// Adds the pieces of a token that occurred before with the same readings, as most tokens did.
  ///
  /// - Parameters:
  ///   - token: a token in one leaf.
  ///   - bytes: the bytes of the text.
  ///   - number: the number of its style, readings and direction.
  /// - Returns: false if nothing was added.
  @inline(__always)
  mutating func appendKnown(
    _ token: TokenStream.TextToken, of bytes: Span<UInt8>, number: Int, in stream: borrowing TokenStream,
    spaceWidth: Int, to builder: inout PieceBuilder
  ) -> Bool {
    guard token.range.count <= longestCached, let index = known.index(of: bytes.extracting(token.range), number) else {
      return false
    }
    let values = known.values.span
    if values[index].divided == nil {
      builder.append(first: values[index].first, of: token, in: stream, spaceWidth: spaceWidth)
    } else {
      builder.append(values[index], of: token, in: stream, spaceWidth: spaceWidth)
    }
    return true
  }

  /// The pieces of a new token.
  ///
  /// - Parameters:
  ///   - isRightToLeft: nil if the token has both directions, or several leaves.
  ///   - reading: see ``number(ofReadingsOf:of:in:style:)``; nil if there is none.
  ///   - styles: the style of each leaf of the text.
  mutating func shape(
    _ token: TokenStream.TextToken, isRightToLeft: Bool?, reading: Int?, in stream: TokenStream, of text: ShapingText,
    scripts: inout TextScripts, styles: [LeafStyle], leastLineWidth: Int, segmenter: inout TextSegmenter
  ) -> ShapedToken {
    let style = styles[token.leaf]
    let isSentence = token.range.count > longestCached
    // The token was already looked up by its own bytes: see `appendKnown`.
    let isNew = isRightToLeft != nil && reading != nil && !isSentence
    var key: [UInt8] = []
    // The context includes the language, and therefore the tailoring.
    let number = number(
      style, reading: reading ?? 0, isRightToLeft: isRightToLeft ?? false, leastLineWidth: leastLineWidth)
    if !isNew, token.laterParts.isEmpty, token.range.count <= longestSentence {
      key = self.key(of: token.range, isRightToLeft: isRightToLeft, reading: reading, in: text, scripts: scripts)
      if isSentence {
        if let index = knownSentences.index(of: key.span, number) { return knownSentences.values[index] }
      } else if let index = known.index(of: key.span, number) {
        return known.values[index]
      }
    }
    let readings = readings(
      of: token.range, isRightToLeft: isRightToLeft, reading: reading, in: text, scripts: &scripts, style: style)
    let shaped = compute(
      token, in: stream, of: text, readings: readings, styles: styles, tailoring: styles[0].tailoring,
      leastLineWidth: leastLineWidth, segmenter: &segmenter)
    if isNew {
      known.add(shaped, for: text.bytes.span.extracting(token.range), number)
    } else if key.isEmpty {
      return shaped
    } else if isSentence {
      knownSentences.add(shaped, for: key.span, number)
    } else {
      known.add(shaped, for: key.span, number)
    }
    return shaped
  }

  private mutating func compute(
    _ token: TokenStream.TextToken, in stream: borrowing TokenStream, of text: ShapingText, readings: TokenReadings,
    styles: [LeafStyle], tailoring: LineBreakTailoring, leastLineWidth: Int, segmenter: inout TextSegmenter
  ) -> ShapedToken {
    if token.laterParts.isEmpty {
      let style = styles[token.leaf]
      if let word = plainWord(token.range, of: text, readings: readings, style: style, leastLineWidth) { return word }
      if readings.all.isEmpty, text.levels.isEmpty,
        let token = tokenOfIdeographs(token.range, of: text, style: style, leastLineWidth: leastLineWidth)
      {
        return token
      }
    }
    let parts = stream.parts(of: token)[...]
    let bytes = text.bytes[token.range]
    let apart = clustersApart(in: parts, of: text, styles: styles, segmenter: &segmenter)
    var elementStarts = parts.dropFirst().map(\.range.lowerBound)
    if apart.contains(where: { $0.kind == .apart }) {
      elementStarts += apart.lazy.filter { $0.kind == .apart }.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
      elementStarts = Set(elementStarts).sorted()
    }
    let shape = BreakPolicy.shape(
      of: bytes, elementStarts: elementStarts, glyphless: apart.filter { $0.kind == .missing }.map(\.range),
      tailoring: tailoring, segmenter: &segmenter)
    var pieces = pieces(of: parts, breaks: shape.breaks, apart: apart)
    var style = styles[parts[parts.startIndex].leaf]
    var part = 0
    for index in pieces.indices {
      if pieces[index].part != part {
        part = pieces[index].part
        style = styles[parts[parts.startIndex + part].leaf]
      }
      if pieces[index].kind == .missing {
        // The width is 1.25 em, as in the style sheet.
        pieces[index].advance = Advance(of: style.size * 5, in: 4)
      } else {
        let piece = pieces[index].range
        pieces[index].advance = advance(
          of: piece, in: text, readings: self.readings(readings, of: piece, in: text, style: style), style: style)
      }
    }
    addDoubts(to: &pieces, of: parts, in: text, readings: readings, styles: styles)
    return finished(
      pieces, of: parts, in: text, shape: shape, readings: readings, styles: styles,
      // A grapheme cluster may end where an element or a box begins.
      clusterEnds: parts.count > 1 || !apart.isEmpty ? Set(segmenter.graphemeEnds(in: bytes)) : [],
      leastLineWidth: leastLineWidth, segmenter: &segmenter)
  }

  /// The token, if it is a word of ASCII letters and digits: no engine breaks it, and its font has its characters. Nil
  /// if it may have to be divided, or is something else.
  private mutating func plainWord(
    _ range: Range<Int>, of text: ShapingText, readings: TokenReadings, style: LeafStyle, _ leastLineWidth: Int
  ) -> ShapedToken? {
    guard words.isPlain(text.bytes.span.extracting(range), context: style.context) else { return nil }
    let advance = advance(
      of: range, in: text, readings: self.readings(readings, of: range, in: text, style: style), style: style)
    let room = LineRoom(width: widthToHold(leastLineWidth))
    guard (advance.bounds + style.ellipsis.bounds).certainlyFits(in: room) else { return nil }
    return ShapedToken(
      ShapedToken.TokenPiece(
        range: 0..<range.count, part: 0, kind: .text, advance: advance))
  }

  /// Adds to each piece the break before it and the positions at which it can be divided, and counts offsets from the
  /// token's start.
  private mutating func finished(
    _ pieces: consuming [ShapedToken.TokenPiece], of parts: ArraySlice<TokenStream.TokenPart>, in text: ShapingText,
    shape: TokenShape, readings: TokenReadings, styles: [LeafStyle], clusterEnds: Set<Int>, leastLineWidth: Int,
    segmenter: inout TextSegmenter
  ) -> ShapedToken {
    var edges: [GraphemeEdge] = []
    var missing: [UInt32] = []
    let start = pieces.first?.range.lowerBound ?? 0
    let room = LineRoom(width: widthToHold(leastLineWidth))
    var breakCount = 0
    var style = styles[parts[parts.startIndex].leaf]
    var (currentPart, ellipsis) = (0, style.ellipsis.bounds)
    var finished = pieces.mutableSpan
    for index in finished.indices {
      let (range, part) = (finished[index].range, finished[index].part)
      if part != currentPart {
        currentPart = part
        style = styles[parts[parts.startIndex + part].leaf]
        ellipsis = style.ellipsis.bounds
      }
      let offset = range.lowerBound - start
      if breakCount < shape.breaks.count, shape.breaks[breakCount].offset == offset {
        finished[index].separator = shape.breaks[breakCount].isMarked ? .marked : .opportunity
        breakCount += 1
      }
      finished[index].isHeld = shape.isHeld[breakCount]
      let firstEdge = edges.count
      if offset > 0, finished[index].separator == nil, clusterEnds.contains(offset) {
        edges.append(GraphemeEdge(offset: offset, width: 0, rounded: RoundedAdvance()))
      }
      switch finished[index].kind {
      case .text:
        // Every line has room for most pieces, together with an ellipsis.
        if (finished[index].advance.bounds + ellipsis).certainlyFits(in: room) { break }
        let division = division(
          of: range, advance: finished[index].advance, in: text,
          readings: self.readings(readings, of: range, in: text, style: style), style: style, segmenter: &segmenter)
        guard let division else { break }
        // Most tokens have no slack, because they are one piece.
        edges += division.edges.lazy.map {
          GraphemeEdge(offset: $0.offset - start, width: $0.width, rounded: $0.rounded)
        }
        finished[index].splitSlack = division.slack
      case .missing:
        missing += TextLayout.missing(in: text.bytes[range], stack: words.stack(ofContext: style.context))
      case .box, .apart: break
      }
      finished[index].edges = firstEdge..<edges.count
      finished[index].range = offset..<range.upperBound - start
    }
    return ShapedToken(pieces, edges: edges, missing: missing)
  }

  // MARK: Clusters apart

  /// The grapheme clusters of a token that are in separate elements: clusters that no served face draws (emoji, for
  /// which the reader's font is used, and characters that no face contains), and letters with marks that are drawn by
  /// another face than the letters alone.
  private func clustersApart(
    in parts: ArraySlice<TokenStream.TokenPart>, of text: ShapingText, styles: [LeafStyle],
    segmenter: inout TextSegmenter
  ) -> [ClusterApart] {
    var result: [ClusterApart] = []
    for part in parts {
      let stack = words.stack(ofContext: styles[part.leaf].context)
      let bytes = text.bytes[part.range]
      if !needsBoxOrFace(bytes, stack: stack) { continue }
      var lower = part.range.lowerBound
      for end in segmenter.graphemeEnds(in: bytes) {
        let upper = part.range.lowerBound + end
        let cluster = bytes[lower..<upper]
        if needsBoxOrFace(cluster, stack: stack) {
          let position = stack.flatMap { stack in
            faceApart(of: cluster, stack: stack).flatMap { stack.faces[$0].kind.positionApart }
          }
          result.append(ClusterApart(range: lower..<upper, position: position))
        }
        lower = upper
      }
    }
    return result
  }

  /// Divides the parts of a token at break opportunities and around clusters apart.
  private func pieces(
    of parts: ArraySlice<TokenStream.TokenPart>, breaks: [TokenShape.Break], apart: [ClusterApart]
  ) -> [ShapedToken.TokenPiece] {
    let start = parts.first?.range.lowerBound ?? 0
    var edges = breaks.map { $0.offset + start }
    if !apart.isEmpty { edges = Set(edges + apart.flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted() }
    var pieces: [ShapedToken.TokenPiece] = []
    pieces.reserveCapacity(parts.count + edges.count)
    var (edge, next) = (0, 0)
    for (number, part) in parts.enumerated() {
      var lower = part.range.lowerBound
      while lower < part.range.upperBound {
        while edge < edges.count, edges[edge] <= lower { edge += 1 }
        while next < apart.count, apart[next].range.upperBound <= lower { next += 1 }
        let upper = edge < edges.count ? min(edges[edge], part.range.upperBound) : part.range.upperBound
        let own = next < apart.count && apart[next].range.lowerBound == lower ? apart[next] : nil
        pieces.append(
          ShapedToken.TokenPiece(
            range: lower..<upper, part: number, kind: own?.kind ?? .text, advance: Advance(),
            family: own?.position ?? 0))
        lower = upper
      }
    }
    return pieces
  }

  // MARK: Splitting

  /// The positions at which a piece can be divided; nil if there are none.
  private mutating func division(
    of range: Range<Int>, advance: Advance, in text: ShapingText, readings: [ScriptReading], style: LeafStyle,
    segmenter: inout TextSegmenter
  ) -> WordDivision? {
    guard hasSeveralScalars(text.bytes[range]) else { return nil }
    let ends = segmenter.graphemeEnds(in: text.bytes[range]).dropLast().map { $0 + range.lowerBound }
    let offsets = endsInsideWords(ends, in: text.bytes[range])
    if offsets.isEmpty { return nil }
    var division = words.division(
      at: offsets, of: range, in: text, context: style.context, size: style.size, readings: readings)
    // The whole, which is the sum of the widths of all parts, is in the middle of the different readings.
    if !readings.isEmpty { division.slack += advance.slack }
    return division
  }
}

/// The width in CSS pixels up to which words are not split, if no line of the text is narrower than a width.
func widthToHold(_ leastLineWidth: Int) -> Int {
  min(max(0, leastLineWidth), StyledText.usualLeastLineWidth)
}

/// The limit in bytes. Longer tokens are rare where there are spaces.
private let longestCached = 64

/// The limit in bytes. Longer tokens rarely occur twice.
private let longestSentence = 255
