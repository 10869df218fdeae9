import Fonts
import TextSegmentation

/// A text and what shaping has to know of it besides the bytes.
struct TextSetting {
  let text: StyledText
  let bytes: [UInt8]
  /// The embedding level of each byte; empty where all is left to right.
  let levels: [UInt8]
}

/// Measures words, each distinct one once.
///
/// A word is shaped without what is around it. That is exact because spaces take no part in any lookup of a served
/// face (see `FontFace.touchesSpace`), so nothing reaches from one word into another.
struct WordShaper: ~Copyable {
  private let fonts: ServedFonts
  private var shaper: Shaper
  private var cache: [WordKey: ShapedWord] = [:]

  init?(fonts: ServedFonts) {
    guard let shaper = Shaper() else { return nil }
    self.fonts = fonts
    self.shaper = shaper
  }

  /// What a stretch of one leaf measures. Widths at other sizes come from the same shaping.
  mutating func word(_ range: Range<Int>, leaf: Int, setting: TextSetting) -> Advance {
    let style = setting.text.leaves[leaf].style
    guard let direction = uniformDirection(of: range, setting: setting) else {
      return uncached(range, leaf: leaf, setting: setting)
    }
    let key = WordKey(
      text: String(decoding: setting.bytes[range], as: UTF8.self), font: style.font, language: setting.text.language,
      isRightToLeft: direction)
    if let known = cache[key] { return known.advance(atSize: style.size) }
    let shaped = shape(range, leaf: leaf, setting: setting)
    cache[key] = shaped
    return shaped.advance(atSize: style.size)
  }

  mutating func uncached(_ range: Range<Int>, leaf: Int, setting: TextSetting) -> Advance {
    shape(range, leaf: leaf, setting: setting).advance(atSize: setting.text.leaves[leaf].style.size)
  }

  private func uniformDirection(of range: Range<Int>, setting: TextSetting) -> Bool? {
    guard !setting.levels.isEmpty, let first = range.first else { return false }
    let isRightToLeft = setting.levels[first] & 1 == 1
    return range.allSatisfy { (setting.levels[$0] & 1 == 1) == isRightToLeft } ? isRightToLeft : nil
  }

  /// Runs of one face, script and direction, shaped one by one.
  private mutating func shape(_ range: Range<Int>, leaf: Int, setting: TextSetting) -> ShapedWord {
    var word = ShapedWord()
    guard let stack = fonts.stacks[setting.text.leaves[leaf].style.font] else { return word }
    let language = setting.text.language
    let disablesKerning = LineBreakTailoring(language: language) != .general || language.hasPrefix("ko")
    for run in runs(in: range, stack: stack, setting: setting) {
      let font = stack.faces[run.face].font
      let advance = shaper.advance(
        of: setting.bytes[run.range], font: font, language: language,
        properties: ShapingProperties(
          script: run.script, isRightToLeft: run.isRightToLeft, disablesKerning: disablesKerning))
      word.add(units: advance.units, unitsPerEm: font.unitsPerEm, glyphCount: advance.glyphCount)
    }
    return word
  }

  private struct Run {
    var range: Range<Int>
    var face: Int
    var script: UInt32
    var isRightToLeft: Bool
  }

  private func runs(in range: Range<Int>, stack: ServedStack, setting: TextSetting) -> [Run] {
    var runs: [Run] = []
    let bytes = setting.bytes[range]
    for (offset, scalar) in ScalarSequence(bytes: bytes) {
      let length = UTF8.width(Unicode.Scalar(scalar) ?? "\u{FFFD}")
      let end = min(offset + length, range.upperBound)
      let isRightToLeft = !setting.levels.isEmpty && setting.levels[offset] & 1 == 1
      let script = CharacterProperties.script(of: scalar)
      let isNeutral = script == CharacterProperties.common || script == CharacterProperties.inherited
      let ownFace = CharacterProperties.isDefaultIgnorable(scalar) ? nil : stack.faceIndex(of: scalar)
      guard let last = runs.last else {
        runs.append(Run(range: offset..<end, face: ownFace ?? 0, script: script, isRightToLeft: isRightToLeft))
        continue
      }
      let face = ownFace ?? last.face
      let lastIsNeutral = last.script == CharacterProperties.common || last.script == CharacterProperties.inherited
      if face == last.face, isRightToLeft == last.isRightToLeft, isNeutral || lastIsNeutral || script == last.script {
        runs[runs.count - 1].range = last.range.lowerBound..<end
        if lastIsNeutral { runs[runs.count - 1].script = script }
      } else {
        runs.append(
          Run(
            range: offset..<end, face: face, script: isNeutral ? last.script : script, isRightToLeft: isRightToLeft))
      }
    }
    return runs
  }
}

private struct WordKey: Hashable {
  let text: String
  let font: FontRequest
  let language: String
  let isRightToLeft: Bool
}

/// A word's advances in the units of the faces that draw it.
private struct ShapedWord {
  private var units = 0
  private var unitsPerEm = 0
  /// Runs in faces with other units to the em; rare.
  private var others: [(units: Int, unitsPerEm: Int)] = []
  private var glyphCount = 0
  private var runCount = 0

  mutating func add(units more: Int, unitsPerEm perEm: Int, glyphCount count: Int) {
    glyphCount += count
    runCount += 1
    if unitsPerEm == 0 || unitsPerEm == perEm {
      unitsPerEm = perEm
      units += more
    } else {
      others.append((more, perEm))
    }
  }

  func advance(atSize size: Int) -> Advance {
    var width = scaled(units, size: size, unitsPerEm: unitsPerEm)
    for other in others { width += scaled(other.units, size: size, unitsPerEm: other.unitsPerEm) }
    return Advance(width: width, glyphCount: glyphCount, itemCount: runCount)
  }

  private func scaled(_ units: Int, size: Int, unitsPerEm: Int) -> Int {
    guard unitsPerEm > 0 else { return 0 }
    return (units * size << 16 + unitsPerEm / 2) / unitsPerEm
  }
}
