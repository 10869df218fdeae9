import CICU

/// The language whose conventions decide about break opportunities: in ICU's rules, only Chinese and Japanese differ.
public enum LineBreakTailoring: Sendable, Hashable, CaseIterable {
  case general, japanese, chinese

  /// Selects the conventions by the primary subtag of a BCP 47 tag.
  public init(language: String) {
    switch language.split(separator: "-").first.map({ $0.lowercased() }) {
    case "ja": self = .japanese
    case "zh", "yue": self = .chinese
    default: self = .general
    }
  }

  // `strict` is the value in the style sheet (`line-break: strict`).
  fileprivate var locale: String {
    switch self {
    case .general: "en@lb=strict"
    case .japanese: "ja@lb=strict"
    case .chinese: "zh@lb=strict"
    }
  }
}

/// ICU's boundaries and embedding levels. It is not `Sendable`: it owns iterators, so each task has its own.
@safe
public struct TextSegmenter: ~Copyable {
  private let generalLines: OpaquePointer
  private let japaneseLines: OpaquePointer
  private let chineseLines: OpaquePointer
  private let graphemes: OpaquePointer
  private let bidi: OpaquePointer
  private var room: [Int32] = Array(repeating: 0, count: 64)

  /// Creates a segmenter; nil if ICU lacks its data or memory.
  public init?() {
    let generalLines = unsafe cicu_line_breaks_open(LineBreakTailoring.general.locale)
    let japaneseLines = unsafe cicu_line_breaks_open(LineBreakTailoring.japanese.locale)
    let chineseLines = unsafe cicu_line_breaks_open(LineBreakTailoring.chinese.locale)
    let graphemes = unsafe cicu_graphemes_open()
    let bidi = unsafe cicu_bidi_open()
    guard let openGeneral = unsafe generalLines, let openJapanese = unsafe japaneseLines,
      let openChinese = unsafe chineseLines, let openGraphemes = unsafe graphemes, let openBidi = unsafe bidi
    else {
      // ICU's shim ignores NULL.
      unsafe cicu_breaks_close(generalLines)
      unsafe cicu_breaks_close(japaneseLines)
      unsafe cicu_breaks_close(chineseLines)
      unsafe cicu_breaks_close(graphemes)
      unsafe cicu_bidi_close(bidi)
      return nil
    }
    unsafe self.generalLines = openGeneral
    unsafe self.japaneseLines = openJapanese
    unsafe self.chineseLines = openChinese
    unsafe self.graphemes = openGraphemes
    unsafe self.bidi = openBidi
  }

  deinit {
    unsafe cicu_breaks_close(generalLines)
    unsafe cicu_breaks_close(japaneseLines)
    unsafe cicu_breaks_close(chineseLines)
    unsafe cicu_breaks_close(graphemes)
    unsafe cicu_bidi_close(bidi)
  }

  /// Byte offsets, from the start of `text`, at which a line can break (UAX #14), ending with the text's end.
  ///
  /// - Precondition: the text is valid UTF-8.
  public mutating func lineBreaks(in text: ArraySlice<UInt8>, tailoring: LineBreakTailoring) -> [Int] {
    switch tailoring {
    case .general: unsafe boundaries(in: text, of: generalLines)
    case .japanese: unsafe boundaries(in: text, of: japaneseLines)
    case .chinese: unsafe boundaries(in: text, of: chineseLines)
    }
  }

  /// Byte offsets at which grapheme clusters end (UAX #29), ending with the text's end.
  public mutating func graphemeEnds(in text: ArraySlice<UInt8>) -> [Int] {
    unsafe Self.endsOfSingleCharacters(in: text.span) ?? boundaries(in: text, of: graphemes)
  }

  /// The ends of single characters; nil unless each character certainly is a cluster: Latin, Greek, Cyrillic and
  /// Armenian letters, and signs.
  private static func endsOfSingleCharacters(in text: Span<UInt8>) -> [Int]? {
    var ends: [Int] = []
    ends.reserveCapacity(text.count)
    var offset = 0
    while offset < text.count {
      switch text[offset] {
      // CR LF is one cluster.
      case 0x0D: return nil
      case 0x00...0x7F: offset += 1
      // U+0300 to U+037F and U+0480 to U+04BF are excluded, because they contain marks.
      case 0xC2...0xCB, 0xCE...0xD1, 0xD3...0xD5: offset += 2
      default: return nil
      }
      ends.append(offset)
    }
    return ends
  }

  private mutating func boundaries(in text: ArraySlice<UInt8>, of breaks: OpaquePointer) -> [Int] {
    if text.isEmpty { return [] }
    while true {
      let count = unsafe text.withUnsafeBytes { bytes in
        unsafe cicu_breaks_find(
          breaks, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count), &room,
          Int32(clamping: room.count))
      }
      // Without boundaries the text is one piece, which is always a safe answer.
      guard count >= 0 else { return [text.count] }
      if count <= room.count { return room.prefix(Int(count)).map(Int.init) }
      room = Array(repeating: 0, count: Int(count))
    }
  }

  /// The embedding level of each UTF-16 code unit (UAX #9). Odd levels run from right to left.
  public mutating func embeddingLevels(of text: [UInt16], isRightToLeft: Bool) -> [UInt8] {
    var levels = [UInt8](repeating: isRightToLeft ? 1 : 0, count: text.count)
    if text.isEmpty { return levels }
    _ = unsafe cicu_bidi_levels(bidi, text, Int32(clamping: text.count), isRightToLeft ? 1 : 0, &levels)
    return levels
  }
}
