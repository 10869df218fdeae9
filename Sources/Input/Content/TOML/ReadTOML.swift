import CTOML
import Diagnostics

/// Reads the TOML in a part of a file (TOML 1.0) with toml++.
///
/// The values are like those of YAML: texts, numbers, booleans and dates are scalars. Only a text can be several texts
/// with commas, and there is no `null`.
///
/// - Parameter range: Byte offsets in the file, to which all ranges of the result refer.
/// - Complexity: O(n log n) in the number of bytes
func readTOML(_ source: SourceText, in range: SourceRange, limits: YAMLLimits) -> YAMLReading {
  let part = range.lower..<range.upper
  guard part.count <= limits.bytes else {
    return YAMLReading(.tomlTooLarge(limits.bytes, at: range.lower + limits.bytes, in: source))
  }
  guard (try? UTF8Span(validating: source.bytes[part].span)) != nil else {
    return YAMLReading(.tomlNotUTF8(at: SourceRange(range.lower, range.lower), in: source))
  }
  guard dotsOutsideTexts(in: source.bytes[part]) <= mostDots else {
    return YAMLReading(.tomlTooDeep(at: SourceRange(range.lower, range.lower), in: source))
  }
  var tree = TOMLTree(source: source, range: part)
  do {
    try tree.read()
  } catch {
    return YAMLReading(.tomlSyntax(error.message, at: error.range, in: source))
  }
  let document = tree.document ?? YAMLNode(.mapping([]), range: range)
  return YAMLReading(checking: document, of: source, limits: limits)
}

/// toml++ releases nested tables recursively, and each dot in a key can begin one.
private let mostDots = 512

/// The number of dots outside of texts and comments.
private func dotsOutsideTexts(in bytes: ArraySlice<UInt8>) -> Int {
  var count = 0
  var quote: UInt8?
  var rest = bytes
  while let byte = rest.popFirst() {
    switch (byte, quote) {
    case (UInt8(ascii: "\\"), UInt8(ascii: "\"")?): _ = rest.popFirst()
    case (_, let open?): if byte == open || byte == 0x0A { quote = nil }
    case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil): quote = byte
    case (UInt8(ascii: "#"), nil): rest = rest.drop { $0 != 0x0A }
    case (UInt8(ascii: "."), nil): count += 1
    default: continue
    }
  }
  return count
}

private struct TOMLSyntaxError: Error {
  let message: String
  let range: SourceRange
}

/// The values of a document as toml++ passes them.
private struct TOMLTree {
  private let source: SourceText
  private let range: Range<Int>
  private let positions: CharacterPositions
  private var open: [OpenValue] = []
  private(set) var document: YAMLNode?

  private struct OpenValue {
    let isTable: Bool
    let range: SourceRange
    var key: (text: String, range: SourceRange)?
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
  }

  init(source: SourceText, range: Range<Int>) {
    self.source = source
    self.range = range
    positions = CharacterPositions(in: source.bytes, range: range)
  }

  mutating func read() throws(TOMLSyntaxError) {
    let bytes = Array(source.bytes[range])
    var fault = ctoml_fault()
    let isRead = unsafe withUnsafeMutablePointer(to: &self) { tree in
      unsafe bytes.withUnsafeBytes { buffer in
        let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe ctoml_parse(
          start, buffer.count, tree,
          { context, event in
            guard let context = unsafe context, let event = unsafe event else { return }
            unsafe context.assumingMemoryBound(to: TOMLTree.self).pointee.take(event.pointee)
          }, &fault)
      }
    }
    if isRead { return }
    let message = unsafe withUnsafePointer(to: &fault.message) { message in
      unsafe message.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    let place = positions.offset(line: fault.line, column: fault.column)
    // toml++ names the part of its grammar first.
    let problem = message.utf8.firstIndex(of: UInt8(ascii: ":")).map { message[message.index(after: $0)...] }
    throw TOMLSyntaxError(
      message: (problem ?? message[...]).trimmingPrefix(" ").description,
      range: SourceRange(place, min(place + 1, range.upperBound)))
  }

  private mutating func take(_ event: ctoml_event) {
    let range = unsafe SourceRange(
      positions.offset(line: event.line, column: event.column),
      positions.offset(line: event.end_line, column: event.end_column))
    switch unsafe event.kind {
    case CTOML_KEY: open[open.count - 1].key = unsafe (text(of: event), range)
    case CTOML_TEXT: add(unsafe YAMLNode(.scalar(text(of: event), isPlain: false), range: range))
    case CTOML_WORD: add(YAMLNode(.scalar(withoutUnderscores(source.text(in: range)), isPlain: false), range: range))
    case CTOML_ARRAY_START, CTOML_TABLE_START:
      unsafe open.append(OpenValue(isTable: event.kind == CTOML_TABLE_START, range: range))
    default:
      guard let closed = open.popLast() else { return }
      let entries = closed.entries.sorted { $0.keyRange.lower < $1.keyRange.lower }
      add(YAMLNode(closed.isTable ? .mapping(entries) : .sequence(closed.items), range: closed.range))
    }
  }

  private mutating func add(_ node: YAMLNode) {
    guard let last = open.indices.last else {
      document = node
      return
    }
    if let key = open[last].key, open[last].isTable {
      open[last].entries.append(YAMLEntry(key: key.text, keyRange: key.range, value: node))
    } else {
      open[last].items.append(node)
    }
  }

  private func text(of event: ctoml_event) -> String {
    unsafe String(decoding: UnsafeRawBufferPointer(start: event.text, count: event.length), as: UTF8.self)
  }

  /// A number can have underscores between its digits.
  private func withoutUnderscores(_ word: String) -> String {
    word.contains("_") ? word.filter { $0 != "_" } : word
  }
}

/// The offsets of lines, to find characters by their line and column.
private struct CharacterPositions {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var lines: [Int]

  init(in bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    lines = [range.lowerBound]
    for index in range where bytes[index] == 0x0A { lines.append(index + 1) }
  }

  /// - Parameter column: counts characters from 1.
  func offset(line: UInt32, column: UInt32) -> Int {
    guard line > 0, line <= lines.count else { return range.upperBound }
    var offset = lines[Int(line) - 1]
    var left = Int(column) - 1
    while left > 0, offset < range.upperBound, bytes[offset] != 0x0A {
      offset += 1
      while offset < range.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }
}
