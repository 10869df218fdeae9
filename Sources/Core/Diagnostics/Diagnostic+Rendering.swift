extension Diagnostic {
  /// The finding as text for people: location and message, the line with a caret under the span, and how to fix it.
  ///
  /// Control characters and bidi controls of the content are escaped, so that a terminal shows the actual text.
  public var rendered: String { rendered(with: .none) }

  /// The finding as text for a terminal.
  public func rendered(with emphasis: Emphasis) -> String {
    var text = printable(path)
    if let position { text += ":\(position.line):\(position.column)" }
    text = emphasis.place(text) + ": " + emphasis.severity(severity)
    text += ": " + emphasis.message(printable(message)) + " [\(rule.name)]\n"
    if let position, let excerpt {
      let number = String(position.line)
      text += " \(number) | \(printable(excerpt.line))\n"
      let indent = columnCount(of: printable(String(excerpt.line.prefix(excerpt.offset))))
      let span = columnCount(of: printable(String(excerpt.line.dropFirst(excerpt.offset).prefix(excerpt.length))))
      let gutter = String(repeating: " ", count: number.count)
      let carets = "^" + String(repeating: "~", count: max(0, span - 1))
      text += " \(gutter) | " + String(repeating: " ", count: indent) + emphasis.caret(carets, severity) + "\n"
    }
    if let help { text += emphasis.help("help:") + " \(printable(help))\n" }
    return text
  }
}

/// The number of terminal columns that a text occupies: East Asian characters and emoji occupy two.
private func columnCount(of text: String) -> Int {
  text.reduce(0) { count, character in count + (character.unicodeScalars.first.map(isWide) == true ? 2 : 1) }
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case ..<0x1100: false
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F: true
  case 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1FAFF, 0x20000...0x3FFFD: true
  default: false
  }
}

/// The text with every character that controls a terminal written as `\u{…}`; tabs become single spaces.
public func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar == "\t" {
      result += " "
    } else if steersTerminals(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// True if a terminal acts on a character, or on the characters around it, instead of showing it.
func steersTerminals(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
    0xE0000...0xE007F:
    true
  default: false
  }
}

/// The valid name that is nearest to a misspelt one, if one is near enough.
///
/// - Complexity: O(known x name²); for error messages.
public func nearest(to name: String, among known: [String]) -> String? {
  // No real name is that long, and names with thousands of marks on one letter take long to compare.
  guard name.utf8.count <= 1000 else { return nil }
  let lowercased = name.lowercased()
  if let same = known.filter({ $0.lowercased() == lowercased }).min() { return same }
  let limit = max(1, name.count / 3)
  return known.map { (distance: editDistance(Array(name), Array($0)), name: $0) }
    // The names must share something: a single letter instead of another is not a misspelling.
    .filter { $0.distance <= limit && $0.distance < max(name.count, $0.name.count) }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

/// The number of characters that must be inserted, removed, replaced or swapped with their neighbour.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var (beforeLast, last, row) = ([Int](), [Int](), Array(0...b.count))
  for i in a.indices {
    (beforeLast, last) = (last, row)
    row[0] = i + 1
    for j in b.indices {
      row[j + 1] = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1) }
    }
  }
  return row[b.count]
}
