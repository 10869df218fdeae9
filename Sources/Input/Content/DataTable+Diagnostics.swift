import Diagnostics

extension Diagnostic.Rule {
  static let dataEmpty = Self("data-empty")
  static let columnTwice = Self("data-column-twice")
  static let tooManyRows = Self("data-too-many-rows")
  static let tooManyColumns = Self("data-too-many-columns")
  static let cellCount = Self("csv-cell-count")
  static let shortRows = Self("csv-short-rows")
  static let blankRows = Self("csv-blank-rows")
  static let quoteUnclosed = Self("csv-quote-unclosed")
  static let textAfterQuote = Self("csv-text-after-quote")
  static let jsonFault = Self("json-syntax")
  static let jsonNoList = Self("json-no-list")
  static let rowNoObject = Self("json-row-no-object")
  static let keyTwice = Self("json-key-twice")
  static let columnUnused = Self("data-column-unused")
}

/// All messages about a data file.
extension Diagnostic {
  static func dataNotUTF8(in source: SourceText) -> Diagnostic {
    let place = firstBroken(in: source.bytes)
    return Diagnostic(
      .error, Rule("data-not-utf8"), "the file is not UTF-8", at: SourceRange(place, place + 1), in: source,
      help: "save it as UTF-8, which spreadsheets call CSV UTF-8, or write encoding: windows-1252 next to `cards`")
  }

  static func encodingDoubtful(_ encoding: DataEncoding, at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, Rule("data-encoding-doubtful"),
      "the file is read as \(encoding.rawValue), but all of it is valid UTF-8", at: SourceRange(offset, offset + 1),
      in: source, help: "remove `encoding` next to `cards`: UTF-8 does not need it")
  }

  static func dataNotUTF16(in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("data-not-utf8"), "the file is not UTF-16, although its first two bytes say so", path: source.path,
      help: "save it as UTF-8, which spreadsheets call CSV UTF-8")
  }

  static func dataUnmarkedUTF16(in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("data-not-utf8"), "the file is UTF-16 without a byte order mark", path: source.path,
      help: "save it as UTF-8, which spreadsheets call CSV UTF-8")
  }

  /// The index of the first byte that does not belong to a character.
  private static func firstBroken(in bytes: [UInt8]) -> Int {
    var lower = 0
    var upper = bytes.count
    // The text before a broken byte is valid, except for a character that is cut off.
    while lower < upper {
      let middle = (lower + upper + 1) / 2
      let isWhole = (0...3).contains { String(validating: bytes[..<max(0, middle - $0)], as: UTF8.self) != nil }
      if isWhole { lower = middle } else { upper = middle - 1 }
    }
    var place = lower
    while place > 0, String(validating: bytes[..<place], as: UTF8.self) == nil { place -= 1 }
    return place
  }

  static func dataEmpty(in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .dataEmpty, "the file has no rows", path: source.path,
      help: "each row makes a card; remove `cards` from the shelf's _index.md if there should be none")
  }

  static func columnTwice(_ name: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .columnTwice, "there are two columns \(quoted(name))", at: range, in: source,
      help: "give one of them another name")
  }

  static func tooManyRows(_ limit: Int, at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .tooManyRows, "more than \(limit) rows; the rest was not read",
      at: SourceRange(offset, offset + 1), in: source, help: "divide the file among several shelves")
  }

  static func tooManyColumns(_ limit: Int, at cell: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .tooManyColumns, "more than \(limit) columns", at: cell, in: source,
      help: "remove the columns that no card shows; a card has \(RowReader.keys(.standard).count) keys at most")
  }

  static func cellCount(_ count: Int, columns: Int, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .cellCount, "the row has \(count) cells where the header has \(columns)", at: range, in: source,
      help: "put a text that contains the separator between quotes, or remove the extra cells")
  }

  static func shortRows(_ count: Int, columns: Int, firstEnd end: Int, in source: SourceText) -> Diagnostic {
    let what = count == 1 ? "a row has fewer cells" : "\(count) rows have fewer cells"
    return Diagnostic(
      .warning, .shortRows, "\(what) than the header, which has \(columns)", at: SourceRange(end, end), in: source,
      help: "the last columns are treated as empty; write a separator for each empty cell")
  }

  static func blankRows(_ count: Int, at range: SourceRange, in source: SourceText) -> Diagnostic {
    let what = count == 1 ? "a row without any value was" : "\(count) rows without any value were"
    return Diagnostic(
      .warning, .blankRows, "\(what) ignored", at: range, in: source, help: "remove it from the table")
  }

  static func quoteUnclosed(at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .quoteUnclosed, "the text between quotes has no end", at: SourceRange(offset, offset + 1),
      in: source, help: "end it with a quote; write a quote inside it twice")
  }

  static func textAfterQuote(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .textAfterQuote, "there is text between a closing quote and the end of the cell", at: range,
      in: source, help: "write a quote inside a text twice")
  }

  static func jsonFault(_ fault: JSONFault, at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .jsonFault, "not JSON: \(fault.message)", at: SourceRange(offset, offset + 1), in: source,
      help: fault.help
        ?? (DataNotation(source.path) == .json
          ? "the file is a list of objects, one for each card: [{\"title\": \"…\"}]"
          : "each line is a separate object: {\"title\": \"…\"}"))
  }

  /// - Parameter keys: the keys that lead to a list of objects; empty if none do.
  static func jsonNoList(keys: [String], at range: SourceRange, in source: SourceText) -> Diagnostic {
    let isShort = keys.allSatisfy { key in
      !key.isEmpty && key.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0 | 0x20) }
    }
    let path = isShort ? keys.map { "." + $0 }.joined() : "." + keys.map { "[" + inJSON($0) + "]" }.joined()
    let name = source.path.split(separator: "/").last.map(String.init) ?? source.path
    return Diagnostic(
      .error, .jsonNoList,
      keys.isEmpty
        ? "the file is not a list of cards"
        : "the rows are under the key \(quoted(keys.joined(separator: "."))), and not at the top of the file",
      at: range, in: source,
      help: keys.isEmpty
        ? "the file is a list of objects, one for each card: [{\"title\": \"…\"}]"
        : "put only the list into the file, which begins with [ then: jq '\(path)' \(name) > cards.json")
  }

  /// A text as JSON.
  private static func inJSON(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  static func rowNoObject(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .rowNoObject, "a card must be an object", at: range, in: source,
      help: "write {\"title\": \"…\"}")
  }

  static func keyTwice(_ key: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .keyTwice, "\(quoted(key)) is already set in this object", at: range, in: source,
      help: "keep one of the two")
  }
}

// MARK: - Rows as cards

extension Diagnostic {
  static func columnUnknown(_ column: FieldText, in source: SourceText, known: [String]) -> Diagnostic {
    let guess = column.text.utf8.count <= 200 ? nearest(to: column.text, among: Array(known.prefix(200))) : nil
    return Diagnostic(
      .error, Rule("data-column-unknown"),
      "the data file has no column \(quoted(column.text))" + (guess.map { "; did you mean \(quoted($0))?" } ?? ""),
      at: column.range, in: source, help: "columns: " + list(known))
  }

  static func columnUnused(_ name: String, at range: SourceRange, in source: SourceText, keys: [String]) -> Diagnostic {
    Diagnostic(
      .warning, .columnUnused,
      name.isEmpty ? "a column without a name is not used" : "the column \(quoted(name)) is not used", at: range,
      in: source,
      help: "map columns to keys in the shelf's _index.md, such as fields: { title: Name }; the keys are "
        + keys.joined(separator: ", "))
  }

  static func rowText(_ key: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("text-too-long"), "`\(key)` has more than 16 KiB", at: range, in: source,
      help: "put long texts in the column for `body`")
  }

  static func rowBody(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("wrong-type"), "`body` must be a text, not a list or a mapping", at: range, in: source,
      help: "write the Markdown of the card between quotes, with \\n for a line break")
  }

  static func rowBodyTooLarge(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .markdownTooLarge, "`body` has more than \(MarkdownLimits.bytes) bytes", at: range, in: source,
      help: "divide the text among several rows")
  }

  static func rowID(at range: SourceRange, in source: SourceText, title: String?) -> Diagnostic {
    let example = title.map { slug(of: $0) } ?? ""
    return Diagnostic(
      .error, Rule("id-invalid"), "this is not a valid id of a card", at: range, in: source,
      help: "write a name such as \(example.isEmpty ? "my-card" : example), without white space, slashes and any of"
        + " \" # % < > ? \\ `")
  }

  static func rowWithoutID(_ title: FieldText, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("id-missing"), "no id can be made from this title, which has no letters or digits", at: title.range,
      in: source, help: "add a column id, with a name for each row")
  }

  static func dataFileUnsuitable(_ path: FieldText, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("data-file-unsuitable"), "\(quoted(path.text)) is not a data file of the content", at: path.range,
      in: source,
      help: "write the path of a file that ends in \(DataNotation.endings), relative to this folder and inside Content")
  }

  static func dataFileMissing(_ path: FieldText, in source: SourceText, known: [String]) -> Diagnostic {
    let folder = ContentPath.folder(of: source.path)
    let paths = known.prefix(PathSuggestions.mostCompared).map { ContentPath.relative($0, from: folder) }
    let guess = path.text.utf8.count <= 200 ? nearest(to: path.text, among: paths) : nil
    let others = paths.isEmpty ? "Content contains no data files" : "data files: " + list(paths)
    return Diagnostic(
      .error, Rule("data-file-missing"), "there is no data file \(quoted(path.text))", at: path.range, in: source,
      help: guess.map { "did you mean \($0)?" } ?? others + "; paths are relative to this folder")
  }
}

extension FieldFindings {
  func keyWithoutCards(_ key: String, at range: SourceRange) -> Diagnostic {
    error(
      "key-unsuitable", "`\(key)` means nothing without a data file", at: range,
      help: "name one, such as cards: data/apps.csv, or remove `\(key)`")
  }

  func delimiterOfJSON(at range: SourceRange) -> Diagnostic {
    error(
      "key-unsuitable", "`delimiter` means nothing for a JSON file", at: range,
      help: "remove `delimiter`: JSON has no columns")
  }
}
