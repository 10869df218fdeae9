public import Diagnostics

/// The column that gives a key of a shelf's cards.
public struct DataField: Sendable, Hashable {
  public let key: String
  public let keyRange: SourceRange
  /// nil means that no column gives the key.
  public let column: FieldText?
}

/// Reads the rows of a data file as cards.
///
/// A row is converted to a Markdown file, so that there is one reader of cards and one set of rules; each part of that
/// text knows its place in the data file.
public struct RowReader: Sendable {
  private let table: DataTable
  private let slots: SlotTable
  private let cardKeys: [String]
  /// Columns by the keys of cards, `id` and `body`.
  private let columns: [String: Int]
  /// Columns that can keep a row back, as in the front matter of other programs.
  private let hidingColumns: [Int]
  private let origin: SourceOrigin
  /// The whole lines of each row.
  private let lines: [Range<Int>]

  /// The keys of cards that a row can give.
  public static func keys(_ slots: SlotTable) -> [String] { keys(around: Card.keys(slots)) }

  private static func keys(around cardKeys: [String]) -> [String] { ["id"] + cardKeys + ["body"] }

  /// Determines which column gives which key: the one in the shelf's `fields`, else the one of the same name, in any
  /// case.
  public init(
    _ table: DataTable, for index: IndexFile, slots: SlotTable = .standard, into sink: inout DiagnosticSink
  ) {
    self.table = table
    self.slots = slots
    cardKeys = Card.keys(slots)
    let keys = Self.keys(around: cardKeys)
    origin = SourceOrigin(
      in: table.source, like: nil, start: 0, line: 1, column: SourceOrigin.OriginColumn(), lines: 0..<0, pieces: [])
    lines = wholeLines(around: table.rows.map(\.range), in: table.source.bytes)
    var columns: [String: Int] = [:]
    let names = table.columns.map(\.name)
    for field in index.fields {
      guard let wanted = field.column else { continue }
      if let column = names.firstIndex(of: wanted.text) {
        columns[field.key] = column
      } else if !names.isEmpty {
        sink.report(.columnUnknown(wanted, in: index.source, known: names.filter { !$0.isEmpty }))
      }
    }
    let settled = Set(index.fields.map(\.key))
    var used = Set(columns.values)
    for key in keys where !settled.contains(key) {
      let column = names.firstIndex(of: key) ?? names.firstIndex { $0.lowercased() == key.lowercased() }
      guard let column else { continue }
      columns[key] = column
      used.insert(column)
    }
    hidingColumns = names.indices.filter { !used.contains($0) && Visibility.hasMeaning(names[$0]) }
    used.formUnion(hidingColumns)
    if index.fields.isEmpty {
      var findings = Findings(path: table.source.path)
      for (column, name) in names.enumerated()
      where !name.isEmpty && !used.contains(column) && names.firstIndex(of: name) == column {
        findings.report(
          .columnUnused, .columnUnused(name, at: table.columns[column].range, in: table.source, keys: keys))
      }
      sink.report(contentsOf: findings.all)
    }
    self.columns = columns
  }

  /// - Parameter range: the numbers of rows in the table.
  /// - Complexity: O(length of the rows)
  public func cards(of range: Range<Int>, into sink: inout DiagnosticSink) -> [Card] {
    let wanted = Set(columns.values).union(hidingColumns)
    return range.clamped(to: table.rows.indices).map { number in
      let cells = table.cells(of: table.rows[number], in: wanted)
      var own = DiagnosticSink()
      let card = card(
        ofRow: number, cells: columns.compactMapValues { cells[$0] }, hiding: hidingLines(cells), into: &own)
      if !card.isHidden { sink.report(contentsOf: own.diagnostics) }
      return card
    }
  }

  /// - Parameter cells: by the keys of cards, `id` and `body`.
  private func card(ofRow number: Int, cells: [String: SourceRange], hiding: DataText, into sink: inout DiagnosticSink)
    -> Card
  {
    let source = markdown(ofRow: number, cells: cells, hiding: hiding, into: &sink)
    var card = readCard(source, slots: slots, into: &sink)
    card.row = CardRow(number: number, name: "row-\(number + 1)")
    if let cell = cells["id"] {
      let place = part(cell, ofRow: number)
      // A longer value cannot be a name.
      guard cell.upper - cell.lower <= Self.mostBytes, let text = table.text(of: cell), isCardName(text.trimmed.text)
      else {
        sink.report(.rowID(at: SourceRange(0, cell.upper - cell.lower), in: place, title: card.title?.text))
        card.title = nil
        return card
      }
      card.row?.name = text.trimmed.text
      card.row?.namePlace = place
    } else if let title = card.title, card.slug == nil {
      let name = slug(of: title.text)
      if name.isEmpty {
        sink.report(.rowWithoutID(title, in: source))
        card.title = nil
      } else {
        card.row?.name = name
      }
    }
    return card
  }

  // MARK: - Writing

  /// The limit for a front matter value as it is written: more than front matter can have as a whole.
  private static let mostBytes = 1 << 14
  /// The limit for a body as it is written. A JSON escape takes up to six bytes for one.
  private static let mostBytesOfBody = 6 * MarkdownLimits.bytes + 2

  /// The lines of front matter for the columns that keep a row back.
  private func hidingLines(_ cells: [Int: SourceRange]) -> DataText {
    var text = DataText()
    for column in hidingColumns {
      guard let cell = cells[column], cell.upper - cell.lower <= Self.mostBytes,
        case .text(let value) = table.value(of: cell)
      else { continue }
      let node = YAMLNode(.scalar(String(decoding: value.trimmed.bytes, as: UTF8.self), isPlain: false), range: cell)
      var visibility = Visibility()
      let name = table.columns[column].name
      _ = visibility.take(YAMLEntry(key: name, keyRange: cell, value: node))
      // Any other value is one that no key asks for.
      if visibility == Visibility() { continue }
      text.append("\(plainName(name)): ".utf8, for: cell.lower..<cell.upper)
      text.writeScalar(value.trimmed, isWord: false, at: cell)
      text.append("\n".utf8, for: cell.upper..<cell.upper)
    }
    return text
  }

  /// The row as a Markdown file with front matter.
  private func markdown(
    ofRow number: Int, cells: [String: SourceRange], hiding: DataText, into sink: inout DiagnosticSink
  ) -> SourceText {
    var text = DataText()
    let start = table.rows[number].range.lowerBound..<table.rows[number].range.lowerBound
    text.append("---\n".utf8, for: start)
    for key in cardKeys {
      guard let cell = cells[key] else { continue }
      let length = cell.upper - cell.lower
      if length > Self.mostBytes {
        sink.report(.rowText(key, at: SourceRange(0, length), in: part(cell, ofRow: number)))
        continue
      }
      var written = DataText()
      switch table.value(of: cell) {
      case .text(let value) where key == "tags" && !table.isJSON:
        let separator = UInt8(ascii: value.bytes.contains(UInt8(ascii: ";")) ? ";" : ",")
        let tags = value.split(at: separator)
        if tags.isEmpty { continue }
        written.writeList(tags, at: cell)
      case .text(let value):
        let value = value.trimmed
        if value.bytes.isEmpty { continue }
        written.writeScalar(value, isWord: Card.wordKeys.contains(key), at: cell)
      case .list(let items): written.writeList(items, at: cell)
      case .mapping: written.append("{}".utf8, for: cell.lower..<cell.upper)
      }
      text.append("\(key): ".utf8, for: cell.lower..<cell.upper)
      text.append(written)
      text.append("\n".utf8, for: cell.upper..<cell.upper)
    }
    text.append(hiding)
    text.append("---\n".utf8, for: start)
    if let cell = cells["body"] {
      let (length, place) = (cell.upper - cell.lower, part(cell, ofRow: number))
      if !table.isText(cell) {
        sink.report(.rowBody(at: SourceRange(0, length), in: place))
      } else if length > Self.mostBytesOfBody {
        sink.report(.rowBodyTooLarge(at: SourceRange(0, length), in: place))
      } else if let body = table.text(of: cell) {
        text.append(body)
      }
    }
    return SourceText(bytes: text.bytes, origin: origin(ofRow: number, pieces: text.pieces))
  }

  /// The source range of part of a row.
  private func part(_ range: SourceRange, ofRow number: Int) -> SourceText {
    let piece = SourceOrigin.OriginPiece(start: 0, place: range.lower, length: range.upper - range.lower)
    return SourceText(bytes: [], origin: origin(ofRow: number, pieces: [piece]))
  }

  private func origin(ofRow number: Int, pieces: [SourceOrigin.OriginPiece]) -> SourceOrigin {
    let row = table.rows[number]
    return SourceOrigin(
      in: table.source, like: origin, start: row.range.lowerBound, line: row.line, column: row.column,
      lines: lines[number], pieces: pieces)
  }
}

/// The whole lines of the ranges, without the end of the last line.
///
/// - Parameter ranges: ascending, none inside another.
/// - Complexity: O(bytes), even if all ranges are in one line.
private func wholeLines(around ranges: [Range<Int>], in bytes: [UInt8]) -> [Range<Int>] {
  var start = 0
  var end = 0
  var offset = 0
  return ranges.map { range in
    while offset < range.lowerBound {
      if bytes[offset] == 0x0A { start = offset + 1 }
      offset += 1
    }
    if end < range.upperBound { end = bytes[range.upperBound...].firstIndex(of: 0x0A) ?? bytes.count }
    return start..<end
  }
}

extension Card {
  /// The keys of front matter, recorded from the reader.
  static func keys(_ slots: SlotTable) -> [String] { shape(slots).keys.map(\.name) }

  /// The keys whose values are numbers and words without quotes.
  static let wordKeys: Set = ["weight", "draft", "span", "breakBefore"]
}

extension DataText {
  fileprivate mutating func append(_ other: DataText) {
    for (index, piece) in other.pieces.enumerated() {
      let end = index + 1 < other.pieces.count ? other.pieces[index + 1].start : other.bytes.count
      append(other.bytes[piece.start..<end], for: piece.place..<piece.place + piece.length)
    }
  }

  /// - Parameter range: the place of the value in the file.
  fileprivate mutating func writeScalar(_ value: DataText, isWord: Bool, at range: SourceRange) {
    let word = String(decoding: value.bytes, as: UTF8.self)
    if isWord, value.bytes.allSatisfy({ isWordByte($0) }) {
      // Spreadsheets write TRUE.
      let lowercased = word.lowercased()
      let isBoolean = lowercased == "true" || lowercased == "false"
      return append((isBoolean ? lowercased : word).utf8, for: range.lower..<range.upper)
    }
    append("\"".utf8, for: range.lower..<range.lower)
    writeQuoted(value)
    append("\"".utf8, for: range.upper..<range.upper)
  }

  fileprivate mutating func writeList(_ tags: [DataText], at range: SourceRange) {
    writeList(range, tags) { text, tag in
      let first = tag.place(of: 0)?.place ?? range.lower
      let last = tag.place(of: max(0, tag.bytes.count - 1)).map { $0.place + min(1, $0.length) } ?? first
      text.writeScalar(tag, isWord: false, at: SourceRange(first, max(first, last)))
    }
  }

  fileprivate mutating func writeList(_ items: [DataTable.CellValue.CellItem], at range: SourceRange) {
    writeList(range, items) { text, item in
      switch item.value {
      case .text(let value): text.writeScalar(value, isWord: false, at: item.range)
      case .list: text.append("[]".utf8, for: item.range.lower..<item.range.upper)
      case .mapping: text.append("{}".utf8, for: item.range.lower..<item.range.upper)
      }
    }
  }

  private mutating func writeList<Item>(
    _ range: SourceRange, _ items: [Item], write: (inout DataText, Item) -> Void
  ) {
    append("[".utf8, for: range.lower..<range.lower)
    for (index, item) in items.enumerated() {
      if index > 0 { append(", ".utf8, for: range.lower..<range.lower) }
      write(&self, item)
    }
    append("]".utf8, for: range.upper..<range.upper)
  }

  /// Writes the content of a double-quoted scalar of YAML.
  private mutating func writeQuoted(_ value: DataText) {
    for (index, piece) in value.pieces.enumerated() {
      let end = index + 1 < value.pieces.count ? value.pieces[index + 1].start : value.bytes.count
      let isVerbatim = end - piece.start == piece.length
      var start = piece.start
      var run: [UInt8] = []
      func place(_ offset: Int) -> Int { piece.place + (isVerbatim ? offset - piece.start : 0) }
      func placeEnd(_ offset: Int) -> Int { isVerbatim ? place(offset) : piece.place + piece.length }
      var offset = piece.start
      for scalar in String(decoding: value.bytes[piece.start..<end], as: UTF8.self).unicodeScalars {
        let width = UTF8.width(scalar)
        if let escape = escape(of: scalar) {
          if !run.isEmpty { append(run, for: place(start)..<placeEnd(offset)) }
          append(escape.utf8, for: place(offset)..<placeEnd(offset + width))
          run = []
          start = offset + width
        } else {
          run += Array(String(scalar).utf8)
        }
        offset += width
      }
      if !run.isEmpty { append(run, for: place(start)..<placeEnd(offset)) }
    }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The YAML escape for a character that is not allowed between quotes (YAML 1.1, section 5.6).
  private func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case ..<0x20, 0x7F..<0xA0: "\\x" + hexadecimal(scalar.value, digits: 2)
    case 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: "\\u" + hexadecimal(scalar.value, digits: 4)
    default: nil
    }
  }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// Returns whether a text can be the name of a card, as a file name can.
func isCardName(_ text: String) -> Bool {
  !text.isEmpty && !text.hasPrefix(".") && text.utf8.count <= 200 && !text.utf8.contains(UInt8(ascii: "/"))
    && ContentPath.unsuitable(in: text).isEmpty && ContentPath.joining(text) == nil
}

/// The id of a row according to its title: its letters and digits in lower case, with one hyphen for everything between
/// them.
///
/// - Returns: an empty text if there are none.
/// - Complexity: O(length)
public func cardName(ofTitle title: String) -> String { slug(of: title) }

func slug(of title: String) -> String {
  var slug = ""
  var length = 0
  var isGap = false
  for scalar in title.lowercased().unicodeScalars where length < ContentLimits.slugLength {
    let properties = scalar.properties
    let isMark: Bool
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: isMark = true
    default: isMark = false
    }
    if properties.isAlphabetic || properties.numericType != nil || isMark {
      if isMark, slug.isEmpty || isGap { continue }
      if isGap { slug += "-" }
      isGap = false
      slug.unicodeScalars.append(scalar)
      length += 1
    } else {
      isGap = !slug.isEmpty
    }
  }
  return slug
}
