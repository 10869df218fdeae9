import Diagnostics

/// Cuts a style sheet at its `{`, `}` and `;`, and looks into every token on the way.
///
/// Follows CSS Syntax Module Level 3, section 4, as far as segments and the names of functions need it.
struct StyleSheetScanner {
  struct StyleSegment {
    enum End { case open, close, semicolon, endOfFile }

    let range: Range<Int>
    let end: End
    let endRange: SourceRange
  }

  private(set) var loads: [StyleSheet.Load] = []
  private(set) var faults: [StyleSheet.StyleFault] = []
  /// The comments in the last segment.
  private(set) var comments: [Range<Int>] = []

  private let bytes: [UInt8]
  private var position = 0
  private var isAtEnd = false
  private var open: [Parenthesis] = []
  /// The last name with escapes.
  private var name: [UInt8] = []

  /// An open parenthesis or bracket.
  private struct Parenthesis {
    let closer: UInt8
    /// A function whose strings name files.
    let loads: Bool
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// For each byte, whether the scanner stops at it.
  private static let marks = (0...0xFF as ClosedRange<UInt8>).map(\.isMarkInCSS)
  private let isMark = marks

  /// The next segment; the last one ends with the file.
  mutating func next() -> StyleSegment? {
    if isAtEnd { return nil }
    if !comments.isEmpty { comments.removeAll(keepingCapacity: true) }
    let first = position
    while true {
      position = bytes.span.offset(ofMark: isMark.span, from: position)
      if position >= bytes.count { break }
      let byte = bytes[position]
      let start = position
      switch byte {
      case UInt8(ascii: "{"): return segment(from: first, .open)
      case UInt8(ascii: "}"): return segment(from: first, .close)
      case UInt8(ascii: ";") where open.isEmpty: return segment(from: first, .semicolon)
      case UInt8(ascii: "/") where bytes.span.hasText("/*", at: position): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): readString(quote: byte)
      case UInt8(ascii: "@"):
        position += 1
        var name: [UInt8] = []
        let end = bytes.span.endOfCSSName(from: position, upTo: bytes.count, into: &name)
        if name.span.isText("import", in: name.indices) {
          faults.append(
            StyleSheet.StyleFault(rule: .styleImport, message: "@import is not allowed", range: SourceRange(start, end))
          )
        }
      case UInt8(ascii: "(") where position == 0 || !bytes[position - 1].endsFunctionName:
        openParenthesis(closer: UInt8(ascii: ")"), loads: false)
      case UInt8(ascii: "("): readFunction(from: startOfName(before: position, notBefore: first))
      case UInt8(ascii: "["): openParenthesis(closer: UInt8(ascii: "]"), loads: false)
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        if open.popLast()?.closer != byte { report("a parenthesis or bracket that was not opened", from: start) }
        position += 1
      case UInt8(ascii: "\\"): readEscapedName(from: startOfName(before: position, notBefore: first))
      default: position += 1
      }
    }
    return segment(from: first, .endOfFile)
  }

  private mutating func segment(from start: Int, _ end: StyleSegment.End) -> StyleSegment {
    if !open.isEmpty {
      report("a parenthesis or bracket is not closed", from: position)
      open = []
    }
    let range = SourceRange(min(position, bytes.count), min(position + 1, bytes.count))
    let text = start..<max(start, min(position, bytes.count))
    position += 1
    isAtEnd = end == .endOfFile
    return StyleSegment(range: text, end: end, endRange: range)
  }

  private mutating func skipComment() {
    let start = position
    position += 2
    while position < bytes.count, !bytes.span.hasText("*/", at: position) { position += 1 }
    if position == bytes.count { report("a comment without its end", from: start) }
    position = min(bytes.count, position + 2)
    comments.append(start..<position)
  }

  /// The start of the name that ends at a position. Digits before a name do not belong to it.
  private func startOfName(before end: Int, notBefore first: Int) -> Int {
    let bytes = bytes.span
    var start = end
    while start > first, bytes[start - 1].isInCSSName, bytes[start - 1] != UInt8(ascii: "\\") { start -= 1 }
    while start < end, !bytes[start].startsCSSName { start += 1 }
    return start
  }

  /// Reads a name with a backslash, and the function that it may be.
  private mutating func readEscapedName(from start: Int) {
    name.removeAll(keepingCapacity: true)
    let bytes = bytes
    let end = bytes.span.endOfCSSName(from: start, upTo: bytes.count, into: &name)
    guard end > position else {
      position += 1
      return report("a backslash that escapes nothing", from: start)
    }
    position = end
    if position < bytes.count, bytes[position] == UInt8(ascii: "(") {
      let name = name
      readFunction(named: FunctionKind(name.span, name.indices), from: start)
    }
  }

  /// Reads the name before a parenthesis and the parenthesis.
  private mutating func readFunction(from start: Int) {
    readFunction(named: FunctionKind(bytes.span, start..<position), from: start)
  }

  private mutating func readFunction(named kind: FunctionKind, from start: Int) {
    switch kind {
    case .url: readURL(from: start)
    case .expression:
      faults.append(
        StyleSheet.StyleFault(
          rule: .styleExpression, message: "expression() is not allowed", range: SourceRange(start, position)))
      openParenthesis(closer: UInt8(ascii: ")"), loads: false)
    case .loading: openParenthesis(closer: UInt8(ascii: ")"), loads: true)
    case .other: openParenthesis(closer: UInt8(ascii: ")"), loads: false)
    }
  }

  private mutating func openParenthesis(closer: UInt8, loads: Bool) {
    open.append(Parenthesis(closer: closer, loads: loads))
    position += 1
  }

  /// Reads on from the parenthesis of `url(`.
  private mutating func readURL(from start: Int) {
    let bytes = bytes
    let span = bytes.span
    var next = position + 1
    while next < span.count, span[next].isSpace { next += 1 }
    if next < span.count, span[next] == UInt8(ascii: "\"") || span[next] == UInt8(ascii: "'") {
      // A string's content is an address because it is in a function of this name.
      return openParenthesis(closer: UInt8(ascii: ")"), loads: true)
    }
    var link: [UInt8] = []
    while next < span.count, span[next] != UInt8(ascii: ")") {
      if span[next] == UInt8(ascii: "\\") {
        next = span.endOfEscape(from: next, upTo: span.count, into: &link).end
      } else {
        link.append(span[next])
        next += 1
      }
    }
    let end = min(span.count, next + 1)
    if next >= span.count { report("a url( without its )", from: start) }
    loads.append(StyleSheet.Load(link: link[...].trimmed.text, range: SourceRange(start, end)))
    position = end
  }

  private mutating func readString(quote: UInt8) {
    let bytes = bytes
    let span = bytes.span
    let start = position
    var next = position + 1
    var content: [UInt8] = []
    while next < span.count, span[next] != quote, span[next] != UInt8(ascii: "\n") {
      if span[next] == UInt8(ascii: "\\") {
        next = span.endOfEscape(from: next, upTo: span.count, into: &content).end
      } else {
        content.append(span[next])
        next += 1
      }
    }
    let isClosed = next < span.count && span[next] == quote
    if !isClosed { report("a string without its end", from: start) }
    // If the string is not closed, it is accepted anyway.
    position = min(span.count, next + 1)
    if open.last?.loads == true {
      loads.append(
        StyleSheet.Load(link: String(decoding: content, as: UTF8.self), range: SourceRange(start, position)))
    }
  }

  private mutating func report(_ message: String, from start: Int) {
    faults.append(
      StyleSheet.StyleFault(
        rule: .styleSyntax, message: message, range: SourceRange(start, max(start, min(position, bytes.count)))))
  }
}

/// The meaning of a function's name for the scanner.
private enum FunctionKind {
  case url
  case expression
  /// Its strings name files.
  case loading
  case other

  init(_ bytes: Span<UInt8>, _ name: Range<Int>) {
    self =
      switch name.count {
      case 3 where bytes.isText("url", in: name): .url
      case 3 where bytes.isText("src", in: name): .loading
      case 5 where bytes.isText("image", in: name): .loading
      case 9 where bytes.isText("image-set", in: name): .loading
      case 10 where bytes.isText("expression", in: name): .expression
      case 17 where bytes.isText("-webkit-image-set", in: name): .loading
      default: .other
      }
  }
}

extension UInt8 {
  /// True if it is the last letter of one of the functions in ``FunctionKind``.
  @inline(__always)
  fileprivate var endsFunctionName: Bool {
    switch self | 0x20 {
    case UInt8(ascii: "l"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "n"): true
    default: false
    }
  }

  /// True if the scanner stops at this byte; it skips all others.
  fileprivate var isMarkInCSS: Bool { "{};/\"'@([)]\\".utf8.contains(self) }
}

extension Span<UInt8> {
  /// The offset of the next mark; the end if there is none.
  fileprivate func offset(ofMark isMark: Span<Bool>, from start: Int) -> Int {
    precondition(start >= 0 && isMark.count == 256)
    var offset = start
    while offset < count, unsafe !isMark[unchecked: Int(self[unchecked: offset])] { offset += 1 }
    return offset
  }
}
