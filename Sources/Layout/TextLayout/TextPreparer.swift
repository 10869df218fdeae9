/// Shapes texts and determines their break opportunities. Each task has its own: it owns scratch memory and earlier
/// results.
public struct TextPreparer: ~Copyable {
  private var tokens: TokenShaper
  private var segmenter: TextSegmenter
  /// Memory for the tokens of a text.
  private var tokenMemory: [TokenStream.TextToken] = []
  /// Short texts that occur often: tags, and the numbers of hidden tags.
  private var known = TextTable<PreparedText>(mostTexts: 1 << 12)

  /// Creates a preparer; nil if ICU or HarfBuzz cannot start.
  public init?(fonts: ServedFonts) {
    guard let segmenter = TextSegmenter(), let tokens = TokenShaper(fonts: fonts) else { return nil }
    self.segmenter = segmenter
    self.tokens = tokens
  }

  /// - Complexity: O(text); each distinct word of a font and language is shaped once.
  public mutating func prepare(_ text: StyledText) -> PreparedText {
    guard text.leaves.count == 1, case .text(let content) = text.leaves[0].content,
      content.utf8.count <= longestKnown
    else { return compute(text) }
    let number = tokens.number(of: text)
    if let index = known.index(of: content.utf8Span.span, number) { return known.values[index] }
    let prepared = compute(text)
    known.add(prepared, for: content.utf8Span.span, number)
    return prepared
  }

  private mutating func compute(_ text: StyledText) -> PreparedText {
    var stream = TokenStream(text, in: &tokenMemory)
    defer { stream.takeTokens(into: &tokenMemory) }
    if stream.tokens.isEmpty { return .empty }
    let levels =
      stream.isASCII && !text.isRightToLeft
      ? [] : embeddingLevels(of: stream, isRightToLeft: text.isRightToLeft, segmenter: &segmenter)
    let styles = tokens.styles(of: text)
    var scripts = TextScripts(
      of: stream.bytes, isASCII: stream.isASCII, restarts: stream.textRunStarts(of: text, levels: levels),
      languageScript: styles.all[0].script,
      isKerned: styles.all[0].isKerned)
    var builder = pieces(of: stream, in: text, levels: levels, scripts: &scripts, styles: styles.all)
    let isolated = IsolatedRun.all(
      in: builder.pieces, bytes: stream.bytes, levels: levels, isRightToLeft: text.isRightToLeft)
    var turns = turns(in: builder.pieces, bytes: stream.bytes, levels: levels)
    let shown = shownLevels(of: builder.pieces, in: stream.bytes, isolated: isolated, isRightToLeft: text.isRightToLeft)
    if let shown, shown != levels {
      builder = pieces(of: stream, in: text, levels: shown, scripts: &scripts, styles: styles.all)
      let others = TextLayout.turns(in: builder.pieces, bytes: stream.bytes, levels: shown)
      if others != turns { turns = Set(turns + others).sorted() }
    }
    return PreparedText(
      bytes: stream.bytes, pieces: builder.pieces, isolated: isolated, turns: turns,
      leadingSpaces: leadingSpaces(in: builder.pieces, levels: shown ?? levels, isolated: isolated),
      ellipses: styles.ellipses, graphemes: builder.graphemes, missing: builder.missing, isASCII: stream.isASCII)
  }

  private mutating func pieces(
    of stream: borrowing TokenStream, in text: StyledText, levels: [UInt8], scripts: inout TextScripts,
    styles: [LeafStyle]
  ) -> PieceBuilder {
    let shaping = ShapingText(bytes: stream.bytes, levels: levels)
    // Texts without spaces have several pieces in a token; in Chinese and Japanese, most are one character.
    var builder = PieceBuilder(
      pieceCount: max(stream.tokens.count, stream.bytes.count / (stream.isASCII || styles[0].isKerned ? 6 : 3)))
    let (allTokens, leafStyles) = (stream.tokens, styles.span)
    let tokensOfText = allTokens.span
    for index in tokensOfText.indices {
      let token = tokensOfText[index]
      let spaceWidth = token.joint == .space ? leafStyles[token.spaceLeaf].spaceWidth : 0
      if token.isBox {
        builder.append(box(token, in: text), of: token, in: stream, spaceWidth: spaceWidth)
        continue
      }
      if tokens.appendIdeographs(
        token, of: shaping, scripts: scripts, style: leafStyles[token.leaf], spaceWidth: spaceWidth,
        leastLineWidth: text.leastLineWidth, to: &builder)
      {
        continue
      }
      let isRightToLeft = token.laterParts.isEmpty ? shaping.isRightToLeft(token.range) : nil
      let reading =
        isRightToLeft == nil && scripts.onlyScript == nil
        ? nil
        : tokens.number(ofReadingsOf: token.range, of: shaping, in: scripts, style: leafStyles[token.leaf])
      if let isRightToLeft, let reading,
        tokens.appendKnown(
          token, of: stream.bytes.span,
          number: tokens.number(
            leafStyles[token.leaf], reading: reading, isRightToLeft: isRightToLeft,
            leastLineWidth: text.leastLineWidth),
          in: stream, spaceWidth: spaceWidth, to: &builder)
      {
        continue
      }
      let shaped = tokens.shape(
        token, isRightToLeft: isRightToLeft, reading: reading, in: stream, of: shaping, scripts: &scripts,
        styles: styles, leastLineWidth: text.leastLineWidth, segmenter: &segmenter)
      builder.append(shaped, of: token, in: stream, spaceWidth: spaceWidth)
    }
    return builder
  }

  /// The embedding level of each byte if runs are isolated: a bracket or a quotation mark next to an isolated run does
  /// not touch its letters. Nil if no run is isolated.
  private mutating func shownLevels(
    of pieces: [Piece], in bytes: [UInt8], isolated: [IsolatedRun], isRightToLeft: Bool
  ) -> [UInt8]? {
    if isolated.isEmpty { return nil }
    let text = PreparedText(
      bytes: bytes, pieces: pieces, isolated: isolated, turns: [], ellipses: [], graphemes: [], missing: [])
    let paragraph = Paragraph(text, MeasuredText(lineStarts: [0]), end: bytes.count, isRightToLeft: isRightToLeft)
    return paragraph.byteLevels(
      segmenter.embeddingLevels(of: paragraph.units, isRightToLeft: isRightToLeft), of: bytes)
  }

  private func box(_ token: TokenStream.TextToken, in text: StyledText) -> ShapedToken {
    let width = if case .box(let width) = text.leaves[token.leaf].content { width } else { 0 }
    return ShapedToken(
      ShapedToken.TokenPiece(
        range: 0..<token.range.count, part: 0, kind: .box, advance: Advance(of: width, in: 1)))
  }
}

/// The limit in bytes, which is a word or two.
private let longestKnown = 24

/// The embedding level of each byte, or an empty list if all text is left to right.
private func embeddingLevels(
  of stream: borrowing TokenStream, isRightToLeft: Bool, segmenter: inout TextSegmenter
) -> [UInt8] {
  let bytes = stream.bytes
  if isRightToLeft ? holdsOnlyRightToLeft(bytes.span) : !mayRunRightToLeft(bytes) {
    return isRightToLeft ? [UInt8](repeating: 1, count: bytes.count) : []
  }
  // The units include spaces: a percent sign after a space does not belong to the number before it.
  var units: [UInt16] = []
  units.reserveCapacity(bytes.count + stream.tokens.count)
  let span = bytes.span
  for token in stream.tokens {
    if let separator = token.joint.separator { units.append(separator) }
    var next = token.range.lowerBound
    while next < token.range.upperBound {
      let (scalar, length) = span.scalar(at: next)
      next += length
      units.append(utf16: scalar)
    }
  }
  let unitLevels = segmenter.embeddingLevels(of: units, isRightToLeft: isRightToLeft)
  var levels: [UInt8] = []
  levels.reserveCapacity(bytes.count)
  var (unit, level) = (0, UInt8(0))
  for token in stream.tokens {
    if token.joint.separator != nil { unit += 1 }
    for index in token.range {
      if span[index] & 0xC0 != 0x80 {
        level = unitLevels[unit]
        unit += span[index] < 0xF0 ? 1 : 2
      }
      levels.append(level)
    }
  }
  keepJoiners(of: bytes, in: &levels)
  return levels
}

extension Piece.Joint {
  /// The UTF-16 code unit that represents the separation of two tokens, if there is one.
  fileprivate var separator: UInt16? {
    switch self {
    case .space: 0x20
    case .hardBreaks: 0x0A
    case .none, .opportunity, .wordBreak: nil
    }
  }
}

/// Returns whether all of a paragraph from right to left certainly has its direction: it has only letters of Arabic and
/// Hebrew, their marks, and signs, which have no direction as long as there are no digits.
func holdsOnlyRightToLeft(_ text: Span<UInt8>) -> Bool {
  var index = 0
  while index < text.count {
    let (scalar, length) = text.scalar(at: index)
    switch scalar {
    case 0x0620...0x065F, 0x0670...0x06D3, 0x05D0...0x05EA, 0x060C, 0x061B, 0x061F: break
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0xAB, 0xBB, 0x2013...0x2014, 0x2018...0x201D, 0x2026: break
    default: return false
    }
    index += length
  }
  return true
}

/// Returns whether a text has characters that may run from right to left.
func mayRunRightToLeft(_ bytes: [UInt8]) -> Bool {
  let span = bytes.span
  var index = 0
  while index < span.count {
    if index + wordSize <= span.count {
      let word = unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      if !mayRunRightToLeft(word) {
        index += wordSize
        continue
      }
    }
    for byte in index..<min(index + wordSize, span.count) {
      switch span[byte] {
      // The first bytes of U+0580 to U+0FFF, of punctuation, of presentation forms, and of all planes except the first.
      case 0xD6...0xE0, 0xE2, 0xEF...0xFF:
        if CharacterProperties.mayRunRightToLeft(span.scalar(at: byte).value) { return true }
      default: continue
      }
    }
    index += wordSize
  }
  return false
}

/// Returns whether a character that begins in eight bytes may run from right to left: false for most letters, and for
/// ideographs.
@inline(__always)
private func mayRunRightToLeft(_ word: UInt64) -> Bool {
  // The sums stay inside their byte.
  let low = word & ~eightTops
  let isD6 = low &+ eightOnes &* (0x100 - 0xD6)
  let isE3 = low &+ eightOnes &* (0x100 - 0xE3)
  let isEF = low &+ eightOnes &* (0x100 - 0xEF)
  return word & (isD6 & ~isE3 | isEF) & eightTops != 0
}

/// Gives a joiner between two directions the direction of the right-to-left letters next to it, because those may join:
/// engines shape them with the following character in view.
func keepJoiners(of bytes: [UInt8], in levels: inout [UInt8]) {
  let span = bytes.span
  for offset in span.indices.dropLast(2) where span[offset] == 0xE2 && span[offset + 1] == 0x80 {
    guard span[offset + 2] == 0x8C || span[offset + 2] == 0x8D else { continue }
    let end = offset + 3
    let before = offset > 0 ? levels[offset - 1] : levels[offset]
    let after = end < bytes.count ? levels[end] : before
    let level = before & 1 == 1 || after & 1 == 0 ? before : after
    for index in offset..<end { levels[index] = level }
  }
}
