import TextSegmentation

/// Where a line may break in what is between two spaces, and how much of it the markup has to say.
struct TokenShape: Sendable, Equatable {
  struct Break: Sendable, Equatable {
    /// From the start of the token, in bytes.
    var offset: Int
    /// Engines disagree here: the markup lets the line break.
    var isMarked: Bool
  }

  /// Ascending, neither at the token's start nor at its end.
  private(set) var breaks: [Break]
  /// For each stretch between breaks: whether an engine might break inside, so that the markup holds it together.
  private(set) var isHeld: [Bool]

  /// All engines leave the token whole.
  static let whole = TokenShape(breaks: [], isHeld: [false])

  /// All engines break exactly at these offsets: after hyphens between letters, between ideographs.
  static func bare(at offsets: [Int]) -> TokenShape {
    TokenShape(
      breaks: offsets.map { Break(offset: $0, isMarked: false) },
      isHeld: Array(repeating: false, count: offsets.count + 1))
  }

  /// Engines disagree about the token: breaks stand in the markup, at these offsets and nowhere else.
  static func marked(at offsets: [Int]) -> TokenShape {
    TokenShape(
      breaks: offsets.map { Break(offset: $0, isMarked: true) },
      isHeld: Array(repeating: true, count: offsets.count + 1))
  }

  /// Engines disagree about some stretches and places. A break beside a held stretch is marked as well, because
  /// engines differ about the edges of stretches that may not wrap.
  static func mixed(at offsets: [Int], isHeld: [Bool], isContested: [Bool]) -> TokenShape {
    let breaks = offsets.indices.map { index in
      Break(offset: offsets[index], isMarked: isContested[index] || isHeld[index] || isHeld[index + 1])
    }
    return TokenShape(breaks: breaks, isHeld: isHeld)
  }

  var isBare: Bool { !isHeld.contains(true) && !breaks.contains(where: \.isMarked) }
}

/// Where a line may break inside a token.
///
/// A token that looks like a word with its punctuation is left to the engines, which agree about it, and so is running
/// text of ideographs. In all others (paths, options, formulas, dashes between numbers, quotes beside ideographs …)
/// they do not, so what ICU says (UAX #14, strict) is written into the markup.
struct BreakPolicy {
  /// - Parameters:
  ///   - token: valid UTF-8 without white space.
  ///   - glyphless: ranges of `token`'s indices that are set as boxes, around which engines differ; ascending.
  static func shape(
    of token: ArraySlice<UInt8>, glyphless: [Range<Int>] = [], tailoring: LineBreakTailoring,
    segmenter: inout TextSegmenter
  ) -> TokenShape {
    let holdsIdeographs = holdsIdeographs(token)
    // In Chinese and Japanese, some ICU takes curly quotes for brackets, in words of letters too: WebKit then lets a line
    // break behind them.
    let isContested = !glyphless.isEmpty || tailoring != .general && holdsCurlyQuotes(token)
    if !isContested, !holdsIdeographs, let breaks = plainWordBreaks(token) { return .bare(at: breaks) }
    let tailoring = holdsIdeographs ? tailoring : .general
    // A box is one thing, whatever its characters are.
    var boxes = glyphless[...]
    let breaks = segmenter.lineBreaks(in: token, tailoring: tailoring).dropLast().filter { offset in
      let index = token.startIndex + offset
      while let box = boxes.first, box.upperBound <= index { boxes.removeFirst() }
      return boxes.first.map { index <= $0.lowerBound } ?? true
    }
    return holdsIdeographs
      ? ideographicShape(of: token, breaks: breaks, glyphless: glyphless, tailoring: tailoring) : .marked(at: breaks)
  }

  private static func holdsIdeographs(_ token: ArraySlice<UInt8>) -> Bool {
    ScalarSequence(bytes: token).contains { _, scalar in
      scalar >= 0x1100 && isIdeographic(CharacterProperties.lineBreakClass(of: scalar))
    }
  }

  private static func isIdeographic(_ lineBreakClass: LineBreakClass) -> Bool {
    lineBreakClass == .ideographic || lineBreakClass == .conditionalStarter
  }

  private static func holdsCurlyQuotes(_ token: ArraySlice<UInt8>) -> Bool {
    ScalarSequence(bytes: token).contains { _, scalar in
      (0x2018...0x201F).contains(scalar) && CharacterProperties.lineBreakClass(of: scalar) == .quotation
    }
  }
}

// MARK: Words

extension BreakPolicy {
  private enum Category { case letter, hebrew, digit, mark, quote, opening, closing, infix, hyphen, other }

  /// The breaks in a token that every engine treats alike, or nil where that is not certain.
  ///
  /// Such a token is `[openings] [quotes] word [closings and quotes]`, where a word is letters and digits with single
  /// apostrophes, full stops, commas, colons or semicolons between them and hyphens between letters.
  private static func plainWordBreaks(_ token: ArraySlice<UInt8>) -> [Int]? {
    enum Part { case openings, quotes, word, closings }
    var part = Part.openings
    var breaks: [Int] = []
    var previous = Category.other
    var isHebrew = false
    var pendingInfix = false
    var pendingHyphen: Int?
    for (offset, scalar) in ScalarSequence(bytes: token) {
      let found = category(of: scalar)
      if found == .hebrew { isHebrew = true }
      let category = found == .hebrew ? .letter : found
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
        // After a hyphen that follows a Hebrew letter no line breaks (LB21a), and not every engine knows.
        guard previous == .letter || previous == .mark, pendingHyphen == nil, !isHebrew else { return nil }
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
      case .alphabetic: breaksBySyllable(scalar) ? .other : .letter
      case .hebrewLetter: .hebrew
      case .numeric: .digit
      case .combining: .mark
      default: .other
      }
    }
  }

  /// Scripts that were alphabetic until Unicode 15.1 let lines break between their syllables (LB28a). Engines with
  /// older data do not break there, newer ones do.
  private static func breaksBySyllable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1B00...0x1B7F, 0x1BC0...0x1BFF, 0xA980...0xA9DF, 0xAA00...0xAA5F: true
    case 0x11000...0x1107F, 0x11300...0x1137F, 0x11900...0x1195F, 0x11EE0...0x11F5F: true
    default: false
    }
  }
}

// MARK: Ideographs

extension BreakPolicy {
  private enum Writing {
    /// Ideographs, kana, Hangul, letters and digits, and the punctuation of East Asia: UAX #14 as all engines have it.
    case common
    /// ASCII punctuation that never starts a line.
    case asciiClosing
    /// Quotes, dashes, ellipses, slashes, signs, scripts that need a dictionary: engines and languages differ.
    case contested
  }

  /// Running text of ideographs stays bare; a stretch that holds something contested is held together.
  private static func ideographicShape(
    of token: ArraySlice<UInt8>, breaks: [Int], glyphless: [Range<Int>], tailoring: LineBreakTailoring
  ) -> TokenShape {
    var isHeld = Array(repeating: false, count: breaks.count + 1)
    var isContested = Array(repeating: false, count: breaks.count)
    var stretch = 0
    var previous: Writing?
    var boxes = glyphless[...]
    for (offset, scalar) in ScalarSequence(bytes: token) {
      while let box = boxes.first, box.upperBound <= offset { boxes.removeFirst() }
      let box = boxes.first.flatMap { $0.contains(offset) ? $0 : nil }
      if let box, offset > box.lowerBound { continue }
      let writing = box != nil ? .contested : writing(of: scalar, tailoring: tailoring)
      let isAfterBreak = stretch < breaks.count && breaks[stretch] == offset - token.startIndex
      if isAfterBreak { stretch += 1 }
      if let previous, !isAgreed(previous, writing) {
        if isAfterBreak { isContested[stretch - 1] = true } else { isHeld[stretch] = true }
      }
      previous = writing
    }
    return .mixed(at: breaks, isHeld: isHeld, isContested: isContested)
  }

  /// Whether all engines say the same of the place between two characters.
  private static func isAgreed(_ before: Writing, _ after: Writing) -> Bool {
    switch (before, after) {
    case (.common, .common), (.common, .asciiClosing), (.asciiClosing, .asciiClosing): true
    default: false
    }
  }

  private static func writing(of scalar: UInt32, tailoring: LineBreakTailoring) -> Writing {
    switch scalar {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .common
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: return .asciiClosing
    // WAVE DASH and DOUBLE HYPHEN: what Chrome does depends on the language.
    case ..<0xA1, 0x301C, 0x30A0: return .contested
    default: break
    }
    switch CharacterProperties.lineBreakClass(of: scalar) {
    case .alphabetic: return breaksBySyllable(scalar) ? .contested : .common
    case .ideographic, .numeric, .combining: return .common
    // Chromium lets them start a line on pages in other languages, whatever `line-break` says.
    case .conditionalStarter: return tailoring == .japanese ? .common : .contested
    case .opening, .closing, .exclamation: return scalar >= 0x3000 ? .common : .contested
    case .hebrewLetter, .dictionary, .quotation, .other: return .contested
    }
  }
}
