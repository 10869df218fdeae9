/// The sum of advances that are each rounded to 1/60 CSS px.
///
/// Firefox rounds the advance of each glyph this way, at any ratio of device pixels to CSS pixels
/// (`gfxHarfBuzzShaper::SetGlyphsFromRun`). The advance that it rounds differs a little from that of the font: FreeType
/// scales with 16 fractional bits, and sizes are in 1/64 of a device pixel. If that can change the result, the sum is
/// an interval.
public struct RoundedAdvance: Sendable, Hashable {
  /// The least sum in 1/60 CSS px.
  public let least: Int
  private let spread: Int32

  /// The greatest sum in 1/60 CSS px.
  @inline(__always)
  public var most: Int { least + Int(spread) }

  @inline(__always)
  public init(least: Int = 0, most: Int = 0) {
    self.least = least
    spread = Int32(clamping: most - least)
  }

  /// Adds an advance of `length / divisor` CSS px.
  ///
  /// - Precondition: `divisor` is positive.
  @inline(__always)
  public mutating func add(_ length: Int, dividedBy divisor: Int) {
    let doubled = 120 * length + divisor
    // The possible error is 1/8192 of the advance, and two units of 16 fractional bits.
    let doubt = abs(120 * length) >> 13 + divisor >> 8
    self = RoundedAdvance(
      least: least + quotientRoundedDown(doubled - doubt, 2 * divisor),
      most: most + quotientRoundedDown(doubled + doubt, 2 * divisor))
  }

  @inline(__always)
  public static func + (a: RoundedAdvance, b: RoundedAdvance) -> RoundedAdvance {
    RoundedAdvance(least: a.least + b.least, spread: a.spread + b.spread)
  }

  @inline(__always)
  public static func += (a: inout RoundedAdvance, b: RoundedAdvance) { a = a + b }

  @inline(__always)
  public static func - (a: RoundedAdvance, b: RoundedAdvance) -> RoundedAdvance {
    RoundedAdvance(least: a.least - b.least, spread: a.spread - b.spread)
  }

  private init(least: Int, spread: Int32) {
    self.least = least
    self.spread = spread
  }
}

private func quotientRoundedDown(_ dividend: Int, _ divisor: Int) -> Int {
  dividend >= 0 ? dividend / divisor : (dividend - divisor + 1) / divisor
}
