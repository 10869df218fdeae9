import CHarfBuzz

/// Determines which texts of some characters the rules of a font treat pair by pair (OpenType 1.9, `GSUB` and `GPOS`),
/// from left to right. The characters of such texts are not marks, and only these rules involve them:
///
/// - `GPOS` lookup type 1, which moves a glyph wherever it is, type 2 if it moves only the first glyph of a pair, and
///   types 4 to 6, which move marks.
/// - `GSUB` lookup type 4, which forms ligatures, if none of them consists of adjacent letters of the text.
struct PairRules: Sendable {
  private enum CharacterKind {
    case single
    /// The character is in some ligature.
    case ligating
    /// The character is not in the font, or another rule involves it.
    case other
  }

  /// The characters; other tables refer to them by index.
  let scalars: [UInt32]
  private let font: MeasuringFont
  /// The index of each character, indexed by scalar; `noPlace` for other characters.
  private let places: [UInt8]
  /// The glyph of each character.
  private let glyphs: [UInt32]
  private var kinds: [CharacterKind]
  private var ligatures: [UInt32] = []
  /// For a set of characters, whether no ligature has only letters of it.
  private var areSeparate: [Set<Int>: Bool] = [:]

  /// - Parameter characters: the characters, below U+0800, ascending. Only the first 255 are used.
  /// - Returns: nil if HarfBuzz may shape the font by rules other than its lookups, if the script runs from right to
  ///   left, or if memory runs out. HarfBuzz reverses text in such scripts, except digits without letters.
  /// - Complexity: O(characters * lookups of the font).
  init?(of font: MeasuringFont, characters: [UInt32], language: String, properties: ShapingProperties) {
    let script = hb_script_from_iso15924_tag(properties.script)
    guard hb_script_get_horizontal_direction(script) == HB_DIRECTION_LTR, !properties.isRightToLeft,
      let rules = ShapingRules(of: font, language: language, properties: properties),
      let substitutions = rules.lookupsOutsideFractions(in: .substitution),
      let positionings = rules.lookupsOutsideFractions(in: .positioning)
    else { return nil }
    self.font = font
    scalars = Array(characters.prefix(Int(noPlace)))
    var places = [UInt8](repeating: noPlace, count: Int(scalars.last ?? 0) + 1)
    for (place, scalar) in scalars.enumerated() { places[Int(scalar)] = UInt8(place) }
    self.places = places
    glyphs = scalars.map { font.glyph(of: $0) ?? 0 }
    kinds = glyphs.map { $0 == 0 || rules.isMark($0) ? .other : .single }
    let substitution = LayoutTable(glyphSubstitution: rules.bytes(of: .substitution))
    for lookup in substitutions {
      guard let effect = rules.effect(of: lookup, in: .substitution, on: glyphs) else { return nil }
      let isLigatures = substitution.lookup(lookup).map { $0.kind == 4 && !$0.skipsLetters } ?? false
      if isLigatures { ligatures.append(lookup) }
      restrict(effect.inputs, to: isLigatures && !effect.hasOutputs ? .ligating : .other)
    }
    let positioning = LayoutTable(glyphPositioning: rules.bytes(of: .positioning))
    for lookup in positionings where !(positioning.lookup(lookup).map(positioning.isPairwise) ?? false) {
      guard let effect = rules.effect(of: lookup, in: .positioning, on: glyphs) else { return nil }
      restrict(effect.inputs, to: .other)
    }
  }

  private mutating func restrict(_ places: [Int], to kind: CharacterKind) {
    for place in places where kinds[place] != .other { kinds[place] = kind }
  }

  func glyph(at place: Int) -> UInt32 { glyphs[place] }

  /// Appends a character as UTF-8.
  func appendCharacter(at place: Int, to text: inout [UInt8]) {
    let scalar = scalars[place]
    if scalar >= 0x80 { text.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)) }
    text.append(scalar < 0x80 ? UInt8(truncatingIfNeeded: scalar) : 0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
  }

  /// The index of the character at an offset, and its length in bytes; nil if it is not one of the characters.
  @inline(__always)
  func character(at offset: Int, of text: Span<UInt8>) -> (place: Int, length: Int)? {
    let first = text[offset]
    var (scalar, length) = (Int(first), 1)
    if first >= 0x80 {
      guard first < 0xE0, offset + 1 < text.count else { return nil }
      (scalar, length) = (Int(first & 0x1F) << 6 | Int(text[offset + 1] & 0x3F), 2)
    }
    guard scalar < places.count, places[scalar] != noPlace else { return nil }
    return (Int(places[scalar]), length)
  }

  /// Returns whether the rules treat a text pair by pair.
  ///
  /// - Parameter text: valid UTF-8.
  @inline(__always)
  mutating func hold(for text: Span<UInt8>) -> Bool {
    switch kind(of: text) {
    case .single: true
    case .ligating: neighboursAreSeparate(in: text)
    case .other: false
    }
  }

  /// The kind of a text's characters; characters of ligatures count if they are adjacent.
  @inline(__always)
  private func kind(of text: Span<UInt8>) -> CharacterKind {
    var isAfterLigating = false
    var result = CharacterKind.single
    var offset = 0
    while offset < text.count {
      guard let (place, length) = character(at: offset, of: text) else { return .other }
      offset += length
      switch kinds[place] {
      case .single: isAfterLigating = false
      case .ligating:
        if isAfterLigating { result = .ligating }
        isAfterLigating = true
      case .other: return .other
      }
    }
    return result
  }

  /// Returns whether two characters may be adjacent in such a text.
  mutating func hold(forPair first: Int, _ second: Int) -> Bool {
    if kinds[first] == .other || kinds[second] == .other { return false }
    if kinds[first] == .single || kinds[second] == .single { return true }
    return areSeparate([first, second])
  }

  private mutating func neighboursAreSeparate(in text: Span<UInt8>) -> Bool {
    var neighbours: Set<Int> = []
    var (offset, count) = (0, 0)
    while let (place, length) = offset < text.count ? character(at: offset, of: text) : nil {
      offset += length
      if kinds[place] == .ligating {
        neighbours.insert(place)
        count += 1
        if offset < text.count { continue }
      }
      if count > 1, !areSeparate(neighbours) { return false }
      (neighbours, count) = ([], 0)
    }
    return true
  }

  private mutating func areSeparate(_ letters: Set<Int>) -> Bool {
    if let known = areSeparate[letters] { return known }
    let result = font.keeps(letters.map { glyphs[$0] }, inSubstitutions: ligatures)
    areSeparate[letters] = result
    return result
  }
}

private let noPlace = UInt8.max
