/// Scales what `GPOS` moves glyphs by (OpenType 1.9, "GPOS - Glyph Positioning Table"), in place: every length is one
/// number of two bytes, so that no offset changes.
///
/// Adjustments for sizes in device pixels are dropped: advances have to be the same at all.
struct PositioningScaling {
  private enum Field {
    case advance, coordinate, constant(UInt16)
  }

  private let table: [UInt8]
  private let scale: UnitScale
  /// What becomes of the numbers at some offsets. Tables may share parts, each of which is scaled once.
  private var fields: [Int: Field] = [:]
  /// Where parts with lengths start, and where parts without any do.
  private var scaled: Set<Int> = []
  private var unscaled: Set<Int> = []

  private init(table: [UInt8], scale: UnitScale) {
    self.table = table
    self.scale = scale
  }

  /// - Returns: nil where the table is damaged, or of a version that is not known.
  static func scaled(_ table: [UInt8], _ scale: UnitScale) -> [UInt8]? {
    var scaling = PositioningScaling(table: table, scale: scale)
    // HarfBuzz shares parts of equal bytes whatever they mean. One that is a length here and a glyph there stays as
    // it is, and with it the whole font.
    guard scaling.readLookups(), scaling.scaled.isDisjoint(with: scaling.unscaled) else { return nil }
    var result = table
    for (offset, field) in scaling.fields {
      switch field {
      case .advance: result.scaleInt16(at: offset, scale.advance)
      case .coordinate: result.scaleInt16(at: offset, scale.coordinate)
      case .constant(let value): result.set(value, at: offset)
      }
    }
    return result
  }

  /// What two users of a number want: a length that is an advance anywhere is one.
  private mutating func mark(_ offset: Int, _ field: Field) {
    if case .advance? = fields[offset] { return }
    fields[offset] = field
  }

  private func number(_ offset: Int) -> Int? { table.uint16(at: offset).map(Int.init) }

  // MARK: Lookups

  private mutating func readLookups() -> Bool {
    guard number(0) == 1, let list = number(8) else { return false }
    if list == 0 { return true }
    guard let count = number(list) else { return false }
    for index in 0..<count {
      guard let lookup = number(list + 2 + 2 * index).map({ $0 + list }), let type = number(lookup),
        let subtables = number(lookup + 4)
      else { return false }
      for position in 0..<subtables {
        guard let offset = number(lookup + 6 + 2 * position), read(type: type, at: lookup + offset) else {
          return false
        }
      }
    }
    return true
  }

  private mutating func read(type: Int, at subtable: Int) -> Bool {
    if type == 9 {
      guard number(subtable) == 1, let type = number(subtable + 2), type != 9,
        let offset = table.uint32(at: subtable + 4)
      else { return false }
      return read(type: type, at: subtable + Int(offset))
    }
    guard let format = number(subtable) else { return false }
    if type == 7 || type == 8 { return readContext(isChained: type == 8, format: format, at: subtable) }
    guard scaled.insert(subtable).inserted else { return true }
    guard keep(offsetAt: subtable + 2, from: subtable) else { return false }
    switch (type, format) {
    case (1, 1): return number(subtable + 4).map { readRecord($0, at: subtable + 6) } ?? false
    case (1, 2):
      guard let values = number(subtable + 4), let count = number(subtable + 6) else { return false }
      return (0..<count).allSatisfy { readRecord(values, at: subtable + 8 + $0 * Self.length(values)) }
    case (2, 1): return readPairs(at: subtable)
    case (2, 2): return readClassPairs(at: subtable)
    case (3, 1): return readCursive(at: subtable)
    case (4, 1), (5, 1), (6, 1): return readMarks(isToLigature: type == 5, at: subtable)
    default: return false
    }
  }

  /// Contexts move nothing themselves.
  private mutating func readContext(isChained: Bool, format: Int, at subtable: Int) -> Bool {
    switch format {
    case 1: return keep(offsetAt: subtable + 2, from: subtable)
    case 2:
      return (0...(isChained ? 3 : 1)).allSatisfy { keep(offsetAt: subtable + 2 + 2 * $0, from: subtable) }
    case 3:
      var position = subtable + 2
      for sequence in 0..<(isChained ? 3 : 1) {
        guard let count = number(position) else { return false }
        position += isChained || sequence > 0 ? 2 : 4
        guard (0..<count).allSatisfy({ keep(offsetAt: position + 2 * $0, from: subtable) }) else { return false }
        position += 2 * count
      }
      return true
    default: return false
    }
  }

  /// Notes a table of glyphs or classes.
  private mutating func keep(offsetAt place: Int, from base: Int) -> Bool {
    guard let offset = number(place) else { return false }
    if offset > 0 { unscaled.insert(base + offset) }
    return true
  }

  // MARK: Values

  /// The length of a value record in bytes.
  private static func length(_ format: Int) -> Int { 2 * (format & 0xFF).nonzeroBitCount }

  /// X placement, Y placement, X advance, Y advance, and adjustments of each for devices.
  ///
  /// Placements across are rounded as advances are: cursive attachment adds them to advances, and kerning from right to
  /// left moves by as much as it narrows.
  private mutating func readRecord(_ format: Int, at start: Int) -> Bool {
    guard start + Self.length(format) <= table.count else { return false }
    var offset = start
    for bit in 0..<8 where format & 1 << bit != 0 {
      mark(offset, bit > 3 ? .constant(0) : bit & 1 == 0 ? .advance : .coordinate)
      offset += 2
    }
    return true
  }

  private mutating func readPairs(at subtable: Int) -> Bool {
    guard let first = number(subtable + 4), let second = number(subtable + 6), let count = number(subtable + 8) else {
      return false
    }
    let length = 2 + Self.length(first) + Self.length(second)
    for index in 0..<count {
      guard let set = number(subtable + 10 + 2 * index).map({ $0 + subtable }), let pairs = number(set) else {
        return false
      }
      scaled.insert(set)
      for pair in 0..<pairs {
        let record = set + 2 + pair * length
        guard readRecord(first, at: record + 2), readRecord(second, at: record + 2 + Self.length(first)) else {
          return false
        }
      }
    }
    return true
  }

  private mutating func readClassPairs(at subtable: Int) -> Bool {
    guard let first = number(subtable + 4), let second = number(subtable + 6),
      keep(offsetAt: subtable + 8, from: subtable), keep(offsetAt: subtable + 10, from: subtable),
      let rows = number(subtable + 12), let columns = number(subtable + 14)
    else { return false }
    let length = Self.length(first) + Self.length(second)
    guard subtable + 16 + rows * columns * length <= table.count else { return false }
    // Of records without a length there may be millions.
    if length == 0 { return true }
    for index in 0..<rows * columns {
      let record = subtable + 16 + index * length
      guard readRecord(first, at: record), readRecord(second, at: record + Self.length(first)) else { return false }
    }
    return true
  }

  // MARK: Anchors

  private mutating func readCursive(at subtable: Int) -> Bool {
    guard let count = number(subtable + 4) else { return false }
    // Where one glyph is left and the next one entered is part of its advance.
    return (0..<2 * count).allSatisfy {
      readAnchor(offsetAt: subtable + 6 + 2 * $0, from: subtable, across: .advance)
    }
  }

  private mutating func readMarks(isToLigature: Bool, at subtable: Int) -> Bool {
    guard keep(offsetAt: subtable + 4, from: subtable), let classes = number(subtable + 6),
      let marks = number(subtable + 8).map({ $0 + subtable }), let markCount = number(marks),
      let bases = number(subtable + 10).map({ $0 + subtable })
    else { return false }
    for index in 0..<markCount {
      guard readAnchor(offsetAt: marks + 4 + 4 * index, from: marks, across: .coordinate) else { return false }
    }
    guard isToLigature else { return readAnchors(rowsOf: classes, at: bases) }
    guard let ligatures = number(bases) else { return false }
    return (0..<ligatures).allSatisfy { index in
      number(bases + 2 + 2 * index).map { readAnchors(rowsOf: classes, at: bases + $0) } ?? false
    }
  }

  /// A number of rows, and as many offsets of anchors in each.
  private mutating func readAnchors(rowsOf classes: Int, at start: Int) -> Bool {
    guard let rows = number(start) else { return false }
    return (0..<rows * classes).allSatisfy {
      readAnchor(offsetAt: start + 2 + 2 * $0, from: start, across: .coordinate)
    }
  }

  private mutating func readAnchor(offsetAt place: Int, from base: Int, across field: Field) -> Bool {
    guard let offset = number(place) else { return false }
    if offset == 0 { return true }
    let anchor = base + offset
    guard let format = number(anchor), (1...3).contains(format), number(anchor + (format == 3 ? 8 : 4)) != nil else {
      return false
    }
    scaled.insert(anchor)
    mark(anchor + 2, field)
    mark(anchor + 4, .coordinate)
    // Format 2 asks for a point of the hinted outline: the coordinates are the same without.
    if format == 2 { mark(anchor, .constant(1)) }
    if format == 3 {
      mark(anchor + 6, .constant(0))
      mark(anchor + 8, .constant(0))
    }
    return true
  }
}
