import Diagnostics

/// The text as one line: without white space at its ends, and with each sequence of white space as one space.
///
/// White space means HTML white space and the other characters that end lines; a no-break space is unchanged.
func collapsed(_ text: String) -> String {
  if isPlainLine(text) { return text }
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

/// Returns whether a character is not allowed in a page: control characters (except white space), U+FFFD,
/// noncharacters.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09...0x0D: false
  case 0..<0x20, 0x7F..<0x85, 0x86..<0xA0, 0xFFFD: true
  default: scalar.isNoncharacter
  }
}

/// Returns whether a text is already one line without control characters: a fast check of its bytes, which succeeds for
/// most texts.
func isPlainLine(_ text: String) -> Bool {
  let bytes = text.utf8Span.span
  var previous: UInt8 = 0x20
  for index in bytes.indices {
    let byte = bytes[index]
    switch byte {
    case 0x21..<0x7F: break
    case 0x20 where previous != 0x20: break
    // Control characters, the line ends U+2028 and U+2029, U+FFFD and noncharacters; some allowed characters are caught
    // too.
    case 0x80..<0xA0 where previous == 0xC2: return false
    case 0xA8...0xA9 where previous == 0x80: return false
    case 0xBD...0xBF where previous == 0xBF: return false
    case 0x90..<0xB0 where previous == 0xB7: return false
    case 0x80...: break
    default: return false
    }
    previous = byte
  }
  return previous != 0x20 || text.isEmpty
}

func isASCII(_ text: String) -> Bool { text.utf8Span.span.isASCII }

/// Compares texts by their bytes, which gives the same order on every machine.
public func precedesInBytes(_ a: String, _ b: String) -> Bool {
  a.utf8Span.span.precedes(b.utf8Span.span)
}
