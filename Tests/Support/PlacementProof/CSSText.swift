/// A part of a style sheet without its comments.
struct CSSText {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  var trimmed: CSSText {
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
    let end = bytes.lastIndex { !isSpace($0) } ?? start - 1
    return CSSText(Array(bytes[start..<(end + 1)]))
  }

  /// The parts between commas, except commas in parentheses or brackets and after a backslash.
  var selectors: [CSSText] {
    var parts: [CSSText] = []
    var part: [UInt8] = []
    var depth = 0
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        depth -= 1
      } else if byte == UInt8(ascii: ","), depth == 0 {
        parts.append(CSSText(part).trimmed)
        part = []
        continue
      }
      part.append(byte)
    }
    return parts + [CSSText(part).trimmed]
  }
}

private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }

extension StyleTarget {
  /// nil for every selector of a rule that places nothing.
  init?(_ selector: CSSText) {
    var cursor = SelectorCursor(selector.bytes[...])
    if cursor.take(".") {
      var choice: Choice?
      let shelf = cursor
      if cursor.take("shelf") {
        choice = Choice.allCases.first { cursor.take($0.rawValue + " .") }
        if choice == nil { cursor = shelf }
      }
      guard let name = cursor.name(), cursor.isAtEnd else { return nil }
      self.init(part: .class, id: name, choice: choice)
      return
    }
    // Controls that are elsewhere on the page: in a class, of any of its shelves.
    if cursor.take(":is(:root") {
      guard let choice = cursor.choiceOnPage()?.choice, cursor.skip(past: ") ."), let name = cursor.name(),
        cursor.isAtEnd
      else { return nil }
      self.init(part: .class, id: name, choice: choice)
      return
    }
    var elsewhere: (choice: Choice, controls: ExactID)?
    if cursor.take(":root") {
      elsewhere = cursor.choiceOnPage()
      guard elsewhere != nil, cursor.take(" ") else { return nil }
    }
    guard cursor.take("#"), var id = cursor.name() else { return nil }
    if let elsewhere, elsewhere.controls != ExactID(bytes: id.bytes + "//columns".utf8) { return nil }
    var scope: ExactID?
    let choice = elsewhere?.choice ?? Choice.allCases.first { cursor.take($0.rawValue) }
    if choice != nil {
      scope = id
      if cursor.take(" #") {
        guard let inner = cursor.name() else { return nil }
        id = inner
      }
    }
    guard let part = Part(cursor.rest) else { return nil }
    self.init(part: part, id: id, scope: scope, choice: choice)
  }
}

extension StyleTarget.Part {
  /// Reads the part after an id.
  fileprivate init?(_ rest: String) {
    let head = " .tags>:nth-child("
    switch rest.split(separator: ">", omittingEmptySubsequences: false).map({ $0.trimmingSpaces }).joined(
      separator: ">")
    {
    case "": self = .element
    case ">.cards": self = .list
    case ">.cards>.card": self = .cards
    case ".tags" where rest.hasPrefix(" "): self = .tags
    default:
      guard rest.hasPrefix(head), rest.hasSuffix(")"), let number = Int(rest.dropFirst(head.count).dropLast()),
        number > 0
      else { return nil }
      self = .tag(number)
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// Reads a selector from its start.
private struct SelectorCursor {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { bytes.isEmpty }
  var rest: String { String(decoding: bytes, as: UTF8.self) }

  mutating func take(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    bytes = bytes.dropFirst(text.utf8.count)
    return true
  }

  /// Reads the condition of controls that are outside their shelf, behind `:root`.
  mutating func choiceOnPage() -> (choice: StyleTarget.Choice, controls: ExactID)? {
    let isFirst = take(":not(")
    guard take(":has(#"), let controls = name(), take(" .other:checked)"), !isFirst || take(")") else { return nil }
    return (isFirst ? .first : .other, controls)
  }

  /// - Returns: false if the text does not occur.
  mutating func skip(past text: String) -> Bool {
    while !bytes.isEmpty {
      if take(text) { return true }
      bytes = bytes.dropFirst()
    }
    return false
  }

  /// Reads a name and decodes its escapes (CSS Syntax Module Level 3, section 4.3.11); nil if there is none.
  mutating func name() -> ExactID? {
    var name: [UInt8] = []
    while let byte = bytes.first {
      if byte == UInt8(ascii: "\\") {
        bytes = bytes.dropFirst()
        name += escaped()
      } else if byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      {
        name.append(byte)
        bytes = bytes.dropFirst()
      } else {
        break
      }
    }
    return name.isEmpty ? nil : ExactID(bytes: name)
  }

  private mutating func escaped() -> [UInt8] {
    let digits = bytes.prefix(6).prefix { Character(UnicodeScalar($0)).isHexDigit }
    guard !digits.isEmpty else {
      guard let byte = bytes.popFirst() else { return [] }
      return [byte]
    }
    bytes = bytes[digits.endIndex...]
    if let next = bytes.first, isSpace(next) { bytes = bytes.dropFirst() }
    let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
    let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    return Array(String(Character(scalar)).utf8)
  }
}
