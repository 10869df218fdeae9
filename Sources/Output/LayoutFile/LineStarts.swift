/// How many UTF-16 code units of a text that is not white space come before its places. So a place does not depend on
/// how white space is collapsed, and a browser can be asked.
///
/// The U+FFFC that stands for boxes is none.
struct CodeUnitCounts {
  /// A power of two: see ``count(before:)``.
  private static let blockSize = 1 << 4

  private let bytes: [UInt8]
  /// Before each block of bytes; none where every byte is a code unit.
  private let blocks: [Int32]
  let total: Int

  /// - Parameter bytes: UTF-8 without white space.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // All of them, without a branch: so many are looked at together.
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
