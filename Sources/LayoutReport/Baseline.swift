import Fonts

extension ServedFonts {
  /// Where the baseline of a line is, from its top, in CSS pixels.
  ///
  /// It is that of the first available font: the face that has the space (CSS Fonts 4, 5.2). Its ascent and descent are
  /// rounded to whole pixels, and what is left of the line's height stands half above and half below.
  func baseline(of request: FontRequest, size: Int, lineHeight: Int) -> Int {
    guard let font = firstAvailable(for: request), font.unitsPerEm > 0 else {
      return (lineHeight - size) / 2 + size * 4 / 5
    }
    let extents = font.verticalExtents
    let (ascent, descent) = roundedExtents(
      ascent: extents.ascent * size, descent: extents.descent * size, unitsPerEm: font.unitsPerEm)
    return floorHalf(lineHeight - ascent - descent) + ascent
  }

  private func firstAvailable(for request: FontRequest) -> MeasuringFont? {
    let stack =
      stacks[request]
      ?? stacks.filter { $0.key.stack == request.stack }.min { $0.key < $1.key }?.value
    return (stack?.faces.first { $0.declared.contains(0x20) } ?? stack?.faces.first)?.font
  }

  /// The font that draws the glyphs of a file.
  func font(ofFile file: Int) -> MeasuringFont? {
    for stack in stacks.values {
      if let face = stack.faces.first(where: { $0.fileIndex == file }) { return face.font }
    }
    return nil
  }
}

/// As Blink rounds on Linux: to the nearest whole pixel each, but nothing of the descent is lost as long as the ascent
/// can give it.
private func roundedExtents(ascent: Int, descent: Int, unitsPerEm: Int) -> (ascent: Int, descent: Int) {
  func rounded(_ value: Int) -> Int { (2 * value + unitsPerEm) / (2 * unitsPerEm) }
  let (up, down) = (rounded(ascent), rounded(descent))
  if down * unitsPerEm < descent, up >= 1 { return (up - 1, down + 1) }
  return (up, down)
}

private func floorHalf(_ value: Int) -> Int { value >> 1 }
