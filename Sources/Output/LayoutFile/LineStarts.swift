/// Counts the UTF-16 code units of a text, without white space, before an offset. So a position does not depend on how
/// white space is collapsed, and can be compared with a browser.
///
/// The U+FFFC that represents a box is not counted.
struct CodeUnitCounts {
  /// The count before each byte; empty if every byte is a code unit.
  private let counts: [Int32]
  let total: Int

  /// - Parameter bytes: UTF-8 without white space.
  init(_ bytes: [UInt8]) {
    // Reads all bytes without a branch, so that many are processed together.
    guard bytes.reduce(0, |) >= 0x80 else {
      counts = []
      total = bytes.count
      return
    }
    var counts: [Int32] = []
    counts.reserveCapacity(bytes.count)
    var count: Int32 = 0
    for index in bytes.indices {
      counts.append(count)
      let byte = bytes[index]
      if byte & 0xC0 == 0x80 { continue }
      if byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] == 0xBC { continue }
      count &+= byte >= 0xF0 ? 2 : 1
    }
    self.counts = counts
    total = Int(count)
  }

  /// True if every byte is a code unit, so that a count is the offset.
  var isPlain: Bool { counts.isEmpty }

  /// - Parameter offset: in bytes, at the start of a character.
  /// - Complexity: O(1).
  func count(before offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if counts.isEmpty { return min(offset, total) }
    return offset < counts.count ? Int(counts[offset]) : total
  }
}
