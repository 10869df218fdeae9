/// The ends of grapheme clusters between two characters of words; all ends in a text with a long stretch of signs,
/// which could not be divided otherwise.
func endsInsideWords(_ ends: [Int], in bytes: ArraySlice<UInt8>) -> [Int] {
  var inside: [Int] = []
  var next = 0
  var stretch = 0
  var isAfterWordCharacter = false
  for (offset, scalar) in ScalarSequence(bytes: bytes) where next < ends.count {
    let isWordCharacter = isWordCharacter(scalar)
    if offset == ends[next] {
      next += 1
      stretch += 1
      if isAfterWordCharacter, isWordCharacter {
        inside.append(offset)
        stretch = 0
      } else if stretch == longestStretchOfSigns {
        return ends
      }
    }
    isAfterWordCharacter = isWordCharacter
  }
  return inside
}

private let longestStretchOfSigns = 8

func hasSeveralScalars(_ text: ArraySlice<UInt8>) -> Bool {
  text.dropFirst().contains { $0 & 0xC0 != 0x80 }
}

private func isWordCharacter(_ scalar: UInt32) -> Bool {
  switch CharacterProperties.lineBreakClass(of: scalar) {
  case .alphabetic, .hebrewLetter, .numeric, .ideographic, .dictionary, .conditionalStarter, .combining: true
  case .nonstarter, .quotation, .opening, .closing, .exclamation, .other: false
  }
}
