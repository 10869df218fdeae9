import Fonts
import TextSegmentation

/// The resolved style of a leaf for one language: computed once, and then looked up by number.
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
}

/// Makes pieces from tokens, each distinct one once.
struct TokenShaper: ~Copyable {
  private var words: WordShaper
  private var styles: [StyleKey: LeafStyle] = [:]
  /// The last request, which is nearly always repeated.
  private var last: (key: StyleKey, style: LeafStyle)?
  private var known = TextTable<ShapedToken>(mostTexts: 1 << 16)

  private struct StyleKey: Hashable {
    let style: TextRunStyle
    let language: String
  }

  init?(fonts: ServedFonts) {
    guard let words = WordShaper(fonts: fonts) else { return nil }
    self.words = words
  }

  /// The style of each leaf.
  mutating func styles(of text: StyledText) -> [LeafStyle] {
    text.leaves.map { style(StyleKey(style: $0.style, language: text.language)) }
  }

  /// The number that distinguishes texts of one leaf, besides their bytes.
  mutating func number(of text: StyledText) -> Int {
    let style = style(StyleKey(style: text.leaves[0].style, language: text.language))
    return number(style, isRightToLeft: text.isRightToLeft, leastLineWidth: text.leastLineWidth)
  }

  private func number(_ style: LeafStyle, isRightToLeft: Bool, leastLineWidth: Int) -> Int {
    style.context << 24 | style.size << 8 | widthToHold(leastLineWidth) << 1 | (isRightToLeft ? 1 : 0)
  }

  private mutating func style(_ key: StyleKey) -> LeafStyle {
    if let last, last.key == key { return last.style }
    let style = styles[key] ?? measuredStyle(key)
    last = (key, style)
    return style
  }

  private mutating func measuredStyle(_ key: StyleKey) -> LeafStyle {
    let shaping = ShapingContext(font: key.style.font, language: key.language)
    let context = words.number(of: shaping)
    let size = key.style.size
    let measured = [" ", "…"].map { sample in
      let text = ShapingText(bytes: Array(sample.utf8), levels: [])
      return words.word(text.bytes.indices, of: text, context: context, size: size)
    }
    let style = LeafStyle(
      context: context, size: size, spaceWidth: measured[0].width, ellipsis: measured[1],
      script: CharacterProperties.script(ofLanguage: key.language), isKerned: shaping.isKerned,
      tailoring: LineBreakTailoring(language: key.language))
    styles[key] = style
    return style
  }

  /// - Parameter styles: one for each leaf of the text.
  mutating func shape(
    _ token: TokenStream.TextToken, of text: ShapingText, scripts: TextScripts, styles: [LeafStyle],
    tailoring: LineBreakTailoring, leastLineWidth: Int, segmenter: inout TextSegmenter
  ) -> ShapedToken {
    let part = token.first
    let readings = scripts.readings(of: token.range)
    guard token.others.isEmpty, part.range.count <= longestCached, let isRightToLeft = text.isRightToLeft(part.range)
    else {
      return compute(
        token, of: text, readings: readings, styles: styles, tailoring: tailoring, leastLineWidth: leastLineWidth,
        segmenter: &segmenter)
    }
    // The context contains the language, and so the tailoring.
    let number = number(styles[part.leaf], isRightToLeft: isRightToLeft, leastLineWidth: leastLineWidth)
    var bytes = text.bytes[part.range]
    if !readings.all.isEmpty {
      var key = Array(bytes)
      for reading in readings.all { reading.appendKey(to: &key, of: part.range) }
      bytes = key[...]
    }
    if let index = known.index(of: bytes, number) { return known.values[index] }
    let shaped = compute(
      token, of: text, readings: readings, styles: styles, tailoring: tailoring, leastLineWidth: leastLineWidth,
      segmenter: &segmenter)
    known.add(shaped, for: bytes, number)
    return shaped
  }

  private mutating func compute(
    _ token: TokenStream.TextToken, of text: ShapingText, readings: TokenReadings, styles: [LeafStyle],
    tailoring: LineBreakTailoring, leastLineWidth: Int, segmenter: inout TextSegmenter
  ) -> ShapedToken {
    let bytes = text.bytes[token.range]
    let boxes = glyphlessClusters(in: token, of: text, styles: styles, segmenter: &segmenter)
    let shape = BreakPolicy.shape(
      of: bytes, elementStarts: token.others.map(\.range.lowerBound), glyphless: boxes,
      tailoring: tailoring, segmenter: &segmenter)
    let holdsTogether = !token.others.isEmpty || !boxes.isEmpty
    let clusterEnds = holdsTogether ? Set(segmenter.graphemeEnds(in: bytes)) : []
    let boxStarts = Set(boxes.map(\.lowerBound))
    var result = ShapedToken()
    var breaks = shape.breaks[...]
    let parts = Array(token.parts)
    func makePieces(ofPart number: Int) -> [ShapedToken.TokenPiece] {
      let style = styles[parts[number].leaf]
      return chunks(of: parts[number], start: token.range.lowerBound, breaks: breaks, boxes: boxes).map { chunk in
        var piece = ShapedToken.TokenPiece(
          range: chunk, part: number, kind: .text, advance: Advance(), separator: nil, isHeld: false)
        if boxStarts.contains(chunk.lowerBound) {
          piece.kind = .missing
          // 1.25 em, as in the style sheet.
          piece.advance = Advance(width: style.size * 5 << 14, itemCount: 1)
        } else {
          piece.advance = advance(of: chunk, in: text, readings: readings.of(chunk), style: style)
        }
        return piece
      }
    }
    var following = makePieces(ofPart: 0)
    var edgeDoubt = 0
    for number in parts.indices {
      let style = styles[parts[number].leaf]
      var pieces = following
      addDoubt(to: &pieces, of: text, readings: readings, style: style)
      pieces[0].advance.slack += edgeDoubt
      if number + 1 < parts.count, let last = pieces.indices.last {
        following = makePieces(ofPart: number + 1)
        edgeDoubt = doubt(
          atEdgeBetween: (pieces[last], style), and: (following[0], styles[parts[number + 1].leaf]), of: text,
          readings: readings)
        pieces[last].advance.slack += edgeDoubt
      }
      for var piece in pieces {
        let offset = piece.range.lowerBound - token.range.lowerBound
        if breaks.first?.offset == offset { piece.separator = breaks.popFirst() }
        piece.isHeld = shape.isHeld[shape.breaks.count - breaks.count]
        if piece.kind == .text {
          addEdges(
            to: &piece, of: text, readings: readings.of(piece.range), style: style,
            leastWidth: widthToHold(leastLineWidth) << 16, segmenter: &segmenter)
        }
        if piece.separator == nil, offset > 0, clusterEnds.contains(offset) {
          piece.edges.insert(GraphemeEdge(offset: piece.range.lowerBound, width: 0, glyphCount: 0), at: 0)
        }
        if piece.kind == .missing {
          result.missing += missing(in: text.bytes[piece.range], stack: words.stack(ofContext: style.context))
        }
        result.pieces.append(piece.moved(by: -token.range.lowerBound))
      }
    }
    return result
  }

  /// Divides a part of a token at break opportunities and around boxes.
  private func chunks(
    of part: TokenStream.TokenPart, start: Int, breaks: ArraySlice<TokenShape.Break>, boxes: [Range<Int>]
  ) -> [Range<Int>] {
    var edges = [part.range.lowerBound]
    for offset in breaks.lazy.map({ $0.offset + start }) {
      if offset >= part.range.upperBound { break }
      if offset > part.range.lowerBound { edges.append(offset) }
    }
    if !boxes.isEmpty {
      for box in boxes where part.range.contains(box.lowerBound) { edges += [box.lowerBound, box.upperBound] }
      edges = Set(edges.filter { part.range.contains($0) }).sorted()
    }
    return edges.indices.map { edges[$0]..<($0 + 1 < edges.count ? edges[$0 + 1] : part.range.upperBound) }
  }

  // MARK: Doubt

  /// The advance of a text by itself, with its uncertainty from the scripts of the text around it.
  private mutating func advance(
    of range: Range<Int>, in text: ShapingText, readings: [ScriptReading], style: LeafStyle
  ) -> Advance {
    var result = words.word(range, of: text, context: style.context, size: style.size)
    var widths = result.width...result.width
    for reading in readings {
      let other = words.word(range, of: text, context: style.context, size: style.size, reading: reading)
      widths = min(widths.lowerBound, other.width)...max(widths.upperBound, other.width)
      result.glyphCount = max(result.glyphCount, other.glyphCount)
      result.itemCount = max(result.itemCount, other.itemCount)
    }
    result.width = widths.lowerBound + widths.count / 2
    result.slack += widths.count / 2
    return result
  }

  /// Each piece is shaped alone, as in WebKit. If the result differs from that of the whole, which Blink and Gecko
  /// shape, the difference is uncertain.
  private mutating func addDoubt(
    to pieces: inout [ShapedToken.TokenPiece], of text: ShapingText, readings: TokenReadings, style: LeafStyle
  ) {
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return }
    // Pairs occur again, and are then known; a long whole does not.
    var doubts: [(index: Int, doubt: Int)] = []
    for index in pieces.indices.dropFirst() where pieces[index].kind == .text && pieces[index - 1].kind == .text {
      let (before, after) = (pieces[index - 1], pieces[index])
      let pair = before.range.lowerBound..<after.range.upperBound
      let pairReadings = readings.of(pair)
      let doubt =
        if pairReadings.isEmpty {
          abs(
            words.word(pair, of: text, context: style.context, size: style.size).width - before.advance.width
              - after.advance.width)
        } else {
          doubt(of: pair, dividedAt: after.range.lowerBound, in: text, readings: pairReadings, style: style)
        }
      if doubt > 0 { doubts.append((index, doubt)) }
    }
    if doubts.isEmpty { return }
    if readings.all.isEmpty, !pieces.contains(where: { $0.kind == .missing }) {
      let range = first.range.lowerBound..<last.range.upperBound
      let whole = words.word(range, of: text, context: style.context, size: style.size)
      if pieces.reduce(0, { $0 + $1.advance.width }) == whole.width { return }
    }
    for (index, doubt) in doubts {
      pieces[index - 1].advance.slack += doubt
      pieces[index].advance.slack += doubt
    }
  }

  /// How much wider or narrower a text is than its two parts, by any reading.
  private mutating func doubt(
    of range: Range<Int>, dividedAt offset: Int, in text: ShapingText, readings: [ScriptReading], style: LeafStyle
  ) -> Int {
    var doubt = 0
    for reading in [nil] + readings {
      let widths = [range, range.lowerBound..<offset, offset..<range.upperBound].map { range in
        words.word(range, of: text, context: style.context, size: style.size, reading: reading).width
      }
      doubt = max(doubt, abs(widths[0] - widths[1] - widths[2]))
    }
    return doubt
  }

  /// The uncertainty at the edge of an element.
  ///
  /// Chromium and Firefox shape across it if the font is the same on both sides, so letters are kerned there; WebKit does
  /// not. Letters that join may take another form in any font.
  private mutating func doubt(
    atEdgeBetween before: (piece: ShapedToken.TokenPiece, style: LeafStyle),
    and after: (piece: ShapedToken.TokenPiece, style: LeafStyle), of text: ShapingText, readings: TokenReadings
  ) -> Int {
    // Boxes are inline blocks.
    guard before.piece.kind == .text, after.piece.kind == .text else { return 0 }
    let edge = after.piece.range.lowerBound
    if mayJoin(text.bytes[before.piece.range], text.bytes[after.piece.range]) {
      return max(before.style.size, after.style.size) << 15
    }
    guard before.style.context == after.style.context, before.style.size == after.style.size else { return 0 }
    let pair = before.piece.range.lowerBound..<after.piece.range.upperBound
    return doubt(of: pair, dividedAt: edge, in: text, readings: readings.of(pair), style: after.style)
  }

  /// False if no letter of one text can join one of the other: between them is a sign or a digit, or their script does
  /// not join letters.
  private func mayJoin(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Bool {
    guard let next = ScalarSequence(bytes: after).first(where: { _ in true })?.scalar,
      let last = ScalarSequence(bytes: before).map(\.scalar).last(where: { !isMarkOrIgnorable($0) })
    else { return false }
    return joins(last) && (joins(next) || isMarkOrIgnorable(next))
  }

  private func isMarkOrIgnorable(_ scalar: UInt32) -> Bool {
    CharacterProperties.lineBreakClass(of: scalar) == .combining || CharacterProperties.isDefaultIgnorable(scalar)
  }

  private func joins(_ scalar: UInt32) -> Bool {
    let script = CharacterProperties.script(of: scalar)
    // Of the scripts from left to right, Mongolian joins letters. The tatweel has no script.
    return scalar == 0x0640 || script == CharacterProperties.mongolian
      || CharacterProperties.mayRunRightToLeft(scalar) && script != CharacterProperties.hebrew
        && !CharacterProperties.isNeutral(script: script)
  }

  // MARK: Boxes

  /// Grapheme clusters of a token that no served face draws: emoji, for which the reader's font is used, and characters
  /// that no face contains.
  private func glyphlessClusters(
    in token: TokenStream.TextToken, of text: ShapingText, styles: [LeafStyle], segmenter: inout TextSegmenter
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for part in token.parts {
      let stack = words.stack(ofContext: styles[part.leaf].context)
      let bytes = text.bytes[part.range]
      if !needsBox(bytes, stack: stack) { continue }
      var lower = part.range.lowerBound
      for end in segmenter.graphemeEnds(in: bytes) {
        let upper = part.range.lowerBound + end
        if needsBox(bytes[lower..<upper], stack: stack) { result.append(lower..<upper) }
        lower = upper
      }
    }
    return result
  }

  /// Returns whether a text contains something that no served face draws, or a mark that another face draws than its
  /// letter: then each browser would choose a font for the two.
  private func needsBox(_ bytes: ArraySlice<UInt8>, stack: ServedStack?) -> Bool {
    var letterFace: Int?
    for (_, scalar) in ScalarSequence(bytes: bytes) {
      if CharacterProperties.isFrequentLetter(scalar) {
        guard let face = stack?.faceIndex(of: scalar) else { return true }
        letterFace = face
        continue
      }
      if isEmojiAlone(scalar) { return true }
      let isIgnorable = CharacterProperties.isDefaultIgnorable(scalar)
      guard let face = stack?.faceIndex(of: scalar) else {
        if !isIgnorable { return true }
        continue
      }
      if scalar >= 0x0300, !isIgnorable, CharacterProperties.lineBreakClass(of: scalar) == .combining {
        if face != letterFace { return true }
      } else if !isIgnorable {
        letterFace = face
      }
    }
    return false
  }

  /// The characters to report for a box: those without a face, or else the marks that no face draws together with their
  /// letter. Emoji, which the reader's system draws, are not reported.
  private func missing(in cluster: ArraySlice<UInt8>, stack: ServedStack?) -> [UInt32] {
    let all = ScalarSequence(bytes: cluster).map(\.scalar)
    if all.contains(where: isEmojiAlone) { return [] }
    let scalars = all.filter { !CharacterProperties.isDefaultIgnorable($0) }
    let uncovered = scalars.filter { stack?.faceIndex(of: $0) == nil }
    return uncovered.isEmpty
      ? scalars.filter { CharacterProperties.lineBreakClass(of: $0) == .combining } : uncovered
  }

  // MARK: Splitting

  /// Finds the positions at which a piece can be split, if it is so wide that the narrowest line may not hold it
  /// together with an ellipsis.
  private mutating func addEdges(
    to piece: inout ShapedToken.TokenPiece, of text: ShapingText, readings: [ScriptReading], style: LeafStyle,
    leastWidth: Int, segmenter: inout TextSegmenter
  ) {
    let widest = leastWidth - style.ellipsis.width - style.ellipsis.doubt - piece.advance.doubt
    guard piece.advance.width > widest, hasSeveralScalars(text.bytes[piece.range]) else { return }
    let ends = segmenter.graphemeEnds(in: text.bytes[piece.range]).dropLast().map { $0 + piece.range.lowerBound }
    let offsets = endsInsideWords(ends, in: text.bytes[piece.range])
    if offsets.isEmpty { return }
    let division = words.division(
      at: offsets, of: piece.range, in: text, context: style.context, size: style.size, readings: readings)
    piece.edges = division.edges
    piece.splitSlack = division.slack
    // The whole, which is the sum of the widths of all parts, is in the middle of the different readings.
    if !readings.isEmpty { piece.splitSlack += piece.advance.slack }
  }
}

/// The grapheme ends that have a letter or digit on either side; all of them if otherwise a part as long as a word
/// would not be split.
///
/// WebKit searches for break opportunities in each text node separately: it finds none after a hyphen at the beginning
/// of a node, and different ones next to joiners and brackets.
private func endsInsideWords(_ ends: [Int], in bytes: ArraySlice<UInt8>) -> [Int] {
  var inside: [Int] = []
  var next = 0
  var stretch = 0
  var isAfterWordCharacter = false
  for (offset, scalar) in ScalarSequence(bytes: bytes) where next < ends.count {
    let isWordCharacter = isWordCharacter(scalar)
    if offset == ends[next] {
      next += 1
      stretch += 1
      if isAfterWordCharacter, isWordCharacter {
        inside.append(offset)
        stretch = 0
      } else if stretch == longestStretchOfSigns {
        return ends
      }
    }
    isAfterWordCharacter = isWordCharacter
  }
  return inside
}

private let longestStretchOfSigns = 8

private func hasSeveralScalars(_ text: ArraySlice<UInt8>) -> Bool {
  text.dropFirst().contains { $0 & 0xC0 != 0x80 }
}

private func isWordCharacter(_ scalar: UInt32) -> Bool {
  switch CharacterProperties.lineBreakClass(of: scalar) {
  case .alphabetic, .hebrewLetter, .numeric, .ideographic, .dictionary, .conditionalStarter, .combining: true
  case .nonstarter, .quotation, .opening, .closing, .exclamation, .other: false
  }
}

extension ShapedToken.TokenPiece {
  fileprivate func moved(by distance: Int) -> ShapedToken.TokenPiece {
    var copy = self
    copy.range = range.lowerBound + distance..<range.upperBound + distance
    for index in edges.indices { copy.edges[index].offset += distance }
    return copy
  }
}

/// The width in CSS pixels up to which words are not split, if no line of the text is narrower than a width.
private func widthToHold(_ leastLineWidth: Int) -> Int {
  min(max(0, leastLineWidth), StyledText.usualLeastLineWidth)
}

/// Longer tokens rarely occur twice.
private let longestCached = 64

/// Returns whether browsers draw a scalar with the reader's emoji font, whatever the page's fonts are.
public func isEmojiAlone(_ scalar: UInt32) -> Bool {
  scalar >= 0x231A && (scalar == 0xFE0F || CharacterProperties.isEmojiPresentation(scalar))
}
