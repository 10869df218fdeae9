/// Measures the words of one font and language by their kerning pairs, if these determine the advances. The pairs of a
/// script are built after a number of its words, because few words would not earn back their cost.
struct PairedWords {
  private struct PairedScript {
    let script: UInt32
    var wordCount = 0
    var pairs: KerningPairs?
  }

  private let stack: ServedStack?
  private let language: String
  private let disablesKerning: Bool
  private var scripts: [PairedScript] = []

  init(stack: ServedStack?, language: String, disablesKerning: Bool) {
    self.stack = stack
    self.language = language
    self.disablesKerning = disablesKerning
  }

  /// The advance of a word; nil if it has to be shaped.
  ///
  /// - Parameters:
  ///   - word: a word that runs from left to right.
  ///   - reading: the script of the word, if it may differ from that of the word by itself.
  mutating func advance(of word: Span<UInt8>, reading: UInt32?, size: Int, shaper: inout Shaper) -> Advance? {
    guard let index = index(ofScriptOf: word, reading: reading), let unitsPerEm = scripts[index].pairs?.unitsPerEm,
      let shaped = scripts[index].pairs?.advance(of: word, size: size, shaper: &shaper)
    else { return nil }
    var result = ShapedWord()
    result.add(units: shaped.units, unitsPerEm: unitsPerEm, rounded: shaped.rounded)
    return result.advance(atSize: size)
  }

  /// The advances of a word's characters; nil if it has to be shaped.
  mutating func clusterAdvances(
    of word: Span<UInt8>, reading: UInt32?, size: Int, shaper: inout Shaper
  ) -> [ClusterAdvance]? {
    guard let index = index(ofScriptOf: word, reading: reading) else { return nil }
    return scripts[index].pairs?.clusterAdvances(of: word, size: size, shaper: &shaper)
  }

  private mutating func index(ofScriptOf word: Span<UInt8>, reading: UInt32?) -> Int? {
    // `KerningPairs` covers characters of one or two bytes.
    if word.isEmpty || word[0] >= 0xE0 { return nil }
    let script = reading ?? ownScript(of: word)
    guard let index = scripts.firstIndex(where: { $0.script == script }) else {
      if isPaired(script: script) { scripts.append(PairedScript(script: script)) }
      return nil
    }
    if scripts[index].wordCount < fewWords {
      scripts[index].wordCount += 1
      if scripts[index].wordCount == fewWords { scripts[index].pairs = pairs(in: script, for: word) }
    }
    return index
  }

  /// The pairs of the face that draws a word.
  private func pairs(in script: UInt32, for word: Span<UInt8>) -> KerningPairs? {
    guard let stack, let face = stack.faceIndex(of: word.scalar(at: 0).value) else { return nil }
    let characters = stack.faces[face].characters.scalars.filter { scalar in
      scalar < 0x800 && (CharacterProperties.letters(around: scalar)?.script == script || isVisibleSign(scalar))
    }
    return KerningPairs(
      font: stack.faces[face].font, characters: characters, language: language,
      properties: ShapingProperties(script: script, isRightToLeft: false, disablesKerning: disablesKerning))
  }
}

private let fewWords = 200

/// Returns whether HarfBuzz, in a script, does nothing to letters next to its signs, or to signs alone, except for what
/// the font says.
private func isPaired(script: UInt32) -> Bool {
  switch script {
  case CharacterProperties.latin, CharacterProperties.greek, CharacterProperties.cyrillic, CharacterProperties.common,
    CharacterProperties.han:
    true
  default: false
  }
}

/// The script of the first letter, which is that of the run that begins there.
private func ownScript(of word: Span<UInt8>) -> UInt32 {
  var offset = 0
  while offset < word.count {
    if (0x61...0x7A).contains(word[offset] | 0x20) { return CharacterProperties.latin }
    let (scalar, length) = word.scalar(at: offset)
    if let letters = CharacterProperties.letters(around: scalar) { return letters.script }
    offset += length
  }
  return CharacterProperties.common
}

/// Returns whether a character is a sign that all scripts use; false also for some such signs.
private func isVisibleSign(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x21...0x7E: CharacterProperties.letters(around: scalar) == nil
  case 0xA1...0xAC, 0xAE...0xB6, 0xB8...0xBF: scalar != 0xAA && scalar != 0xBA
  default: false
  }
}
