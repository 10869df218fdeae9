/// Eight bytes of a text, which are examined together.
///
/// A set of these bytes is a word with their top bits, and no other bits.
public struct EightBytes {
  /// The first byte is the lowest.
  public let word: UInt64

  @inlinable @inline(__always)
  public init(word: UInt64) { self.word = word }

  /// - Parameter index: the index of the first byte. The last one must be inside the text.
  @inlinable @inline(__always)
  public init(_ text: Span<UInt8>, at index: Int) {
    word = UInt64(littleEndian: unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The set of all eight bytes.
  @inlinable @inline(__always)
  public static var tops: UInt64 { 0x8080_8080_8080_8080 }

  /// A byte repeated eight times.
  @inlinable @inline(__always)
  public static func all(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// The index of the first byte of a set; eight if it is empty.
  @inlinable @inline(__always)
  public static func first(of set: UInt64) -> Int { set.trailingZeroBitCount / 8 }

  /// The bytes without their top bits, so that sums with bytes up to 0x80 stay inside their byte.
  @inlinable @inline(__always)
  public var low: UInt64 { word & ~Self.tops }

  @inlinable @inline(__always)
  public var beyondASCII: UInt64 { word & Self.tops }

  /// The set of bytes that are U+007F.
  @inlinable @inline(__always)
  public var deletes: UInt64 { (low &+ Self.all(1)) & ~word & Self.tops }

  /// The set of ASCII bytes below a limit, which is at most 0x80.
  @inlinable @inline(__always)
  public func ascii(below limit: UInt8) -> UInt64 { ~(low &+ Self.all(0x80 - limit) | word) & Self.tops }

  /// The set of bytes that equal a byte of ASCII.
  @inlinable @inline(__always)
  public func ascii(equalTo byte: UInt8) -> UInt64 { ~((low ^ Self.all(byte)) &+ Self.all(0x7F) | word) & Self.tops }

  /// The set of bytes that equal any byte. Only its first member is right: the subtraction may borrow from the ones
  /// above it.
  @inlinable @inline(__always)
  public func firstEqual(to byte: UInt8) -> UInt64 {
    let difference = word ^ Self.all(byte)
    return (difference &- Self.all(1)) & ~difference & Self.tops
  }
}
