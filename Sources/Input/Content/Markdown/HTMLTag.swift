import Diagnostics

/// A tag of HTML as it is written.
struct HTMLTag {
  let name: String
  let isClosing: Bool
  private let attributes: [(name: String, value: String)]

  /// Reads a tag that begins at an index; nil if there is none.
  ///
  /// - Returns: the tag, and the index behind it.
  static func read(in bytes: ArraySlice<UInt8>, at start: Int) -> (tag: HTMLTag, end: Int)? {
    // Tags without an end would be read to the end of the text, each of them.
    let bytes = bytes[start..<min(bytes.endIndex, start + mostBytes)]
    var index = start + 1
    func byte() -> UInt8 { index < bytes.endIndex ? bytes[index] : 0 }
    func skipSpace() { while index < bytes.endIndex, bytes[index] <= 0x20 { index += 1 } }
    func word(_ isPart: (UInt8) -> Bool) -> String {
      let first = index
      while index < bytes.endIndex, isPart(bytes[index]) { index += 1 }
      return String(decoding: bytes[first..<index], as: UTF8.self)
    }
    guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "<") else { return nil }
    let isClosing = byte() == UInt8(ascii: "/")
    if isClosing { index += 1 }
    guard isAlphanumeric(byte()), !(0x30...0x39).contains(byte()) else { return nil }
    let name = word { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }.lowercased()
    var attributes: [(String, String)] = []
    while true {
      skipSpace()
      switch byte() {
      case UInt8(ascii: ">"):
        return (HTMLTag(name: name, isClosing: isClosing, attributes: attributes), index + 1)
      case UInt8(ascii: "/"): index += 1
      case 0, UInt8(ascii: "<"): return nil
      default:
        let key = word { $0 > 0x20 && !"=/>".utf8.contains($0) }
        if key.isEmpty {
          index += 1
          continue
        }
        skipSpace()
        guard byte() == UInt8(ascii: "=") else {
          attributes.append((key.lowercased(), ""))
          continue
        }
        index += 1
        skipSpace()
        let quote = byte()
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          index += 1
          let value = word { $0 != quote }
          index += 1
          attributes.append((key.lowercased(), value))
        } else {
          attributes.append((key.lowercased(), word { $0 > 0x20 && $0 != UInt8(ascii: ">") }))
        }
      }
    }
  }

  subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }.map { HTMLText.decoded($0.value[...]) }
  }

  /// The picture that an `img` shows.
  func image(at range: SourceRange) -> Inline? {
    guard name == "img", let source = self["src"], let target = LinkTarget(source) else { return nil }
    let width = self["width"].flatMap { Int($0.prefix { $0.isNumber }) }.flatMap { (1...4000).contains($0) ? $0 : nil }
    return Inline(.image(target, title: "", alt: collapsed(self["alt"] ?? ""), width: width), range: range)
  }

  private static let mostBytes = 4096

  /// Returns whether a tag of this name can be left out, or has a meaning in Markdown.
  static func isHarmless(_ name: String) -> Bool {
    transparent.contains(name) || HTMLTag(name: name, isClosing: false, attributes: []).span != nil
  }

  /// The span that a pair of tags of this name makes.
  var span: Inline.InlineSpan? {
    switch name {
    case "del", "strike": .strikethrough
    case "ins": .underline
    case "samp", "tt", "var": .code
    case "cite", "dfn": .emphasis
    default: Inline.InlineSpan(rawValue: name)
    }
  }

  /// Tags that can be left out, because what is between them is text.
  static let transparent: Set = [
    "a", "abbr", "acronym", "address", "article", "aside", "bdi", "bdo", "big", "blockquote", "caption", "center",
    "cite", "col", "colgroup", "data", "dd", "del", "details", "dfn", "dir", "div", "dl", "dt", "figcaption", "figure",
    "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "img", "ins", "label", "legend",
    "li",
    "main", "nav", "nobr", "ol", "p", "picture", "pre", "q", "samp", "section", "source", "span", "strike", "summary",
    "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "ul", "var",
  ]

  /// Elements that are left out with what is in them.
  static let opaque: Set = [
    "script", "style", "template", "svg", "math", "object", "embed", "applet", "canvas", "form", "input", "button",
    "select", "textarea", "noscript", "head", "title", "map", "frameset", "datalist",
  ]

  /// Elements that show something from elsewhere, to which a link leads instead.
  static let frames: Set = ["iframe", "video", "audio"]
}

/// Text between tags.
enum HTMLText {
  /// The text with its entities as characters.
  static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "&") {
        if let entity = NumericEntity(in: bytes, at: index, upTo: bytes.count),
          let scalar = Unicode.Scalar(entity.value), !isControl(scalar)
        {
          result += Array(String(scalar).utf8)
          index = entity.end
          continue
        }
        if let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
          let character = characters[String(decoding: bytes[index + 1..<end], as: UTF8.self)]
        {
          result += Array(character.utf8)
          index = end + 1
          continue
        }
      }
      result.append(bytes[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The entities that people write.
  private static let characters: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
    "trade": "™",
    "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«",
    "raquo": "»", "times": "×", "deg": "°", "frac12": "½", "frac14": "¼", "euro": "€", "pound": "£", "middot": "·",
    "bull": "•", "rarr": "→", "larr": "←", "check": "✓", "eacute": "é", "egrave": "è", "agrave": "à", "uuml": "ü",
    "ouml": "ö", "auml": "ä", "szlig": "ß", "ccedil": "ç", "ntilde": "ñ",
  ]
}
