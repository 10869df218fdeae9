public import Diagnostics

/// The column that gives a key of a shelf's cards.
public struct DataField: Sendable, Hashable {
  public let key: String
  public let keyRange: SourceRange
  /// The column; nil means that no column gives the key.
  public let column: FieldText?
}

/// Reads the rows of a data file as cards.
///
/// The values of a row are read like those of front matter, so that there is one reader of cards and one set of rules.
public struct RowReader: Sendable {
  private let table: DataTable
  private let slots: SlotTable
  /// The columns that give keys of cards, in the order of the keys.
  private let columns: [(key: String, column: Int)]
  private let columnOfIDs: Int?
  private let columnOfBodies: Int?
  /// Columns that can keep a row back, as in the front matter of other programs.
  private let hidingColumns: [Int]
  /// The columns that are read.
  private let used: Set<Int>
  private let origin: SourceOrigin
  /// The whole lines of each row.
  private let lines: [Range<Int>]

  /// The keys of cards that a row can give.
  public static func keys(_ slots: SlotTable) -> [String] { keys(around: Card.keys(slots)) }

  private static func keys(around cardKeys: [String]) -> [String] { ["id"] + cardKeys + ["body"] }

  /// Determines which column gives which key: the one in the shelf's `fields`, else the one with the same name,
  /// ignoring case.
  public init(
    _ table: DataTable, for index: IndexFile, slots: SlotTable = .standard, into sink: inout DiagnosticSink
  ) {
    self.table = table
    self.slots = slots
    let cardKeys = Card.keys(slots)
    let keys = Self.keys(around: cardKeys)
    origin = SourceOrigin(in: table.source, lines: 0..<0)
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
    self.used = used
    self.columns = cardKeys.compactMap { key in columns[key].map { (key, $0) } }
    columnOfIDs = columns["id"]
    columnOfBodies = columns["body"]
  }

  /// - Parameter range: the numbers of rows in the table.
  /// - Complexity: O(length of the rows)
  public func cards(of range: Range<Int>, into sink: inout DiagnosticSink) -> [Card] {
    range.clamped(to: table.rows.indices).map { number in
      var own = DiagnosticSink()
      let card = card(ofRow: number, into: &own)
      if !card.isHidden { sink.report(contentsOf: own.diagnostics) }
      return card
    }
  }

  private func card(ofRow number: Int, into sink: inout DiagnosticSink) -> Card {
    let cells = table.cells(of: table.rows[number], in: used)
    let (row, source) = row(number, cells, into: &sink)
    var draft = CardDraft(row, of: source, slots: slots, into: &sink)
    draft.parseBody(into: &sink)
    var card = draft.finish(into: &sink)
    do throws(Diagnostic) {
      card.row = try named(row, card, columnOfIDs.flatMap { cells[$0] })
    } catch {
      sink.report(error)
      card.title = nil
    }
    return card
  }

  /// The row with its id, or with a name that is made from the card's title.
  private func named(_ row: CardRow, _ card: Card, _ cell: SourceRange?) throws(Diagnostic) -> CardRow {
    var row = row
    if let cell, let range = row.nameRange {
      // A longer value cannot be a name.
      guard cell.upper - cell.lower <= Self.mostBytes, let name = table.text(of: cell)?.trimmed.text, isCardName(name)
      else { throw .rowID(at: range, in: card.source, title: card.title?.text) }
      row.name = name
    } else if let title = card.title, card.slug == nil {
      row.name = slug(of: title.text)
      if row.name.isEmpty { throw .rowWithoutID(title, in: card.source) }
    }
    return row
  }

  // MARK: - Values

  /// The limit for a value as it is written: more than front matter can have as a whole.
  private static let mostBytes = 1 << 14
  /// The limit for a body as it is written. A JSON escape takes up to six bytes for one.
  private static let mostBytesOfBody = 6 * MarkdownLimits.bytes + 2

  /// The values of a row, and the texts in which they have their ranges.
  private func row(_ number: Int, _ cells: [Int: SourceRange], into sink: inout DiagnosticSink)
    -> (row: CardRow, source: SourceText)
  {
    var text = DataText()
    let start = table.rows[number].range.lowerBound
    // Findings about the row as a whole are at its start.
    text.append("\n".utf8, for: start..<start)
    var values: [YAMLEntry] = []
    for (key, column) in columns {
      guard let cell = cells[column] else { continue }
      if cell.upper - cell.lower > Self.mostBytes {
        sink.report(.rowText(key, at: cell, in: file(aroundRow: number)))
      } else if let value = value(of: cell, for: key, to: &text) {
        values.append(YAMLEntry(key: key, keyRange: value.range, value: value))
      }
    }
    for column in hidingColumns {
      guard let cell = cells[column], cell.upper - cell.lower <= Self.mostBytes,
        let written = table.text(of: cell)?.trimmed
      else { continue }
      let key = plainName(table.columns[column].name)
      var visibility = Visibility()
      let value = YAMLNode(.scalar(written.text, isPlain: false), range: cell)
      _ = visibility.take(YAMLEntry(key: key, keyRange: cell, value: value))
      // No key asks for any other value.
      if visibility == Visibility() { continue }
      let node = text.append(written, of: cell)
      values.append(YAMLEntry(key: key, keyRange: node.range, value: node))
    }
    let name = columnOfIDs.flatMap { cells[$0] }.map { text.appendValue(of: $0) { _ in .mapping([]) }.range }
    let end = text.bytes.count
    if let cell = columnOfBodies.flatMap({ cells[$0] }) {
      if !table.isText(cell) {
        sink.report(.rowBody(at: cell, in: file(aroundRow: number)))
      } else if cell.upper - cell.lower > Self.mostBytesOfBody {
        sink.report(.rowBodyTooLarge(at: cell, in: file(aroundRow: number)))
      } else if let body = table.text(of: cell) {
        text.append(body)
      }
    }
    return (
      CardRow(
        number: number, name: "row-\(number + 1)", nameRange: name,
        values: YAMLNode(.mapping(values), range: SourceRange(0, end)), body: SourceRange(end, text.bytes.count)),
      SourceText(bytes: text.bytes, origin: origin(ofRow: number, pieces: text.pieces))
    )
  }

  /// The value of a cell; nil if the cell contains only white space.
  private func value(of cell: SourceRange, for key: String, to text: inout DataText) -> YAMLNode? {
    guard let written = table.text(of: cell) else { return table.list(of: cell, to: &text) }
    if key == "tags", !table.isJSON {
      let separator = UInt8(ascii: written.bytes.contains(UInt8(ascii: ";")) ? ";" : ",")
      let tags = written.split(at: separator)
      if tags.isEmpty { return nil }
      return text.appendValue(of: cell) { text in .sequence(tags.map { text.append($0, of: $0.range) }) }
    }
    let trimmed = written.trimmed
    if trimmed.bytes.isEmpty { return nil }
    guard Card.wordKeys.contains(key), trimmed.bytes.count <= 5 else { return text.append(trimmed, of: cell) }
    if trimmed.text == "null" { return nil }
    // Spreadsheets write TRUE.
    let word = trimmed.text.lowercased()
    return text.append(trimmed, of: cell, as: word == "true" || word == "false" ? word : nil)
  }

  // MARK: - Locations

  private func file(aroundRow number: Int) -> SourceText {
    SourceText(bytes: [], origin: origin(ofRow: number, pieces: []))
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
/// - Parameter ranges: ascending ranges, none inside another.
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

  /// The keys whose values are numbers and words.
  static let wordKeys: Set = [
    "weight", "draft", "span", "breakBefore", "page", "cardWidth", "height", "imageWidth", "imageHeight",
  ]
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
