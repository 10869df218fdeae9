/// The kinds of the lookups in a `GSUB` or `GPOS` table (OpenType 1.9, "OpenType Layout common table formats").
/// HarfBuzz says which glyphs lookups examine, but not what they do.
struct LayoutTable {
  struct Lookup {
    let kind: UInt16
    let flags: UInt16
    /// The offsets of the subtables in the table.
    fileprivate let subtables: [Int]

    /// True if the lookup may skip glyphs that are not marks.
    var skipsLetters: Bool { flags & 0x6 != 0 }
  }

  private let bytes: [UInt8]
  /// The kind of a lookup whose subtables are elsewhere.
  private let extensionKind: UInt16

  init(glyphSubstitution bytes: [UInt8]) {
    self.bytes = bytes
    extensionKind = 7
  }

  init(glyphPositioning bytes: [UInt8]) {
    self.bytes = bytes
    extensionKind = 9
  }

  /// The kind of a lookup; nil if the table ends early.
  func lookup(_ index: UInt32) -> Lookup? {
    guard let list = bytes.uint16(at: 8).map(Int.init),
      let lookup = bytes.uint16(at: list + 2 + 2 * Int(index)).map({ list + Int($0) }),
      let kind = bytes.uint16(at: lookup), let flags = bytes.uint16(at: lookup + 2),
      let count = bytes.uint16(at: lookup + 4)
    else { return nil }
    var subtables: [Int] = []
    for place in 0..<Int(count) {
      guard let offset = bytes.uint16(at: lookup + 6 + 2 * place) else { return nil }
      subtables.append(lookup + Int(offset))
    }
    guard kind == extensionKind else { return Lookup(kind: kind, flags: flags, subtables: subtables) }
    guard let first = subtables.first, let kind = bytes.uint16(at: first + 2) else { return nil }
    for index in subtables.indices {
      // All subtables have the kind of the first.
      guard bytes.uint16(at: subtables[index] + 2) == kind, let offset = bytes.uint32(at: subtables[index] + 4) else {
        return nil
      }
      subtables[index] += Int(offset)
    }
    return Lookup(kind: kind, flags: flags, subtables: subtables)
  }

  /// Returns whether a positioning moves a glyph depending only on the next glyph, apart from marks.
  func isPairwise(_ positioning: Lookup) -> Bool {
    switch positioning.kind {
    case 1, 4...6: true
    case 2: !positioning.skipsLetters && positioning.subtables.allSatisfy(movesOnlyFirstGlyph)
    default: false
    }
  }

  /// Returns whether pairs move only their first glyph. Otherwise, the second glyph of a pair does not begin the next
  /// pair.
  private func movesOnlyFirstGlyph(pairsAt subtable: Int) -> Bool { bytes.uint16(at: subtable + 6) == 0 }
}
