/// Writes markup that is HTML and well-formed XML at once. Only elements and attributes of its tables can be written,
/// and all text is escaped, so no content can become markup.
struct Markup {
  enum Element: String {
    case a, article, bdi, blockquote, br, code, div, em, figure, h2, h3, h4, h5, h6, hr, i, img, input, kbd, label, li,
      mark, ol, p,
      pre, s
    case section, small, span, strong, sub, sup, u, ul, wbr, b

    var isVoid: Bool {
      switch self {
      case .br, .hr, .img, .input, .wbr: true
      default: false
      }
    }
  }

  enum Attribute: String {
    case alt, checked, dir, height, href, id, lang, loading, name, rel, role, src, start, tabindex, title, type, value
    case width
    case `class`
    case ariaHidden = "aria-hidden"
    case ariaLabelledBy = "aria-labelledby"
  }

  private(set) var bytes: [UInt8] = []

  mutating func open(_ element: Element, _ attributes: [(Attribute, String)] = []) {
    bytes.append(UInt8(ascii: "<"))
    append(raw: element.rawValue)
    for (name, value) in attributes {
      bytes.append(UInt8(ascii: " "))
      append(raw: name.rawValue)
      append(raw: "=\"")
      append(escaping: value.utf8, inAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
    append(raw: element.isVoid ? "/>" : ">")
  }

  mutating func close(_ element: Element) {
    append(raw: "</")
    append(raw: element.rawValue)
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func text(_ string: String) { append(escaping: string.utf8, inAttribute: false) }

  mutating func text(_ slice: ArraySlice<UInt8>) { append(escaping: slice, inAttribute: false) }

  mutating func append(_ other: Markup) { bytes.append(contentsOf: other.bytes) }

  /// A line feed between blocks, where it is not shown.
  mutating func newLine() { bytes.append(0x0A) }

  private mutating func append(raw string: String) { bytes.append(contentsOf: string.utf8) }

  private mutating func append(escaping text: some Collection<UInt8>, inAttribute: Bool) {
    if text.contains(where: mayNeedEscaping) {
      for byte in text { append(escaping: byte, inAttribute: inAttribute) }
    } else {
      bytes.append(contentsOf: text)
    }
  }

  private mutating func append(escaping byte: UInt8, inAttribute: Bool) {
    switch byte {
    case UInt8(ascii: "&"): append(raw: "&amp;")
    case UInt8(ascii: "<"): append(raw: "&lt;")
    case UInt8(ascii: ">"): append(raw: "&gt;")
    case UInt8(ascii: "\"") where inAttribute: append(raw: "&quot;")
    case 0x09, 0x0A, 0x0D: if inAttribute { append(raw: "&#\(byte);") } else { bytes.append(byte) }
    case ..<0x20, 0x7F: break  // No control character may stand in XML.
    default: bytes.append(byte)
    }
  }
}

/// Whether a byte may have to be written otherwise than it is, in a text or an attribute.
private func mayNeedEscaping(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x7F, ..<0x20: true
  default: false
  }
}
