/// The tables of a font file with one face (OpenType 1.9, "Organization of an OpenType Font").
struct SFNT: Sendable {
  /// 0x00010000 for TrueType outlines, 'OTTO' for CFF.
  private let flavour: UInt32
  /// The tables in the order of the file, which is not the order of their tags.
  private var tables: [(tag: UInt32, bytes: [UInt8])]

  /// Reads the tables; nil if the bytes are not such a file: a collection, a directory that ends early or names a table
  /// twice, or a table that is outside the file.
  init?(_ file: [UInt8]) {
    guard let flavour = file.uint32(at: 0), flavour != openTypeTag("ttcf"), let count = file.uint16(at: 4) else {
      return nil
    }
    var records: [(offset: Int, tag: UInt32, bytes: [UInt8])] = []
    for index in 0..<Int(count) {
      let record = Self.headerLength + index * Self.recordLength
      guard let tag = file.uint32(at: record), let start = file.uint32(at: record + 8),
        let length = file.uint32(at: record + 12), Int(start) + Int(length) <= file.count
      else { return nil }
      records.append((Int(start), tag, Array(file[Int(start)..<Int(start) + Int(length)])))
    }
    guard Set(records.map(\.tag)).count == records.count else { return nil }
    self.flavour = flavour
    tables = records.sorted { ($0.offset, $0.tag) < ($1.offset, $1.tag) }.map { ($0.tag, $0.bytes) }
  }

  /// The bytes of a table; nil if the font does not have it. An existing table can be replaced, but not removed.
  subscript(tag: StaticString) -> [UInt8]? {
    get {
      let tag = openTypeTag(tag)
      return tables.first { $0.tag == tag }?.bytes
    }
    set {
      let tag = openTypeTag(tag)
      if let newValue, let index = tables.firstIndex(where: { $0.tag == tag }) { tables[index].bytes = newValue }
    }
  }

  /// The font file with a new directory and new checksums.
  var file: [UInt8] {
    let head = openTypeTag("head")
    var bodies: [UInt8] = []
    var records: [(tag: UInt32, sum: UInt32, offset: Int, length: Int)] = []
    var headOffset: Int?
    for (tag, bytes) in tables {
      var body = bytes
      let offset = Self.headerLength + tables.count * Self.recordLength + bodies.count
      if tag == head, body.count >= 12 {
        // The checksum of `head` itself is computed with a zero at this offset.
        body.set(UInt32(0), at: Self.adjustmentOffset)
        headOffset = offset
      }
      records.append((tag, Self.sum(of: body), offset, body.count))
      bodies += body
      bodies += repeatElement(0, count: (4 - body.count & 3) & 3)
    }
    var file: [UInt8] = []
    file.reserveCapacity(Self.headerLength + tables.count * Self.recordLength + bodies.count)
    file.append(bigEndian: flavour)
    file.append(bigEndian: UInt16(clamping: tables.count))
    let power = tables.isEmpty ? 0 : Int.bitWidth - 1 - tables.count.leadingZeroBitCount
    file.append(bigEndian: UInt16(clamping: 16 << power))
    file.append(bigEndian: UInt16(clamping: power))
    file.append(bigEndian: UInt16(clamping: tables.count * 16 - 16 << power))
    for record in records.sorted(by: { $0.tag < $1.tag }) {
      file.append(bigEndian: record.tag)
      file.append(bigEndian: record.sum)
      file.append(bigEndian: UInt32(clamping: record.offset))
      file.append(bigEndian: UInt32(clamping: record.length))
    }
    file += bodies
    if let headOffset { file.set(0xB1B0_AFBA &- Self.sum(of: file), at: headOffset + Self.adjustmentOffset) }
    return file
  }

  /// The sum of all big-endian words, the last one padded with zeros.
  static func sum(of bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    var word: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      word = word << 8 | UInt32(byte)
      if index & 3 == 3 {
        sum &+= word
        word = 0
      }
    }
    let rest = bytes.count & 3
    return rest == 0 ? sum : sum &+ word << UInt32(8 * (4 - rest))
  }

  private static let headerLength = 12
  private static let recordLength = 16
  /// The offset of `checkSumAdjustment` in `head`.
  private static let adjustmentOffset = 8
}
