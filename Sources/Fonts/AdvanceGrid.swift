/// The advances that the glyphs of served faces may have.
public enum AdvanceGrid: Sendable, Hashable {
  /// Those that the designer gave them.
  case designed
  /// Multiples of 1/60 px at every text size that is a multiple of 4 px: a multiple of 4 units of 960 to the em.
  ///
  /// Gecko's unit is 1/60 px. As it is more than 1/64 px, by which Blink and WebKit let a line be too wide, all engines
  /// find the same lines too wide for a whole number of pixels.
  case sixtieths

  /// What a text size has to be a multiple of, in CSS pixels.
  public var sizeStep: Int { self == .sixtieths ? 4 : 1 }
}
