/// The scripts that engines may give a token of signs, such as a number or a dash, in addition to none.
struct SignScripts: Hashable {
  private var tags = SIMD4<UInt32>()
  private var count = 0

  /// - Precondition: the value has at most three scripts.
  mutating func insert(_ script: UInt32) {
    if script == CharacterProperties.common || (0..<count).contains(where: { tags[$0] == script }) { return }
    tags[count] = script
    count += 1
  }

  func readings(of token: Range<Int>) -> TokenReadings {
    TokenReadings(
      all: (0..<count).map { ScriptReading(runs: [ScriptRun(end: token.upperBound, script: tags[$0])]) },
      contested: count == 0 ? [] : [token])
  }

  /// True if Firefox kerns one of the scripts by other rules than the rest of the text.
  fileprivate var haveIdeographs: Bool { (0..<count).contains { isIdeographic(script: tags[$0]) } }
}

extension TextScripts {
  private enum NearestLetter {
    case letter(script: UInt32, offset: Int)
    /// There are only signs up to the end of the text.
    case none
    /// Engines may give the characters between the letter and the token another script than that of the letter.
    case unknown
  }

  /// The scripts that engines may give a token of signs; nil if it has letters, or if more than the nearest letters of
  /// the text decide.
  ///
  /// Signs take the script of the letter before them. At the start of the text, and in Gecko after a restart, they take
  /// that of the letter after them, or of the language if there is none.
  ///
  /// - Parameter token: a token in one leaf and direction.
  /// - Complexity: O(token + distance to the letters).
  func scripts(ofSigns token: Range<Int>) -> SignScripts? {
    var scripts = SignScripts()
    if let onlyScript {
      if hasLetter(token) { return nil }
      scripts.insert(onlyScript)
      scripts.insert(languageScript)
      return scripts
    }
    guard case .none = letter(in: token), !startsWithMark(token.upperBound) else { return nil }
    let later = restarts.partitionPoint { $0 <= token.lowerBound }
    let (restart, end) = (later == 0 ? 0 : restarts[later - 1], later == restarts.count ? bytes.count : restarts[later])
    if end < token.upperBound { return nil }
    let isRestarted: Bool
    switch letter(before: token.lowerBound, restart: restart) {
    case .unknown: return nil
    case .letter(let script, let offset):
      scripts.insert(script)
      isRestarted = restart > offset
    case .none:
      guard case .letter(let script, _) = letter(in: token.upperBound..<bytes.count) else { return nil }
      scripts.insert(script)
      isRestarted = !restarts.isEmpty
    }
    if isRestarted {
      switch letter(in: token.upperBound..<end) {
      case .unknown: return nil
      case .letter(let script, _): scripts.insert(script)
      case .none: scripts.insert(unified(languageScript))
      }
    }
    scripts.insert(unified(languageScript))
    if let next = script(ofLetterFrom: token.upperBound) { scripts.insert(unified(next)) }
    return isKerned && scripts.haveIdeographs ? nil : scripts
  }

  /// The letter nearest to an offset among the characters before it.
  ///
  /// - Parameter restart: the offset at which Gecko forgets the preceding text.
  private func letter(before offset: Int, restart: Int) -> NearestLetter {
    let text = bytes.span
    var (end, onlyScript, isMarked) = (offset, UInt32?.none, false)
    // The last character that is neither a letter nor a sign of all scripts.
    var lastOther: Int?
    while end > 0 {
      var start = end - 1
      while text[start] & 0xC0 == 0x80 { start -= 1 }
      let scalar = text.scalar(at: start).value
      if let letters = CharacterProperties.letters(around: scalar) {
        let script = unified(letters.script)
        if let onlyScript, onlyScript != script { return .unknown }
        // Gecko has other rules for such characters if they start a run.
        if let lastOther, start < restart, restart <= lastOther { return .unknown }
        return .letter(script: script, offset: start)
      }
      if isMark(scalar) {
        isMarked = true
      } else if isMarked {
        return .unknown
      } else if !ScriptText.isSign(scalar) {
        guard let script = scriptOfSign(scalar), onlyScript == nil || onlyScript == script else { return .unknown }
        onlyScript = script
      }
      if isMarked || onlyScript != nil { lastOther = lastOther ?? start }
      end = start
    }
    return lastOther == nil ? .none : .unknown
  }

  /// The first letter of a range.
  private func letter(in range: Range<Int>) -> NearestLetter {
    let text = bytes.span
    var next = range.lowerBound
    while next < range.upperBound {
      let (scalar, length) = text.scalar(at: next)
      if let letters = CharacterProperties.letters(around: scalar) {
        return .letter(script: unified(letters.script), offset: next)
      }
      if !ScriptText.isSign(scalar) { return .unknown }
      next += length
    }
    return .none
  }

  /// The script of the first letter from an offset on, regardless of what is in between.
  private func script(ofLetterFrom offset: Int) -> UInt32? {
    let text = bytes.span
    var next = offset
    while next < text.count {
      let (scalar, length) = text.scalar(at: next)
      let script = CharacterProperties.script(of: scalar)
      if !CharacterProperties.isNeutral(script: script) { return script }
      next += length
    }
    return nil
  }

  /// The script in a text without kerning, where Chinese, Japanese and Korean are one script.
  func unified(_ script: UInt32) -> UInt32 {
    !isKerned && isIdeographic(script: script) ? CharacterProperties.han : script
  }

  /// Returns whether the character at an offset is a mark, which has an effect on a sign before it.
  func startsWithMark(_ offset: Int) -> Bool {
    offset < bytes.count && bytes[offset] >= 0x80 && isMark(bytes.span.scalar(at: offset).value)
  }

  /// Returns whether all rules give a sign the script of the letters before it.
  @inline(__always)
  func isSign(_ scalar: UInt32, ofScript script: UInt32) -> Bool {
    ScriptText.isSign(scalar) || scriptOfSign(scalar) == script
  }

  /// A script that shares a sign with others, so that the sign takes it from letters before it. Nil if the character is
  /// a bracket, and for some other signs.
  private func scriptOfSign(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x60C, 0x61B, 0x61F: CharacterProperties.arabic
    case _ where !isKerned && isSignOfIdeographs(scalar): CharacterProperties.han
    default: nil
    }
  }

  /// Returns whether a character is a mark, to which all rules give the script of the letter before it.
  func isMark(_ scalar: UInt32) -> Bool {
    CharacterProperties.script(of: scalar) == CharacterProperties.inherited
  }
}

/// Returns whether all scripts that use a sign are among those that are treated as one without kerning.
func isSignOfIdeographs(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x3001...0x3003, 0x3013, 0x301C, 0x30FB...0x30FC: true
  default: false
  }
}
