import CICU

extension ScriptText {
  /// The part of a text that determines the scripts of a token by all rules; nil if it is long, or if there are other
  /// brackets inside those that the token closes.
  ///
  /// It starts at a letter, because the script of a letter is that of its run whatever precedes it. It ends at a letter
  /// of the token or the next one, because characters without a script can take that of the first letter after them.
  ///
  /// - Parameters:
  ///   - token: a range in bytes, between characters.
  ///   - text: valid UTF-8.
  /// - Complexity: O(1): the part has at most 255 bytes.
  public static func context(of token: Range<Int>, in text: Span<UInt8>) -> Range<Int>? {
    guard token.count <= longestContext, let start = start(ofContextOf: token, in: text),
      let end = end(ofContextOf: token, in: text), end - start <= longestContext
    else { return nil }
    return start..<end
  }

  private static func start(ofContextOf token: Range<Int>, in text: Span<UInt8>) -> Int? {
    // The opening bracket that belongs to a closing one.
    var missing: UInt32?
    var end = token.upperBound
    while end > 0 {
      var start = end - 1
      while text[start] & 0xC0 == 0x80 { start -= 1 }
      let scalar = text.scalar(at: start).value
      if CharacterProperties.letters(around: scalar) != nil {
        if start < token.lowerBound, missing == nil { return start }
      } else {
        switch isSign(scalar) ? .none : ScriptCode.bracket(scalar) {
        case .none: break
        case .opening:
          if missing != nil, missing != scalar { return nil }
          missing = nil
        case .closing:
          if missing != nil { return nil }
          missing = UInt32(clamping: cicu_paired_bracket(Int32(clamping: scalar)))
        }
      }
      if token.upperBound - start > longestContext { return nil }
      end = start
    }
    return 0
  }

  private static func end(ofContextOf token: Range<Int>, in text: Span<UInt8>) -> Int? {
    var (next, hasLetter) = (token.lowerBound, false)
    while next < text.count {
      let (scalar, length) = text.scalar(at: next)
      let isLetter = CharacterProperties.letters(around: scalar) != nil
      if next < token.upperBound {
        // The characters after a sign of several scripts can decide which of them it has.
        hasLetter = isLetter || hasLetter && (scalar < 0x80 || isSign(scalar))
      } else if hasLetter {
        // A mark can give its script to the sign before it.
        return CharacterProperties.script(of: scalar) == CharacterProperties.inherited ? next + length : next
      } else if isLetter {
        return next + length
      }
      if next - token.lowerBound > longestContext { return nil }
      next += length
    }
    return text.count
  }
}

/// The limit in bytes: offsets in a context have one byte.
private let longestContext = 255
