import Geometry

/// Whole numbers as few characters of printable ASCII that need no escape in JSON or HTML.
///
/// Each number is a run of digits to the base of 44, least first; all but the last are of a second set of 44 characters.
struct PackedNumbers: Hashable {
  private(set) var bytes: [UInt8] = []

  /// - Parameter value: less than zero counts as zero.
  mutating func append(_ value: Int) {
    var rest = max(0, value)
    while rest >= Self.base {
      bytes.append(Self.alphabet[Self.base + rest % Self.base])
      rest /= Self.base
    }
    bytes.append(Self.alphabet[rest])
  }

  mutating func append(signed value: Int) {
    append(value >= 0 ? value.clamped << 1 : (-1 - value).clamped << 1 | 1)
  }

  /// Whole pixels take less than fractions.
  mutating func append(_ length: Pixels) {
    if length.sixtyFourths & 63 == 0 {
      append(signed: (length.sixtyFourths >> 6).clamped << 1)
    } else {
      append(signed: length.sixtyFourths.clamped << 1 | 1)
    }
  }

  mutating func append(_ frame: Frame) {
    append(frame.x)
    append(frame.y)
    append(frame.width)
    append(frame.height)
  }

  mutating func append(_ other: PackedNumbers) { bytes += other.bytes }

  private static let base = 44
  private static let alphabet = (UInt8(33)...126).filter { !"\"&'<>\\".utf8.contains($0) }
}

extension Int {
  /// What JavaScript can count.
  fileprivate var clamped: Int { Swift.min(Swift.max(self, -(1 << 40)), 1 << 40) }
}
