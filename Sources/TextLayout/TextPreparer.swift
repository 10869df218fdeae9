public import Fonts
import TextSegmentation

/// Shapes texts and finds where their lines may break. One for each task: it owns scratch memory and what it has
/// shaped before.
public struct TextPreparer: ~Copyable {
  private let fonts: ServedFonts
  private var segmenter: TextSegmenter
  private var shaper: WordShaper

  /// nil where ICU or HarfBuzz cannot start.
  public init?(fonts: ServedFonts) {
    guard let segmenter = TextSegmenter(), let shaper = WordShaper(fonts: fonts) else { return nil }
    self.fonts = fonts
    self.segmenter = segmenter
    self.shaper = shaper
  }

  /// - Complexity: O(text); each distinct word of a font and language is shaped once.
  public mutating func prepare(_ text: StyledText) -> PreparedText {
    let stream = TokenStream(text)
    if stream.tokens.isEmpty { return .empty }
    let setting = TextSetting(
      text: text, bytes: stream.bytes,
      levels: embeddingLevels(of: stream.bytes, isRightToLeft: text.isRightToLeft, segmenter: &segmenter))
    var builder = PieceBuilder()
    for token in stream.tokens {
      let spaceWidth = token.joint == .space ? advance(of: " ", leaf: token.spaceLeaf, in: text).width : 0
      builder.begin(token, spaceWidth: spaceWidth)
      if token.isBox {
        appendBox(token, setting: setting, to: &builder)
      } else {
        append(token, setting: setting, to: &builder)
      }
    }
    let ellipses = text.leaves.indices.map { advance(of: "…", leaf: $0, in: text) }
    return PreparedText(
      bytes: stream.bytes, pieces: builder.pieces, ellipses: ellipses, graphemes: builder.graphemes,
      missing: builder.missing)
  }

  private mutating func advance(of string: String, leaf: Int, in text: StyledText) -> Advance {
    let bytes = Array(string.utf8)
    let setting = TextSetting(text: text, bytes: bytes, levels: [])
    return shaper.word(bytes.indices, leaf: leaf, setting: setting)
  }

  private func appendBox(_ token: TokenStream.Token, setting: TextSetting, to builder: inout PieceBuilder) {
    guard let part = token.parts.first, case .box(let width) = setting.text.leaves[part.leaf].content else { return }
    builder.append(
      part.range, leaf: part.leaf, kind: .box, advance: Advance(width: width << 16, itemCount: 1), isBreak: false)
  }

  private mutating func append(_ token: TokenStream.Token, setting: TextSetting, to builder: inout PieceBuilder) {
    let glyphless = glyphlessClusters(in: token, setting: setting)
    let shape = BreakPolicy.shape(
      of: setting.bytes[token.range], mustMark: !glyphless.isEmpty,
      tailoring: LineBreakTailoring(language: setting.text.language), segmenter: &segmenter)
    var cuts: [Int] = []
    switch shape {
    case .whole: break
    case .breaking(let offsets): cuts = offsets.map { $0 + token.range.lowerBound }
    case .marked(let offsets):
      cuts = offsets.map { $0 + token.range.lowerBound }
      builder.marksBreaks = true
    }
    for part in token.parts {
      let atoms = glyphless.filter { part.range.contains($0.lowerBound) }
      let inner = cuts.filter { part.range.lowerBound < $0 && $0 < part.range.upperBound }
      let startsAtBreak = cuts.contains(part.range.lowerBound)
      let isAlone = token.parts.count == 1
      if inner.isEmpty && atoms.isEmpty {
        var advance = shaper.word(part.range, leaf: part.leaf, setting: setting)
        // An engine may kern across the edge of an element, or not.
        if !isAlone { advance.slack += setting.text.leaves[part.leaf].style.size << 12 }
        let graphemes = graphemeEdges(in: part.range, leaf: part.leaf, advance: advance, setting: setting)
        builder.append(
          part.range, leaf: part.leaf, kind: .text, advance: advance, isBreak: startsAtBreak, graphemes: graphemes)
      } else {
        appendChunks(
          of: part, cuts: inner, atoms: atoms, startsAtBreak: startsAtBreak, setting: setting, to: &builder)
      }
    }
  }

  /// A part of a token in several pieces, each shaped alone as WebKit does; where that differs from the whole, which
  /// Blink and Gecko shape, the difference is doubt.
  private mutating func appendChunks(
    of part: TokenStream.Part, cuts: [Int], atoms: [Range<Int>], startsAtBreak: Bool, setting: TextSetting,
    to builder: inout PieceBuilder
  ) {
    let style = setting.text.leaves[part.leaf].style
    var edges = cuts + atoms.flatMap { [$0.lowerBound, $0.upperBound] } + [part.range.lowerBound]
    edges = Set(edges).filter { part.range.contains($0) }.sorted()
    var chunks: [(range: Range<Int>, advance: Advance, isAtom: Bool)] = []
    for (index, lower) in edges.enumerated() {
      let range = lower..<(index + 1 < edges.count ? edges[index + 1] : part.range.upperBound)
      if atoms.contains(where: { $0.lowerBound == lower }) {
        // 1.25 em, as the style sheet has it.
        chunks.append((range, Advance(width: style.size * 5 << 14, itemCount: 1), true))
      } else {
        chunks.append((range, shaper.word(range, leaf: part.leaf, setting: setting), false))
      }
    }
    var doubt = 0
    if atoms.isEmpty {
      let whole = shaper.word(part.range, leaf: part.leaf, setting: setting)
      doubt = abs(chunks.reduce(-whole.width) { $0 + $1.advance.width })
    }
    for chunk in chunks {
      var advance = chunk.advance
      advance.slack += doubt
      let isFirst = chunk.range.lowerBound == part.range.lowerBound
      builder.append(
        chunk.range, leaf: part.leaf, kind: chunk.isAtom ? .missing : .text, advance: advance,
        isBreak: isFirst ? startsAtBreak : cuts.contains(chunk.range.lowerBound),
        graphemes: graphemeEdges(in: chunk.range, leaf: part.leaf, advance: advance, setting: setting))
      if chunk.isAtom { builder.note(missing: setting.bytes[chunk.range]) }
    }
  }

  /// Grapheme clusters of a token that no served face draws: emoji, whose font is the reader's, and characters that no
  /// face covers.
  private mutating func glyphlessClusters(in token: TokenStream.Token, setting: TextSetting) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for part in token.parts {
      guard let stack = fonts.stacks[setting.text.leaves[part.leaf].style.font] else { continue }
      let bytes = setting.bytes[part.range]
      let isGlyphless = { (scalar: UInt32) in
        isEmojiAlone(scalar) || stack.faceIndex(of: scalar) == nil && !CharacterProperties.isDefaultIgnorable(scalar)
      }
      if !ScalarSequence(bytes: bytes).contains(where: { isGlyphless($0.scalar) }) { continue }
      var lower = part.range.lowerBound
      for end in segmenter.graphemeEnds(in: bytes) {
        let upper = part.range.lowerBound + end
        if ScalarSequence(bytes: bytes[lower..<upper]).contains(where: { isGlyphless($0.scalar) }) {
          result.append(lower..<upper)
        }
        lower = upper
      }
    }
    return result
  }

  /// Where a piece so wide that a narrow card may not hold it can be split.
  private mutating func graphemeEdges(
    in range: Range<Int>, leaf: Int, advance: Advance, setting: TextSetting
  ) -> [GraphemeEdge] {
    guard advance.width > leastWidthToSplit else { return [] }
    let ends = segmenter.graphemeEnds(in: setting.bytes[range]).dropLast()
    return ends.map { end in
      let prefix = range.lowerBound..<range.lowerBound + end
      let width = shaper.uncached(prefix, leaf: leaf, setting: setting).width
      return GraphemeEdge(offset: prefix.upperBound, width: width)
    }
  }
}

/// No card is narrower inside; a narrower piece is never split. 96 px in 1/65536 px.
private let leastWidthToSplit = 96 << 16

/// A scalar that browsers draw with the reader's emoji font whatever the page's fonts are.
public func isEmojiAlone(_ scalar: UInt32) -> Bool {
  scalar >= 0x231A && (scalar == 0xFE0F || CharacterProperties.isEmojiPresentation(scalar))
}

/// The embedding level of each byte, or nothing where all is left to right.
private func embeddingLevels(
  of bytes: [UInt8], isRightToLeft: Bool, segmenter: inout TextSegmenter
) -> [UInt8] {
  let asks = ScalarSequence(bytes: bytes[...]).contains { CharacterProperties.mayRunRightToLeft($0.scalar) }
  if !asks && !isRightToLeft { return [] }
  let string = String(decoding: bytes, as: UTF8.self)
  let units = segmenter.embeddingLevels(of: Array(string.utf16), isRightToLeft: isRightToLeft)
  var levels: [UInt8] = []
  levels.reserveCapacity(bytes.count)
  var unit = 0
  for scalar in string.unicodeScalars {
    levels.append(contentsOf: repeatElement(units[unit], count: UTF8.width(scalar)))
    unit += UTF16.width(scalar)
  }
  return levels
}
