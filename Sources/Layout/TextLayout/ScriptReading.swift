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
    var part: [ScriptRun] = []
    for run in runs[firstRun(in: range)...] {
      part.append(ScriptRun(end: min(run.end, range.upperBound), script: run.script))
      if run.end >= range.upperBound { break }
    }
    let hasIdeographs = part.contains { isIdeographic(script: $0.script) }
    return ScriptReading(runs: part, kernsIdeographs: kernsIdeographs || !hasIdeographs)
  }

  /// The script of a range, if its reading is one run and kerns as the range by itself does; otherwise nil.
  func uniformScript(in range: Range<Int>) -> UInt32? {
    let first = firstRun(in: range)
    guard first < runs.count, runs[first].end >= range.upperBound,
      kernsIdeographs || !isIdeographic(script: runs[first].script)
    else { return nil }
    return runs[first].script
  }

  private func firstRun(in range: Range<Int>) -> Int { runs.partitionPoint { $0.end <= range.lowerBound } }

  /// The bytes that distinguish readings of equal text. No byte of UTF-8 is 0xFE or 0xFF.
  ///
  /// - Parameter range: at most 255 bytes.
  func appendKey(to key: inout [UInt8], of range: Range<Int>) {
    let flag = key.count
    key.append(0xFF)
    var index = firstRun(in: range)
    while index < runs.count {
      let run = runs[index]
      key.append(UInt8(clamping: min(run.end, range.upperBound) - range.lowerBound))
      for shift in 0..<4 as Range<UInt32> { key.append(UInt8(truncatingIfNeeded: run.script >> (24 - 8 * shift))) }
      if !kernsIdeographs, isIdeographic(script: run.script) { key[flag] = 0xFE }
      if run.end >= range.upperBound { break }
      index += 1
    }
  }
}

/// Possible readings of a token by engines, other than by itself.
struct TokenReadings {
  /// Nearly always empty.
  let all: [ScriptReading]
  /// The parts of the text that are read in several ways; ascending.
  fileprivate let contested: [Range<Int>]

  static var none: TokenReadings { TokenReadings(all: [], contested: []) }

  /// True if nothing but the border between faces can make a difference.
  var areByFace: Bool { all.count == 1 && all[0] == .byFace }

  /// The token's bytes, and what distinguishes its readings.
  func key(of bytes: [UInt8], in token: Range<Int>) -> [UInt8] {
    var key = Array(bytes[token])
    for reading in all { reading.appendKey(to: &key, of: token) }
    return key
  }

  /// The readings of a part of the token, if they differ from that of the part by itself.
  ///
  /// - Complexity: O(log token).
  func of(_ range: Range<Int>) -> [ScriptReading] {
    let first = contested.partitionPoint { $0.upperBound <= range.lowerBound }
    return first < contested.count && contested[first].lowerBound < range.upperBound ? all : []
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

/// Letters of the scripts that are one without kerning; a few others are not among them.
private func isKanaOrHan(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: true
  default: false
  }
}

/// The scripts of a text.
struct TextScripts {
  private let bytes: [UInt8]
  /// The script of all letters of the text, or Latin if there are none; nil if there are several, or if engines read it
  /// differently.
  private let onlyScript: UInt32?
  /// The text, if it has several scripts.
  private let text: ScriptText?
  /// The engines' readings of the whole text, if it has several scripts.
  private var readings: [ScriptReading] = []
  /// Gecko's script for a text without any.
  private let languageScript: UInt32
  private let isKerned: Bool

  /// - Parameters:
  ///   - isASCII: true if all bytes are ASCII.
  ///   - restarts: byte offsets at which Gecko forgets the preceding text, ascending.
  ///   - isKerned: true if `font-kerning` is on.
  init(
    of bytes: [UInt8], isASCII: Bool, restarts: @autoclosure () -> [Int], languageScript: UInt32, isKerned: Bool
  ) {
    self.bytes = bytes
    self.languageScript = languageScript
    self.isKerned = isKerned
    onlyScript = isASCII ? CharacterProperties.latin : Self.onlyScript(of: bytes, isKerned: isKerned)
    text = onlyScript == nil ? ScriptText(bytes) : nil
    if let text { readings = allReadings(of: text, restarts: restarts()) }
  }

  /// Without kerning, Chinese, Japanese and Korean are one script: the other rules of a face are the same in all of them.
  private static func onlyScript(of bytes: [UInt8], isKerned: Bool) -> UInt32? {
    var only: UInt32?
    var last: UInt32?
    var signs: [UInt32] = []
    // Of the last letter, and of the last one in another block: most text is in one or two.
    var (block, otherBlock): (ClosedRange<UInt32>, ClosedRange<UInt32>) = (0...0, 0...0)
    var isHan = false
    let text = bytes.span
    var next = 0
    while next < text.count {
      let (scalar, length) = text.scalar(at: next)
      next += length
      if block.contains(scalar) || otherBlock.contains(scalar) || isHan && isKanaOrHan(scalar) { continue }
      let own = CharacterProperties.letters(around: scalar)
      var script = own?.script ?? CharacterProperties.script(of: scalar)
      if let own { (block, otherBlock) = (own.scalars, block) }
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
      isHan = script == CharacterProperties.han
    }
    let script = only ?? CharacterProperties.latin
    let own = script == CharacterProperties.han ? [script, CharacterProperties.hiragana] : [script]
    return signs.contains { CharacterProperties.isForeign($0, toScripts: own) } ? nil : script
  }

  private func allReadings(of text: ScriptText, restarts: [Int]) -> [ScriptReading] {
    let whole = bytes.indices
    var readings = [ScriptReading(runs: unified(text.runs(in: whole, rule: .extensions)))]
    func addGecko(_ runs: [ScriptRun]) {
      let reading = ScriptReading(runs: unified(runs), kernsIdeographs: !isKerned).part(whole)
      if !readings.contains(reading) { readings.append(reading) }
    }
    addGecko(runsOfGecko(of: text, in: whole))
    // Line ends of the markup and elements may split the text there. A preceding bracket then has no effect.
    addGecko(text.runs(in: whole, rule: .adjacent))
    if !restarts.isEmpty {
      let edges = [0] + restarts.filter { whole.dropFirst().contains($0) } + [bytes.count]
      addGecko(zip(edges, edges.dropFirst()).flatMap { runsOfGecko(of: text, in: $0..<$1) })
    }
    return readings
  }

  /// Runs with Chinese, Japanese and Korean as one script if they are not kerned.
  private func unified(_ runs: [ScriptRun]) -> [ScriptRun] {
    if isKerned { return runs }
    var unified: [ScriptRun] = []
    unified.reserveCapacity(runs.count)
    for run in runs {
      let script = isIdeographic(script: run.script) ? CharacterProperties.han : run.script
      if unified.last?.script == script {
        unified[unified.count - 1].end = run.end
      } else {
        unified.append(ScriptRun(end: run.end, script: script))
      }
    }
    return unified
  }

  /// - Parameter unknown: the script of a range that does not determine one.
  private func runsOfGecko(of text: ScriptText, in range: Range<Int>, unknown: UInt32? = nil) -> [ScriptRun] {
    var runs = text.runs(in: range, rule: .brackets)
    for index in runs.indices where runs[index].script == CharacterProperties.common {
      runs[index].script = unknown ?? languageScript
    }
    return runs
  }

  /// Returns whether all engines certainly read a token as it is by itself.
  ///
  /// - Parameter token: in one leaf and direction.
  /// - Complexity: O(token); usually the first character decides.
  @inline(__always)
  func isReadAlike(_ token: Range<Int>) -> Bool {
    onlyScript != nil ? hasLetter(token) : hasOneReading(token)
  }

  /// Returns whether a token is read alike in any text: it has only letters, or begins with letters of a script that
  /// its signs take. False for some that are.
  private func hasOneReading(_ token: Range<Int>) -> Bool {
    let bytes = bytes.span
    var script: UInt32?
    var hasSigns = false
    var isOneScript = true
    var next = token.lowerBound
    while next < token.upperBound {
      let (scalar, length) = bytes.scalar(at: next)
      next += length
      if let letters = CharacterProperties.letters(around: scalar) {
        if isIdeographic(script: letters.script) {
          if isKerned || hasSigns { return false }
          isOneScript = false
        }
        if letters.script != script ?? letters.script { isOneScript = false }
        script = letters.script
      } else if script != nil, ScriptText.isSign(scalar) {
        hasSigns = true
      } else {
        return false
      }
      if hasSigns, !isOneScript { return false }
    }
    return !hasSigns || !mayBeginWithMark(next)
  }

  /// Returns whether the character at an offset may be a mark, which would have an effect on the sign before it.
  private func mayBeginWithMark(_ offset: Int) -> Bool {
    guard offset < bytes.count, bytes[offset] >= 0x80 else { return false }
    return CharacterProperties.letters(around: bytes.span.scalar(at: offset).value) == nil
  }

  /// - Complexity: O(token).
  func readings(of token: Range<Int>) -> TokenReadings {
    if let onlyScript {
      if hasLetter(token) { return .none }
      let scripts = languageScript == onlyScript ? [onlyScript] : [onlyScript, languageScript]
      return TokenReadings(
        all: scripts.map { ScriptReading(runs: [ScriptRun(end: token.upperBound, script: $0)]) },
        contested: [token])
    }
    guard let text else { return .none }
    let contested = text.parts(of: token) { script in
      CharacterProperties.isNeutral(script: script) || isKerned && isIdeographic(script: script)
    }
    if contested.isEmpty { return .none }
    let runsOfToken = text.runs(in: token, rule: .adjacent)
    let alone = ScriptReading(runs: unified(runsOfToken))
    var result: [ScriptReading] = []
    func add(_ reading: ScriptReading) {
      if reading != alone, !result.contains(reading) { result.append(reading) }
    }
    let onlyRun = alone.runs.count == 1 ? alone.runs[0].script : nil
    for reading in readings where onlyRun.map({ reading.uniformScript(in: token) != $0 }) ?? true {
      add(reading.part(token))
    }
    // Gecko starts again after a line end that the markup has at some widths.
    func addGecko(unknown: UInt32?) {
      let runs = runsOfGecko(of: text, in: token, unknown: unknown)
      add(ScriptReading(runs: unified(runs), kernsIdeographs: !isKerned).part(token))
    }
    addGecko(unknown: nil)
    if onlyRun == CharacterProperties.common, let next = text.script(ofLetterFrom: token.lowerBound) {
      addGecko(unknown: next)
    }
    if runsOfToken.count > 1 { result.append(.byFace) }
    return TokenReadings(all: result, contested: contested)
  }

  @inline(__always)
  private func hasLetter(_ range: Range<Int>) -> Bool {
    if (0x61...0x7A).contains(bytes[range.lowerBound] | 0x20) { return true }
    let first = bytes.span.scalar(at: range.lowerBound).value
    return CharacterProperties.letters(around: first) != nil || hasLetterWithin(range)
  }

  private func hasLetterWithin(_ range: Range<Int>) -> Bool {
    ScalarSequence(bytes: bytes[range]).contains {
      !CharacterProperties.isNeutral(script: CharacterProperties.script(of: $0.scalar))
    }
  }
}

extension TokenStream {
  /// Byte offsets at which the font or the direction changes, or at which there is something other than text: Gecko
  /// forgets the previous script there. Ascending.
  func textRunStarts(of text: StyledText, levels: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var leaf: Int?
    for token in tokens {
      for part in parts(of: token) {
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
