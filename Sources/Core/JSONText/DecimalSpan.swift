/// Numbers and texts in room that was reserved: several times faster than appending to an array byte by byte. Each call
/// checks once that there is room.
extension OutputSpan<UInt8> {
  /// The room that any number needs: a sign, 19 digits, a point and six decimals, and a comma.
  public static var mostBytesOfNumber: Int { 28 }

  /// Appends a number of 64ths as the shortest exact decimal.
  ///
  /// - Precondition: there is room for ``mostBytesOfNumber``.
  public mutating func append(sixtyFourths value: Int) {
    precondition(freeCapacity >= Self.mostBytesOfNumber)
    unsafe withUnsafeMutableBufferPointer { bytes, count in
      if value < 0 { unsafe write(UInt8(ascii: "-"), to: bytes, at: &count) }
      unsafe writeDecimal(value.magnitude >> 6, to: bytes, at: &count)
      var rest = value.magnitude & 63
      if rest == 0 { return }
      unsafe write(UInt8(ascii: "."), to: bytes, at: &count)
      while rest != 0 {
        rest *= 10
        unsafe write(digit: rest >> 6, to: bytes, at: &count)
        rest &= 63
      }
    }
  }

  /// Appends a whole number in decimal.
  ///
  /// - Precondition: there is room for ``mostBytesOfNumber``.
  public mutating func append(decimal value: Int) {
    precondition(freeCapacity >= Self.mostBytesOfNumber)
    unsafe withUnsafeMutableBufferPointer { bytes, count in
      if value < 0 { unsafe write(UInt8(ascii: "-"), to: bytes, at: &count) }
      unsafe writeDecimal(value.magnitude, to: bytes, at: &count)
    }
  }

  /// Appends a text that is known at compile time.
  ///
  /// - Precondition: there is room for it.
  public mutating func append(_ literal: StaticString) {
    precondition(freeCapacity >= literal.utf8CodeUnitCount)
    unsafe withUnsafeMutableBufferPointer { bytes, count in
      let end = count + literal.utf8CodeUnitCount
      _ = unsafe bytes[count..<end].initialize(
        fromContentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
      count = end
    }
  }
}

@inline(__always)
private func writeDecimal(_ value: UInt, to bytes: UnsafeMutableBufferPointer<UInt8>, at count: inout Int) {
  // Most numbers are this short.
  if value >= 1000 { unsafe writeLong(value / 1000, to: bytes, at: &count) }
  let last = value % 1000
  if value >= 100 { unsafe write(digit: last / 100, to: bytes, at: &count) }
  if value >= 10 { unsafe write(digit: last / 10 % 10, to: bytes, at: &count) }
  unsafe write(digit: last % 10, to: bytes, at: &count)
}

private func writeLong(_ value: UInt, to bytes: UnsafeMutableBufferPointer<UInt8>, at count: inout Int) {
  if value >= 10 { unsafe writeLong(value / 10, to: bytes, at: &count) }
  unsafe write(digit: value % 10, to: bytes, at: &count)
}

@inline(__always)
private func write(digit: UInt, to bytes: UnsafeMutableBufferPointer<UInt8>, at count: inout Int) {
  unsafe write(UInt8(truncatingIfNeeded: digit &+ 0x30), to: bytes, at: &count)
}

@inline(__always)
private func write(_ byte: UInt8, to bytes: UnsafeMutableBufferPointer<UInt8>, at count: inout Int) {
  unsafe bytes.initializeElement(at: count, to: byte)
  count += 1
}

extension [UInt8] {
  /// Makes room for more bytes, and at least doubles the capacity if it must grow: `append(addingCapacity:)` grows by
  /// what it is given, so that many calls would copy the array many times.
  public mutating func reserve(_ count: Int) {
    if capacity - self.count < count { reserveCapacity(Swift.max(self.count + count, 2 * capacity)) }
  }
}
