import Diagnostics

/// The text without control characters, which entities can bring in; each is a finding.
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
      findings.report(.controlCharacter, .controlEntity(scalar, at: place, in: source))
    }
  }
  return result
}

/// The numeric entities that stand for no character of a text.
private func controlEntities(in range: SourceRange, of source: SourceText) -> [SourceRange] {
  let bytes = source.bytes
  var places: [SourceRange] = []
  var offset = range.lower
  while offset < min(range.upper, bytes.count) {
    let start = offset
    offset += 1
    guard bytes[start...].starts(with: "&#".utf8) else { continue }
    let body = bytes[(start + 2)..<min(start + 11, bytes.count)]
    guard let end = body.firstIndex(of: UInt8(ascii: ";")) else { continue }
    let isHexadecimal = body.first == UInt8(ascii: "x") || body.first == UInt8(ascii: "X")
    let digits = String(decoding: body[..<end].dropFirst(isHexadecimal ? 1 : 0), as: UTF8.self)
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { continue }
    if let scalar = Unicode.Scalar(value), isText(scalar), value != 0 { continue }
    places.append(SourceRange(start, end + 1))
  }
  return places
}
