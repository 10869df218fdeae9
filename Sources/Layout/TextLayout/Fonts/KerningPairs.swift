/// The advances of characters of a font, each depending on the character after it. The advance of a word is their sum,
/// which is computed many times faster than by shaping, if the font's rules treat the word pair by pair; see
/// `PairRules`. In most fonts of Latin, Greek and Cyrillic, this applies to most words.
///
/// Texts run from left to right.
public struct KerningPairs: Sendable {
  public var unitsPerEm: Int { font.unitsPerEm }
  private let font: MeasuringFont
  private let language: String
  private let properties: ShapingProperties
  private var rules: PairRules
  /// Indexed by the character's index in `rules`.
  private var isLearned: [Bool]
  /// A row for each character: its advances before each character, and at the end of a text, in font units.
  private var advances: [Int16]
  private let rowLength: Int

  /// - Parameters:
  ///   - font: the font of all texts.
  ///   - characters: the characters that texts may have, ascending: below U+0800, visible, no marks, and all shaped in
  ///     the same script. Only the first 255 are used.
  ///   - language: a BCP 47 tag, as in the markup.
  ///   - properties: the script, and the features that are switched on.
  /// - Returns: nil if no text is treated pair by pair.
  /// - Complexity: O(characters * lookups of the font).
  public init?(font: MeasuringFont, characters: [UInt32], language: String, properties: ShapingProperties) {
    guard let rules = PairRules(of: font, characters: characters, language: language, properties: properties) else {
      return nil
    }
    self.font = font
    self.language = language
    self.properties = properties
    self.rules = rules
    isLearned = Array(repeating: false, count: rules.scalars.count)
    rowLength = rules.scalars.count + 1
    advances = Array(repeating: unknown, count: rules.scalars.count * rowLength)
  }

  /// The advance of a text, as `Shaper` computes it; nil if it may differ from the sum of the advances of its pairs.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8.
  ///   - size: the size in CSS px.
  ///   - shaper: the shaper for characters that no earlier text had.
  /// - Complexity: O(text). At its first occurrence, a character is shaped with all characters that occurred before.
  public mutating func advance(of text: Span<UInt8>, size: Int, shaper: inout Shaper) -> ShapedAdvance? {
    guard areLearned(text, shaper: &shaper) else { return nil }
    var advance = ShapedAdvance(units: 0, glyphCount: 0, missingCount: 0)
    let areKnown = forEachCharacter(of: text) { _, units, _ in
      advance.units += units
      advance.rounded.add(units * size, dividedBy: font.unitsPerEm)
      advance.glyphCount += 1
    }
    return areKnown ? advance : nil
  }

  /// The advances of the characters of a text, as `Shaper` computes them, but joined only where kerning moves them; nil
  /// if they may differ.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8.
  ///   - size: the size in CSS px.
  ///   - shaper: the shaper for characters that no earlier text had.
  public mutating func clusterAdvances(
    of text: Span<UInt8>, size: Int, shaper: inout Shaper
  ) -> [ClusterAdvance]? {
    guard areLearned(text, shaper: &shaper) else { return nil }
    var clusters: [ClusterAdvance] = []
    var isJoined = false
    let areKnown = forEachCharacter(of: text) { offset, units, kerning in
      var rounded = RoundedAdvance()
      rounded.add(units * size, dividedBy: font.unitsPerEm)
      clusters.append(
        ClusterAdvance(offset: offset, units: units, glyphCount: 1, rounded: rounded, isJoined: isJoined))
      isJoined = kerning != 0
    }
    return areKnown ? clusters : nil
  }

  @inline(__always)
  private mutating func areLearned(_ text: Span<UInt8>, shaper: inout Shaper) -> Bool {
    guard rules.hold(for: text) else { return false }
    var offset = 0
    while let (place, length) = offset < text.count ? rules.character(at: offset, of: text) : nil {
      if !isLearned[place] { learn(place, shaper: &shaper) }
      offset += length
    }
    return true
  }

  /// - Parameter body: gets the offset of each character, its advance, and how much of the advance is kerning.
  /// - Returns: false if some advance is not known.
  @inline(__always)
  private func forEachCharacter(of text: Span<UInt8>, _ body: (Int, Int, Int) -> Void) -> Bool {
    let advances = advances.span
    var next = text.isEmpty ? nil : rules.character(at: 0, of: text)
    var offset = 0
    while let (place, length) = next {
      next = offset + length < text.count ? rules.character(at: offset + length, of: text) : nil
      let row = place * rowLength
      let units = advances[row + (next?.place ?? rowLength - 1)]
      if units == unknown { return false }
      body(offset, Int(units), Int(units) - Int(advances[row + rowLength - 1]))
      offset += length
    }
    return true
  }

  /// Shapes a character before and after all characters that occurred.
  private mutating func learn(_ place: Int, shaper: inout Shaper) {
    isLearned[place] = true
    var places: [Int] = []
    places.reserveCapacity(2 * isLearned.count + 1)
    for other in isLearned.indices where isLearned[other] && rules.hold(forPair: place, other) {
      places.append(place)
      places.append(other)
    }
    places.append(place)
    var text: [UInt8] = []
    text.reserveCapacity(2 * places.count)
    for place in places { rules.appendCharacter(at: place, to: &text) }
    let placed = shaper.glyphs(of: text[...], font: font, language: language, properties: properties)
    // Three neighbours may form a ligature that no pair of them forms.
    guard placed.count == places.count, places.indices.allSatisfy({ placed[$0].glyph == rules.glyph(at: places[$0]) })
    else { return }
    for (index, first) in places.enumerated() {
      let second = index + 1 < places.count ? places[index + 1] : rowLength - 1
      advances[first * rowLength + second] = Int16(exactly: placed[index].advance) ?? unknown
    }
  }
}

private let unknown = Int16.min
