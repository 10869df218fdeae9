extension SFNT {
  /// Sets the same ascent and descent, and no line gap, in all three tables of a font.
  ///
  /// Engines and systems read different tables, so that baselines would differ by a pixel if the tables differed. The
  /// values of `hhea` are kept, because browsers on macOS always use it.
  /// - Returns: whether the font has all three tables; otherwise browsers refuse it.
  mutating func unifyVerticalMetrics() -> Bool {
    guard var horizontal = self["hhea"], var metrics = self["OS/2"], horizontal.count >= 36, metrics.count >= 78,
      let version = metrics.uint16(at: 0)
    else { return false }
    let extremes = Self.extremes(horizontal: horizontal, metrics: metrics)
    let ascent = UInt16(extremes.ascent)
    let descent = UInt16(extremes.descent)
    let negativeDescent = UInt16(bitPattern: Int16(-extremes.descent))
    horizontal.set(ascent, at: 4)
    horizontal.set(negativeDescent, at: 6)
    horizontal.set(UInt16(0), at: 8)
    metrics.set(ascent, at: 68)
    metrics.set(negativeDescent, at: 70)
    metrics.set(UInt16(0), at: 72)
    metrics.set(ascent, at: 74)
    metrics.set(descent, at: 76)
    let selection = metrics.uint16(at: 62) ?? 0
    if version < 4 {
      // USE_TYPO_METRICS has a meaning only from version 4 on. The fields that older tables lack are set to zero, which
      // means "unknown", except for the character between words.
      metrics = Array(metrics.prefix(version == 0 ? 78 : version == 1 ? 86 : 96))
      metrics += repeatElement(0, count: 96 - metrics.count)
      if version < 2 { metrics.set(UInt16(0x20), at: 92) }
      metrics.set(UInt16(4), at: 0)
      // Bits 7 to 9 had no meaning in older versions.
      metrics.set(selection & 0x7F | Self.usesTypographicMetrics, at: 62)
    } else {
      metrics.set(selection | Self.usesTypographicMetrics, at: 62)
    }
    self["hhea"] = horizontal
    self["OS/2"] = metrics
    return true
  }

  /// The values of the first table that has any: `hhea`, typo, win. Both are distances from the baseline.
  private static func extremes(horizontal: [UInt8], metrics: [UInt8]) -> (ascent: Int, descent: Int) {
    let places = [
      (horizontal.int16(at: 4) ?? 0, -(horizontal.int16(at: 6) ?? 0)),
      (metrics.int16(at: 68) ?? 0, -(metrics.int16(at: 70) ?? 0)),
      (Int(metrics.uint16(at: 74) ?? 0), Int(metrics.uint16(at: 76) ?? 0)),
    ]
    for (ascent, descent) in places where ascent > 0 || descent > 0 {
      return (min(max(ascent, 0), 0x7FFF), min(max(descent, 0), 0x7FFF))
    }
    return (0, 0)
  }

  /// Bit 7 of `fsSelection`.
  private static let usesTypographicMetrics: UInt16 = 0x80
}
