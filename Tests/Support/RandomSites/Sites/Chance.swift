/// Random choices that depend only on a seed and a number (SplitMix64), so that they are the same on every machine.
struct Chance {
  private var state: UInt64
  /// Decide before anything is random, the first first.
  var choices: ArraySlice<UInt8> = []

  init(seed: UInt64, number: Int) {
    state = seed
    state = next() ^ UInt64(truncatingIfNeeded: number)
    _ = next()
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// - Parameter range: must not be empty.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    let (span, isWhole) = UInt64(bitPattern: Int64(range.upperBound)).subtractingReportingOverflow(
      UInt64(bitPattern: Int64(range.lowerBound)))
    if isWhole || span == .max { return Int(truncatingIfNeeded: next()) }
    let drawn = choices.isEmpty ? next() : chosen(upTo: span)
    return range.lowerBound &+ Int(truncatingIfNeeded: drawn % (span + 1))
  }

  /// Takes as many bytes of the choices as a number may need.
  private mutating func chosen(upTo most: UInt64) -> UInt64 {
    var number: UInt64 = 0
    var reached: UInt64 = 0
    while let byte = choices.popFirst() {
      number = number << 8 | UInt64(byte)
      reached = reached << 8 | 0xFF
      if reached >= most { break }
    }
    return number
  }

  /// - Parameter percent: the probability of true, in percent.
  mutating func isTrue(_ percent: Int) -> Bool { number(in: 1...100) <= percent }

  /// - Parameter values: must not be empty.
  mutating func one<Value>(of values: [Value]) -> Value { values[number(in: 0...values.count - 1)] }

  /// Returns small numbers about as often as large ones: every number of bits has the same probability.
  mutating func spread(upTo most: Int) -> Int {
    let bits = number(in: 0...(Int.bitWidth - most.leadingZeroBitCount))
    return min(most, bits == 0 ? 0 : number(in: 1 << (bits - 1)...(1 << bits) - 1))
  }
}
