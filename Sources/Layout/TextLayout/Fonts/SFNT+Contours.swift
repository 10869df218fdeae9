extension SFNT {
  /// The offset of each glyph in `glyf`, and the end of the last one; nil if a table is missing or ends early.
  var glyphOffsets: [Int]? {
    guard let places = self["loca"], let count = self["maxp"]?.uint16(at: 4).map(Int.init),
      let format = self["head"]?.int16(at: 50)
    else { return nil }
    let offsets = (0...count).compactMap { index in
      format == 0 ? places.uint16(at: 2 * index).map { 2 * Int($0) } : places.uint32(at: 4 * index).map(Int.init)
    }
    return offsets.count == count + 1 ? offsets : nil
  }

  /// True if the contours of all glyphs end in order, at points that fit in the glyph's bytes; also true for a font
  /// without `glyf`.
  ///
  /// libwoff2enc allocates memory for the number of points that a contour declares before it reads them: a glyph of a
  /// few bytes could request gigabytes. (OpenType 1.9, "glyf - Glyph Data Table".)
  ///
  /// - Complexity: O(contours).
  var hasSoundContours: Bool {
    guard let data = self["glyf"] else { return true }
    guard let offsets = glyphOffsets else { return false }
    return zip(offsets, offsets.dropFirst()).allSatisfy { start, end in
      guard start <= end, end <= data.count else { return false }
      return start == end || Self.hasSoundContours(data, from: start, to: end)
    }
  }

  private static func hasSoundContours(_ data: [UInt8], from start: Int, to end: Int) -> Bool {
    guard end - start >= 10, let count = data.int16(at: start) else { return false }
    // A composite glyph refers to the contours of others.
    if count <= 0 { return true }
    guard count <= (end - start - 10) / 2 else { return false }
    var pointCount = 0
    for contour in 0..<count {
      guard let point = data.uint16(at: start + 10 + 2 * contour), Int(point) >= pointCount else { return false }
      pointCount = Int(point) + 1
    }
    // Two bytes can repeat a flag 256 times, for points at the same position.
    return pointCount <= mostPointsOfByte * (end - start)
  }
}

private let mostPointsOfByte = 16
