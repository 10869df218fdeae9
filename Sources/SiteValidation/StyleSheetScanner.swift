import Diagnostics

/// Cuts a style sheet at its `{`, `}` and `;`, and looks into every token on the way.
///
/// Follows CSS Syntax Module Level 3, section 4, as far as the cuts and the names of functions need it.
struct StyleSheetScanner {
  struct Segment {
    enum End { case open, close, semicolon, endOfFile }

    /// Without comments.
    let text: ArraySlice<UInt8>
    let end: End
    let endRange: SourceRange
  }

  private(set) var loads: [StyleSheet.Load] = []
  private(set) var faults: [StyleSheet.Fault] = []

  private let bytes: [UInt8]
  private var position = 0
  private var isAtEnd = false
  private var text: [UInt8] = []
  /// The open parentheses and brackets, with the function's name in lower case.
  private var open: [(closer: UInt8, function: String)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next segment; the last one ends with the file.
  mutating func next() -> Segment? {
    if isAtEnd { return nil }
    text.removeAll(keepingCapacity: true)
    while position < bytes.count {
      let start = position
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"): return segment(.open)
      case UInt8(ascii: "}"): return segment(.close)
      case UInt8(ascii: ";") where open.isEmpty: return segment(.semicolon)
      case UInt8(ascii: "/") where bytes.starts(with: "/*", at: position): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): readString(quote: byte)
      case UInt8(ascii: "@"):
        position += 1
        text.append(byte)
        var rest = bytes[position...]
        if rest.popCSSName()?.lowercased() == "import" {
          faults.append(
            StyleSheet.Fault(
              rule: .styleImport, message: "@import is not allowed", range: SourceRange(start, rest.startIndex)))
        }
      case UInt8(ascii: "("), UInt8(ascii: "["): openParenthesis(byte, function: "")
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        if open.popLast()?.closer != byte { report("a parenthesis or bracket that was not opened", from: start) }
        position += 1
        text.append(byte)
      case _ where byte.startsCSSName: readName()
      default:
        position += 1
        text.append(byte)
      }
    }
    return segment(.endOfFile)
  }

  private mutating func segment(_ end: Segment.End) -> Segment {
    if !open.isEmpty {
      report("a parenthesis or bracket is not closed", from: position)
      open = []
    }
    let range = SourceRange(min(position, bytes.count), min(position + 1, bytes.count))
    position += 1
    isAtEnd = end == .endOfFile
    return Segment(text: text[...], end: end, endRange: range)
  }

  private mutating func skipComment() {
    let start = position
    position += 2
    while position < bytes.count, !bytes.starts(with: "*/", at: position) { position += 1 }
    if position == bytes.count { report("a comment without its end", from: start) }
    position = min(bytes.count, position + 2)
  }

  /// Copies a name; where it is a function's, opens the function.
  private mutating func readName() {
    let start = position
    var end = position
    while end < bytes.count, bytes[end].isInCSSName, bytes[end] != UInt8(ascii: "\\") { end += 1 }
    if end == bytes.count || bytes[end] != UInt8(ascii: "(") && bytes[end] != UInt8(ascii: "\\") {
      // Most names are no function's, and what they are does not matter here.
      text += bytes[start..<end]
      position = end
      return
    }
    var rest = bytes[position...]
    guard let name = rest.popCSSName()?.lowercased() else {
      position += 1
      return report("a backslash that escapes nothing", from: start)
    }
    position = rest.startIndex
    text += bytes[start..<position]
    guard rest.first == UInt8(ascii: "(") else { return }
    switch name {
    case "url": readURL(from: start)
    case "expression":
      faults.append(
        StyleSheet.Fault(
          rule: .styleExpression, message: "expression() is not allowed", range: SourceRange(start, position)))
      openParenthesis(UInt8(ascii: "("), function: name)
    default: openParenthesis(UInt8(ascii: "("), function: name)
    }
  }

  private mutating func openParenthesis(_ byte: UInt8, function: String) {
    open.append((byte == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]"), function))
    position += 1
    text.append(byte)
  }

  /// Reads on from the parenthesis of `url(`.
  private mutating func readURL(from start: Int) {
    var rest = bytes[(position + 1)...].drop { $0.isSpace }
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      // A string's content is a load because it stands in a function of this name.
      return openParenthesis(UInt8(ascii: "("), function: "url")
    }
    var link: [UInt8] = []
    while let byte = rest.first, byte != UInt8(ascii: ")") {
      if byte == UInt8(ascii: "\\") {
        rest.popEscape(into: &link)
      } else {
        link.append(byte)
        rest = rest.dropFirst()
      }
    }
    let end = min(bytes.count, rest.startIndex + 1)
    if rest.isEmpty { report("a url( without its )", from: start) }
    loads.append(StyleSheet.Load(link: link[...].trimmed.text, range: SourceRange(start, end)))
    text += bytes[position..<end]
    position = end
  }

  private mutating func readString(quote: UInt8) {
    let start = position
    var rest = bytes[(position + 1)...]
    var content: [UInt8] = []
    while let byte = rest.first, byte != quote, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\\") {
        rest.popEscape(into: &content)
      } else {
        content.append(byte)
        rest = rest.dropFirst()
      }
    }
    if rest.popFirst() != quote { report("a string without its end", from: start) }
    position = rest.startIndex
    text += bytes[start..<position]
    if let function = open.last?.function, loadingFunctions.contains(function) {
      loads.append(
        StyleSheet.Load(link: String(decoding: content, as: UTF8.self), range: SourceRange(start, position)))
    }
  }

  private mutating func report(_ message: String, from start: Int) {
    faults.append(
      StyleSheet.Fault(
        rule: .styleSyntax, message: message, range: SourceRange(start, max(start, min(position, bytes.count)))))
  }
}

/// Functions whose strings name files.
private let loadingFunctions: Set<String> = ["url", "src", "image", "image-set", "-webkit-image-set"]
