/// A decimal number as CSS and JSON write it, with an optional exponent; nil for anything else and for what is not finite.
///
/// Numbers of at most fifteen digits, which are all that the layout has, are a quotient of two whole numbers that
/// `Double` holds exactly, and so is their quickest reading the correct one.
func decimalNumber(_ text: Span<UInt8>) -> Double? {
  var digits = 0
  var mantissa = 0
  var divisor = 1
  var isFraction = false
  let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
  for position in (isNegative ? 1 : 0)..<text.count {
    let byte = text[position]
    if byte.isASCIIDigit, digits < 15 {
      digits += 1
      mantissa = mantissa * 10 + Int(byte &- UInt8(ascii: "0"))
      if isFraction { divisor *= 10 }
    } else if byte == UInt8(ascii: "."), !isFraction {
      isFraction = true
    } else {
      return longNumber(text)
    }
  }
  guard digits > 0 else { return nil }
  let number = divisor == 1 ? Double(mantissa) : Double(mantissa) / Double(divisor)
  return isNegative ? -number : number
}

private func longNumber(_ text: Span<UInt8>) -> Double? {
  guard text.count < 400 else { return nil }
  for position in 0..<text.count {
    let byte = text[position]
    guard byte.isASCIIDigit || byte | 0x20 == UInt8(ascii: "e") || [0x2B, 0x2D, 0x2E].contains(byte) else { return nil }
  }
  let number = unsafe text.withUnsafeBufferPointer { text in unsafe Double(String(decoding: text, as: UTF8.self)) }
  guard let number, number.isFinite else { return nil }
  return number
}
