extension [UInt8] {
  /// Appends a whole number in decimal.
  public mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// Appends `value / divisor` as the shortest exact decimal.
  ///
  /// - Parameter divisor: a power of two, or another number whose quotients have finitely many decimals.
  public mutating func append(decimal value: Int, dividedBy divisor: Int) {
    let divisor = divisor.magnitude
    guard divisor > 0 else { return }
    if value < 0 { append(UInt8(ascii: "-")) }
    // The divisors of lengths are constants, which compile to shifts.
    switch divisor {
    case 64: append(decimal: value.magnitude, shift: 6)
    case 1024: append(decimal: value.magnitude, shift: 10)
    default:
      append(decimal: value.magnitude / divisor)
      var rest = value.magnitude % divisor
      if rest == 0 { return }
      append(UInt8(ascii: "."))
      while rest != 0 {
        rest *= 10
        append(digit: rest / divisor)
        rest %= divisor
      }
    }
  }

  @inline(__always)
  private mutating func append(decimal value: UInt, shift: UInt) {
    append(decimal: value >> shift)
    let mask: UInt = (1 << shift) - 1
    var rest = value & mask
    if rest == 0 { return }
    append(UInt8(ascii: "."))
    while rest != 0 {
      rest *= 10
      append(digit: rest >> shift)
      rest &= mask
    }
  }

  private mutating func append(decimal value: UInt) {
    // Most numbers are this short.
    if value < 10 { return append(digit: value) }
    if value < 100 {
      append(digit: value / 10)
      return append(digit: value % 10)
    }
    if value >= 1000 { append(decimal: value / 1000) }
    let last = value % 1000
    append(digit: last / 100)
    append(digit: last / 10 % 10)
    append(digit: last % 10)
  }

  @inline(__always)
  private mutating func append(digit: UInt) { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)) }

  /// Appends a text that is known at compile time.
  public mutating func append(_ literal: StaticString) {
    append(room: literal.utf8CodeUnitCount) { $0.append(literal) }
  }

  /// Appends a range of other bytes.
  public mutating func append(_ other: [UInt8], _ range: Range<Int>) {
    append(room: range.count + 16) { $0.append(other.span, range) }
  }
}
