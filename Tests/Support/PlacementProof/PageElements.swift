/// The elements of a page that is well-formed XML, in document order.
struct PageElements {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// nil for the root.
    let parent: Int?
    /// The text directly after the start tag.
    let leadingText: String

    var classes: [Substring] { attributes["class", default: ""].split(separator: " ") }
  }

  private(set) var elements: [Element] = []

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var open: [Int] = []
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      if bytes[start...].starts(with: "<!--".utf8) {
        position = bytes[start...].firstRange(of: Array("-->".utf8))?.upperBound ?? bytes.count
        continue
      }
      guard let end = bytes.endOfTag(from: start) else { break }
      position = end + 1
      let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
      switch bytes[start + 1] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"): break
      case UInt8(ascii: "/"): _ = open.popLast()
      default:
        var words = TagWords(bytes[(start + 1)..<(isEmpty ? end - 1 : end)])
        let text = bytes[position...].prefix { $0 != UInt8(ascii: "<") }
        elements.append(
          Element(
            name: words.name(), attributes: words.attributes(), parent: open.last,
            leadingText: String(decoding: text, as: UTF8.self)))
        if !isEmpty { open.append(elements.count - 1) }
      }
    }
  }

  /// Returns whether an element is inside another.
  func isInside(_ element: Int, _ outer: Int) -> Bool {
    var current = elements[element].parent
    while let index = current, index >= outer {
      if index == outer { return true }
      current = elements[index].parent
    }
    return false
  }

  /// The text after the start tag of an element, or after that of the `bdi` at its start.
  func leadingText(in element: Int) -> String {
    let inner = element + 1
    let isFirst = inner < elements.count && elements[inner].parent == element && elements[inner].name == "bdi"
    return elements[isFirst ? inner : element].leadingText
  }
}

/// A tag without its brackets.
private struct TagWords {
  private var rest: ArraySlice<UInt8>

  init(_ tag: ArraySlice<UInt8>) { rest = tag }

  mutating func name() -> String {
    let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    rest = rest[name.endIndex...]
    return String(decoding: name, as: UTF8.self)
  }

  mutating func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
      let name = name()
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
      guard !name.isEmpty, let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else {
        return attributes
      }
      attributes[name] = decoded(rest[(rest.startIndex + 1)..<end])
      rest = rest[(end + 1)...]
    }
  }

  /// A value with its character references decoded.
  private func decoded(_ value: ArraySlice<UInt8>) -> String {
    let text = String(decoding: value, as: UTF8.self)
    guard value.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    for part in text.split(separator: "&", omittingEmptySubsequences: false) {
      guard !result.isEmpty || part.startIndex != text.startIndex, let end = part.firstIndex(of: ";") else {
        result += part
        continue
      }
      result += character(part[..<end]) + part[part.index(after: end)...]
    }
    return result
  }

  private func character(_ reference: Substring) -> String {
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let text = named[String(reference)] { return text }
    let isHexadecimal = reference.hasPrefix("#x")
    let number = UInt32(reference.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
  }
}

extension [UInt8] {
  /// The position of the `>` that ends a tag, outside of quoted values.
  fileprivate func endOfTag(from start: Int) -> Int? {
    var quote: UInt8?
    for index in start..<count {
      let byte = self[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
    }
    return nil
  }
}
