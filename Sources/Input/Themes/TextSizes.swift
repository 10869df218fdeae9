/// The text size in CSS pixels that is nearest to a fraction. The divisor is not 0.
public func textSize(nearestTo dividend: Int, over divisor: Int = 1) -> Int {
  max(6, (dividend + divisor / 2) / divisor)
}

/// The smallest text size for a language in CSS pixels: Firefox never shows Thai below 13 px.
public func leastTextSize(in language: String) -> Int {
  let primary = language.utf8.prefix { $0 != UInt8(ascii: "-") }
  return primary.elementsEqual("th".utf8) { $0 | 0x20 == $1 } ? 13 : 0
}
