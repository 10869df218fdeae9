/// A piece of markup: a tag, or the text between two.
enum MarkupToken: Equatable {
  case open(String, [String: String])
  case close(String)
  case void(String, [String: String])
  case text(String)
}

struct MalformedMarkup: Error, CustomStringConvertible {
  let description: String
}

/// Parses the XML of pages: elements, double-quoted attributes and escaped text.
///
/// - Throws: a fault if elements do not nest, an attribute is repeated, or a character is not escaped.
func markupTokens(_ markup: String) throws(MalformedMarkup) -> [MarkupToken] {
  var reader = MarkupReader(bytes: Array(markup.utf8))
  return try reader.read()
}

/// The text that remains if elements of some classes are omitted.
func shownText(_ tokens: [MarkupToken], without isHidden: (String, [String: String]) -> Bool) -> String {
  var text = ""
  var hiddenDepth = 0
  for token in tokens {
    switch token {
    case .open(let name, let attributes): if hiddenDepth > 0 || isHidden(name, attributes) { hiddenDepth += 1 }
    case .close: if hiddenDepth > 0 { hiddenDepth -= 1 }
    case .void(let name, let attributes):
      if hiddenDepth == 0, !isHidden(name, attributes), name == "br" { text += "\n" }
    case .text(let part): if hiddenDepth == 0 { text += part }
    }
  }
  return text
}

private struct MarkupReader {
  let bytes: [UInt8]
  var position = 0
  var open: [String] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(MalformedMarkup) -> [MarkupToken] {
    var tokens: [MarkupToken] = []
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") {
        position += 1
        tokens.append(try tag())
      } else {
        tokens.append(.text(try text(upTo: UInt8(ascii: "<"))))
      }
    }
    if let left = open.last { throw MalformedMarkup(description: "\(left) is not closed") }
    return tokens
  }

  private mutating func tag() throws(MalformedMarkup) -> MarkupToken {
    if skip("/") {
      let name = name()
      guard open.popLast() == name, skip(">") else { throw fault("</\(name)> closes something else") }
      return .close(name)
    }
    let name = name()
    guard !name.isEmpty else { throw fault("a < that opens nothing") }
    var attributes: [String: String] = [:]
    while skip(" ") {
      let key = self.name()
      guard !key.isEmpty, skip("=\"") else { throw fault("no attribute") }
      let value = try text(upTo: UInt8(ascii: "\""))
      guard skip("\""), attributes.updateValue(value, forKey: key) == nil else { throw fault("\(key) twice") }
    }
    if skip("/>") { return .void(name, attributes) }
    guard skip(">") else { throw fault("<\(name) does not end") }
    open.append(name)
    return .open(name, attributes)
  }

  private mutating func name() -> String {
    let start = position
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }

  private mutating func text(upTo end: UInt8) throws(MalformedMarkup) -> String {
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != end {
      switch bytes[position] {
      case UInt8(ascii: "&"):
        let reference = [
          "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#9;": "\t", "&#10;": "\n", "&#13;": "\r",
        ]
        .first { skip($0.key) }
        guard let reference else { throw fault("a bare &") }
        text += Array(reference.value.utf8)
        continue
      case UInt8(ascii: "<"), UInt8(ascii: ">"): throw fault("a bare < or >")
      case 0..<0x20 where bytes[position] != 0x0A && bytes[position] != 0x09: throw fault("a control character")
      default: text.append(bytes[position])
      }
      position += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func skip(_ literal: String) -> Bool {
    guard bytes[position...].starts(with: literal.utf8) else { return false }
    position += literal.utf8.count
    return true
  }

  private func fault(_ what: String) -> MalformedMarkup {
    let around = bytes[max(0, position - 40)..<min(bytes.count, position + 20)]
    return MalformedMarkup(description: "\(what) at \(position): …\(String(decoding: around, as: UTF8.self))…")
  }
}
