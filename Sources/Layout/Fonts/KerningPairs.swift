/// The advances of the printable characters of ASCII in a font, each by the character after it. The advance of a word is
/// their sum, which is found many times faster than by shaping, if the font's rules treat the word pair by pair; see
/// ``PairRules``. In most fonts, most words are like that.
///
/// Texts run from left to right.
public struct KerningPairs: Sendable {
  public var unitsPerEm: Int { font.unitsPerEm }
  private let font: MeasuringFont
  private let language: String
  private let properties: ShapingProperties
  private var rules: PairRules
  /// By character.
  private var isLearned = [Bool](repeating: false, count: PairRules.placeCount)
  /// By character: its advances before each, and at the end of a text, in font units.
  private var advances = [Int16](repeating: unknown, count: PairRules.placeCount * rowLength)

  /// - Parameters:
  ///   - characters: those that texts may have.
  ///   - language: a BCP 47 tag, as in the markup.
  /// - Returns: nil if no text is treated pair by pair.
  /// - Complexity: O(lookups of the font).
  public init?(
    font: MeasuringFont, characters: CharacterCoverage, language: String, properties: ShapingProperties
  ) {
    guard let rules = PairRules(of: font, characters: characters, language: language, properties: properties) else {
      return nil
    }
    self.font = font
    self.language = language
    self.properties = properties
    self.rules = rules
  }

  /// The advance of a text, as `Shaper` finds it; nil if it may not be the sum of those of its pairs.
  ///
  /// - Parameter size: in CSS px.
  /// - Complexity: O(text). At the first occurrence of a character, it is shaped with all that occurred before.
  public mutating func advance(of text: Span<UInt8>, size: Int, shaper: inout Shaper) -> ShapedAdvance? {
    guard rules.hold(for: text) else { return nil }
    for index in text.indices where !isLearned[PairRules.place(of: text[index])] {
      learn(PairRules.place(of: text[index]), shaper: &shaper)
    }
    var advance = ShapedAdvance(units: 0, glyphCount: text.count, missingCount: 0)
    let advances = advances.span
    for index in text.indices {
      let next = index + 1 < text.count ? PairRules.place(of: text[index + 1]) : PairRules.placeCount
      let units = advances[PairRules.place(of: text[index]) * rowLength + next]
      if units == unknown { return nil }
      advance.units += Int(units)
      advance.rounded.add(Int(units) * size, dividedBy: font.unitsPerEm)
    }
    return advance
  }

  /// Shapes a character before and after all that occurred.
  private mutating func learn(_ place: Int, shaper: inout Shaper) {
    isLearned[place] = true
    let others = isLearned.indices.filter { other in
      isLearned[other] && rules.hold(forPair: place, other) && rules.hold(forPair: other, place)
    }
    let places = others.flatMap { [place, $0] } + [place]
    let placed = shaper.glyphs(
      of: places.map(PairRules.byte)[...], font: font, language: language, properties: properties)
    // Three neighbours may form a ligature that no two form.
    guard placed.map(\.glyph) == places.map(rules.glyph) else { return }
    for (index, first) in places.enumerated() {
      let second = index + 1 < places.count ? places[index + 1] : PairRules.placeCount
      advances[first * rowLength + second] = Int16(exactly: placed[index].advance) ?? unknown
    }
  }
}

private let rowLength = PairRules.placeCount + 1
private let unknown = Int16.min
