import Content
import Diagnostics
import Glibc
import TestSupport
import Testing

@testable import cardshelf

/// The documentation names every key.
@Suite struct DocumentedKeyTests {
  @Test(arguments: [
    (Schema.theme, "Themes.md"), (.shelf, "Shelves.md"), (.page, "Shelves.md"), (.card, "Cards.md"),
    (.site, "Configuration.md"),
  ])
  func everyKeyIsNamed(schema: Schema, document: String) throws {
    let text = try Self.text(of: "Documentation/\(document)")
    let keys = Self.keys(of: schema.text())
    #expect(keys.count > 5)
    for key in keys.sorted() {
      #expect(text.contains("`\(key)`") || text.contains("\(key):"), "\(document) does not name `\(key)`")
    }
  }

  /// The reference of `cardshelf.yml` has the description, default and values of each key from the schema, and a
  /// section with an example and with existing rules.
  @Test func settingsAreDescribedAsInTheSchema() throws {
    let page = try Self.text(of: "Documentation/Configuration.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let keys = SiteSettings.shape.keys
    #expect(rows.map { $0.dropFirst(3).prefix { $0 != "`" } }.sorted() == keys.map { Substring($0.name) }.sorted())
    for key in keys {
      let row = try #require(rows.first { $0.hasPrefix("| `\(key.name)` |") })
      let cells = row.split(separator: "|").map { $0.trimmingSpaces }
      let description = try #require(key.description)
      let parts = description.split(separator: " Default: ")
      #expect(cells[1] == parts[0])
      let section = try #require(page.split(separator: "\n### `\(key.name)`\n").dropFirst().first)
      let end = try #require(section.firstRange(of: "\nFindings: "))
      #expect(section[..<end.lowerBound].contains("\n```yaml\n\(key.name):"), "\(key.name) has no example")
      let rules = section[end.upperBound...].prefix { $0 != "\n" }.matches(of: /`([a-z-]+)`/).map { String($0.1) }
      #expect(!rules.isEmpty && rules.allSatisfy { RuleTable.controls[$0] != nil }, "\(key.name): \(rules)")
      if parts.count > 1 { #expect(cells[3] == "`\(parts[1].dropLast())`", "\(key.name)") }
      guard case .word(let words) = key.shape, key.name != "textSize" else { continue }
      #expect(cells[2] == words.map { "`\($0)`" }.joined(separator: ", "), "\(key.name)")
    }
  }

  @Test func findsKeysOfSchemas() {
    let schema = #"{"a": {"properties": {"b": {"type": "c"}, "d": {"properties": {"e": {}, "f": {"enum": ["g"]}}}}}}"#
    #expect(Self.keys(of: schema) == ["b", "d", "e", "f"])
  }

  /// The names in objects called `properties`, at any depth.
  private static func keys(of schema: String) -> Set<String> {
    var keys: Set<String> = []
    // For each open object or list: true if its names are keys.
    var open: [Bool] = []
    var last = ""
    var isName = false
    var characters = schema[...]
    while let character = characters.popFirst() {
      switch character {
      case "\"":
        last = ""
        while let next = characters.popFirst(), next != "\"" {
          if next == "\\" { _ = characters.popFirst() } else { last.append(next) }
        }
        isName = false
      case ":":
        isName = true
        if open.last == true { keys.insert(last) }
      case "{", "[": open.append(character == "{" && isName && last == "properties" && open.last != true)
      case "}", "]": _ = open.popLast()
      case ",": isName = false
      default: break
      }
    }
    return keys
  }

  private static func text(of path: String) throws -> String { try #require(Folder.project.text(of: path)) }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
