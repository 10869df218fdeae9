/// The text as one line: white space at its ends gone, runs of it inside one space.
///
/// White space is what HTML calls so, and the other characters that end lines; a no-break space stays what it is.
func collapsed(_ text: String) -> String {
  var result = ""
  var isGap = false
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0x2028, 0x2029: isGap = !result.isEmpty
    default:
      if isGap { result += " " }
      isGap = false
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a character can stand in no page: control characters (white space is none here), U+FFFD, U+FFFE, U+FFFF.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09...0x0D: false
  case 0..<0x20, 0x7F..<0x85, 0x86..<0xA0, 0xFFFD...0xFFFF: true
  default: false
  }
}

/// Texts in the order of their bytes, which is the same on every machine.
func precedesInBytes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
