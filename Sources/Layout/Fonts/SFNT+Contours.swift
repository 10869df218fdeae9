extension SFNT {
  /// Where each glyph starts in `glyf`, and where the last one ends; nil where a table is missing or ends early.
  var glyphOffsets: [Int]? {
    guard let places = self["loca"], let count = self["maxp"]?.uint16(at: 4).map(Int.init),
      let format = self["head"]?.int16(at: 50)
    else { return nil }
    let offsets = (0...count).compactMap { index in
      format == 0 ? places.uint16(at: 2 * index).map { 2 * Int($0) } : places.uint32(at: 4 * index).map(Int.init)
    }
    return offsets.count == count + 1 ? offsets : nil
  }

  /// Whether the contours of all glyphs end one after the other, at points that the glyph's bytes can tell; so they do in a
  /// font without `glyf`.
  ///
  /// libwoff2enc makes room for as many points as a contour says before it reads them: a glyph of a few bytes could ask for
  /// gigabytes. (OpenType 1.9, "glyf - Glyph Data Table".)
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
    // A composite glyph has none of its own.
    if count <= 0 { return true }
    guard count <= (end - start - 10) / 2 else { return false }
    var last = -1
    for contour in 0..<count {
      guard let point = data.uint16(at: start + 10 + 2 * contour), Int(point) > last else { return false }
      last = Int(point)
    }
    // Two bytes can repeat a flag 256 times, for points that all stand at one place.
    return last < mostPointsOfByte * (end - start)
  }
}

private let mostPointsOfByte = 16
