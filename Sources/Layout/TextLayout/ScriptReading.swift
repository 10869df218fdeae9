/// The scripts of part of a text, as an engine may determine them.
///
/// Brackets, quotes, digits and dashes have no script of their own. WebKit determines the scripts of each word
/// separately; Blink and Gecko use the script of the text before the word. If it differs from that of the word, nothing
/// is kerned across the border.
struct ScriptReading: Hashable {
  /// The runs, by offsets in the bytes of the text. If there are none, each part in one face is read separately: see
  /// `byFace`.
  var runs: [ScriptRun]
  /// True if Chinese, Japanese and Korean are kerned. Firefox does so only if a style sheet requests kerning, and the
  /// `font` of a text style requests `auto`.
  var kernsIdeographs = true

  /// The reading of WebKit, which chooses fonts first, and reads the text in each of them separately.
  static let byFace = ScriptReading(runs: [])

  /// The reading of the same text at another offset.
  func moved(by distance: Int) -> ScriptReading {
    ScriptReading(
      runs: runs.map { ScriptRun(end: $0.end + distance, script: $0.script) }, kernsIdeographs: kernsIdeographs)
  }

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

  /// The script of a range, if its reading is one run and has the same kerning as the range by itself; otherwise nil.
  func uniformScript(in range: Range<Int>) -> UInt32? {
    let first = firstRun(in: range)
    guard first < runs.count, runs[first].end >= range.upperBound,
      kernsIdeographs || !isIdeographic(script: runs[first].script)
    else { return nil }
    return runs[first].script
  }

  private func firstRun(in range: Range<Int>) -> Int { runs.partitionPoint { $0.end <= range.lowerBound } }

  /// Appends the bytes that distinguish readings of equal text. No byte of UTF-8 is 0xFE or 0xFF.
  ///
  /// - Parameter range: a range of at most 255 bytes.
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

/// The possible readings of a token by engines, other than the reading by itself.
struct TokenReadings {
  /// All of these readings; nearly always empty.
  let all: [ScriptReading]
  /// The parts of the text that are read in several ways; ascending.
  let contested: [Range<Int>]

  static var none: TokenReadings { TokenReadings(all: [], contested: []) }

  /// True if only the border between faces can make a difference.
  var areByFace: Bool { all.count == 1 && all[0] == .byFace }

  /// The readings of the same text at another offset.
  func moved(by distance: Int) -> TokenReadings {
    TokenReadings(
      all: all.map { $0.moved(by: distance) },
      contested: contested.map { $0.lowerBound + distance..<$0.upperBound + distance })
  }

  /// The readings of a part of the token, if they differ from that of the part by itself.
  ///
  /// - Complexity: O(log token).
  func of(_ range: Range<Int>) -> [ScriptReading] {
    let first = contested.partitionPoint { $0.upperBound <= range.lowerBound }
    return first < contested.count && contested[first].lowerBound < range.upperBound ? all : []
  }
}

/// Returns whether Firefox treats a script as Chinese, Japanese or Korean.
func isIdeographic(script: UInt32) -> Bool {
  switch script {
  case CharacterProperties.han, CharacterProperties.hiragana, CharacterProperties.katakana, CharacterProperties.hangul,
    CharacterProperties.bopomofo:
    true
  default: false
  }
}
