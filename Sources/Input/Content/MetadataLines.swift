import Diagnostics

/// Metadata without a fence, as Pelican and MultiMarkdown have it: the first lines of a file are keys and values, up to an
/// empty line.
///
/// ```
/// Title: Oat porridge
/// Tags: quick, warm
///
/// Stir for five minutes.
/// ```
///
/// Texts can begin with such lines too (`Note: hello`), so the lines count only if the keys are those of other programs.
struct MetadataLines {
  let document: YAMLNode
  /// The byte offset of the text.
  let bodyOffset: Int

  /// Reads the lines; nil for a text.
  ///
  /// - Parameter start: the offset of the first letter of a file.
  /// - Complexity: O(1) for most texts, else O(length of the lines)
  init?(in source: SourceText, at start: Int) {
    guard
      start == 0 || source.bytes[start - 1] == 0x0A || source.bytes[start - 1] == 0x0D
        || start == 3 && source.bytes[0] == 0xEF,
      let first = Self.key(in: source, at: start), isKnown(first.name)
    else { return nil }
    var entries: [YAMLEntry] = []
    var offset = start
    while offset < source.bytes.count, entries.count < Self.mostLines {
      let line = SourceRange(offset, source.line(at: offset).upper)
      let content = source.bytes[line.lower..<line.upper]
      guard content.contains(where: { $0 > 0x20 }) else { break }
      if isSpace(content[content.startIndex]) {
        guard let last = entries.popLast() else { return nil }
        entries.append(last.continued(by: source.text(in: line)))
      } else if let key = Self.key(in: source, at: line.lower) {
        let value = trimmed(SourceRange(key.end, line.upper), in: source)
        let text = source.text(in: value)
        // A key without a text has no value.
        let node = YAMLNode(.scalar(text, isPlain: text.isEmpty), range: value)
        entries.append(YAMLEntry(key: key.name, keyRange: SourceRange(line.lower, key.end - 1), value: node))
      } else {
        return nil
      }
      offset = source.nextLine(after: line)
    }
    guard Self.isMetadata(entries) else { return nil }
    bodyOffset = offset
    var keys: Set<String> = []
    document = YAMLNode(
      .mapping(entries.filter { keys.insert($0.key).inserted }.map(\.withList)),
      range: SourceRange(start, entries.last?.value.range.upper ?? start))
  }

  private static let mostLines = 100

  /// Returns whether the lines are not the beginning of a text: they have a title, keep the file back, or have only known
  /// keys.
  private static func isMetadata(_ entries: [YAMLEntry]) -> Bool {
    if entries.contains(where: { $0.key == "title" }) { return true }
    var visibility = Visibility()
    for entry in entries { _ = visibility.take(entry) }
    if visibility != Visibility() { return true }
    return entries.count > 1 && entries.allSatisfy { isKnown($0.key) }
  }

  /// The key at the beginning of a line in lower case, and the offset behind its colon.
  private static func key(in source: SourceText, at start: Int) -> (name: String, end: Int)? {
    let bytes = source.bytes
    var end = start
    while end < min(bytes.count, start + 40), isInKey(bytes[end]) { end += 1 }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: ":"), bytes[start] > 0x20,
      end + 1 == bytes.count || bytes[end + 1] <= 0x20
    else { return nil }
    let name = source.text(in: SourceRange(start, end)).lowercased()
    return (name.trimmed.replacing(" ", with: "_"), end + 1)
  }

  private static func isInKey(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || " _-".utf8.contains(byte)
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func trimmed(_ range: SourceRange, in source: SourceText) -> SourceRange {
  var (lower, upper) = (range.lower, range.upper)
  while lower < upper, source.bytes[lower] <= 0x20 { lower += 1 }
  while upper > lower, source.bytes[upper - 1] <= 0x20 { upper -= 1 }
  return SourceRange(lower, upper)
}

private func isKnown(_ key: String) -> Bool { knownKeys.contains(key) || Visibility.hasMeaning(key) }

/// The keys of Pelican and MultiMarkdown, in lower case.
private let knownKeys: Set = [
  "title", "subtitle", "date", "modified", "author", "authors", "category", "categories", "tags", "keywords", "slug",
  "summary", "description", "lang", "language", "translation", "template", "url", "save_as", "layout", "image", "cover",
  "copyright", "email", "affiliation", "css", "series", "created", "updated",
]

private let keysOfLists: Set = ["authors", "category", "categories", "tags", "keywords"]

extension YAMLEntry {
  fileprivate func continued(by line: String) -> YAMLEntry {
    guard case .scalar(let text, _) = value.value else { return self }
    let whole = YAMLNode(.scalar((text + " " + line.trimmed).trimmed, isPlain: false), range: value.range)
    return YAMLEntry(key: key, keyRange: keyRange, value: whole)
  }

  /// The same entry with the texts between its commas, or between its semicolons, if it is a list.
  fileprivate var withList: YAMLEntry {
    guard keysOfLists.contains(key), case .scalar(let text, _) = value.value else { return self }
    let items = text.split(separator: text.contains(";") ? ";" : ",").map { String($0).trimmed }
    let list = YAMLNode.YAMLValue.sequence(
      items.filter { !$0.isEmpty }.map { YAMLNode(.scalar($0, isPlain: false), range: value.range) })
    return YAMLEntry(key: key, keyRange: keyRange, value: YAMLNode(list, range: value.range))
  }
}

extension SourceText {
  /// The offset of the line after a line.
  func nextLine(after line: SourceRange) -> Int {
    var next = min(line.upper + 1, bytes.count)
    if line.upper < bytes.count, bytes[line.upper] == 0x0D, next < bytes.count, bytes[next] == 0x0A { next += 1 }
    return next
  }
}
