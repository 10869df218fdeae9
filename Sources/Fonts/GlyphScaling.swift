/// Scales the outlines of `glyf` (OpenType 1.9, "glyf - Glyph Data Table").
///
/// Points are scaled where they are, not as distances, so that rounding does not add up along an outline. What HarfBuzz
/// drops with the hinting, instructions, is dropped here too.
struct GlyphScaling {
  let scale: UnitScale

  /// - Parameters:
  ///   - data: the table `glyf`.
  ///   - offsets: where each glyph starts in it, and where the last one ends.
  /// - Returns: the outlines of each glyph, or nil where one is damaged.
  func glyphs(in data: [UInt8], at offsets: [Int]) -> [[UInt8]]? {
    var result: [[UInt8]] = []
    result.reserveCapacity(offsets.count)
    for (start, end) in zip(offsets, offsets.dropFirst()) {
      guard start <= end, end <= data.count else { return nil }
      if start == end {
        result.append([])
      } else {
        guard let glyph = glyph(Array(data[start..<end])) else { return nil }
        result.append(glyph)
      }
    }
    return result
  }

  private func glyph(_ bytes: [UInt8]) -> [UInt8]? {
    guard let contourCount = bytes.int16(at: 0), bytes.count >= 10 else { return nil }
    var result = Array(bytes.prefix(10))
    for offset in stride(from: 2, to: 10, by: 2) { result.scaleInt16(at: offset, scale.coordinate) }
    guard let rest = contourCount >= 0 ? simple(bytes, contourCount: contourCount) : composite(bytes) else {
      return nil
    }
    return result + rest
  }

  // MARK: Simple glyphs

  /// What comes after the header.
  private func simple(_ bytes: [UInt8], contourCount: Int) -> [UInt8]? {
    if contourCount == 0 { return [0, 0] }
    let endOfContours = 10 + 2 * contourCount
    guard let last = bytes.uint16(at: endOfContours - 2), let hints = bytes.uint16(at: endOfContours) else {
      return nil
    }
    var position = endOfContours + 2 + Int(hints)
    guard let flags = Self.flags(bytes, count: Int(last) + 1, at: &position),
      let across = Self.coordinates(bytes, flags: flags, short: .xShort, same: .xSame, at: &position),
      let up = Self.coordinates(bytes, flags: flags, short: .yShort, same: .ySame, at: &position)
    else { return nil }
    return Array(bytes[10..<endOfContours]) + [0, 0]
      + encoded(flags: flags, x: across.map(scale.coordinate), y: up.map(scale.coordinate))
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let onCurve = Flags(rawValue: 1)
    static let xShort = Flags(rawValue: 2)
    static let yShort = Flags(rawValue: 4)
    static let repeats = Flags(rawValue: 8)
    /// With `xShort`: positive; without: the same as the point before.
    static let xSame = Flags(rawValue: 16)
    static let ySame = Flags(rawValue: 32)
    static let overlaps = Flags(rawValue: 64)
  }

  private static func flags(_ bytes: [UInt8], count: Int, at position: inout Int) -> [Flags]? {
    var flags: [Flags] = []
    flags.reserveCapacity(count)
    while flags.count < count {
      guard position < bytes.count else { return nil }
      let flag = Flags(rawValue: bytes[position])
      position += 1
      flags.append(flag)
      if flag.contains(.repeats) {
        guard position < bytes.count, flags.count + Int(bytes[position]) <= count else { return nil }
        flags.append(contentsOf: repeatElement(flag, count: Int(bytes[position])))
        position += 1
      }
    }
    return flags
  }

  private static func coordinates(
    _ bytes: [UInt8], flags: [Flags], short: Flags, same: Flags, at position: inout Int
  ) -> [Int]? {
    var result: [Int] = []
    result.reserveCapacity(flags.count)
    var value = 0
    for flag in flags {
      if flag.contains(short) {
        guard position < bytes.count else { return nil }
        value += flag.contains(same) ? Int(bytes[position]) : -Int(bytes[position])
        position += 1
      } else if !flag.contains(same) {
        guard let distance = bytes.int16(at: position) else { return nil }
        value += distance
        position += 2
      }
      result.append(value)
    }
    return result
  }

  private func encoded(flags old: [Flags], x: [Int], y: [Int]) -> [UInt8] {
    var flags: [UInt8] = []
    var across: [UInt8] = []
    var up: [UInt8] = []
    var last: (flag: Flags, count: Int)?
    for index in old.indices {
      var flag = old[index].intersection([.onCurve, .overlaps])
      flag.formUnion(
        Self.append(x[index] - (index > 0 ? x[index - 1] : 0), to: &across, short: .xShort, same: .xSame))
      flag.formUnion(Self.append(y[index] - (index > 0 ? y[index - 1] : 0), to: &up, short: .yShort, same: .ySame))
      if let known = last, known.flag == flag, known.count < 256 {
        last?.count += 1
        continue
      }
      if let last { Self.append(last.flag, count: last.count, to: &flags) }
      last = (flag, 1)
    }
    if let last { Self.append(last.flag, count: last.count, to: &flags) }
    return flags + across + up
  }

  private static func append(_ flag: Flags, count: Int, to flags: inout [UInt8]) {
    if count > 2 {
      flags += [flag.union(.repeats).rawValue, UInt8(clamping: count - 1)]
    } else {
      flags.append(contentsOf: repeatElement(flag.rawValue, count: count))
    }
  }

  /// - Returns: the flags that tell how the distance is written.
  private static func append(_ distance: Int, to data: inout [UInt8], short: Flags, same: Flags) -> Flags {
    switch distance {
    case 0: return same
    case -255...255:
      data.append(UInt8(clamping: distance.magnitude))
      return distance > 0 ? [short, same] : short
    default:
      data.append(UInt16(bitPattern: Int16(clamping: distance)))
      return []
    }
  }

  // MARK: Composite glyphs

  private static let hasWords: UInt16 = 0x1
  private static let hasOffsets: UInt16 = 0x2
  private static let hasMore: UInt16 = 0x20
  private static let hasInstructions: UInt16 = 0x100

  /// What comes after the header.
  private func composite(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var position = 10
    while true {
      guard let flags = bytes.uint16(at: position), let glyph = bytes.uint16(at: position + 2) else { return nil }
      let hasWords = flags & Self.hasWords != 0
      let transformLength = flags & 0x8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      let transform = position + (hasWords ? 8 : 6)
      guard transform + transformLength <= bytes.count else { return nil }
      result.append(flags & ~Self.hasInstructions | (flags & Self.hasOffsets != 0 ? Self.hasWords : 0))
      result.append(glyph)
      if flags & Self.hasOffsets != 0 {
        for index in 0..<2 {
          let offset =
            hasWords
            ? bytes.int16(at: position + 4 + 2 * index) ?? 0 : Int(Int8(bitPattern: bytes[position + 4 + index]))
          result.append(UInt16(bitPattern: Int16(clamping: scale.coordinate(offset))))
        }
      } else {
        // Numbers of points.
        result += bytes[position + 4..<transform]
      }
      result += bytes[transform..<transform + transformLength]
      position = transform + transformLength
      if flags & Self.hasMore == 0 { return result }
    }
  }
}
