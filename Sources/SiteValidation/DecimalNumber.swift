/// A decimal number as CSS and JSON write it, with an optional exponent; nil for anything else and for what is not finite.
///
/// Numbers of at most fifteen digits, which are all that the layout has, are a quotient of two whole numbers that
/// `Double` holds exactly, and so is their quickest reading the correct one.
func decimalNumber(_ text: ArraySlice<UInt8>) -> Double? {
  var digits = 0
  var mantissa = 0
  var divisor = 1
  var isFraction = false
  let unsigned = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
  for byte in unsigned {
    if byte.isASCIIDigit, digits < 15 {
      digits += 1
      mantissa = mantissa * 10 + Int(byte - UInt8(ascii: "0"))
      if isFraction { divisor *= 10 }
    } else if byte == UInt8(ascii: "."), !isFraction {
      isFraction = true
    } else {
      return longNumber(text)
    }
  }
  guard digits > 0 else { return nil }
  let number = Double(mantissa) / Double(divisor)
  return unsigned.count < text.count ? -number : number
}

private func longNumber(_ text: ArraySlice<UInt8>) -> Double? {
  let letters: Set<UInt8> = [
    UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
  ]
  guard text.count < 400, text.allSatisfy({ $0.isASCIIDigit || letters.contains($0) }), let number = Double(text.text),
    number.isFinite
  else { return nil }
  return number
}
