/// The ideographs of one style: characters of Chinese and Japanese that every engine measures alike, alone and next to
/// each other, because no rule of their font involves them.
///
/// Most texts of these languages consist of them, so one lookup returns everything about a character.
struct IdeographTable {
  private struct Ideograph {
    let advance: Advance
    /// The advance in the units of its face.
    let units: Int
    /// The index of the face in the stack.
    let face: Int
    let role: IdeographRole
    let kind: BreakKind
    /// The context for the pair after it.
    let context: BreakContext
  }

  private enum IdeographRole {
    /// The character has its own script.
    case letter
    /// The character takes the script of the letters before it by all rules, unless a mark follows.
    case sign
    /// The character takes the script of the text around it.
    case other
  }

  enum IdeographDivision {
    case pieces(endInSign: Bool)
    /// Some character was not looked up.
    case unknown
    /// Some character is not an ideograph, or engines may break or read the token differently.
    case other
  }

  let context: Int
  let size: Int
  private let language: String
  private let breaks: BreakTable
  /// The characters that no rule involves; nil until a character is looked up.
  private var untouched: CharacterCoverage?
  /// The index of the page of each 64 scalars; page 0 is shared by all whose scalars were not looked up.
  private var pages = [UInt16](repeating: 0, count: 1024)
  /// The entries of each page: indices in `ideographs`, or one of the numbers below.
  private var places = [UInt16](repeating: unknown, count: 64)
  private var ideographs: [Ideograph] = []

  private static let unknown = UInt16.max
  private static let other = UInt16.max - 1

  init(context: Int, size: Int, language: String) {
    self.context = context
    self.size = size
    self.language = language
    breaks = BreakTables.measured[LineBreakTailoring(language: language)]
  }

  /// The pieces of a token that consists of ideographs, as `BreakPolicy` divides it.
  ///
  /// The method is mutating, because otherwise a table in an array would be copied.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the token.
  ///   - areReadAlike: true if all engines certainly read the token as it is by itself. Otherwise its characters must
  ///     guarantee this: it starts with a letter, and no mark follows a sign at its end.
  ///   - append: receives the pieces, which have the advance of their last character; only some of them if the result
  ///     is not `pieces`.
  @inline(__always)
  mutating func division(
    of bytes: Span<UInt8>, areReadAlike: Bool, append: (ShapedToken.TokenPiece) -> Void
  ) -> IdeographDivision {
    let (pages, places, ideographs) = (pages.span, places.span, ideographs.span)
    var (next, pieceStart) = (0, 0)
    var (last, context, separator) = (0, BreakContext.start, ShapedToken.TokenPiece.Separator?.none)
    while next < bytes.count {
      let place = Self.place(ofCharacterAt: next, in: bytes, pages, places)
      guard place < ideographs.count else { return place == Self.unknown ? .unknown : .other }
      if !areReadAlike {
        switch ideographs[place].role {
        case .letter: break
        case .sign where next > 0: break
        case .sign, .other: return .other
        }
        if next > 0, ideographs[place].face != ideographs[last].face { return .other }
      }
      if next > 0 {
        switch breaks.verdict(ideographs[last].kind, ideographs[place].kind, context: context) {
        case .never: break
        case .contested: return .other
        case .always:
          append(
            ShapedToken.TokenPiece(
              range: pieceStart..<next, part: 0, kind: .text, advance: ideographs[last].advance,
              separator: separator))
          separator = .opportunity
          pieceStart = next
        }
        context = ideographs[last].context
      }
      last = place
      next += ideographLength
    }
    if next == 0 { return .other }
    append(
      ShapedToken.TokenPiece(
        range: pieceStart..<next, part: 0, kind: .text, advance: ideographs[last].advance, separator: separator))
    return .pieces(endInSign: ideographs[last].role != .letter)
  }

  /// The index in `ideographs` of the character at an offset, or one of the numbers that represent others.
  @inline(__always)
  private static func place(
    ofCharacterAt offset: Int, in bytes: Span<UInt8>, _ pages: Span<UInt16>, _ places: Span<UInt16>
  ) -> Int {
    guard offset + 2 < bytes.count, bytes[offset] >= 0xE3, bytes[offset] < 0xF0 else { return Int(other) }
    let page = Int(bytes[offset] & 0xF) << 6 | Int(bytes[offset + 1] & 0x3F)
    return Int(places[Int(pages[page]) << 6 | Int(bytes[offset + 2] & 0x3F)])
  }

  /// Calls the body for each character of a text.
  ///
  /// - Returns: false if some character is not a known ideograph, or if the body does.
  @inline(__always)
  private func allSatisfy(in text: Span<UInt8>, _ body: (borrowing Ideograph) -> Bool) -> Bool {
    let (pages, places, ideographs) = (pages.span, places.span, ideographs.span)
    var offset = 0
    while offset < text.count {
      let place = Self.place(ofCharacterAt: offset, in: text, pages, places)
      guard place < ideographs.count, body(ideographs[place]) else { return false }
      offset += ideographLength
    }
    return true
  }

  /// Returns whether a text is certainly as wide as the sum of its characters.
  ///
  /// - Parameter lettersAlone: true if signs may be read in other scripts than in the text by itself.
  func holds(_ text: Span<UInt8>, lettersAlone: Bool) -> Bool {
    allSatisfy(in: text) { !lettersAlone || $0.role == .letter }
  }

  /// The advance of one ideograph; nil if the character is not a known one.
  func advance(ofCharacter text: Span<UInt8>) -> Advance? {
    guard text.count == ideographLength else { return nil }
    let place = Self.place(ofCharacterAt: 0, in: text, pages.span, places.span)
    return place < ideographs.count ? ideographs[place].advance : nil
  }

  /// The advance of a text in one face and script; nil if it has to be shaped.
  func advance(of text: Span<UInt8>, face: Int) -> (units: Int, rounded: RoundedAdvance)? {
    var (units, rounded) = (0, RoundedAdvance())
    let areKnown = allSatisfy(in: text) { ideograph in
      units += ideograph.units
      rounded += ideograph.advance.rounded
      return ideograph.face == face
    }
    return areKnown ? (units, rounded) : nil
  }

  /// Looks up all characters of a token, up to the first one that is not an ideograph.
  mutating func learn(_ range: Range<Int>, of text: ShapingText, stack: ServedStack, shaper: inout Shaper) {
    for (offset, scalar) in ScalarSequence(bytes: text.bytes[range]) {
      guard (0x3000...0xFFFF).contains(scalar) else { return }
      let page = Int(scalar >> 6)
      if pages[page] == 0 {
        pages[page] = UInt16(places.count >> 6)
        places += repeatElement(Self.unknown, count: 64)
      }
      let index = Int(pages[page]) << 6 | Int(scalar & 63)
      if places[index] == Self.unknown {
        let character = text.bytes[offset..<offset + ideographLength]
        if let ideograph = measured(scalar, character, stack: stack, shaper: &shaper) {
          places[index] = UInt16(ideographs.count)
          ideographs.append(ideograph)
        } else {
          places[index] = Self.other
        }
      }
      if places[index] == Self.other { return }
    }
  }

  private mutating func measured(
    _ scalar: UInt32, _ character: ArraySlice<UInt8>, stack: ServedStack, shaper: inout Shaper
  ) -> Ideograph? {
    let untouched = untouched ?? stack.untouchedIdeographs(language: language)
    self.untouched = untouched
    let kind = BreakTables.measured.kinds.kind(of: scalar)
    guard size > 0, untouched.contains(scalar), kind != 0, kind != BreakTables.measured.kinds[.mark],
      let face = stack.faceIndex(of: scalar)
    else { return nil }
    let font = stack.faces[face].font
    let script = CharacterProperties.script(of: scalar)
    let shaped = shaper.advance(
      of: character, font: font, language: language,
      properties: ShapingProperties(script: script, isRightToLeft: false, disablesKerning: true), size: size)
    // A rounded width differs from its share of a sum.
    guard (shaped.units * size << 16) % font.unitsPerEm == 0 else { return nil }
    var word = ShapedWord()
    word.add(units: shaped.units, unitsPerEm: font.unitsPerEm, rounded: shaped.rounded)
    return Ideograph(
      advance: word.advance(atSize: size), units: shaped.units, face: face,
      role: role(of: scalar), kind: kind, context: breaks.context(after: kind))
  }

  private func role(of scalar: UInt32) -> IdeographRole {
    if CharacterProperties.letters(around: scalar) != nil { return .letter }
    return isSignOfIdeographs(scalar) ? .sign : .other
  }
}

/// The length in bytes of all ideographs.
let ideographLength = 3

extension WordShaper {
  /// The index of a table; nil if there is none.
  func ideographTable(context: Int, size: Int) -> Int? {
    ideographTables.indices.first { ideographTables[$0].context == context && ideographTables[$0].size == size }
  }

  /// The advance of a run in the units of its face; nil if it has to be shaped.
  mutating func advance(
    ofIdeographs run: ShapingRun, of text: ShapingText, table: Int
  ) -> (units: Int, rounded: RoundedAdvance)? {
    guard !run.isRightToLeft, ideographicScripts.contains(run.script) else { return nil }
    let bytes = text.bytes.span.extracting(run.range)
    if let known = ideographTables[table].advance(of: bytes, face: run.face) { return known }
    learnIdeographs(run.range, of: text, table: table)
    return ideographTables[table].advance(of: bytes, face: run.face)
  }

  mutating func learnIdeographs(_ range: Range<Int>, of text: ShapingText, table: Int) {
    guard let stack = stack(ofContext: ideographTables[table].context) else { return }
    ideographTables[table].learn(range, of: text, stack: stack, shaper: &shaper)
  }
}

extension ServedStack {
  /// The characters of Chinese and Japanese that the language's fonts draw alike next to each other and alone.
  fileprivate func untouchedIdeographs(language: String) -> CharacterCoverage {
    var result = CharacterCoverage()
    for face in faces {
      let scalars = face.characters.scalars.filter(isIdeographOrSign)
      if scalars.isEmpty { continue }
      result.formUnion(
        face.font.untouchedCharacters(among: scalars, language: language, scripts: ideographicScripts))
    }
    return result
  }
}

/// The scripts in which texts of ``isIdeographOrSign(_:)`` are shaped.
private let ideographicScripts = [
  CharacterProperties.han, CharacterProperties.hiragana, CharacterProperties.katakana, CharacterProperties.common,
]

/// Returns whether a scalar is a visible character of Chinese and Japanese that is no mark and does not compose with
/// others: kana, ideographs, and their signs.
func isIdeographOrSign(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x3001...0x3003, 0x3005, 0x3007...0x3011, 0x3014...0x301C, 0x3041...0x3096, 0x309D...0x309E, 0x30A1...0x30FE,
    0x3400...0x4DBF, 0x4E00...0x9FFF, 0xFF01...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF60:
    true
  default: false
  }
}
