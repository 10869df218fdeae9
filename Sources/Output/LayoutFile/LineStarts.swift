/// Counts the UTF-16 code units of a text, without white space, before an offset. So a position does not depend on how
/// white space is collapsed, and can be compared with a browser.
///
/// The U+FFFC that represents a box is not counted.
struct CodeUnitCounts {
  /// A power of two: see ``count(before:)``.
  private static let blockSize = 1 << 4

  private let bytes: [UInt8]
  /// The count before each block of bytes; empty if every byte is a code unit.
  private let blocks: [Int32]
  let total: Int

  /// - Parameter bytes: UTF-8 without white space.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Reads all bytes without a branch, so that many are processed together.
    guard bytes.reduce(0, |) >= 0x80 else {
      blocks = []
      total = bytes.count
      return
    }
    var blocks: [Int32] = []
    blocks.reserveCapacity(bytes.count / Self.blockSize + 1)
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      blocks.append(Int32(truncatingIfNeeded: count))
      count += Self.count(bytes, start..<min(start + Self.blockSize, bytes.count))
    }
    self.blocks = blocks
    total = count
  }

  /// True if every byte is a code unit, so that a count is the offset.
  var isPlain: Bool { blocks.isEmpty }

  /// - Parameter offset: in bytes, at the start of a character.
  /// - Complexity: O(1).
  func count(before offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if offset >= bytes.count { return total }
    if blocks.isEmpty { return offset }
    let block = offset >> 4
    return Int(blocks[block]) + Self.count(bytes, block << 4..<offset)
  }

  private static func count(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var count = 0
    for index in range {
      let byte = bytes[index]
      if byte & 0xC0 == 0x80 { continue }
      if byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] == 0xBC { continue }
      count += byte >= 0xF0 ? 2 : 1
    }
    return count
  }
}
