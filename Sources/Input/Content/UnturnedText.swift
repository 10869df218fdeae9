/// The text for a context in which no element can isolate it, such as the title of a document: without the characters
/// that change the direction of the following text (UAX #9, explicit formatting), which may belong to something else.
public func unturned(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: turns) else { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars where !turns(scalar) { result.append(scalar) }
  return String(result)
}

private func turns(_ scalar: Unicode.Scalar) -> Bool {
  (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
}
