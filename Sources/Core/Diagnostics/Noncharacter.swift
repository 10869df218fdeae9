extension Unicode.Scalar {
  /// Whether Unicode keeps it for no character (Unicode 15, section 23.7); neither XML nor HTML has a place for it.
  public var isNoncharacter: Bool {
    // The last two of every plane, and a stretch of their own.
    value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
  }
}
