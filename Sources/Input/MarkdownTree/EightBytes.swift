/// Eight bytes of a text, which are examined together.
///
/// A set of bytes has their top bits, and no other bits.
struct EightBytes {
  private static let tops: UInt64 = 0x8080_8080_8080_8080
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The first byte is the lowest.
  private let word: UInt64

  /// - Parameter index: of the first byte. The last one must be inside the text.
  @inline(__always)
  init(_ text: Span<UInt8>, at index: Int) {
    precondition(index >= 0 && index <= text.count - 8)
    word = UInt64(littleEndian: unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The bytes that matter to a ``TextSurvey``: all but letters, digits and most punctuation of ASCII.
  @inline(__always)
  var signs: UInt64 {
    // Sums of bytes without their top bits stay inside their byte.
    let low = word & ~Self.tops
    let fromSpaceOn = low &+ Self.ones &* (0x80 - 0x20)
    // { | } ~, and [ \ ] ^ _ 32 before them.
    let brackets = (low | Self.ones &* 0x20) &+ Self.ones &* (0x80 - 0x7B)
    // $ % & ' (
    let fromDollarOn = low &+ Self.ones &* (0x80 - 0x24)
    let afterParenthesis = low &+ Self.ones &* (0x80 - 0x29)
    let notColon = (low ^ Self.ones &* 0x3A) &+ Self.ones &* 0x7F
    return (~fromSpaceOn | brackets | fromDollarOn & ~afterParenthesis | ~notColon | word) & Self.tops
  }
}
