import Glibc
import Schemas
import Testing

/// Every key that may be written is named in the document that is about it.
@Suite struct DocumentedKeyTests {
  @Test(arguments: [
    (Schema.theme, "Themes.md"), (.shelf, "Shelves.md"), (.page, "Shelves.md"), (.card, "Cards.md"),
  ])
  func everyKeyIsNamed(schema: Schema, document: String) throws {
    let text = try Self.text(of: "Documentation/\(document)")
    let keys = Self.keys(of: schema.text)
    #expect(keys.count > 5)
    for key in keys.sorted() {
      #expect(text.contains("`\(key)`") || text.contains("\(key):"), "\(document) does not name `\(key)`")
    }
  }

  @Test func keysAreThoseOfProperties() {
    let schema = #"{"a": {"properties": {"b": {"type": "c"}, "d": {"properties": {"e": {}, "f": {"enum": ["g"]}}}}}}"#
    #expect(Self.keys(of: schema) == ["b", "d", "e", "f"])
  }

  /// The names in objects called `properties`, however deep.
  private static func keys(of schema: String) -> Set<String> {
    var keys: Set<String> = []
    // Of the open objects and lists: whether their names are keys.
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

  private static func text(of path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let file = try #require(fopen("\(root)/\(path)", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
