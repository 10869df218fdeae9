import Fonts
import TextSegmentation

/// Measures the words of one font and language by their kerning pairs, where these determine them. A script begins to
/// after a number of its words, because few would not earn back what its pairs cost.
struct PairedWords {
  private struct PairedScript {
    let script: UInt32
    var wordCount = 0
    var pairs: KerningPairs?
  }

  private let stack: ServedStack?
  private let language: String
  private let disablesKerning: Bool
  private var scripts = [CharacterProperties.latin, CharacterProperties.common].map { PairedScript(script: $0) }

  init(stack: ServedStack?, language: String, disablesKerning: Bool) {
    self.stack = stack
    self.language = language
    self.disablesKerning = disablesKerning
  }

  /// nil if the word has to be shaped.
  ///
  /// - Parameters:
  ///   - word: from left to right.
  ///   - reading: its script, if that may not be the one of the word by itself.
  mutating func advance(of word: Span<UInt8>, reading: UInt32?, size: Int, shaper: inout Shaper) -> Advance? {
    if word.isEmpty { return nil }
    let script = reading ?? (hasLetter(word) ? CharacterProperties.latin : CharacterProperties.common)
    guard let index = scripts.firstIndex(where: { $0.script == script }) else { return nil }
    if scripts[index].wordCount < fewWords {
      scripts[index].wordCount += 1
      if scripts[index].wordCount == fewWords { scripts[index].pairs = pairs(of: script, for: word) }
      return nil
    }
    guard let unitsPerEm = scripts[index].pairs?.unitsPerEm,
      let shaped = scripts[index].pairs?.advance(of: word, size: size, shaper: &shaper)
    else { return nil }
    var result = ShapedWord()
    result.add(units: shaped.units, unitsPerEm: unitsPerEm, rounded: shaped.rounded)
    return result.advance(atSize: size)
  }

  private func pairs(of script: UInt32, for word: Span<UInt8>) -> KerningPairs? {
    guard let stack, let first = stack.faceIndex(of: UInt32(word[0])) else { return nil }
    return KerningPairs(
      font: stack.faces[first].font, characters: stack.faces[first].characters, language: language,
      properties: ShapingProperties(script: script, isRightToLeft: false, disablesKerning: disablesKerning))
  }
}

private let fewWords = 200

/// Returns whether a text of ASCII has a letter.
private func hasLetter(_ text: Span<UInt8>) -> Bool {
  for index in text.indices where (0x61...0x7A).contains(text[index] | 0x20) { return true }
  return false
}
