import Diagnostics

/// The meaning of a libyaml error for people who write a few keys: what is wrong, where the mistake is, which is often
/// before the position where libyaml stopped, and how to fix it.
struct SyntaxAdvice {
  let problem: String
  let range: SourceRange
  let help: String

  /// - Complexity: O(line); only diagnostics use it.
  init(_ failure: YAMLSyntaxError, in source: SourceText) {
    let place = FaultyPlace(failure, in: source)
    guard place.isReadable else {
      self = place.unknown(failure)
      return
    }
    if let comment = place.commentInBrackets() {
      self = comment
      return
    }
    self =
      switch failure.problem {
      case "mapping values are not allowed in this context": place.colonWithoutKey()
      case "found character that cannot start any token" where place.byte == 0x09,
        "found a tab character that violates indentation":
        SyntaxAdvice(
          "there is a tab where only spaces are allowed", place.here,
          "indent with spaces; YAML does not allow tabs there")
      case "found character that cannot start any token": place.valueBeginsWithSign(at: place.offset)
      case "could not find expected ':'": place.keyWithoutColon()
      case "did not find expected key": place.textBehindValue()
      case "found unexpected end of stream" where failure.context == "while scanning a quoted scalar":
        place.quoteWithoutEnd()
      case "did not find expected ',' or ']'": place.bracketWithoutEnd("[", "]")
      case "did not find expected ',' or '}'": place.bracketWithoutEnd("{", "}")
      case "did not find expected alphabetic or numeric character": place.valueBeginsWithSign(at: place.cause)
      case "block sequence entries are not allowed in this context":
        SyntaxAdvice(
          "a list begins on the line of its key", place.here, "write each item on its own line, or all as [one, two]")
      case "did not find expected node content":
        SyntaxAdvice(
          "there is nothing between two commas, or before one", place.here, "remove the comma too many")
      case "found unknown escape character":
        SyntaxAdvice(
          "a backslash in double quotes begins an escape, but this is not a valid one", place.here,
          "write \\\\ for a backslash, or put the text between single quotes")
      case "control characters are not allowed":
        SyntaxAdvice(failure.problem, place.here, "remove the character; pages cannot show it")
      default: place.unknown(failure)
      }
  }

  init(_ problem: String, _ range: SourceRange, _ help: String) {
    self.problem = problem
    self.range = range
    self.help = help
  }
}

/// A position where libyaml stopped.
struct FaultyPlace {
  let source: SourceText
  let offset: Int
  /// The start of the construct that libyaml could not finish.
  let cause: Int

  fileprivate init(_ failure: YAMLSyntaxError, in source: SourceText) {
    self.source = source
    offset = failure.offset
    cause = failure.context == nil ? failure.offset : failure.contextOffset
  }

  /// Comparing letters takes quadratic time if one has thousands of marks, and nobody writes such lines by hand.
  var isReadable: Bool {
    [offset, cause].allSatisfy { source.line(at: $0).upper - source.line(at: $0).lower <= longestLine }
  }

  var byte: UInt8 { offset < source.bytes.count ? source.bytes[offset] : 0 }

  var here: SourceRange { SourceRange(offset, offset + 1) }

  /// Recognises a colon that begins a value where none is allowed.
  func colonWithoutKey() -> SyntaxAdvice {
    let line = source.line(at: offset)
    let before = source.text(in: SourceRange(line.lower, offset))
    if let value = startOfValue(in: before) {
      let whole = source.text(in: line).trimmed
      let text = String(whole.dropFirst(before.prefix(upTo: value).leadingTrimmed.count))
      return SyntaxAdvice(
        "a text without quotes contains a colon and a space", here,
        "put the text between quotes: \(quotedInYAML(text.trimmed))")
    }
    guard let above = lineAbove(line) else { return indentation() }
    let written = source.text(in: above)
    if let mended = withSpaceBehindColon(written.trimmed) { return noSpace(behindColonIn: above, mended) }
    return indentation()
  }

  /// Recognises a line in a mapping that is not a key with a value.
  func keyWithoutColon() -> SyntaxAdvice {
    let line = contents(of: source.line(at: cause))
    let text = source.text(in: line)
    if let mended = withSpaceBehindColon(text) { return noSpace(behindColonIn: line, mended) }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let example = words.count == 2 && words[1].utf8.count < 40 ? "\(words[0]): \(words[1])" : "title: Saturn"
    return SyntaxAdvice(
      "this line has no colon after a key", line, "write a key, a colon, a space and a value, such as \(example)")
  }

  /// Recognises text that follows a complete value.
  func textBehindValue() -> SyntaxAdvice {
    let line = source.line(at: offset)
    let before = source.text(in: SourceRange(line.lower, offset))
    guard let start = startOfValue(in: before), let sign = before[start...].first, "\"'[{".contains(sign) else {
      return indentation()
    }
    let value = source.text(in: SourceRange(line.lower + before[..<start].utf8.count, line.upper)).trimmed
    var text = value
    if value.count > 1, value.last == sign, "\"'".contains(sign) { text = String(value.dropFirst().dropLast()) }
    let end = "\"'".contains(sign) ? "quote" : "bracket"
    return SyntaxAdvice(
      "there is text after the closing \(end) of the value", SourceRange(offset, max(line.upper, offset + 1)),
      "put the whole text between quotes: \(quotedInYAML(text))")
  }

  func quoteWithoutEnd() -> SyntaxAdvice {
    let line = source.line(at: cause)
    let text = source.text(in: SourceRange(cause, line.upper)).trimmed
    return SyntaxAdvice(
      "this quote is not closed", SourceRange(cause, cause + 1),
      "end the text with the same quote: \(shortened(text))\(text.prefix(1))")
  }

  func bracketWithoutEnd(_ opening: String, _ closing: String) -> SyntaxAdvice {
    let isOneLine = source.line(at: cause) == source.line(at: offset)
    return isOneLine
      ? SyntaxAdvice(
        "a comma or the closing `\(closing)` is missing before this", here,
        "write commas between the parts of a list or mapping, and `\(closing)` at its end")
      : SyntaxAdvice(
        "this `\(opening)` is not closed", SourceRange(cause, cause + 1),
        "write commas between the parts of a list or mapping, and `\(closing)` at its end")
  }

  func valueBeginsWithSign(at start: Int) -> SyntaxAdvice {
    let line = source.line(at: start)
    let text = source.text(in: SourceRange(start, line.upper)).trimmed
    return SyntaxAdvice(
      "a text without quotes cannot begin with `\(text.prefix(1))`", SourceRange(start, start + 1),
      "put the text between quotes: \(quotedInYAML(text))")
  }

  func unknown(_ failure: YAMLSyntaxError) -> SyntaxAdvice {
    let help =
      failure.context.map { "\($0), which begins on line \(source.position(at: failure.contextOffset).line)" }
      ?? "check the quotes, brackets and indentation before this place"
    return SyntaxAdvice(failure.problem, here, help)
  }

  private func indentation() -> SyntaxAdvice {
    let line = contents(of: source.line(at: offset))
    return SyntaxAdvice(
      "this line begins in another column than the other keys of its mapping", here,
      source.bytes.isEmpty || line.lower == offset
        ? "begin all keys of a mapping in the same column"
        : "begin `\(shortened(source.text(in: line)))` in the column where the keys above it begin")
  }

  private func noSpace(behindColonIn line: SourceRange, _ mended: String) -> SyntaxAdvice {
    SyntaxAdvice("there is no space after the colon", contents(of: line), "write \(shortened(mended))")
  }

  /// The line without the spaces around it.
  private func contents(of line: SourceRange) -> SourceRange {
    var (lower, upper) = (line.lower, line.upper)
    while lower < upper, isSpace(source.bytes[lower]) { lower += 1 }
    while upper > lower, isSpace(source.bytes[upper - 1]) { upper -= 1 }
    return SourceRange(lower, upper)
  }

  func lineAbove(_ line: SourceRange) -> SourceRange? {
    var line = line
    while line.lower > 0 {
      line = source.line(at: line.lower - 1)
      let written = contents(of: line)
      if written.lower < written.upper { return line }
    }
    return nil
  }

  private func startOfValue(in text: String) -> String.Index? {
    guard let colon = text.firstRange(of: ": ") else { return nil }
    return text[colon.upperBound...].firstIndex { $0 != " " } ?? text.endIndex
  }
}

/// The limit on bytes that are read for advice.
let longestLine = 4000

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

/// Rewrites `key:value` as `key: value`; nil for other texts, such as an address.
func withSpaceBehindColon(_ line: String) -> String? {
  guard line.utf8.count <= longestLine, let colon = line.firstIndex(of: ":") else { return nil }
  let key = line[..<colon]
  let value = line[line.index(after: colon)...]
  guard let first = key.utf8.first, first.isASCIILetter,
    key.utf8.allSatisfy({ $0.isASCIILetter || $0 == 0x2D || $0 == 0x5F }),
    let next = value.first, next != " ", !value.hasPrefix("//")
  else { return nil }
  return "\(key): \(value)"
}

/// The text in quotes, so that YAML reads it as plain text.
func quotedInYAML(_ text: String) -> String {
  let text = shortened(text)
  guard text.contains("\"") || text.contains("\\") else { return "\"\(text)\"" }
  return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
}

extension StringProtocol {
  var trimmed: String {
    var text = Substring(self)
    while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
    return text.leadingTrimmed
  }

  fileprivate var leadingTrimmed: String { String(self.drop { $0.isWhitespace }) }
}
