/// The scripts of a text.
struct TextScripts {
  let bytes: [UInt8]
  /// The script of all letters of the text, or Latin if there are none; nil if there are several, or if engines read it
  /// differently.
  let onlyScript: UInt32?
  /// Byte offsets at which Gecko forgets the preceding text, ascending; needed if there are several scripts.
  let restarts: [Int]
  /// The text and the engines' readings of it, if it has several scripts and a token depends on them.
  private var analysis: (text: ScriptText, readings: [ScriptReading])?
  /// The script that Gecko uses for a text without any.
  let languageScript: UInt32
  let isKerned: Bool

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
    self.restarts = onlyScript == nil ? restarts() : []
  }

  /// Creates the scripts of a part of a text with several scripts, read by itself.
  private init(_ part: Range<Int>, of whole: borrowing TextScripts) {
    bytes = Array(whole.bytes[part])
    onlyScript = nil
    restarts = whole.restarts(in: part)
    languageScript = whole.languageScript
    isKerned = whole.isKerned
  }

  /// The only script of a text. Without kerning, Chinese, Japanese and Korean are one script: the other rules of a face
  /// are the same in all of them.
  private static func onlyScript(of bytes: [UInt8], isKerned: Bool) -> UInt32? {
    var only: UInt32?
    var last: UInt32?
    var signs: [UInt32] = []
    // The block of the last letter, and that of the last letter in another block: most texts are in one or two blocks.
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

  private mutating func analysed() -> (text: ScriptText, readings: [ScriptReading]) {
    if let analysis { return analysis }
    let text = ScriptText(bytes)
    let found = (text, allReadings(of: text))
    analysis = found
    return found
  }

  private func allReadings(of text: ScriptText) -> [ScriptReading] {
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

  /// The runs with Chinese, Japanese and Korean as one script if they are not kerned.
  private func unified(_ runs: [ScriptRun]) -> [ScriptRun] {
    if isKerned { return runs }
    var result: [ScriptRun] = []
    result.reserveCapacity(runs.count)
    for run in runs {
      let script = unified(run.script)
      if result.last?.script == script {
        result[result.count - 1].end = run.end
      } else {
        result.append(ScriptRun(end: run.end, script: script))
      }
    }
    return result
  }

  /// - Parameter unknown: the script of a range that does not determine one.
  private func runsOfGecko(of text: ScriptText, in range: Range<Int>, unknown: UInt32? = nil) -> [ScriptRun] {
    var runs = text.runs(in: range, rule: .brackets)
    for index in runs.indices where runs[index].script == CharacterProperties.common {
      runs[index].script = unknown ?? languageScript
    }
    return runs
  }

  /// The certainty about a token's readings, regardless of the text around it.
  enum ReadingCertainty {
    /// All engines read the token as it is by itself.
    case alike
    /// The only other reading is ``ScriptReading/byFace``.
    case byFace
    case unknown
  }

  /// The certainty of a token: letters have their own script, and signs after them take it by the rules of all engines.
  ///
  /// - Parameter token: a token in one leaf and direction.
  /// - Complexity: O(token); in a text of one script, usually the first character decides.
  @inline(__always)
  func certainty(of token: Range<Int>) -> ReadingCertainty {
    if onlyScript != nil { return hasLetter(token) ? .alike : .unknown }
    return certaintyAmongScripts(of: token)
  }

  private func certaintyAmongScripts(of token: Range<Int>) -> ReadingCertainty {
    let bytes = bytes.span
    var (script, lastScript): (UInt32?, UInt32?)
    var (hasSeveral, hasSeveralUnkerned, hasSigns, isBehindSign) = (false, false, false, false)
    // The block of the last letter: most words are in one block.
    var block: ClosedRange<UInt32> = 0...0
    var next = token.lowerBound
    while next < token.upperBound {
      let (scalar, length) = bytes.scalar(at: next)
      next += length
      if block.contains(scalar) {
        isBehindSign = false
      } else if let letters = CharacterProperties.letters(around: scalar) {
        isBehindSign = false
        block = letters.scalars
        if letters.script == lastScript { continue }
        if isKerned, isIdeographic(script: letters.script) { return .unknown }
        let own = unified(letters.script)
        if script != nil, own != script { hasSeveral = true }
        if lastScript != nil { hasSeveralUnkerned = true }
        (script, lastScript) = (own, letters.script)
      } else if let script, isSign(scalar, ofScript: script) {
        (hasSigns, isBehindSign) = (true, true)
      } else if script != nil, !isBehindSign, isMark(scalar) {
        hasSigns = true
      } else {
        return .unknown
      }
    }
    guard hasSigns else { return .alike }
    if hasSeveral || startsWithMark(next) { return .unknown }
    return hasSeveralUnkerned ? .byFace : .alike
  }

  /// The readings of a token whose certainty is `byFace`.
  ///
  /// - Complexity: O(token).
  func readingsByFace(of token: Range<Int>) -> TokenReadings {
    let signs = ScalarSequence(bytes: bytes[token]).filter { CharacterProperties.letters(around: $0.scalar) == nil }
    return TokenReadings(all: [.byFace], contested: signs.map { $0.offset..<$0.offset + 1 })
  }

  /// - Complexity: O(token); for the first token that depends on more than the letters around it, O(text).
  mutating func readings(of token: Range<Int>) -> TokenReadings {
    if onlyScript != nil, hasLetter(token) { return .none }
    if let signs = scripts(ofSigns: token) { return signs.readings(of: token) }
    if let context = context(of: token) { return readings(of: token, in: context) }
    return readingsInText(of: token)
  }

  /// The part of the text that determines the readings of a token; nil if that may be all of it.
  func context(of token: Range<Int>) -> Range<Int>? {
    onlyScript == nil ? ScriptText.context(of: token, in: bytes.span) : nil
  }

  func readings(of token: Range<Int>, in context: Range<Int>) -> TokenReadings {
    let start = context.lowerBound
    var part = TextScripts(context, of: self)
    return part.readingsInText(of: token.lowerBound - start..<token.upperBound - start).moved(by: start)
  }

  /// The bytes that distinguish tokens with different readings. No byte of UTF-8 is 0xFC.
  func key(of token: Range<Int>, in context: Range<Int>) -> [UInt8] {
    let restarts = restarts(in: context)
    var key: [UInt8] = []
    key.reserveCapacity(context.count + restarts.count + 4)
    key += bytes[context]
    let offsets = [token.lowerBound - context.lowerBound, token.upperBound - context.lowerBound, restarts.count]
    key.append(0xFC)
    for offset in offsets { key.append(UInt8(clamping: offset)) }
    for restart in restarts { key.append(UInt8(clamping: restart)) }
    return key
  }

  /// The restarts in a part of the text, as offsets from its start.
  private func restarts(in part: Range<Int>) -> [Int] {
    let (first, end) = (
      restarts.partitionPoint { $0 <= part.lowerBound }, restarts.partitionPoint { $0 < part.upperBound }
    )
    return first < end ? restarts[first..<end].map { $0 - part.lowerBound } : []
  }

  /// The readings of a token by the rules of all engines for the whole text, which has several scripts.
  mutating func readingsInText(of token: Range<Int>) -> TokenReadings {
    let (text, readings) = analysed()
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
  func hasLetter(_ range: Range<Int>) -> Bool {
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

/// Returns whether a scalar is a letter of the scripts that are treated as one without kerning; false for a few others.
private func isKanaOrHan(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: true
  default: false
  }
}

extension TokenStream {
  /// Byte offsets at which the font or the direction changes, or at which there is something other than text: Gecko
  /// forgets the previous script there. Ascending.
  func textRunStarts(of text: StyledText, levels: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var last: Int?
    func add(_ leaf: Int, at offset: Int, isStart: Bool) {
      let isNewStyle = last.map { $0 != leaf && text.leaves[$0].style != text.leaves[leaf].style } ?? false
      last = leaf
      if isNewStyle || isStart { starts.append(offset) }
    }
    for index in tokens.indices {
      let token = tokens[index]
      add(token.leaf, at: token.range.lowerBound, isStart: token.isBox || token.startsTextRun)
      for part in laterParts[token.laterParts] {
        add(part.leaf, at: part.range.lowerBound, isStart: token.isBox)
      }
    }
    if levels.isEmpty { return starts }
    let (own, turns) = (starts, levels.span)
    for index in turns.indices.dropFirst() where turns[index] != turns[index - 1] { starts.append(index) }
    return own.isEmpty ? starts : Set(starts).sorted()
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
