import TestSupport

/// Makes inputs that resemble others. The same seed and inputs give the same ones.
struct InputMutator {
  /// In bytes.
  private static let sizeLimit = 1 << 14

  private let inputs: [[UInt8]]
  private var generator: SeededGenerator

  init(_ inputs: [[UInt8]], seed: UInt64) {
    self.inputs = inputs
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var bytes = inputs.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes) }
    return Array(bytes.prefix(Self.sizeLimit))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 1...16, using: &generator))
    switch Int.random(in: 0...5, using: &generator) {
    case 0: if start < end { bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
    case 1: if start < end { bytes[start] = UInt8.random(in: 0...255, using: &generator) }
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
    case 3: bytes.removeSubrange(start..<end)
    case 4: bytes.insert(contentsOf: bytes[start..<end], at: start)
    default:
      // Goes on as another input does.
      let other = inputs.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(start..., with: other.suffix(Int.random(in: 0...other.count, using: &generator)))
    }
  }
}
