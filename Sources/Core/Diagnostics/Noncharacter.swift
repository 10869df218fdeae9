extension Unicode.Scalar {
  /// True if Unicode reserves the value as a noncharacter (Unicode 15, section 23.7), which neither XML nor HTML
  /// allows.
  public var isNoncharacter: Bool {
    // The last two values of every plane, and a separate range.
    value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
  }
}
