/// A text of 128 random bits, in hexadecimal digits.
public func randomToken() -> String {
  var generator = SystemRandomNumberGenerator()
  return (0..<2).map { _ in
    let digits = String(generator.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }.joined()
}
