import TextSegmentation

/// What is between two spaces, and what the break policy says of it.
enum TokenShape: Sendable, Equatable {
  /// All engines leave the token whole.
  case whole
  /// All engines break exactly at these offsets: after hyphens between letters, between ideographs.
  case breaking(at: [Int])
  /// Engines disagree about the token: breaks stand in the markup, at these offsets and nowhere else.
  case marked(at: [Int])
}

/// Where a line may break inside a token.
///
/// A token that looks like a word with its punctuation is left to the engines, which agree about it. In all others
/// (paths, options, formulas, dashes between numbers …) they do not, so what ICU says (UAX #14, strict) is written
/// into the markup.
struct BreakPolicy {
  /// - Parameters:
  ///   - token: valid UTF-8 without white space.
  ///   - mustMark: the token holds boxes or characters without a glyph, around which engines differ.
  static func shape(
    of token: ArraySlice<UInt8>, mustMark: Bool, tailoring: LineBreakTailoring, segmenter: inout TextSegmenter
  ) -> TokenShape {
    if !mustMark, let breaks = plainWordBreaks(token) {
      return breaks.isEmpty ? .whole : .breaking(at: breaks)
    }
    let breaks = segmenter.lineBreaks(in: token, tailoring: tailoring).dropLast()
    if !mustMark, holdsIdeographs(token) { return .breaking(at: Array(breaks)) }
    return .marked(at: Array(breaks))
  }

  private enum Category { case letter, digit, mark, quote, opening, closing, infix, hyphen, other }

  /// The breaks in a token that every engine treats alike, or nil where that is not certain.
  ///
  /// Such a token is `[openings] [quotes] word [closings and quotes]`, where a word is letters and digits with single
  /// apostrophes, full stops, commas, colons or semicolons between them and hyphens between letters.
  private static func plainWordBreaks(_ token: ArraySlice<UInt8>) -> [Int]? {
    enum Part { case openings, quotes, word, closings }
    var part = Part.openings
    var breaks: [Int] = []
    var previous = Category.other
    var pendingInfix = false
    var pendingHyphen: Int?
    for (offset, scalar) in ScalarSequence(bytes: token) {
      let category = category(of: scalar)
      defer { previous = category }
      switch (part, category) {
      case (.openings, .opening): continue
      case (.openings, .quote), (.quotes, .quote): part = .quotes
      case (.openings, .letter), (.openings, .digit), (.quotes, .letter), (.quotes, .digit): part = .word
      case (.word, .letter), (.word, .digit):
        if let hyphen = pendingHyphen {
          guard category == .letter else { return nil }
          breaks.append(hyphen)
          pendingHyphen = nil
        }
        pendingInfix = false
      case (.word, .mark): if pendingInfix || pendingHyphen != nil { return nil }
      case (.word, .infix), (.word, .quote):
        if pendingHyphen != nil { return nil }
        if pendingInfix { part = .closings } else { pendingInfix = true }
      case (.word, .hyphen):
        guard previous == .letter || previous == .mark, pendingHyphen == nil else { return nil }
        pendingHyphen = offset + 1 - token.startIndex
      case (.word, .closing):
        if pendingHyphen != nil { return nil }
        part = .closings
      case (.closings, .closing), (.closings, .infix), (.closings, .quote): continue
      default: return singleScalar(token)
      }
    }
    return pendingHyphen == nil ? breaks : nil
  }

  /// A token of one scalar has no inside.
  private static func singleScalar(_ token: ArraySlice<UInt8>) -> [Int]? {
    var scalars = ScalarSequence(bytes: token).makeIterator()
    _ = scalars.next()
    return scalars.next() == nil ? [] : nil
  }

  private static func category(of scalar: UInt32) -> Category {
    switch scalar {
    case 0x30...0x39: .digit
    case 0x41...0x5A, 0x61...0x7A, 0x5F: .letter
    case 0x22, 0x27, 0x2019, 0x201C, 0x201D, 0x2018, 0xAB, 0xBB: .quote
    case 0x28, 0x5B, 0x201E, 0x201A: .opening
    case 0x29, 0x5D, 0x21, 0x3F, 0x2026: .closing
    case 0x2C, 0x2E, 0x3A, 0x3B: .infix
    case 0x2D: .hyphen
    case ..<0xA1: .other
    default:
      switch CharacterProperties.lineBreakClass(of: scalar) {
      case .alphabetic: .letter
      case .combining: .mark
      default: .other
      }
    }
  }

  private static func holdsIdeographs(_ token: ArraySlice<UInt8>) -> Bool {
    ScalarSequence(bytes: token).contains { _, scalar in
      scalar >= 0x1100 && CharacterProperties.lineBreakClass(of: scalar) == .ideographic
    }
  }
}

/// The scalars of valid UTF-8 with the index of each one's first byte. Malformed bytes come as U+FFFD, one by one.
struct ScalarSequence: Sequence {
  let bytes: ArraySlice<UInt8>

  func makeIterator() -> Iterator { Iterator(bytes: bytes, position: bytes.startIndex) }

  struct Iterator: IteratorProtocol {
    let bytes: ArraySlice<UInt8>
    var position: Int

    mutating func next() -> (offset: Int, scalar: UInt32)? {
      guard position < bytes.endIndex else { return nil }
      let offset = position
      let first = bytes[position]
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard first < 0x80 || first >= 0xC2, position + length <= bytes.endIndex else {
        position += 1
        return (offset, 0xFFFD)
      }
      position += length
      if length == 1 { return (offset, UInt32(first)) }
      var scalar = UInt32(first) & (0x7F >> UInt32(length))
      for index in offset + 1..<offset + length { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
      return (offset, scalar)
    }
  }
}
