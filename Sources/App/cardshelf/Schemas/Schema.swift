public import Content
import EmbeddedFiles
import ShelfArrangements
import Themes

/// A kind of file, and its schema for editors.
public enum Schema: String, Sendable, CaseIterable {
  /// The front matter of a card.
  case card
  /// The front matter of a shelf's or section's `_index.md`.
  case shelf
  /// The front matter of a page's `_index.md`.
  case page
  /// `cardshelf.yml`
  case site
  /// `theme.yml`
  case theme
  /// `layout.json`
  case layout

  /// The schema as JSON Schema, draft 2020-12.
  ///
  /// - Parameter slots: the slots of the site's theme.
  public func text(_ slots: SlotTable = .standard) -> String {
    if self == .layout {
      return String(decoding: embeddedFile("Sources/App/cardshelf/Schemas/layout.json"), as: UTF8.self)
    }
    return document(slots).value.text() + "\n"
  }

  /// The paths of keys that have no description.
  package var undescribed: [String] { self == .layout ? [] : document(.standard).undescribed }

  private func document(_ slots: SlotTable) -> (value: JSONValue, undescribed: [String]) {
    var writer = SchemaWriter()
    let head = JSONValue.object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")), ("title", .string(title)),
    ])
    let value: JSONValue
    switch self {
    case .card: value = head.with("anyOf", orNothing(writer.schema(Card.shape(slots), at: "")))
    case .site: value = head.with("anyOf", orNothing(writer.schema(SiteSettings.shape, at: "")))
    case .page:
      var page = IndexFile.shape(of: .page, ContentDeclarations(slots: slots))
      page["kind"] = .word(["page"])
      value = head.with("anyOf", orNothing(writer.schema(page, at: "")))
    case .shelf: value = shelf(head, slots, &writer)
    case .theme:
      let shapes = ThemeShapes(slots)
      let theme = writer.schema(shapes.theme, at: "")
      let definitions = shapes.definitions.map { ($0.name, writer.schema($0.shape, at: $0.name)) }
      value = head.with("$ref", .string("#/$defs/theme"))
        .with("$defs", .object([("theme", theme)] + definitions))
    case .layout: value = head
    }
    return (value, writer.undescribed)
  }

  private var title: String {
    switch self {
    case .card: "Front matter of a Cardshelf card"
    case .shelf: "Front matter of a Cardshelf shelf or section"
    case .page: "Front matter of a Cardshelf page"
    case .site: "cardshelf.yml"
    case .theme: "theme.yml of a Cardshelf theme"
    case .layout: "layout.json"
    }
  }

  /// Allows null: front matter without keys is nothing between two lines of dashes, which is not a mapping.
  private func orNothing(_ schema: JSONValue) -> JSONValue { .array([schema, .object([("type", .string("null"))])]) }

  // MARK: - Shelves

  private func shelf(_ head: JSONValue, _ slots: SlotTable, _ writer: inout SchemaWriter) -> JSONValue {
    var shelf = IndexFile.shape(of: .shelf, ContentDeclarations(slots: slots))
    shelf["kind"] = .word(["shelf"])
    var section = IndexFile.shape(of: .section, ContentDeclarations(slots: slots))
    section["kind"] = .word(["section"])
    let isSection = JSONValue.object([
      ("type", .string("object")),
      ("properties", .object([("kind", .object([("const", .string("section"))]))])), ("required", .strings(["kind"])),
    ])
    let ofShelf = writer.schema(shelf, at: "").with("allOf", .array(rulesOfShelves() + keysNeedCards))
    let ofSection = writer.schema(section, at: "").with("allOf", .array(keysNeedCards))
    return head.with("type", .strings(["object", "null"])).with("if", isSection)
      .with("then", .object([("$ref", .string("#/$defs/section"))]))
      .with("else", .object([("anyOf", orNothing(.object([("$ref", .string("#/$defs/shelf"))])))]))
      .with("$defs", .object([("shelf", ofShelf), ("section", ofSection)]))
  }

  private var filled: JSONValue { .object([("not", .object([("type", .string("null"))]))]) }

  private func when(_ key: String, is value: JSONValue, then consequence: JSONValue) -> JSONValue {
    .object([
      ("if", .object([("properties", .object([(key, value)])), ("required", .strings([key]))])),
      ("then", consequence),
    ])
  }

  private var keysNeedCards: [JSONValue] {
    let isJSON = JSONValue.object([
      ("type", .string("string")), ("pattern", .string("\\.([jJ][sS][oO][nN][lL]?|[nN][dD][jJ][sS][oO][nN])$")),
    ])
    let nothing = JSONValue.object([("type", .string("null"))])
    let ofText = JSONValue.object([("not", .object([("anyOf", .array([nothing, isJSON]))]))])
    return [("delimiter", ofText), ("encoding", filled)].map { key, cards in
      when(
        key, is: .object([]),
        then: .object([("properties", .object([("cards", cards)])), ("required", .strings(["cards"]))]))
    }
  }

  /// Keys that have no meaning in some arrangements.
  private func rulesOfShelves() -> [JSONValue] {
    let keys = Set(standardArrangements.flatMap(\.shelfKeys)).sorted()
    var rules: [JSONValue] = keys.map { key in
      let suiting = standardArrangements.names(suitingShelfKey: key) ?? []
      let isUsual = standardArrangements.first.map { suiting.contains($0.name) } ?? false
      let words = suiting.map { JSONValue.string($0) } + (isUsual ? [.null] : [])
      let arrangement = JSONValue.object([("arrangement", .object([("enum", .array(words))]))])
      return when(
        key, is: filled,
        then: JSONValue.object([("properties", arrangement)])
          .with("required", isUsual ? nil : .strings(["arrangement"])))
    }
    let others = standardArrangements.filter { !$0.isOneRow }.map(\.name)
    let automatic = JSONValue.object([("const", .string("auto"))])
    let anyAutomatic = JSONValue.object([
      ("type", .string("object")),
      ("not", .object([("additionalProperties", .object([("not", automatic)]))])),
    ])
    let noneAutomatic = JSONValue.object([("not", .object([("anyOf", .array([automatic, anyAutomatic]))]))])
    rules.append(
      when(
        "arrangement", is: .object([("enum", .strings(others))]),
        then: .object([("properties", .object([("maxCardHeight", noneAutomatic)]))])))
    let isChosen = JSONValue.object([("not", .object([("enum", .array([.boolean(false), .null]))]))])
    let oneOrTwo = JSONValue.object([("enum", .array([.number(1), .number(2), .null]))])
    rules.append(
      when("columnToggle", is: isChosen, then: .object([("properties", .object([("columns", oneOrTwo)]))])))
    return rules
  }
}
