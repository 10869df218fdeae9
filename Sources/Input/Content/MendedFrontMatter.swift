import Diagnostics

/// What can be read of front matter with a syntax error: the values that are right on their own, and lines such as
/// `title: Soup: a quick one` as they are written.
///
/// A value that might have kept the file back must not get lost: ``unreadKey`` names it.
struct MendedFrontMatter {
  private(set) var entries: [YAMLEntry] = []
  /// A key with which authors hide files and whose value cannot be read; nil if there is none.
  private(set) var unreadKey: String?
  private let source: SourceText

  /// - Complexity: O(length)
  init(_ parts: FrontMatter, of source: SourceText) {
    self.source = source
    guard let values = parts.values else { return }
    guard values.upper - values.lower <= Self.mostBytes else {
      unreadKey = source.hidingKey(in: values)
      return
    }
    for part in parts.notation == .toml ? partsOfTOML(values) : partsOfYAML(values) { read(part, parts.notation) }
  }

  private static let mostBytes = 256 << 10

  private mutating func read(_ part: SourceRange, _ notation: FrontMatter.Notation) {
    let reading =
      notation == .toml
      ? readTOML(source, in: part, limits: .frontMatter)
      : YAMLReading(ofYAML: withoutTabs(part), in: part, limits: .frontMatter)
    if let document = reading.document, case .mapping(let read) = document.value {
      for entry in read { add(entry) }
      if !reading.findings.isEmpty { noteUnread(in: part) }
    } else if let line = lineAsWritten(part, sign: notation == .toml ? "=" : ":"), !Visibility.hasMeaning(line.key) {
      add(line)
    } else {
      noteUnread(in: part)
    }
  }

  private mutating func add(_ entry: YAMLEntry) {
    if !entries.contains(where: { $0.key == entry.key }) { return entries.append(entry) }
    noteUnread(in: SourceRange(entry.keyRange.lower, entry.value.range.upper))
  }

  private mutating func noteUnread(in part: SourceRange) { unreadKey = unreadKey ?? source.hidingKey(in: part) }

  /// YAML does not allow tabs as indentation.
  private func withoutTabs(_ part: SourceRange) -> SourceText {
    guard source.bytes[part.lower..<part.upper].contains(0x09) else { return source }
    var bytes = source.bytes
    for index in part.lower..<part.upper where bytes[index] == 0x09 { bytes[index] = 0x20 }
    return source.replacing(with: bytes)
  }

  /// A single line of a key and a text.
  private func lineAsWritten(_ part: SourceRange, sign: Character) -> YAMLEntry? {
    let line = source.line(at: part.lower)
    let rest = source.bytes[min(line.upper, part.upper)..<part.upper]
    guard rest.allSatisfy({ $0 <= 0x20 }),
      let end = source.bytes[line.lower..<line.upper].firstIndex(of: sign.asciiValue ?? 0)
    else { return nil }
    let key = source.text(in: SourceRange(line.lower, end)).trimmed
    guard !key.isEmpty,
      key.utf8.allSatisfy({
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
      })
    else { return nil }
    var (lower, upper) = (end + 1, line.upper)
    while lower < upper, source.bytes[lower] <= 0x20 { lower += 1 }
    while upper > lower, source.bytes[upper - 1] <= 0x20 { upper -= 1 }
    // One quote at the beginning, and one at the end, were meant as those of the value.
    for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] where lower < upper && source.bytes[lower] == quote {
      lower += 1
      if lower < upper, source.bytes[upper - 1] == quote { upper -= 1 }
      break
    }
    guard lower < upper else { return nil }
    let range = SourceRange(lower, upper)
    return YAMLEntry(
      key: key, keyRange: SourceRange(line.lower, end),
      value: YAMLNode(.scalar(source.text(in: range), isPlain: false), range: range))
  }

  // MARK: - Parts

  /// The parts that begin with a key at the start of a line.
  private func partsOfYAML(_ values: SourceRange) -> [SourceRange] {
    parts(of: values) { first, _ in first > 0x20 && !"-#}]".utf8.contains(first) }
  }

  /// The lines before the first table, and each table.
  private func partsOfTOML(_ values: SourceRange) -> [SourceRange] {
    parts(of: values) { first, isInTable in
      first == UInt8(ascii: "[") || !isInTable && ((0x61...0x7A).contains(first | 0x20) || first == UInt8(ascii: "\""))
    }
  }

  private func parts(of values: SourceRange, startsPart: (_ first: UInt8, _ isInTable: Bool) -> Bool) -> [SourceRange] {
    var starts: [Int] = []
    var isInTable = false
    var offset = values.lower
    while offset < values.upper {
      let first = source.bytes[offset]
      if startsPart(first, isInTable) {
        starts.append(offset)
        if first == UInt8(ascii: "[") { isInTable = true }
      }
      offset = source.nextLine(after: source.line(at: offset))
    }
    return zip(starts, starts.dropFirst() + [values.upper]).map { SourceRange($0, $1) }
  }
}

extension SourceText {
  /// The first key in a part of the file, at any depth, that can keep a file back; nil if there is none.
  func hidingKey(in part: SourceRange) -> String? {
    var offset = part.lower
    while offset < part.upper {
      while offset < part.upper, bytes[offset] <= 0x20 || "-{,'\"[".utf8.contains(bytes[offset]) { offset += 1 }
      let start = offset
      while offset < part.upper, isInWord(bytes[offset]) { offset += 1 }
      var sign = offset
      while sign < part.upper, bytes[sign] == 0x20 || "'\"".utf8.contains(bytes[sign]) { sign += 1 }
      if offset > start, sign < part.upper, ":=".utf8.contains(bytes[sign]) {
        let key = text(in: SourceRange(start, offset))
        if Visibility.canHide(key) { return key }
      }
      // The next key can be in the same line, behind a brace or a comma.
      while offset < part.upper, bytes[offset] != 0x0A, !"{,".utf8.contains(bytes[offset]) { offset += 1 }
    }
    return nil
  }

  private func isInWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
  }
}

extension FrontMatter {
  /// Divides a file for which ``find(in:into:)`` reported an error.
  ///
  /// - Complexity: O(length)
  static func mended(in source: SourceText) -> FrontMatter {
    let bytes = source.bytes
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let offset = bytes[start...].firstIndex(where: { $0 > 0x20 }) else {
      return FrontMatter(body: SourceRange(start, bytes.count))
    }
    if let unread = UnreadFrontMatter(in: source, at: offset) {
      return FrontMatter(.yaml, values: unread.values, body: SourceRange(unread.bodyOffset, bytes.count))
    }
    let opening = source.line(at: offset)
    if bytes[offset] == UInt8(ascii: "{") {
      let end = source.endOfObject(from: offset)
      return FrontMatter(.yaml, values: SourceRange(offset, end), body: SourceRange(end, bytes.count))
    }
    let values = source.nextLine(after: opening)
    let end = source.endOfKeys(from: values)
    return FrontMatter(
      bytes[offset] == UInt8(ascii: "+") ? .toml : .yaml, values: SourceRange(values, end),
      body: SourceRange(end, bytes.count))
  }
}

extension SourceText {
  /// The end of the lines of keys and values from an offset. Empty lines can be between them.
  fileprivate func endOfKeys(from start: Int) -> Int {
    var offset = start
    var end = start
    while offset < bytes.count {
      let line = line(at: offset)
      let next = nextLine(after: line)
      let content = bytes[line.lower..<line.upper]
      let isEmpty = content.allSatisfy { $0 <= 0x20 }
      // Behind an empty line, only a key surely continues the values.
      let isValue =
        startsWithKey(line)
        || end == offset && content.first.map { $0 == 0x20 || $0 == 0x09 || "-#[]}".utf8.contains($0) } == true
      if !isEmpty, !isValue { break }
      if !isEmpty { end = next }
      offset = next
    }
    return end
  }

  private func startsWithKey(_ line: SourceRange) -> Bool {
    let content = bytes[line.lower..<line.upper]
    let key = content.prefix {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
    }
    guard (1...40).contains(key.count), let sign = content[key.endIndex...].first(where: { $0 != 0x20 }) else {
      return false
    }
    return sign == UInt8(ascii: ":") || sign == UInt8(ascii: "=")
  }

  /// The end of an object that is not JSON: a line with nothing but its brace, or else the first empty line.
  fileprivate func endOfObject(from start: Int) -> Int {
    var emptyLine: Int?
    var offset = start
    while offset < bytes.count {
      let line = line(at: offset)
      let text = bytes[line.lower..<line.upper].filter { $0 > 0x20 }
      if text == Array("}".utf8) { return nextLine(after: line) }
      if text.isEmpty, emptyLine == nil { emptyLine = offset }
      offset = nextLine(after: line)
    }
    return emptyLine ?? bytes.count
  }
}

extension YAMLReading {
  /// Fills in what can be read of front matter that has no document.
  ///
  /// - Returns: a key that can keep the file back and whose value cannot be read; nil if there is none.
  mutating func mend(_ parts: FrontMatter, of source: SourceText) -> String? {
    guard document == nil, let values = parts.values else {
      return findings.lazy.compactMap(\.key).first(where: Visibility.canHide)
    }
    let mended = MendedFrontMatter(parts, of: source)
    document = YAMLNode(.mapping(mended.entries), range: values)
    return mended.unreadKey
  }
}
