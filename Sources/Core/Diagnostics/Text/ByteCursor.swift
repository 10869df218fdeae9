/// Writes numbers and short texts into room that was reserved in an array: a few instructions for each byte, where
/// appending to the array takes ten. Each call checks once that there is room, so no call can write outside.
@frozen @safe
public struct ByteCursor: ~Copyable {
  @usableFromInline let bytes: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline var count: Int

  @usableFromInline
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, count: Int) {
    unsafe self.bytes = bytes
    self.count = count
  }

  /// The room that any number needs: a sign, 19 digits, a point and six decimals, and a comma.
  public static let mostBytesOfNumber = 28

  /// - Precondition: there is room for `size` bytes.
  @inlinable
  @inline(__always)
  mutating func require(_ size: Int) {
    unsafe precondition(bytes.count - count >= size, "too little room was reserved")
  }

  @inlinable
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe bytes.initializeElement(at: count, to: byte)
    count &+= 1
  }

  @inlinable
  @inline(__always)
  mutating func put(digit: UInt) { put(UInt8(truncatingIfNeeded: digit &+ 0x30)) }

  @inlinable
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    require(1)
    put(byte)
  }

  /// Removes the last byte.
  ///
  /// - Precondition: this cursor appended it.
  @inlinable
  @inline(__always)
  public mutating func removeLast() {
    precondition(count > 0, "nothing was appended")
    count &-= 1
  }

  /// Appends a text that is known at compile time.
  @inlinable
  @inline(__always)
  public mutating func append(_ literal: StaticString) {
    let size = literal.utf8CodeUnitCount
    require(size)
    unsafe (bytes.baseAddress.unsafelyUnwrapped + count).initialize(from: literal.utf8Start, count: size)
    count &+= size
  }

  /// Appends other bytes.
  @inlinable
  @inline(__always)
  public mutating func append(_ other: Span<UInt8>) {
    let size = other.count
    require(size)
    if size == 0 { return }
    unsafe other.withUnsafeBufferPointer { other in
      unsafe (bytes.baseAddress.unsafelyUnwrapped + count)
        .initialize(from: other.baseAddress.unsafelyUnwrapped, count: size)
    }
    count &+= size
  }

  /// Appends a range of other bytes, which is usually short.
  @inlinable
  @inline(__always)
  public mutating func append(_ other: Span<UInt8>, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count, "outside the bytes")
    guard range.count <= 16, range.lowerBound &+ 16 <= other.count, unsafe bytes.count &- count >= 16 else {
      return append(other.extracting(range))
    }
    // The bytes copied beyond the range are overwritten later.
    let copied = unsafe other.bytes.unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: SIMD16<UInt8>.self)
    unsafe UnsafeMutableRawPointer(bytes.baseAddress.unsafelyUnwrapped)
      .storeBytes(of: copied, toByteOffset: count, as: SIMD16<UInt8>.self)
    count &+= range.count
  }

  /// Appends a whole number in decimal.
  @inlinable
  @inline(__always)
  public mutating func append(decimal value: Int) {
    require(Self.mostBytesOfNumber)
    put(decimal: value)
  }

  @inlinable
  @inline(__always)
  mutating func put(decimal value: Int) {
    if UInt(bitPattern: value) < 1000 { putShort(UInt(bitPattern: value)) } else { putLong(value) }
  }

  /// Appends a number of 64ths as the shortest exact decimal.
  @inlinable
  @inline(__always)
  public mutating func append(sixtyFourths value: Int) {
    require(Self.mostBytesOfNumber)
    put(sixtyFourths: value)
  }

  @inlinable
  @inline(__always)
  mutating func put(sixtyFourths value: Int) {
    // Most lengths are a few hundred whole pixels. The bits of a fraction, turned to the front, make a large number.
    let pixels = UInt(bitPattern: value) >> 6 | UInt(bitPattern: value) << (UInt.bitWidth - 6)
    if pixels < 1000 { putShort(pixels) } else { putFraction(value) }
  }

  /// Appends numbers of 64ths as ``append(sixtyFourths:)`` does, with commas between them.
  public mutating func append(sixtyFourths first: Int, _ second: Int, _ third: Int, _ fourth: Int) {
    require(4 * Self.mostBytesOfNumber)
    put(sixtyFourths: first)
    put(UInt8(ascii: ","))
    put(sixtyFourths: second)
    put(UInt8(ascii: ","))
    put(sixtyFourths: third)
    put(UInt8(ascii: ","))
    put(sixtyFourths: fourth)
  }

  /// Appends whole numbers in decimal, with commas between them.
  public mutating func append(decimals values: Span<Int>) {
    require(values.count * Self.mostBytesOfNumber)
    for index in values.indices {
      put(decimal: values[index])
      put(UInt8(ascii: ","))
    }
    // The comma after the last one.
    if !values.isEmpty { count &-= 1 }
  }

  /// The room for four bytes must have been required.
  ///
  /// - Parameter value: less than 1000.
  @inlinable
  @inline(__always)
  mutating func putShort(_ value: UInt) {
    let number = unsafe UnsafeRawPointer(shortNumbers.utf8Start)
      .loadUnaligned(fromByteOffset: Int(bitPattern: value) &* 4, as: UInt32.self)
    unsafe UnsafeMutableRawPointer(bytes.baseAddress.unsafelyUnwrapped)
      .storeBytes(of: number, toByteOffset: count, as: UInt32.self)
    count &+= Int(truncatingIfNeeded: UInt32(littleEndian: number) >> 24 & 3)
  }

  /// Two digits at once.
  ///
  /// - Parameter value: less than 100.
  @inlinable
  @inline(__always)
  mutating func put(pair value: UInt) {
    let pairs: StaticString = """
      0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
      5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
      """
    let pair = unsafe UnsafeRawPointer(pairs.utf8Start)
      .loadUnaligned(fromByteOffset: Int(value) &* 2, as: UInt16.self)
    unsafe UnsafeMutableRawPointer(bytes.baseAddress.unsafelyUnwrapped)
      .storeBytes(of: pair, toByteOffset: count, as: UInt16.self)
    count &+= 2
  }

  @usableFromInline
  mutating func putLong(_ value: Int) {
    if value < 0 { put(UInt8(ascii: "-")) }
    putLong(value.magnitude)
  }

  private mutating func putLong(_ value: UInt) {
    if value < 1000 { return putShort(value) }
    putLong(value / 100)
    put(pair: value % 100)
  }

  @usableFromInline
  mutating func putFraction(_ value: Int) { putFraction(value, shift: 6) }

  @inline(__always)
  private mutating func putFraction(_ value: Int, shift: UInt) {
    if value < 0 { put(UInt8(ascii: "-")) }
    putLong(value.magnitude >> shift)
    let mask: UInt = (1 << shift) - 1
    var rest = value.magnitude & mask
    if rest == 0 { return }
    put(UInt8(ascii: "."))
    while rest != 0 {
      rest *= 10
      put(digit: rest >> shift)
      rest &= mask
    }
  }

  /// Appends a number of 1024ths as the shortest exact decimal: a length of 64ths of a pixel in rem.
  public mutating func append(thousandTwentyFourths value: Int) {
    require(Self.mostBytesOfNumber + 4)
    putFraction(value, shift: 10)
  }
}

extension [UInt8] {
  /// Appends the bytes that a cursor writes.
  ///
  /// - Parameters:
  ///   - room: an upper bound of the bytes. The capacity is at least doubled if it must grow, so that many calls do not
  ///     copy the array many times.
  @inlinable
  @inline(__always)
  public mutating func append(room: Int, _ write: (inout ByteCursor) -> Void) {
    if capacity - count < room { reserveCapacity(Swift.max(count + room, 2 * capacity)) }
    // Without room, the count of the empty array would be written, which all threads share.
    append(addingCapacity: Swift.max(1, room)) { (span: inout OutputSpan<UInt8>) in
      unsafe span.withUnsafeMutableBufferPointer { bytes, count in
        var cursor = unsafe ByteCursor(bytes, count: count)
        write(&cursor)
        count = cursor.count
      }
    }
  }
}
