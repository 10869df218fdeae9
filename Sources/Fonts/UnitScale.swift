/// From a face's own units to those of `AdvanceGrid.sixtieths`.
struct UnitScale: Sendable {
  /// Of the result.
  static let unitsPerEm = 960
  /// What horizontal lengths that advances are made of are multiples of, in units of the result.
  static let step = 4

  private let source: Int

  /// - Parameter unitsPerEm: what the face has; OpenType allows 16 to 16384.
  init?(from unitsPerEm: Int) {
    guard (16...16384).contains(unitsPerEm) else { return nil }
    source = unitsPerEm
  }

  /// A length of which no advance is made, to the nearest unit.
  func coordinate(_ value: Int) -> Int { Self.nearest(value * Self.unitsPerEm, over: source) }

  /// A length that is an advance or becomes part of one, to the nearest step.
  func advance(_ value: Int) -> Int {
    Self.nearest(value * (Self.unitsPerEm / Self.step), over: source) * Self.step
  }

  /// Halves go up, below zero as well, so that the order of two lengths stays.
  static func nearest(_ dividend: Int, over divisor: Int) -> Int {
    let (quotient, rest) = (2 * dividend + divisor).quotientAndRemainder(dividingBy: 2 * divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

extension Array where Element == UInt8 {
  /// Replaces one number of a table by what `scale` makes of it.
  mutating func scaleInt16(at offset: Int, _ scale: (Int) -> Int) {
    guard let value = int16(at: offset) else { return }
    set(UInt16(bitPattern: Int16(clamping: scale(value))), at: offset)
  }

  mutating func scaleUInt16(at offset: Int, _ scale: (Int) -> Int) {
    guard let value = uint16(at: offset) else { return }
    set(UInt16(clamping: scale(Int(value))), at: offset)
  }
}
