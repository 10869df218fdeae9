import Diagnostics

/// Texts with entities of HTML.
extension HTMLText {
  /// The text with its entities as characters, which may be any of HTML's: `C&oacute;mo`. Nil if there are none.
  ///
  /// - Complexity: O(length)
  static func resolved(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "&"), let end = bytes[index...].prefix(40).firstIndex(of: UInt8(ascii: ";")),
        let characters = characters(of: bytes[index...end])
      {
        result += Array(characters.utf8)
        index = end + 1
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result == bytes ? nil : String(decoding: result, as: UTF8.self)
  }

  /// The characters for an entity, as libcmark reads it; nil if there is no such entity.
  private static func characters(of entity: ArraySlice<UInt8>) -> String? {
    let name = entity.dropFirst().dropLast()
    guard !name.isEmpty,
      name.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x23 })
    else { return nil }
    var sink = DiagnosticSink()
    // The letters keep libcmark from taking white space away.
    let source = SourceText(path: "", bytes: Array("a".utf8) + entity + Array("a".utf8))
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    guard case .paragraph(let content)? = document.blocks.first?.kind else { return nil }
    let text = plainText(of: content)
    guard text.hasPrefix("a"), text.hasSuffix("a"), text.utf8.count > 2 else { return nil }
    let characters = String(text.dropFirst().dropLast())
    return characters.utf8.elementsEqual(entity) || characters.unicodeScalars.contains(where: isControl)
      ? nil : characters
  }
}
