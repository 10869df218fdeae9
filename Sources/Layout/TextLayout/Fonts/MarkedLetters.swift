import CHarfBuzz

/// The marks of a text, each with the characters on which it stands: a font has to draw both together.
public struct MarkedLetters: Sendable, Hashable {
  /// All marks, for a fast lookup.
  private(set) var marks = CharacterCoverage()
  private var scalars: [UInt32] = []
  /// For each mark, the characters on which it stands.
  private var bases: [CharacterCoverage] = []

  public init() {}

  public var isEmpty: Bool { scalars.isEmpty }

  /// Each mark and the characters on which it stands, ascending.
  public var all: [(mark: UInt32, bases: CharacterCoverage)] {
    zip(scalars, bases).sorted { $0.0 < $1.0 }.map { (mark: $0.0, bases: $0.1) }
  }

  /// Returns whether a scalar was added as a mark.
  func hasMark(_ scalar: UInt32) -> Bool { marks.contains(scalar) }

  /// Adds a character to those that can stand on others, if it is a mark.
  mutating func addIfMark(_ scalar: UInt32) {
    if scalar >= 0x300, isMark(scalar), !isInvisible(scalar) { marks.insert(scalar) }
  }

  public mutating func insert(_ mark: UInt32, on base: UInt32) { bases[index(of: mark)].insert(base) }

  public mutating func insert(_ mark: UInt32, on all: CharacterCoverage) { bases[index(of: mark)].formUnion(all) }

  private mutating func index(of mark: UInt32) -> Int {
    if let known = scalars.firstIndex(of: mark) { return known }
    marks.insert(mark)
    scalars.append(mark)
    bases.append(CharacterCoverage())
    return scalars.count - 1
  }

  public mutating func formUnion(_ other: MarkedLetters) {
    marks.formUnion(other.marks)
    for (mark, bases) in zip(other.scalars, other.bases) { insert(mark, on: bases) }
  }

  public func isSubset(of other: MarkedLetters) -> Bool {
    zip(scalars, bases).allSatisfy { mark, bases in
      other.scalars.firstIndex(of: mark).map { bases.isSubset(of: other.bases[$0]) } ?? false
    }
  }

  public static func == (a: MarkedLetters, b: MarkedLetters) -> Bool { a.isSubset(of: b) && b.isSubset(of: a) }

  public func hash(into hasher: inout Hasher) {
    for (mark, bases) in all {
      hasher.combine(mark)
      hasher.combine(bases)
    }
  }
}

/// Returns whether a character is a mark, which is drawn together with the character before it.
public func isMark(_ scalar: UInt32) -> Bool {
  switch unsafe hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar) {
  case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK,
    HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
    true
  default: false
  }
}

/// Returns whether a mark has no glyph: it joins, or selects a variant.
private func isInvisible(_ mark: UInt32) -> Bool {
  switch mark {
  case 0x34F, 0x17B4...0x17B5, 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
  default: false
  }
}

/// The script to whose letters a mark, digit or other sign belongs; nil for letters, and for signs of several scripts.
func scriptOfSign(_ scalar: UInt32) -> hb_script_t? {
  if scalar < 0x300 || isLetter(scalar) { return nil }
  let script = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
  switch script {
  case HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN: return nil
  default: return script
  }
}

/// Returns whether a character is a letter of any script.
func isLetter(_ scalar: UInt32) -> Bool {
  switch unsafe hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar) {
  case HB_UNICODE_GENERAL_CATEGORY_LOWERCASE_LETTER, HB_UNICODE_GENERAL_CATEGORY_MODIFIER_LETTER,
    HB_UNICODE_GENERAL_CATEGORY_OTHER_LETTER, HB_UNICODE_GENERAL_CATEGORY_TITLECASE_LETTER,
    HB_UNICODE_GENERAL_CATEGORY_UPPERCASE_LETTER:
    true
  default: false
  }
}
