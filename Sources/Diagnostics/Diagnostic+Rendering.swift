extension Diagnostic {
  /// The finding as people read it: place and message, the line with a caret under the span, and the way to mend it.
  ///
  /// Control characters and bidi controls of the content are escaped, so that a terminal shows what is there.
  public var rendered: String {
    var text = printable(path)
    if let position { text += ":\(position.line):\(position.column)" }
    text += ": \(severity.rawValue): \(printable(message)) [\(rule.name)]\n"
    if let position, let excerpt {
      let window = Window(of: excerpt)
      let number = String(position.line)
      text += " \(number) | \(printable(window.text))\n"
      let indent = printable(String(window.text.prefix(window.offset))).count
      let gutter = String(repeating: " ", count: number.count)
      let carets = "^" + String(repeating: "~", count: max(0, window.length - 1))
      text += " \(gutter) | " + String(repeating: " ", count: indent) + carets + "\n"
    }
    if let help { text += "help: \(printable(help))\n" }
    return text
  }
}

/// The part of a long line around its span, at most 100 characters.
private struct Window {
  let text: String
  let offset: Int
  let length: Int

  init(of excerpt: Diagnostic.Excerpt) {
    let widest = 100
    let start = excerpt.offset > 60 ? excerpt.offset - 30 : 0
    let shown = excerpt.line.dropFirst(start).prefix(widest)
    text = String(shown)
    offset = excerpt.offset - start
    length = max(1, min(excerpt.length, shown.count - offset))
  }
}

/// The text with everything that would steer a terminal written as `\u{…}`; tabs become single spaces.
public func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09: result += " "
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The nearest of the known names, where one is near enough to be what was meant.
///
/// - Complexity: O(known x name²); for error messages.
public func nearest(to name: String, among known: [String]) -> String? {
  let limit = max(1, name.count / 3)
  return known.map { (distance: editDistance(Array(name), Array($0)), name: $0) }
    .filter { $0.distance <= limit }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, left) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, right) in b.enumerated() {
      let above = row[j + 1]
      row[j + 1] = left == right ? diagonal : min(diagonal, above, row[j]) + 1
      diagonal = above
    }
  }
  return row[b.count]
}
