import Diagnostics

/// Front matter that is an object of JSON, as Hugo reads it.
enum JSONFrontMatter {
  /// Returns whether a brace begins an object, and not a text in braces: `"key":` follows.
  static func isLikely(in source: SourceText, at offset: Int) -> Bool {
    let text = String(decoding: source.bytes[offset...].dropFirst().prefix(200), as: UTF8.self)
      .drop(while: \.isWhitespace)
    guard text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") else { return false }
    return text[text.index(after: end)...].drop(while: \.isWhitespace).first == ":"
  }

  /// Reads the object that begins at an offset; nil, with an error, if it is not JSON.
  static func read(_ source: SourceText, at offset: Int, into sink: inout DiagnosticSink) -> YAMLNode? {
    var json = JSONReader(Array(source.bytes[offset...]))
    do throws(JSONFault) {
      return try value(&json, base: offset, in: source)
    } catch {
      sink.report(.jsonFrontMatter(error, at: offset + error.offset, in: source))
      return nil
    }
  }

  // The reader limits the depth, so the recursion is bounded.
  private static func value(_ json: inout JSONReader, base: Int, in source: SourceText) throws(JSONFault) -> YAMLNode {
    let first = json.peek()
    let start = base + json.offset
    switch first {
    case UInt8(ascii: "{"):
      var entries: [YAMLEntry] = []
      try json.object { (json, key) throws(JSONFault) in
        let keyRange = rangeOfKey(before: base + json.offset, in: source)
        entries.append(YAMLEntry(key: key, keyRange: keyRange, value: try value(&json, base: base, in: source)))
      }
      return YAMLNode(.mapping(entries), range: SourceRange(start, base + json.offset))
    case UInt8(ascii: "["):
      var items: [YAMLNode] = []
      try json.array { (json) throws(JSONFault) in items.append(try value(&json, base: base, in: source)) }
      return YAMLNode(.sequence(items), range: SourceRange(start, base + json.offset))
    case UInt8(ascii: "\""):
      let text = try json.string()
      return YAMLNode(.scalar(text, isPlain: false), range: SourceRange(start, base + json.offset))
    default:
      try json.skip()
      let range = SourceRange(start, base + json.offset)
      return YAMLNode(.scalar(source.text(in: range), isPlain: true), range: range)
    }
  }

  /// The range of a key with its quotes.
  ///
  /// - Parameter offset: the offset behind the colon.
  private static func rangeOfKey(before offset: Int, in source: SourceText) -> SourceRange {
    var end = offset - 1
    while end > 0, source.bytes[end] != UInt8(ascii: "\"") { end -= 1 }
    var start = end - 1
    while start > 0, source.bytes[start] != UInt8(ascii: "\"") || source.bytes[start - 1] == UInt8(ascii: "\\") {
      start -= 1
    }
    return SourceRange(max(start, 0), end + 1)
  }
}

extension Diagnostic {
  fileprivate static func jsonFrontMatter(_ fault: JSONFault, at offset: Int, in source: SourceText) -> Diagnostic {
    let place = min(offset, source.bytes.count)
    return Diagnostic(
      .error, Rule("json-syntax"), "the front matter is not JSON: \(fault.message)",
      at: SourceRange(place, min(place + 1, source.bytes.count)), in: source,
      help: fault.help ?? "end it with the brace of the first line; a text that begins with a brace needs \\ before it")
  }
}
