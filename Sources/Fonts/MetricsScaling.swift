/// Scales the tables of numbers about glyphs and the whole face, and the carets in ligatures.
extension SFNT {
  /// `head`, `hhea`, `hmtx`, `OS/2`, `post`, and what a face for vertical writing has besides.
  /// - Returns: whether the tables hold as many glyphs as they say.
  mutating func scaleMetrics(_ scale: UnitScale) -> Bool {
    guard var head = self["head"], head.count >= 54, var horizontal = self["hhea"], horizontal.count >= 36,
      let advances = scaleAdvances("hmtx", count: horizontal.uint16(at: 34), scale.advance, bearing: scale.coordinate)
    else { return false }
    head.set(UInt16(UnitScale.unitsPerEm), at: 18)
    for offset in stride(from: 36, to: 44, by: 2) { head.scaleInt16(at: offset, scale.coordinate) }
    self["head"] = head
    scaleLine(of: &horizontal, scale)
    horizontal.set(UInt16(clamping: advances), at: 10)
    // Baselines are at whole pixels at every text size: a quarter of an em is, at multiples of 4 px.
    for offset in [4, 6] { horizontal.scaleInt16(at: offset) { UnitScale.nearest($0, over: quarterEm) * quarterEm } }
    self["hhea"] = horizontal
    if var metrics = self["OS/2"] {
      metrics.scaleInt16(at: 2, scale.coordinate)
      for offset in stride(from: 10, to: 30, by: 2) { metrics.scaleInt16(at: offset, scale.coordinate) }
      for offset in [86, 88] { metrics.scaleInt16(at: offset, scale.coordinate) }
      let (ascent, descent) = (horizontal.int16(at: 4) ?? 0, horizontal.int16(at: 6) ?? 0)
      for (offset, value) in [(68, ascent), (70, descent), (72, 0)] {
        metrics.set(UInt16(bitPattern: Int16(clamping: value)), at: offset)
      }
      for (offset, value) in [(74, ascent), (76, -descent)] { metrics.set(UInt16(clamping: value), at: offset) }
      self["OS/2"] = metrics
    }
    if var names = self["post"] {
      for offset in [8, 10] { names.scaleInt16(at: offset, scale.coordinate) }
      self["post"] = names
    }
    return scaleVerticalWriting(scale)
  }

  private mutating func scaleVerticalWriting(_ scale: UnitScale) -> Bool {
    if var vertical = self["vhea"] {
      guard
        scaleAdvances("vmtx", count: vertical.uint16(at: 34), scale.coordinate, bearing: scale.coordinate) != nil
      else { return false }
      scaleLine(of: &vertical, scale)
      self["vhea"] = vertical
    }
    if var origins = self["VORG"] {
      origins.scaleInt16(at: 4, scale.coordinate)
      for index in 0..<Int(origins.uint16(at: 6) ?? 0) { origins.scaleInt16(at: 10 + 4 * index, scale.coordinate) }
      self["VORG"] = origins
    }
    return true
  }

  /// The lengths of `hhea` and `vhea`, which have the same places.
  private func scaleLine(of table: inout [UInt8], _ scale: UnitScale) {
    for offset in [4, 6, 8, 12, 14, 16, 22] { table.scaleInt16(at: offset, scale.coordinate) }
    table.scaleUInt16(at: 10, scale.coordinate)
  }

  /// - Returns: the widest advance.
  private mutating func scaleAdvances(
    _ tag: StaticString, count: UInt16?, _ advance: (Int) -> Int, bearing: (Int) -> Int
  ) -> Int? {
    guard let count, count > 0, var table = self[tag], table.count >= 4 * Int(count) else { return nil }
    var widest = 0
    for index in 0..<Int(count) {
      table.scaleUInt16(at: 4 * index, advance)
      table.scaleInt16(at: 4 * index + 2, bearing)
      widest = max(widest, Int(table.uint16(at: 4 * index) ?? 0))
    }
    for offset in stride(from: 4 * Int(count), to: table.count, by: 2) { table.scaleInt16(at: offset, bearing) }
    self[tag] = table
    return widest
  }

  /// Where a caret stands inside a ligature (`GDEF`, LigCaretList).
  mutating func scaleCarets(_ scale: UnitScale) {
    guard var table = self["GDEF"], let list = table.uint16(at: 8).map(Int.init), list > 0 else { return }
    var carets: Set<Int> = []
    for ligature in 0..<Int(table.uint16(at: list + 2) ?? 0) {
      guard let glyph = table.uint16(at: list + 4 + 2 * ligature).map({ Int($0) + list }) else { break }
      for caret in 0..<Int(table.uint16(at: glyph) ?? 0) {
        guard let offset = table.uint16(at: glyph + 2 + 2 * caret) else { break }
        carets.insert(glyph + Int(offset))
      }
    }
    for caret in carets {
      let format = table.uint16(at: caret)
      if format == 1 || format == 3 { table.scaleInt16(at: caret + 2, scale.coordinate) }
      if format == 3 { table.set(UInt16(0), at: caret + 4) }
    }
    self["GDEF"] = table
  }
}

private let quarterEm = UnitScale.unitsPerEm / 4
