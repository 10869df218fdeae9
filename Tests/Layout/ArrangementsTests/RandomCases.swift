import Geometry
import TestSupport
import Testing

/// One case of a property test, printed if it fails.
struct RandomCase: CustomStringConvertible {
  let seed: UInt64
  let number: Int
  var generator: SeededGenerator

  var description: String { "seed \(seed), case \(number)" }

  /// Returns a length in 1/64 px; every second time it is a whole number of pixels, so that exact fits occur.
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

/// Runs a property on the same cases in every run.
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

/// The quarters of a sweep, which run in parallel.
let sweepParts = Array(0..<4)

/// Runs a property on 100,000 cases in four parts, the same in every run, and stops at the first failure.
///
/// - Parameter fault: describes what is wrong with a case; nil if it passes. Expectations inside would take most of the
///   time.
func sweep(
  seed: UInt64, part: Int, count: Int = 25_000, sourceLocation: SourceLocation = #_sourceLocation,
  fault: (inout RandomCase) -> String?
) {
  let seed = seed << 8 + UInt64(part)
  var seeds = SeededGenerator(seed: seed)
  for number in 0..<count {
    var each = RandomCase(seed: seed, number: number, generator: SeededGenerator(seed: seeds.next()))
    if let fault = fault(&each) {
      Issue.record("\(each): \(fault)", sourceLocation: sourceLocation)
      return
    }
  }
}

extension RandomCase {
  /// Returns a number from 0 up to, but not including, `end`.
  mutating func draw(_ end: Int) -> Int { Int(truncatingIfNeeded: generator.next() >> 33) % end }

  mutating func isHeads() -> Bool { generator.next() >> 63 == 0 }

  /// Returns a length in whole pixels, or every fourth time in 1/64 px.
  mutating func quick(_ end: Int) -> Pixels {
    draw(4) == 0 ? Pixels(sixtyFourths: draw(end * 64)) : Pixels(draw(end))
  }

  mutating func quick(count: Int, _ end: Int) -> [Pixels] { (0..<count).map { _ in quick(end) } }

  mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[draw(choices.count)] }
}
