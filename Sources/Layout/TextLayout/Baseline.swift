/// The distance of a line's baseline from its top.
package struct Baseline: Hashable, Sendable {
  /// The distance as in Blink on Linux, in CSS pixels: the whole descent is kept as long as the ascent can give up the
  /// pixels lost by rounding.
  package let onLinux: Int
  /// Twice the distance on other systems. Gecko keeps half pixels; other engines round down.
  package let doubled: Int
  /// The ascent and descent of a line's boxes, as in Blink on Linux.
  package let ascent: Int
  package let descent: Int

  init(lineHeight: Int, ascent: Int, descent: Int, unitsPerEm: Int) {
    func rounded(_ value: Int) -> Int { (2 * value + unitsPerEm) / (2 * unitsPerEm) }
    let (up, down) = (rounded(ascent), rounded(descent))
    doubled = 2 * up + lineHeight - up - down
    let borrowed = down * unitsPerEm < descent && up >= 1 ? 1 : 0
    onLinux = (doubled >> 1) - borrowed
    self.ascent = up - borrowed
    self.descent = down + borrowed
  }
}

extension ServedFonts {
  /// The baseline of the first available font: the face that contains the space (CSS Fonts 4, 5.2). Its ascent and
  /// descent are rounded to whole pixels, and the rest of the line height is split evenly above and below.
  ///
  /// - Parameter scale: device pixels per CSS pixel; rounding is to device pixels.
  package func baseline(of request: FontRequest, size: Int, lineHeight: Int, scale: Int = 1) -> Baseline {
    let (size, lineHeight) = (size * scale, lineHeight * scale)
    guard let font = firstAvailable(for: request), font.unitsPerEm > 0 else {
      return Baseline(lineHeight: lineHeight, ascent: size * 4, descent: size, unitsPerEm: 5)
    }
    let extents = font.verticalExtents
    return Baseline(
      lineHeight: lineHeight, ascent: extents.ascent * size, descent: extents.descent * size,
      unitsPerEm: font.unitsPerEm)
  }

  private func firstAvailable(for request: FontRequest) -> MeasuringFont? {
    let stack =
      stacks[request]
      ?? stacks.filter { $0.key.stack == request.stack }.min { $0.key < $1.key }?.value
    return (stack?.faces.first { $0.declared.contains(0x20) } ?? stack?.faces.first)?.font
  }
}
