/// Returns whether a joiner (U+200C or U+200D) can have an effect at its position: next to letters that join, between
/// emoji, and, for the non-joiner, between letters that may form a ligature.
///
/// Elsewhere it is invisible, and engines differ about it: some do not break a line between a space and a joiner, some
/// use another font for a letter and its joiner. If the direction changes next to a joiner, some engines shape the
/// letter with it and some without.
///
/// - Parameter isRightToLeft: the direction of the block.
func joinerHasEffect(in source: [UInt8], at index: Int, isRightToLeft: Bool) -> Bool {
  let before = lastScalar(of: source[..<index])
  let after = firstScalar(of: source[(index + joinerLength)...])
  switch (joinsLetters(before), joinsLetters(after)) {
  case (true, true): return true
  case (true, false): return isOneDirection(before, with: after, isRightToLeft: isRightToLeft)
  case (false, true): return isOneDirection(after, with: before, isRightToLeft: isRightToLeft)
  case (false, false):
    let isNonJoiner = source[index + 2] == 0x8C
    return isNonJoiner ? isAlphabetic(before) && isAlphabetic(after) : isPictorial(before) && isPictorial(after)
  }
}

/// Returns whether a letter that joins and the character beyond its joiner certainly have the same direction. White
/// space ends the token.
private func isOneDirection(_ letter: UInt32, with other: UInt32, isRightToLeft: Bool) -> Bool {
  if other <= 0x20 { return true }
  let runsRightToLeft = CharacterProperties.mayRunRightToLeft(letter)
  let isStrong = isAlphabetic(other) || CharacterProperties.lineBreakClass(of: other) == .numeric
  return runsRightToLeft == isRightToLeft
    && (!isStrong || CharacterProperties.mayRunRightToLeft(other) == runsRightToLeft)
}

/// The length in bytes of both joiners, which are E2 80 8C and E2 80 8D in UTF-8.
private let joinerLength = 3

private func firstScalar(of bytes: ArraySlice<UInt8>) -> UInt32 {
  var scalars = ScalarSequence(bytes: bytes).makeIterator()
  return scalars.next()?.scalar ?? 0
}

private func lastScalar(of bytes: ArraySlice<UInt8>) -> UInt32 {
  let start = bytes.suffix(4).lastIndex { $0 & 0xC0 != 0x80 }
  return start.map { firstScalar(of: bytes[$0...]) } ?? 0
}

/// Returns whether a scalar is in a script whose letters change form next to each other: Arabic and related scripts,
/// those of India and South-East Asia, and Mongolian.
private func joinsLetters(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x0600..<0x0E00, 0x0F00..<0x10A0, 0x1700..<0x1C50, 0xA800..<0xAC00, 0xFB50..<0xFE00, 0xFE70..<0xFEFF: true
  case 0x10A00..<0x12000, 0x1E900..<0x1E960: true
  default: false
  }
}

private func isAlphabetic(_ scalar: UInt32) -> Bool {
  switch CharacterProperties.lineBreakClass(of: scalar) {
  case .alphabetic, .hebrewLetter, .combining: scalar >= 0x41
  default: false
  }
}

private func isPictorial(_ scalar: UInt32) -> Bool {
  scalar >= 0x1F000 || (0x2190..<0x2C00).contains(scalar) || scalar == 0xFE0F
}
