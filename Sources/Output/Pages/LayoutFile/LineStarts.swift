import Diagnostics
import TextLayout

/// Counts the UTF-16 code units of a text, without white space, before an offset. So a position does not depend on how
/// white space is collapsed, and can be compared with a browser.
///
/// The U+FFFC that represents a box is not counted.
struct CodeUnitCounts {
  /// For each eight bytes, the count before them in the upper bits, and below it a bit for each byte that begins a
  /// character, twice if the character is two code units. Empty if every byte is a code unit.
  private let blocks: [UInt64]
  let total: Int

  private static let bitCount: UInt64 = 16

  init(_ text: PreparedText) { self.init(text.bytes, isASCII: text.isASCII) }

  /// - Parameters:
  ///   - bytes: UTF-8 without white space.
  ///   - isASCII: true if the bytes are certainly ASCII.
  init(_ bytes: [UInt8], isASCII: Bool = false) {
    // Reads all bytes without a branch, so that many are processed together.
    guard !isASCII, bytes.reduce(0, |) >= 0x80 else {
      blocks = []
      total = bytes.count
      return
    }
    var count: UInt64 = 0
    blocks = [UInt64](capacity: (bytes.count + 7) / 8) { blocks in
      let span = bytes.span
      var start = 0
      while start < span.count {
        let bits = Self.bits(at: start, in: span)
        blocks.append(count << Self.bitCount | bits)
        count &+= UInt64(bits.nonzeroBitCount)
        start &+= 8
      }
    }
    total = Int(count)
  }

  /// True if every byte is a code unit, so that a count is the offset.
  var isPlain: Bool { blocks.isEmpty }

  /// - Parameter offset: an offset in bytes, at the start of a character.
  /// - Complexity: O(1).
  func count(before offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if blocks.isEmpty { return min(offset, total) }
    guard offset >> 3 < blocks.count else { return total }
    let block = blocks[offset >> 3]
    let before = ((1 as UInt64) << UInt64(offset & 7) - 1) &* 0x0101
    return Int(block >> Self.bitCount) + (block & before).nonzeroBitCount
  }

  /// The bits of up to eight bytes.
  @inline(__always)
  private static func bits(at start: Int, in bytes: Span<UInt8>) -> UInt64 {
    guard start + 8 <= bytes.count else { return bits(ofEachFrom: start, in: bytes) }
    let eight = EightBytes(bytes, at: start)
    // Few other characters have all bytes of a box, or its first one near their end.
    let boxes = eight.firstEqual(to: 0xEF)
    if boxes != 0, eight.firstEqual(to: 0xBF) | boxes >> 48 != 0 { return bits(ofEachFrom: start, in: bytes) }
    let word = eight.word
    let pairs = word & word << 1 & word << 2 & word << 3
    return bits(of: ~word | word << 1) | bits(of: pairs) << 8
  }

  /// The top bits of eight bytes, side by side.
  @inline(__always)
  private static func bits(of word: UInt64) -> UInt64 {
    (((word & EightBytes.tops) >> 7) &* 0x0102_0408_1020_4080) >> 56
  }

  private static func bits(ofEachFrom start: Int, in bytes: Span<UInt8>) -> UInt64 {
    var bits: UInt64 = 0
    for index in start..<min(start + 8, bytes.count) {
      let byte = bytes[index]
      if byte & 0xC0 == 0x80 { continue }
      if byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] == 0xBC { continue }
      bits |= (byte >= 0xF0 ? 0x0101 : 1) << UInt64(index - start)
    }
    return bits
  }
}
