import Diagnostics
import Geometry

/// Bytes of SVG.
struct SVGText {
  var bytes: [UInt8] = []

  mutating func raw(_ markup: String) { bytes += Array(markup.utf8) }

  /// Appends content of an element or of a quoted attribute value.
  mutating func text(_ text: String) { bytes.append(escaping: text, inAttribute: true) }

  mutating func rect(_ frame: Frame, _ more: String) {
    raw("<rect")
    attributes(of: frame)
    raw(" \(more)/>\n")
  }

  mutating func attributes(of frame: Frame) {
    raw(
      " x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(max(.zero, frame.width))\" height=\"\(max(.zero, frame.height))\"")
  }
}

/// A number with at most four decimals.
func decimal(_ number: Double) -> String {
  let rounded = Int((min(max(number, -1e9), 1e9) * 10_000).rounded())
  var bytes: [UInt8] = []
  if rounded < 0 { bytes.append(UInt8(ascii: "-")) }
  let (whole, rest) = rounded.magnitude.quotientAndRemainder(dividingBy: 10_000)
  bytes.append(decimal: Int(whole))
  if rest > 0 {
    var digits = String(rest)
    digits = "." + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    while digits.last == "0" { digits.removeLast() }
    bytes += Array(digits.utf8)
  }
  return String(decoding: bytes, as: UTF8.self)
}
