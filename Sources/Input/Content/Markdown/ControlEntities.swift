import Diagnostics

/// The text without the control characters that entities can contain; each is a finding. U+FFFD that is written
/// directly stays.
func withoutControls(_ text: String, at range: SourceRange, in source: SourceText, findings: inout Findings)
  -> String
{
  guard text.unicodeScalars.contains(where: { !isText($0) }) else { return text }
  var result = ""
  var places = controlEntities(in: range, of: source)[...]
  for scalar in text.unicodeScalars {
    if isText(scalar) {
      result.unicodeScalars.append(scalar)
    } else {
      let place = places.popFirst() ?? range
      if scalar == "\u{FFFD}", place.lower == place.upper {
        result.unicodeScalars.append(scalar)
        continue
      }
      findings.report(.controlCharacter, .controlEntity(scalar, at: place, in: source))
    }
  }
  return result
}

/// The numeric entities that do not represent an allowed character, and the positions of U+FFFD as empty ranges.
private func controlEntities(in range: SourceRange, of source: SourceText) -> [SourceRange] {
  let bytes = source.bytes
  var places: [SourceRange] = []
  var offset = range.lower
  let end = min(range.upper, bytes.count)
  while offset < end {
    guard let entity = NumericEntity(in: bytes, at: offset, upTo: end) else {
      if bytes[offset..<end].starts(with: "\u{FFFD}".utf8) { places.append(SourceRange(offset, offset)) }
      let isEscape = bytes[offset] == UInt8(ascii: "\\") && offset + 1 < end && bytes[offset + 1] < 0x80
      offset += isEscape ? 2 : 1
      continue
    }
    let scalar = Unicode.Scalar(entity.value)
    if entity.value == 0 || scalar.map(isText) != true { places.append(SourceRange(offset, entity.end)) }
    offset = entity.end
  }
  return places
}
