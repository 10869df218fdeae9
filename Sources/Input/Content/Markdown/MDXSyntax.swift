import Diagnostics

/// The parts of an MDX file that are code and no text: statements such as `import Tabs from '@theme/Tabs'`, and the tags of
/// components, whose content is text.
///
/// Elements of HTML (`<details>`) are read as in other files. MDX has no indented code, so only fences and backticks hold
/// code that is shown.
struct MDXSyntax {
  /// The byte offsets of the parts, in order.
  private(set) var ranges: [SourceRange] = []
  private(set) var firstStatement: SourceRange?
  private(set) var firstTag: SourceRange?

  private let bytes: [UInt8]
  private let end: Int

  /// - Complexity: O(length), because the length of a tag is limited.
  init(in bytes: [UInt8], range: SourceRange) {
    self.bytes = bytes
    end = range.upper
    var offset = range.lower
    var isAfterBlankLine = true
    var fence: ArraySlice<UInt8>?
    while offset < end {
      let lineEnd = self.lineEnd(from: offset)
      let content = bytes[offset..<lineEnd].drop { $0 == 0x20 || $0 == 0x09 }
      if let open = fence {
        if isFence(content, closing: open) { fence = nil }
      } else if let opening = fenceOpening(content) {
        fence = opening
      } else if isAfterBlankLine, startsStatement(at: offset) {
        let statement = SourceRange(offset, endOfStatement(from: offset))
        ranges.append(statement)
        firstStatement = firstStatement ?? statement
        offset = statement.upper + 1
        continue
      } else {
        offset = findTags(from: offset, to: lineEnd)
        isAfterBlankLine = content.isEmpty
        continue
      }
      isAfterBlankLine = content.isEmpty
      offset = lineEnd + 1
    }
  }

  static func isMDX(_ path: String) -> Bool {
    path.utf8.count > 4 && path.utf8.suffix(4).elementsEqual(".mdx".utf8) { $0 | 0x20 == $1 }
  }

  /// At most one finding of each kind.
  func findings(in source: SourceText) -> [Diagnostic] {
    [
      firstStatement.map { Diagnostic.mdx("pages run no code: this is left out", at: $0, in: source) },
      firstTag.map {
        .mdx("pages have no MDX components: the tag is left out, and its text is shown", at: $0, in: source)
      },
    ]
    .compactMap(\.self)
  }

  // MARK: - Lines

  private func lineEnd(from offset: Int) -> Int {
    bytes[offset..<end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
  }

  private func fenceOpening(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let sign = line.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let fence = line.prefix { $0 == sign }
    guard fence.count >= 3, sign == UInt8(ascii: "~") || !line[fence.endIndex...].contains(sign) else { return nil }
    return fence
  }

  private func isFence(_ line: ArraySlice<UInt8>, closing open: ArraySlice<UInt8>) -> Bool {
    let fence = line.prefix { $0 == open.first }
    return fence.count >= open.count && line[fence.endIndex...].allSatisfy { $0 <= 0x20 }
  }

  // MARK: - Statements

  private func has(_ text: String, at offset: Int) -> Bool {
    bytes[offset..<end].starts(with: text.utf8)
  }

  /// Returns whether a line begins a statement, and not a sentence about imports.
  private func startsStatement(at offset: Int) -> Bool {
    guard has("import ", at: offset) || has("export ", at: offset) || has("import{", at: offset) else { return false }
    let line = String(decoding: bytes[offset..<lineEnd(from: offset)].prefix(400), as: UTF8.self)
    let rest = line.dropFirst(6).drop { $0 == " " }
    if line.hasPrefix("export") {
      return ["const ", "let ", "var ", "function", "default ", "class ", "async ", "type ", "interface ", "{", "*"]
        .contains { rest.hasPrefix($0) }
    }
    return rest.hasPrefix("{") || rest.hasPrefix("*") || rest.hasPrefix("'") || rest.hasPrefix("\"")
      || line.contains(" from '") || line.contains(" from \"")
  }

  /// The end of a statement: the end of the line in which its brackets are closed.
  private func endOfStatement(from start: Int) -> Int {
    var depth = 0
    var offset = start
    while offset < end {
      let lineEnd = lineEnd(from: offset)
      for byte in bytes[offset..<lineEnd] {
        if "({[".utf8.contains(byte) { depth += 1 }
        if ")}]".utf8.contains(byte) { depth -= 1 }
      }
      let next = lineEnd + 1
      if depth <= 0 || next >= end { return lineEnd }
      offset = next
    }
    return end
  }

  // MARK: - Tags

  /// Finds the tags that begin in a line.
  ///
  /// - Returns: the offset of the next line, or the end of the last tag or code span.
  private mutating func findTags(from start: Int, to lineEnd: Int) -> Int {
    var offset = start
    while offset < lineEnd {
      switch bytes[offset] {
      case UInt8(ascii: "\\"): offset += 2
      case UInt8(ascii: "`"): offset = endOfCodeSpan(at: offset)
      case UInt8(ascii: "<"):
        guard let tagEnd = endOfTag(at: offset) else {
          offset += 1
          continue
        }
        let tag = SourceRange(offset, tagEnd)
        ranges.append(tag)
        firstTag = firstTag ?? tag
        offset = tagEnd
      default: offset += 1
      }
      // A tag can end in another line, whose rest is searched.
      if offset > lineEnd { return offset }
    }
    return lineEnd + 1
  }

  private func endOfCodeSpan(at start: Int) -> Int {
    let count = bytes[start..<end].prefix { $0 == UInt8(ascii: "`") }.count
    var offset = start + count
    let limit = min(end, start + Self.longestTag)
    while offset < limit {
      guard bytes[offset] == UInt8(ascii: "`") else {
        offset += 1
        continue
      }
      let other = bytes[offset..<end].prefix { $0 == UInt8(ascii: "`") }.count
      offset += other
      if other == count { return offset }
    }
    return start + count
  }

  private static let longestTag = 10_000

  /// The end of a component's tag, or of a fragment `<>`; nil if there is none at an offset.
  private func endOfTag(at start: Int) -> Int? {
    var offset = start + 1
    if offset < end, bytes[offset] == UInt8(ascii: "/") { offset += 1 }
    guard offset < end else { return nil }
    if bytes[offset] == UInt8(ascii: ">") { return offset + 1 }
    let name = bytes[offset..<end].prefix {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "._-".utf8.contains($0)
    }
    guard let first = name.first, (0x41...0x5A).contains(first) || name.dropFirst().contains(UInt8(ascii: ".")) else {
      return nil
    }
    // `<http.example.org>` is not a component, but neither is `<T>` in a formula; MDX reads both as tags.
    offset = name.endIndex
    var depth = 0
    var quote: UInt8?
    let limit = min(end, start + Self.longestTag)
    while offset < limit {
      let byte = bytes[offset]
      offset += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") && depth > 0 {
        quote = byte
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
      } else if depth <= 0, byte == UInt8(ascii: ">") {
        return offset
      } else if depth <= 0, byte == UInt8(ascii: "<") {
        return nil
      }
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func mdx(_ message: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .foreignSyntax, message, at: range, in: source,
      help: "write in Markdown what it shows, or keep the file outside Content")
  }
}
