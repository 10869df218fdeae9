extension [UInt8] {
  /// Appends a whole number in decimal.
  public mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }

  /// Appends `value / divisor` as the shortest exact decimal.
  ///
  /// - Parameter divisor: a power of two, or another number whose quotients end.
  public mutating func append(decimal value: Int, dividedBy divisor: Int) {
    let divisor = divisor.magnitude
    guard divisor > 0 else { return }
    if value < 0 { append(UInt8(ascii: "-")) }
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

  private mutating func append(decimal value: UInt) {
    var power: UInt = 1
    while value / power >= 10 { power *= 10 }
    var rest = value
    while power > 0 {
      append(digit: rest / power)
      rest %= power
      power /= 10
    }
  }

  private mutating func append(digit: UInt) { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)) }
}
