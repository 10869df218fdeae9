/// Reads and changes font files byte by byte, independently of the code under test.
struct FontBytes {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func unsigned(at offset: Int, length: Int) -> Int {
    bytes[offset..<offset + length].reduce(0) { $0 << 8 | Int($1) }
  }

  func signed(at offset: Int) -> Int { Int(Int16(truncatingIfNeeded: unsigned(at: offset, length: 2))) }

  struct Table {
    var tag: String
    var sum: Int
    var offset: Int
    var length: Int
  }

  var tables: [Table] {
    (0..<unsigned(at: 4, length: 2)).map { index in
      let record = 12 + 16 * index
      return Table(
        tag: String(decoding: bytes[record..<record + 4], as: UTF8.self), sum: unsigned(at: record + 4, length: 4),
        offset: unsigned(at: record + 8, length: 4), length: unsigned(at: record + 12, length: 4))
    }
  }

  /// The offset of a table; 0, which is never a table, if there is none.
  func offset(of tag: String) -> Int { tables.first { $0.tag == tag }?.offset ?? 0 }

  mutating func set(_ value: Int, at offset: Int) {
    bytes[offset] = UInt8(truncatingIfNeeded: value >> 8)
    bytes[offset + 1] = UInt8(truncatingIfNeeded: value)
  }

  /// The sum of the big-endian words of a range, padded with zeros.
  func sum(_ range: Range<Int>) -> Int {
    stride(from: range.lowerBound, to: range.upperBound, by: 4).reduce(0) { sum, start in
      let word = (start..<start + 4).reduce(0) { $0 << 8 | ($1 < range.upperBound ? Int(bytes[$1]) : 0) }
      return (sum + word) & 0xFFFF_FFFF
    }
  }

  /// Renames a table, and sorts the directory again.
  mutating func rename(_ tag: String, to other: String) {
    let records = tables.indices.map { index in
      let record = Array(bytes[12 + 16 * index..<28 + 16 * index])
      return String(decoding: record.prefix(4), as: UTF8.self) == tag ? Array(other.utf8) + record.dropFirst(4) : record
    }
    let sorted = records.sorted { $0.lexicographicallyPrecedes($1) }
    bytes.replaceSubrange(12..<12 + 16 * sorted.count, with: sorted.joined())
  }

  /// Replaces bytes in the table of names. Both values have the same length.
  mutating func replaceAll(_ old: [UInt8], with new: [UInt8]) {
    guard let names = tables.first(where: { $0.tag == "name" }) else { return }
    for start in names.offset..<names.offset + names.length - old.count
    where Array(bytes[start..<start + old.count]) == old {
      bytes.replaceSubrange(start..<start + old.count, with: new)
    }
  }

  struct VerticalMetrics: Equatable {
    var version: Int
    var usesTypographic: Bool
    var horizontal: [Int]
    var typographic: [Int]
    var windows: [Int]
  }

  var verticalMetrics: VerticalMetrics {
    let horizontal = offset(of: "hhea")
    let metrics = offset(of: "OS/2")
    return VerticalMetrics(
      version: unsigned(at: metrics, length: 2), usesTypographic: unsigned(at: metrics + 62, length: 2) & 0x80 != 0,
      horizontal: (0..<3).map { signed(at: horizontal + 4 + 2 * $0) },
      typographic: (0..<3).map { signed(at: metrics + 68 + 2 * $0) },
      windows: (0..<2).map { unsigned(at: metrics + 74 + 2 * $0, length: 2) })
  }
}
