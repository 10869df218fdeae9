import Geometry

/// One draw of a property test and what to print when it fails.
struct RandomCase: CustomStringConvertible {
  let seed: UInt64
  let number: Int
  var generator: SeededGenerator

  var description: String { "seed \(seed), case \(number)" }

  /// A length in 1/64 px, or a whole number of pixels every second time, so that exact fits come up.
  mutating func length(_ range: ClosedRange<Int>) -> Pixels {
    Bool.random(using: &generator)
      ? Pixels(Int.random(in: range, using: &generator))
      : Pixels(sixtyFourths: Int.random(in: (range.lowerBound * 64)...(range.upperBound * 64), using: &generator))
  }

  mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func lengths(_ counts: ClosedRange<Int>, of range: ClosedRange<Int>) -> [Pixels] {
    (0..<count(counts)).map { _ in length(range) }
  }

  mutating func insets() -> Insets {
    Insets(top: length(0...20), leading: length(0...20), bottom: length(0...20), trailing: length(0...20))
  }
}

/// Runs a property on cases that are the same in every run.
func forEachCase(seed: UInt64, count: Int = 500, _ body: (inout RandomCase) throws -> Void) rethrows {
  var seeds = SeededGenerator(seed: seed)
  for number in 0..<count {
    var each = RandomCase(seed: seed, number: number, generator: SeededGenerator(seed: seeds.next()))
    try body(&each)
  }
}

extension [Int] {
  var pixels: [Pixels] { map { Pixels($0) } }
}
