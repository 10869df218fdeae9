import Diagnostics

extension FaultyPlace {
  /// A list or mapping in brackets that a comment leaves open on its line, as in `tags: [#a, #b]`.
  func commentInBrackets() -> SyntaxAdvice? {
    // libyaml may have found the bracket, or only that something is missing on a later line.
    let isBracket = cause < source.bytes.count && isOpening(source.bytes[cause])
    guard let line = isBracket ? source.line(at: cause) : lineAbove(source.line(at: offset)),
      line.upper - line.lower <= longestLine
    else { return nil }
    let bytes = Array(source.bytes[line.lower..<line.upper])
    guard let opening = isBracket ? cause - line.lower : startOfBrackets(in: bytes),
      let comment = startOfComment(in: bytes, from: opening + 1),
      let closing = bytes.lastIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") }), closing > comment
    else { return nil }
    let place = line.lower + comment
    let mended = String(decoding: withQuotes(bytes[...closing], from: opening), as: UTF8.self)
    let bracket = String(decoding: bytes[opening...opening], as: UTF8.self)
    return SyntaxAdvice(
      "`#` begins a comment, so the `\(bracket)` before it is not closed", SourceRange(place, place + 1),
      "write \(shortened(mended.trimmed))")
  }

  /// The index of the bracket with which the value of a line begins.
  private func startOfBrackets(in line: [UInt8]) -> Int? {
    guard let index = line.firstIndex(where: isOpening) else { return nil }
    let before = line[..<index].last { $0 != 0x20 }
    return before == nil || before == UInt8(ascii: ":") || before == UInt8(ascii: "-") ? index : nil
  }

  /// The index at which a comment starts; nil if the brackets are closed before.
  private func startOfComment(in line: [UInt8], from start: Int) -> Int? {
    var (quote, depth): (UInt8?, Int) = (nil, 1)
    for index in start..<max(start, line.count) {
      let byte = line[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "#"), " \t[{,".utf8.contains(line[index - 1]) {
        return index
      } else if isOpening(byte) {
        depth += 1
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return nil }
      }
    }
    return nil
  }

  /// The line with quotes around each value in brackets that begins with `#`.
  private func withQuotes(_ line: ArraySlice<UInt8>, from opening: Int) -> [UInt8] {
    var result = Array(line[...opening])
    var mayBegin = true
    var index = opening + 1
    while index < line.endIndex {
      let byte = line[index]
      guard mayBegin, byte == UInt8(ascii: "#") else {
        result.append(byte)
        if byte != 0x20 { mayBegin = isOpening(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") }
        index += 1
        continue
      }
      let end = line[index...].firstIndex { ",]}".utf8.contains($0) } ?? line.endIndex
      result += Array(quotedInYAML(String(decoding: line[index..<end], as: UTF8.self).trimmed).utf8)
      mayBegin = false
      index = end
    }
    return result
  }

  private func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") }
}
