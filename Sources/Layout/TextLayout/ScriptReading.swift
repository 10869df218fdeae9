import TextSegmentation

/// The scripts of part of a text, as an engine may determine them.
///
/// Brackets, quotes, digits and dashes have no script of their own. WebKit determines the scripts of each word
/// separately; Blink and Gecko use the script of the text before the word. If it differs from that of the word, nothing
/// is kerned across the border.
struct ScriptReading: Hashable {
  /// Offsets in the bytes of the text. If it is empty, each part in one face is read separately: see `byFace`.
  var runs: [ScriptRun]
  /// True if Chinese, Japanese and Korean are kerned. Firefox does so only if a style sheet requests kerning, and the
  /// `font` of a text style requests `auto`.
  var kernsIdeographs = true

  /// WebKit chooses fonts first, and reads the text in each separately.
  static let byFace = ScriptReading(runs: [])

  /// The reading of a range.
  ///
  /// - Complexity: O(log runs + runs in the range).
  func part(_ range: Range<Int>) -> ScriptReading {
    var (lower, upper) = (0, runs.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if runs[middle].end <= range.lowerBound { lower = middle + 1 } else { upper = middle }
    }
    var part: [ScriptRun] = []
    for run in runs[lower...] {
      part.append(ScriptRun(end: min(run.end, range.upperBound), script: run.script))
      if run.end >= range.upperBound { break }
    }
    let hasIdeographs = part.contains { isIdeographic(script: $0.script) }
    return ScriptReading(runs: part, kernsIdeographs: kernsIdeographs || !hasIdeographs)
  }

  /// The bytes that distinguish readings of equal text. No byte of UTF-8 is 0xFE or 0xFF.
  ///
  /// - Parameter range: a range of the reading; at most 255 bytes.
  func appendKey(to key: inout [UInt8], of range: Range<Int>) {
    key.append(kernsIdeographs ? 0xFF : 0xFE)
    for run in runs {
      key.append(UInt8(clamping: run.end - range.lowerBound))
      for shift in [24, 16, 8, 0] as [UInt32] { key.append(UInt8(truncatingIfNeeded: run.script >> shift)) }
    }
  }
}

/// Possible readings of a token by engines, other than by itself.
struct TokenReadings {
  /// Nearly always empty.
  let all: [ScriptReading]
  /// The offsets of text that is read in several ways, in the bytes of the text; ascending.
  fileprivate let contested: [Int]

  static let none = TokenReadings(all: [], contested: [])

  /// The readings of a part of the token, if they differ from that of the part by itself.
  ///
  /// - Complexity: O(log token).
  func of(_ range: Range<Int>) -> [ScriptReading] {
    var (lower, upper) = (0, contested.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if contested[middle] < range.lowerBound { lower = middle + 1 } else { upper = middle }
    }
    return lower < contested.count && contested[lower] < range.upperBound ? all : []
  }
}

/// The scripts that Firefox treats as Chinese, Japanese or Korean.
func isIdeographic(script: UInt32) -> Bool {
  switch script {
  case CharacterProperties.han, CharacterProperties.hiragana, CharacterProperties.katakana, CharacterProperties.hangul,
    CharacterProperties.bopomofo:
    true
  default: false
  }
}

/// The scripts of a text.
struct TextScripts {
  private let bytes: [UInt8]
  /// The script of all letters of the text, or Latin if there are none; nil if there are several, or if engines read it
  /// differently.
  private let onlyScript: UInt32?
  /// The engines' readings of the whole text, if it has several scripts.
  private var readings: [ScriptReading] = []
  /// The script of the next letter, if the text has several.
  private var following = ScriptReading(runs: [])
  /// Gecko's script for a text without any.
  private let languageScript: UInt32
  private let isKerned: Bool

  /// - Parameters:
  ///   - restarts: byte offsets at which Gecko forgets the preceding text, ascending.
  ///   - isKerned: true if `font-kerning` is on.
  init(of bytes: [UInt8], restarts: @autoclosure () -> [Int], languageScript: UInt32, isKerned: Bool) {
    self.bytes = bytes
    self.languageScript = languageScript
    self.isKerned = isKerned
    onlyScript = Self.onlyScript(of: bytes, isKerned: isKerned)
    if onlyScript == nil {
      readings = allReadings(restarts: restarts())
      following = Self.following(in: bytes)
    }
  }

  /// Without kerning, Chinese, Japanese and Korean are one script: the remaining rules of a face are the same in all of
  /// them.
  private static func onlyScript(of bytes: [UInt8], isKerned: Bool) -> UInt32? {
    if bytes.allSatisfy({ $0 < 0x80 }) { return CharacterProperties.latin }
    var only: UInt32?
    var last: UInt32?
    var signs: [UInt32] = []
    // Of the last letter: most text is in one block.
    var block: ClosedRange<UInt32> = 0...0
    for (_, scalar) in ScalarSequence(bytes: bytes[...]) {
      if block.contains(scalar) { continue }
      let own = CharacterProperties.block(of: scalar)
      var script = own?.script ?? CharacterProperties.script(of: scalar)
      if let own, own.script != CharacterProperties.common { block = own.scalars }
      if script == last { continue }
      if CharacterProperties.isNeutral(script: script) {
        if scalar >= 0xB7, !signs.contains(scalar) { signs.append(scalar) }
        continue
      }
      last = script
      if isIdeographic(script: script) {
        if isKerned { return nil }
        script = CharacterProperties.han
      }
      if let only, only != script { return nil }
      only = script
    }
    let script = only ?? CharacterProperties.latin
    let own = script == CharacterProperties.han ? [script, CharacterProperties.hiragana] : [script]
    let isForeign = signs.contains { sign in
      own.allSatisfy { CharacterProperties.isForeign(sign, toScript: $0) }
    }
    return isForeign ? nil : script
  }

  private func allReadings(restarts: [Int]) -> [ScriptReading] {
    var readings = [ScriptReading(runs: ScriptRun.all(in: bytes[...], rule: .extensions))]
    func addGecko(_ runs: [ScriptRun]) {
      let reading = ScriptReading(runs: runs, kernsIdeographs: !isKerned).part(bytes.indices)
      if !readings.contains(reading) { readings.append(reading) }
    }
    addGecko(runsOfGecko(in: bytes.indices))
    // Line ends of the markup and elements may split the text there. A preceding bracket then has no effect.
    addGecko(ScriptRun.all(in: bytes[...], rule: .adjacent))
    if !restarts.isEmpty {
      let edges = [0] + restarts.filter { bytes.indices.dropFirst().contains($0) } + [bytes.count]
      addGecko(zip(edges, edges.dropFirst()).flatMap { runsOfGecko(in: $0..<$1) })
    }
    return readings
  }

  /// - Parameter unknown: the script of a range that does not determine one.
  private func runsOfGecko(in range: Range<Int>, unknown: UInt32? = nil) -> [ScriptRun] {
    ScriptRun.all(in: bytes[range], rule: .brackets).map { run in
      ScriptRun(
        end: run.end + range.lowerBound,
        script: run.script == CharacterProperties.common ? unknown ?? languageScript : run.script)
    }
  }

  /// Returns whether all engines certainly read a token as it is by itself.
  ///
  /// - Complexity: O(token); usually the first character decides.
  func isReadAlike(_ token: Range<Int>) -> Bool { onlyScript != nil && hasLetter(token) }

  /// - Complexity: O(token).
  func readings(of token: Range<Int>) -> TokenReadings {
    if isReadAlike(token) { return .none }
    if let onlyScript {
      let scripts = languageScript == onlyScript ? [onlyScript] : [onlyScript, languageScript]
      return TokenReadings(
        all: scripts.map { ScriptReading(runs: [ScriptRun(end: token.upperBound, script: $0)]) },
        contested: Array(token))
    }
    let contested = contestedOffsets(in: token)
    if contested.isEmpty { return .none }
    let alone = ScriptRun.all(in: bytes[token], rule: .adjacent).map {
      ScriptRun(end: $0.end + token.lowerBound, script: $0.script)
    }
    var result: [ScriptReading] = []
    func add(_ whole: ScriptReading) {
      let reading = whole.part(token)
      if reading != ScriptReading(runs: alone), !result.contains(reading) { result.append(reading) }
    }
    for reading in readings { add(reading) }
    // Gecko starts again after a line end that the markup has at some widths.
    add(ScriptReading(runs: runsOfGecko(in: token), kernsIdeographs: !isKerned))
    if !hasLetter(token), let next = following.part(token).runs.first?.script {
      add(ScriptReading(runs: runsOfGecko(in: token, unknown: next), kernsIdeographs: !isKerned))
    }
    if alone.count > 1 { result.append(.byFace) }
    return TokenReadings(all: result, contested: contested)
  }

  private func hasLetter(_ range: Range<Int>) -> Bool {
    ScalarSequence(bytes: bytes[range]).contains {
      !CharacterProperties.isNeutral(script: CharacterProperties.script(of: $0.scalar))
    }
  }

  /// The offsets of text that has no script of its own, or that not all engines kern.
  private func contestedOffsets(in range: Range<Int>) -> [Int] {
    var offsets: [Int] = []
    for (offset, scalar) in ScalarSequence(bytes: bytes[range]) {
      let script = CharacterProperties.script(of: scalar)
      if CharacterProperties.isNeutral(script: script) || isKerned && isIdeographic(script: script) {
        offsets.append(offset)
      }
    }
    return offsets
  }

  private static func following(in bytes: [UInt8]) -> ScriptReading {
    var runs: [ScriptRun] = []
    for (offset, scalar) in ScalarSequence(bytes: bytes[...]) {
      let script = CharacterProperties.script(of: scalar)
      if CharacterProperties.isNeutral(script: script) { continue }
      let end = offset + 1
      if let last = runs.last, last.script == script {
        runs[runs.count - 1].end = end
      } else {
        runs.append(ScriptRun(end: end, script: script))
      }
    }
    return ScriptReading(runs: runs)
  }
}

extension TokenStream {
  /// Byte offsets at which the font or the direction changes, or at which there is something other than text: Gecko
  /// forgets the previous script there. Ascending.
  func textRunStarts(of text: StyledText, levels: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var leaf: Int?
    for token in tokens {
      for part in parts[token.parts] {
        let isNewStyle = leaf.map { text.leaves[$0].style != text.leaves[part.leaf].style } ?? false
        leaf = part.leaf
        if isNewStyle || token.isBox || token.startsTextRun && part.range.lowerBound == token.range.lowerBound {
          starts.append(part.range.lowerBound)
        }
      }
    }
    for index in levels.indices.dropFirst() where levels[index] != levels[index - 1] { starts.append(index) }
    return levels.isEmpty ? starts : Set(starts).sorted()
  }
}

extension TokenStream.TextToken {
  fileprivate var startsTextRun: Bool {
    switch joint {
    case .none, .space, .opportunity: false
    case .wordBreak, .hardBreaks: true
    }
  }
}
