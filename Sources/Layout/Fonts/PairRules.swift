import CHarfBuzz

/// Which texts of printable ASCII the rules of a font treat pair by pair (OpenType 1.9, `GSUB` and `GPOS`), from left to
/// right. Their characters are not marks, and of all rules only these look at them:
///
/// - `GPOS` lookup type 1, which moves a glyph wherever it is, type 2 if it moves only the first glyph of a pair, and
///   types 4 to 6, which move marks.
/// - `GSUB` lookup type 4, which forms ligatures: none of any letters of the text that are beside each other.
struct PairRules: Sendable {
  private enum CharacterKind {
    case single
    /// It is in some ligature.
    case ligating
    /// It is not in the font, or another rule looks at it.
    case other
  }

  private let font: MeasuringFont
  /// By place.
  private let glyphs: [UInt32]
  private var kinds: [CharacterKind]
  private var ligatures: [UInt32] = []
  /// By the bits of the places of characters: whether no ligature has only these.
  private var areSeparate: [UInt128: Bool] = [:]

  static let placeCount = 94

  @inline(__always)
  static func place(of byte: UInt8) -> Int { Int(byte &- 0x21) }

  static func byte(at place: Int) -> UInt8 { UInt8(truncatingIfNeeded: place) &+ 0x21 }

  /// - Parameter characters: those that texts may have.
  /// - Returns: nil if the font may be shaped otherwise than by its lookups, or if there is no memory.
  /// - Complexity: O(lookups of the font).
  init?(
    of font: MeasuringFont, characters: CharacterCoverage, language: String, properties: ShapingProperties
  ) {
    guard let rules = ShapingRules(of: font, language: language, properties: properties),
      let substitutions = rules.lookupsOutsideFractions(in: .substitution),
      let positionings = rules.lookupsOutsideFractions(in: .positioning)
    else { return nil }
    self.font = font
    glyphs = (0..<Self.placeCount).map { place in
      let scalar = UInt32(Self.byte(at: place))
      return characters.contains(scalar) ? font.glyph(of: scalar) ?? 0 : 0
    }
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

  /// Returns whether a text is one of these.
  @inline(__always)
  mutating func hold(for text: Span<UInt8>) -> Bool {
    switch neighbours(in: text) {
    case .single: true
    case .ligating: neighboursAreSeparate(in: text)
    case .other: false
    }
  }

  /// The kind of a text's characters, in which those of ligatures count if they are beside each other.
  @inline(__always)
  private func neighbours(in text: Span<UInt8>) -> CharacterKind {
    var isAfterLigating = false
    var result = CharacterKind.single
    let kinds = kinds.span
    for index in text.indices {
      let place = Self.place(of: text[index])
      guard place < kinds.count else { return .other }
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

  /// Returns whether any texts of a character before each of two others are of these.
  mutating func hold(forPair first: Int, _ second: Int) -> Bool {
    let pair: InlineArray<2, UInt8> = [Self.byte(at: first), Self.byte(at: second)]
    return hold(for: pair.span)
  }

  func glyph(at place: Int) -> UInt32 { glyphs[place] }

  private mutating func neighboursAreSeparate(in text: Span<UInt8>) -> Bool {
    var (neighbours, count): (UInt128, Int) = (0, 0)
    for index in text.indices {
      let place = Self.place(of: text[index])
      if kinds[place] == .ligating {
        neighbours |= 1 << UInt128(place)
        count += 1
        if index + 1 < text.count { continue }
      }
      if count > 1, !areSeparate(neighbours) { return false }
      (neighbours, count) = (0, 0)
    }
    return true
  }

  private mutating func areSeparate(_ places: UInt128) -> Bool {
    if let known = areSeparate[places] { return known }
    let present = (0..<Self.placeCount).filter { places & (1 << UInt128($0)) != 0 }.map { glyphs[$0] }
    let result = font.keeps(present, inSubstitutions: ligatures)
    areSeparate[places] = result
    return result
  }
}
