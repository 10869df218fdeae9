/// A guess of which columns of a table give which keys of cards.
public struct FieldGuess: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public let key: String
    public let column: String
    /// The reason why the column is not used although its name fits; nil if it is used.
    public let doubt: String?
  }

  /// The guessed fields, in the order of ``RowReader/keys(_:)``.
  public private(set) var fields: [Field] = []
  /// The columns that give no key.
  public private(set) var unused: [String] = []

  /// Uses the names of the columns and, for keys that allow only some values, their content. Columns of objects, lists or
  /// booleans give nothing; lists of texts can be tags.
  ///
  /// - Complexity: O(size of the table).
  public init(_ table: DataTable) {
    let contents = ColumnContent.all(of: table)
    let named = table.columns.indices.filter { !table.columns[$0].name.isEmpty }
    var free = named.filter { contents[$0] != .other }
    var found: [String: Field] = [:]
    for rank in 0..<(names.map(\.names.count).max() ?? 0) + 1 {
      for (key, names) in names where found[key] == nil {
        // All names are first compared with whole column names, then with single words in them.
        let column = free.first { column in
          if contents[column] == .lists, key != "tags" { return false }
          let words = words(of: table.columns[column].name)
          return rank < names.count
            ? words.joined() == names[rank] : !Set(names).isDisjoint(with: words) && words.count > 1
        }
        guard let column else { continue }
        let doubt = doubt(about: key, in: table, column: column)
        found[key] = Field(key: key, column: table.columns[column].name, doubt: doubt)
        if doubt == nil { free.removeAll { $0 == column } }
      }
    }
    // A card needs a title: the first column with text is the best guess.
    if found["title"] == nil, let first = free.first(where: { contents[$0] == .texts }) {
      found["title"] = Field(key: "title", column: table.columns[first].name, doubt: nil)
    }
    fields = RowReader.keys(.standard).compactMap { found[$0] }
    let used = Set(fields.filter { $0.doubt == nil }.map(\.column))
    unused = named.map { table.columns[$0].name }.filter { !used.contains($0) }
  }

  /// The first column that can give the ids of cards; nil if none has a different name in each row.
  ///
  /// - Complexity: O(size of the table).
  public static func columnOfIDs(in table: DataTable) -> String? {
    table.columns.indices.first {
      !table.columns[$0].name.isEmpty && Content.doubt(about: "id", in: table, column: $0) == nil
    }
    .map { table.columns[$0].name }
  }

  /// Returns the guess without a key, because with its column the cards cannot be built.
  public func without(_ key: String, because doubt: String) -> FieldGuess {
    fields.first { $0.key == key }.map { with(Field(key: key, column: $0.column, doubt: doubt)) } ?? self
  }

  /// Returns the guess with a field in place of the one with the same key.
  public func with(_ field: Field) -> FieldGuess {
    var guess = self
    guess.fields = fields.map { $0.key == field.key ? field : $0 }
    return guess
  }

  /// Returns the guess with another column for the ids of cards.
  public func withIDs(from column: String) -> FieldGuess {
    var guess = self
    guess.fields.removeAll { $0.key == "id" }
    guess.fields.insert(Field(key: "id", column: column, doubt: nil), at: 0)
    guess.unused.removeAll { $0 == column }
    return guess
  }
}

/// Common names of the keys, the most likely first. The title comes first, so that no other key takes its column.
private let names: [(key: String, names: [String])] = [
  ("title", ["title", "name", "heading", "label", "product", "app", "titel", "nom"]),
  ("id", ["id", "slug", "key", "package", "identifier", "sku", "isbn"]),
  (
    "subtitle",
    ["subtitle", "tagline", "publisher", "author", "artist", "developer", "vendor", "brand", "company", "director"]
  ),
  (
    "body", ["body", "description", "text", "details", "summary", "about", "abstract", "synopsis", "overview", "notes"]
  ),
  ("tags", ["tags", "categories", "category", "genres", "genre", "keywords", "topics", "labels"]),
  ("image", ["image", "icon", "picture", "photo", "cover", "poster", "thumbnail", "logo", "artwork"]),
  ("imageAlt", ["imagealt", "alt", "alttext"]),
  ("link", ["link", "url", "website", "homepage", "href", "web"]),
  ("eyebrow", ["eyebrow", "kind", "type", "kicker", "platform"]),
  ("footer", ["footer", "price", "license", "licence", "version", "size", "rating", "year", "published"]),
  ("date", ["date", "released", "updated", "created"]),
  ("weight", ["weight", "order", "position", "rank"]),
  ("lang", ["lang", "language"]),
]

/// The kind of values in the cells of a column.
private enum ColumnContent {
  case texts
  /// Texts and lists of texts.
  case lists
  /// Objects, lists of other values, or nothing but `true` and `false`.
  case other

  /// - Complexity: O(size of the table).
  static func all(of table: DataTable) -> [ColumnContent] {
    let columns = Set(table.columns.indices)
    var contents = [ColumnContent](repeating: .texts, count: columns.count)
    var isBoolean = [Bool?](repeating: nil, count: columns.count)
    for row in table.rows {
      for (column, cell) in table.cells(of: row, in: columns) where contents[column] != .other {
        if let word = table.text(of: cell)?.trimmed.text.lowercased() {
          if word.isEmpty { continue }
          isBoolean[column] = isBoolean[column] != false && ["true", "false", "yes", "no"].contains(word)
        } else {
          var texts = DataText()
          contents[column] = table.list(of: cell, to: &texts).isListOfTexts ? .lists : .other
        }
      }
    }
    return zip(contents, isBoolean).map { $1 == true && $0 == .texts ? .other : $0 }
  }
}

extension YAMLNode {
  fileprivate var isListOfTexts: Bool {
    guard case .sequence(let items) = value else { return false }
    return items.allSatisfy { if case .scalar = $0.value { true } else { false } }
  }
}

private func words(of name: String) -> [String] {
  slug(of: name).split(separator: "-").map(String.init)
}

private func doubt(about key: String, in table: DataTable, column: Int) -> String? {
  let texts = table.rows.compactMap { row -> String? in
    guard let trimmed = table.text(of: row, inColumn: column)?.trimmed.text else { return nil }
    return trimmed.isEmpty ? nil : trimmed
  }
  switch key {
  case "id":
    let isWhole = texts.count == table.rowCount && Set(texts).count == texts.count && texts.allSatisfy(isCardName)
    return isWhole ? nil : "some of its values are not names, missing, or duplicates"
  case "image": return "put the pictures next to the data file first"
  case "link":
    let isLink = texts.allSatisfy { LinkTarget($0)?.kind == .absolute }
    return isLink ? nil : "some of its values are not addresses such as https://example.org/"
  case "date":
    let isDay = texts.allSatisfy { text in
      do { return try CalendarDate.reading(text).year > 0 } catch { return false }
    }
    return isDay ? nil : "some of its values are not dates such as 2025-07-31"
  case "weight":
    let isNumber = texts.allSatisfy { text in
      NumberNotation(text) != nil && Double(text).map { (-1_000_000...1_000_000).contains($0) } ?? false
    }
    return isNumber ? nil : "some of its values are not numbers"
  case "lang":
    return texts.allSatisfy(isLanguageTag) ? nil : "some of its values are not language tags such as en or pt-BR"
  default: return nil
  }
}
