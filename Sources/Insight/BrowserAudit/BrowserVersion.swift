/// The first word that begins with a digit and contains a dot.
func versionNumber(in text: String) -> String? {
  text.split(separator: " ").first { ($0.utf8.first.map { (0x30...0x39).contains($0) } ?? false) && $0.contains(".") }
    .map(String.init)
}

/// The name of a browser, by its user agent.
func browserName(inUserAgent text: String) -> String {
  let names = [("Firefox/", "firefox"), ("Edg/", "edge"), ("Chrome/", "chrome"), ("Safari/", "safari")]
  return names.first { text.contains($0.0) }?.1 ?? "unknown"
}

/// The version that a user agent names.
func versionNumber(inUserAgent text: String) -> String? {
  for name in ["Firefox/", "Edg/", "Chrome/", "Version/"] {
    guard let range = text.firstRange(of: name) else { continue }
    return String(text[range.upperBound...].prefix { $0 != " " })
  }
  return nil
}
