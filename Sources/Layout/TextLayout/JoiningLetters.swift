/// Returns whether a letter of one text may join one of the other: false if a sign or a digit is between them, or if
/// their script does not join letters.
func mayJoin(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Bool {
  guard let next = ScalarSequence(bytes: after).first(where: { _ in true })?.scalar,
    let last = ScalarSequence(bytes: before).map(\.scalar).last(where: { !isMarkOrIgnorable($0) })
  else { return false }
  return joins(last) && (joins(next) || isMarkOrIgnorable(next))
}

private func isMarkOrIgnorable(_ scalar: UInt32) -> Bool {
  CharacterProperties.lineBreakClass(of: scalar) == .combining || CharacterProperties.isDefaultIgnorable(scalar)
}

private func joins(_ scalar: UInt32) -> Bool {
  let script = CharacterProperties.script(of: scalar)
  // Among scripts that run from left to right, only Mongolian joins letters. The tatweel has no script.
  return scalar == 0x0640 || script == CharacterProperties.mongolian
    || CharacterProperties.mayRunRightToLeft(scalar) && script != CharacterProperties.hebrew
      && !CharacterProperties.isNeutral(script: script)
}
