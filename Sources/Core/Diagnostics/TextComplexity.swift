/// Limits on input that would make layout slow.
enum TextLimits {
  /// Marks on one letter. HarfBuzz 6 takes quadratic time for them, and so does Swift when it compares texts with
  /// unordered marks; real text has a few.
  static let marks = 30
  /// Brackets that are open at the same time. In text from right to left, ICU reads all of them for each letter.
  static let brackets = 256
  /// Different characters in one document. HarfBuzz 6 takes 10 kB for each glyph of a CFF face that it subsets.
  static let characters = 8000
}

/// A reason not to shape a text: shaping would take more than linear time.
package struct TextComplexity {
  enum TextExcess { case marks, brackets, characters }

  let kind: TextExcess
  /// The range of the first character above the limit, in the UTF-8 of its text.
  let range: Range<Int>
}

/// Checks the texts of one paragraph, one after the other, against the limits.
struct TextComplexityScan {
  /// Marks since the last letter or space.
  private var marks = 0
  /// True if the next letter joins the cluster of the previous one: Khmer, Myanmar and the scripts of India stack
  /// letters.
  private var joinsNext = false
  /// The closing brackets of the brackets that are open.
  private var openBrackets: [UInt32] = []
  /// True if line feeds end paragraphs.
  private let isCode: Bool

  init(isCode: Bool = false) { self.isCode = isCode }

  /// - Complexity: O(text)
  mutating func first(in text: String) -> TextComplexity? {
    var text = text
    return text.withUTF8 { first(in: $0) }
  }

  /// Most characters are letters and spaces, for which no scalar is created.
  fileprivate mutating func first(in text: UnsafeBufferPointer<UInt8>) -> TextComplexity? {
    var offset = 0
    while true {
      offset = passFrequentCharacters(text, from: offset)
      if offset == text.count { return nil }
      // A string is valid UTF-8.
      var bytes = text[offset...].makeIterator()
      var decoder = UTF8()
      guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
      let width = UTF8.width(scalar)
      if let kind = take(scalar) { return TextComplexity(kind: kind, range: offset..<offset + width) }
      offset += width
    }
  }

  /// Skips characters that start clusters, as ``startCluster()`` does one by one.
  private mutating func passFrequentCharacters(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = start
    var count = 0
    while offset < text.count {
      if text[offset] < 0x80 {
        let letters = Self.lengthOfFrequentASCII(text, at: offset)
        offset &+= letters
        count &+= letters
        guard offset < text.count else { break }
      }
      let length = Self.lengthOfFrequentCharacter(text, at: offset)
      if length == 0 { break }
      offset &+= length
      count &+= 1
    }
    if count > (joinsNext ? 1 : 0) { marks = 0 }
    if count > 0 { joinsNext = false }
    return min(offset, text.count)
  }

  /// The number of ASCII bytes that are no brackets or control characters; eight at a time are examined.
  @inline(__always)
  private static func lengthOfFrequentASCII(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    var offset = start
    while offset + 8 <= text.count, text[offset] < 0x80 {
      let bytes = EightBytes(text.span, at: offset)
      // { | } ~, and [ \ ] ^ _ 32 before them.
      let brackets = ((bytes.low | EightBytes.all(0x20)) &+ EightBytes.all(0x80 - 0x7B)) & EightBytes.tops
      let parentheses = EightBytes(word: bytes.word & ~EightBytes.all(1)).ascii(equalTo: UInt8(ascii: "("))
      let length = EightBytes.first(of: bytes.ascii(below: 0x20) | brackets | parentheses | bytes.beyondASCII)
      offset += length
      if length < 8 { break }
    }
    return offset - start
  }

  /// The number of bytes of a character that is no mark, bracket or invisible sign: most of ASCII, the letters of
  /// Latin-1, and most letters of Greek, Cyrillic, Hebrew, Arabic and Thai, dashes and quotation marks, kana,
  /// ideographs and Hangul. 0 for others.
  @inline(__always)
  static func lengthOfFrequentCharacter(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let lead = text[offset]
    if lead < 0x80 {
      switch lead {
      case 0x20...0x27, 0x2A...0x5A, 0x5C, 0x5E...0x7A, 0x7C, 0x7E: return 1
      default: return 0
      }
    }
    // U+5000 to U+9FFF.
    if lead >= 0xE5, lead <= 0xE9 { return 3 }
    guard offset < text.count - 1 else { return 0 }
    let second = text[offset + 1]
    return lead < 0xE0 ? isFrequentPair(lead, second) ? 2 : 0 : isFrequent(lead, second, in: text, at: offset) ? 3 : 0
  }

  @inline(__always)
  private static func isFrequentPair(_ lead: UInt8, _ second: UInt8) -> Bool {
    switch lead {
    // U+0620 to U+064A.
    case 0xD8: second >= 0xA0
    case 0xD9: second <= 0x8A
    // U+05D0 to U+05EA.
    case 0xD7: (0x90...0xAA).contains(second)
    case 0xC3, 0xCE...0xD1, 0xD3: true
    default: false
    }
  }

  @inline(__always)
  private static func isFrequent(
    _ lead: UInt8, _ second: UInt8, in text: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> Bool {
    guard offset < text.count - 2 else { return false }
    switch lead {
    case 0xE3: return isFrequentKana(second, text[offset + 2])
    // U+4E00 to U+4FFF.
    case 0xE4: return second >= 0xB8
    // U+0E01 to U+0E30.
    case 0xE0: return second == 0xB8 && (0x81...0xB0).contains(text[offset + 2])
    // U+2010 to U+2027.
    case 0xE2: return second == 0x80 && (0x90...0xA7).contains(text[offset + 2])
    // U+AC00 to U+D77F.
    case 0xEA: return second >= 0xB0
    case 0xEB, 0xEC: return true
    case 0xED: return second < 0x9E
    default: return false
    }
  }

  /// Returns whether 0xE3 and two other bytes are in U+3000 to U+3007, U+3040 to U+3098 or U+30A0 to U+30FF.
  @inline(__always)
  private static func isFrequentKana(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: third < 0x88
    case 0x81, 0x83: true
    case 0x82: third < 0x99 || third >= 0xA0
    default: false
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> TextComplexity.TextExcess? {
    switch scalar.value {
    case 0x28, 0x5B, 0x7B: return open(scalar)  // ( [ {
    case 0x29, 0x5D, 0x7D: close(scalar)  // ) ] }
    // Layouts omit control characters and soft hyphens.
    case ..<0x09, 0x0E..<0x20, 0x7F..<0xA0, 0xAD: break
    case 0x0A where isCode:
      startCluster()
      openBrackets = []
    case ..<0x0300: startCluster()
    case _ where Self.surelyStartsCluster(scalar): startCluster()
    default: return takeRare(scalar)
    }
    return nil
  }

  /// True in ranges without marks, brackets, format characters and fillers: a lookup of the properties of their
  /// characters takes some 300 instructions and is not needed.
  static func surelyStartsCluster(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Greek, Cyrillic, Hebrew, Arabic with its commas, Thai
    case 0x0370..<0x0483, 0x048A..<0x0530, 0x05D0..<0x05EB, 0x060B..<0x0610, 0x061D..<0x064B, 0x0671..<0x06D4,
      0x0E01..<0x0E31:
      true
    // Quotation marks and dashes, commas and full stops, kana, ideographs, Hangul
    case 0x2010..<0x2028, 0x3000..<0x3008, 0x3041..<0x3097, 0x30A0..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4: true
    default: false
    }
  }

  private mutating func takeRare(_ scalar: Unicode.Scalar) -> TextComplexity.TextExcess? {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      let order = properties.canonicalCombiningClass
      if order != .nukta { joinsNext = order == .virama }
      return countMark()
    case .format where isJoiner(scalar): return countMark()
    // These draw nothing, or are omitted.
    case .format, .control: break
    case _ where isFiller(scalar): break
    case .openPunctuation where properties.isBidiMirrored: return open(scalar)
    case .closePunctuation where properties.isBidiMirrored: close(scalar)
    default: startCluster()
    }
    return nil
  }

  private mutating func startCluster() {
    if !joinsNext { marks = 0 }
    joinsNext = false
  }

  private mutating func countMark() -> TextComplexity.TextExcess? {
    marks += 1
    return marks > TextLimits.marks ? .marks : nil
  }

  private mutating func open(_ bracket: Unicode.Scalar) -> TextComplexity.TextExcess? {
    startCluster()
    // In Unicode, ( is followed by ), and [ and ] have one character between them. The brackets of other pairs count as
    // open, which is safe.
    openBrackets.append(bracket.value + ([0x5B, 0x7B, 0xFF3B, 0xFF5B].contains(bracket.value) ? 2 : 1))
    return openBrackets.count > TextLimits.brackets ? .brackets : nil
  }

  /// Closes the innermost matching bracket, and all brackets that are open inside it (UAX #9, BD16).
  private mutating func close(_ bracket: Unicode.Scalar) {
    startCluster()
    if let index = openBrackets.lastIndex(of: bracket.value) { openBrackets.removeSubrange(index...) }
  }

  private func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

  private func isFiller(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x115F, 0x1160, 0x3164, 0xFFA0, 0xFFFC: true
    default: false
    }
  }
}

/// Counts distinct scalars.
struct DistinctCharacters {
  private var bits: [UInt64] = []
  private(set) var count = 0

  /// - Complexity: O(text)
  mutating func first(in text: String) -> TextComplexity? {
    if bits.isEmpty { bits = Array(repeating: 0, count: 0x11_0000 / 64) }
    var offset = 0
    for scalar in text.unicodeScalars {
      let (word, bit) = (Int(scalar.value / 64), UInt64(1) << UInt64(scalar.value % 64))
      if bits[word] & bit == 0 {
        bits[word] |= bit
        count += 1
        if count > TextLimits.characters {
          return TextComplexity(kind: .characters, range: offset..<offset + UTF8.width(scalar))
        }
      }
      offset += UTF8.width(scalar)
    }
    return nil
  }
}

/// Checks the texts of a document, paragraph by paragraph, for anything that would make shaping or comparing them take
/// more than linear time, or much memory.
package struct CostlyTextScan {
  private let source: SourceText
  private let fault: Diagnostic.Fault
  private let countsCharacters: Bool
  private var characters = DistinctCharacters()
  private var paragraph = TextComplexityScan()

  /// - Parameter length: the number of bytes of all texts.
  package init(of source: SourceText, length: Int, fault: Diagnostic.Fault = .finding) {
    self.source = source
    self.fault = fault
    // Almost every character of a text with so many different ones has at least three bytes.
    countsCharacters = length > 2 * TextLimits.characters
  }

  /// Returns whether a document of ASCII may exceed a limit.
  package static func mayBeCostly(openingBracketsInASCII count: Int) -> Bool { count > TextLimits.brackets }

  /// Starts a new paragraph.
  ///
  /// - Parameter isCode: true if each line is a paragraph.
  package mutating func startParagraph(isCode: Bool = false) { paragraph = TextComplexityScan(isCode: isCode) }

  /// The first part of a text that exceeds a limit.
  ///
  /// - Parameter text: valid UTF-8.
  /// - Complexity: O(text)
  package mutating func excess(in text: Span<UInt8>) -> TextComplexity? {
    if let found = text.withUnsafeBufferPointer({ paragraph.first(in: $0) }) { return found }
    return countsCharacters ? characters.first(in: String(copying: UTF8Span(unchecked: text))) : nil
  }

  /// The finding about a part of a text.
  ///
  /// - Parameter range: the range of the text in the file.
  package func finding(_ excess: TextComplexity, of text: Span<UInt8>, at range: SourceRange) -> Diagnostic {
    let text = String(copying: UTF8Span(unchecked: text))
    return .costlyText(excess, of: text, at: range, in: source, fault: fault)
  }
}

/// Returns the finding about a text that would take more than linear time to shape or to compare, or nil.
///
/// - Parameters:
///   - text: the text to shape.
///   - range: its range in the file.
/// - Complexity: O(text)
public func costlyText(
  _ text: String, at range: SourceRange, in source: SourceText, fault: Diagnostic.Fault = .finding
) -> Diagnostic? {
  // A text of so few bytes cannot exceed a limit.
  guard text.utf8.count > TextLimits.marks else { return nil }
  var scan = CostlyTextScan(of: source, length: text.utf8.count, fault: fault)
  return scan.excess(in: text.utf8Span.span).map { scan.finding($0, of: text.utf8Span.span, at: range) }
}

extension Diagnostic {
  fileprivate static func costlyText(
    _ complexity: TextComplexity, of text: String, at range: SourceRange, in source: SourceText, fault: Fault
  ) -> Diagnostic {
    let place = place(of: complexity.range, in: text, at: range, of: source)
    return switch complexity.kind {
    case .marks:
      Diagnostic(
        .error, Rule("too-many-marks", fault: fault), "more than \(TextLimits.marks) marks are on one letter",
        at: place, in: source,
        help: "remove some; no language needs so many accents, signs or joiners in one place")
    case .brackets:
      Diagnostic(
        .error, Rule("too-many-brackets", fault: fault),
        "more than \(TextLimits.brackets) brackets are open at the same time in this text", at: place, in: source,
        help: "close them, or divide the text into paragraphs")
    case .characters:
      Diagnostic(
        .error, Rule("too-many-characters", fault: fault),
        "more than \(TextLimits.characters) different characters are in this text", at: place, in: source,
        help: "divide the text among several cards")
    }
  }

  /// The range of a part of a text in the file; the whole text if it contains escapes or entities.
  private static func place(
    of part: Range<Int>, in text: String, at range: SourceRange, of source: SourceText
  ) -> SourceRange {
    let upper = range.lower + part.upperBound
    guard range.lower >= 0, upper <= min(range.upper, source.bytes.count),
      source.bytes[range.lower..<upper].elementsEqual(text.utf8.prefix(part.upperBound))
    else { return range }
    return SourceRange(range.lower + part.lowerBound, upper)
  }
}
