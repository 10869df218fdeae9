import CardLayout
import Diagnostics
import TextLayout

/// Writes markup that is both HTML and well-formed XML. Only elements and attributes in its tables can be written, and
/// all text is escaped, so content can never become markup.
struct Markup {
  enum MarkupElement {
    case a, article, bdi, blockquote, br, code, col, colgroup, div, em, figure, h2, h3, h4, h5, h6, hr, i, img, input,
      kbd, label, li,
      mark, ol, p, picture,
      pre, s
    case section, small, source, span, strong, sub, sup, table, tbody, td, th, thead, tr, u, ul, wbr, b

    var isVoid: Bool {
      switch self {
      case .br, .col, .hr, .img, .input, .source, .wbr: true
      default: false
      }
    }
  }

  enum MarkupAttribute {
    case alt, checked, dir, fetchPriority, height, hidden, href, id, lang, loading, media, name, referrerPolicy, rel,
      role, sizes,
      src, srcset,
      start, tabindex, title, type, value
    case width
    case `class`
    case ariaHidden
    case ariaLabelledBy
  }

  private(set) var bytes: [UInt8] = []
  /// The gaps, in ascending order of offset.
  private(set) var gaps: [PictureGap] = []

  // MARK: Elements

  mutating func open(_ element: MarkupElement, _ attributes: [(MarkupAttribute, String)]) {
    begin(element)
    for (name, value) in attributes { attribute(name, value) }
    end(element)
  }

  /// Opens an element without attributes.
  mutating func open(_ element: MarkupElement) {
    let name = element.name
    bytes.append(room: name.utf8CodeUnitCount + 3) { cursor in
      cursor.append(UInt8(ascii: "<"))
      cursor.append(name)
      if element.isVoid { cursor.append("/>") } else { cursor.append(UInt8(ascii: ">")) }
    }
  }

  mutating func open(_ element: MarkupElement, class value: StaticString) {
    let name = element.name
    bytes.append(room: name.utf8CodeUnitCount + value.utf8CodeUnitCount + 12) { cursor in
      cursor.append(UInt8(ascii: "<"))
      cursor.append(name)
      cursor.append(" class=\"")
      cursor.append(value)
      if element.isVoid { cursor.append("\"/>") } else { cursor.append("\">") }
    }
  }

  /// Writes the start of a tag and of its class, which ends in a number; more classes may follow.
  mutating func begin(_ element: MarkupElement, class prefix: StaticString, _ number: Int) {
    let name = element.name
    bytes.append(room: name.utf8CodeUnitCount + prefix.utf8CodeUnitCount + ByteCursor.mostBytesOfNumber + 9) { cursor in
      cursor.append(UInt8(ascii: "<"))
      cursor.append(name)
      cursor.append(" class=\"")
      cursor.append(prefix)
      cursor.append(decimal: number)
    }
  }

  mutating func close(_ element: MarkupElement) {
    let name = element.name
    bytes.append(room: name.utf8CodeUnitCount + 3) { cursor in
      cursor.append("</")
      cursor.append(name)
      cursor.append(UInt8(ascii: ">"))
    }
  }

  /// Writes the start of a tag, before its attributes.
  mutating func begin(_ element: MarkupElement) {
    let name = element.name
    bytes.append(room: name.utf8CodeUnitCount + 1) { cursor in
      cursor.append(UInt8(ascii: "<"))
      cursor.append(name)
    }
  }

  /// Writes the end of a tag, after its attributes.
  mutating func end(_ element: MarkupElement) {
    if element.isVoid { bytes.append("/>") } else { bytes.append(UInt8(ascii: ">")) }
  }

  // MARK: Attributes

  mutating func attribute(_ name: MarkupAttribute, _ value: String) {
    begin(name)
    self.value(value)
    endAttribute()
  }

  mutating func attribute(_ attribute: MarkupAttribute, literal value: StaticString) {
    let name = attribute.name
    bytes.append(room: name.utf8CodeUnitCount + value.utf8CodeUnitCount + 4) { cursor in
      cursor.append(UInt8(ascii: " "))
      cursor.append(name)
      cursor.append("=\"")
      cursor.append(value)
      cursor.append(UInt8(ascii: "\""))
    }
  }

  mutating func attribute(_ name: MarkupAttribute, _ number: Int) {
    begin(name)
    self.number(number)
    endAttribute()
  }

  /// Begins an attribute; its value may be written in parts.
  mutating func begin(_ attribute: MarkupAttribute) {
    let name = attribute.name
    bytes.append(room: name.utf8CodeUnitCount + 3) { cursor in
      cursor.append(UInt8(ascii: " "))
      cursor.append(name)
      cursor.append("=\"")
    }
  }

  mutating func endAttribute() { bytes.append(UInt8(ascii: "\"")) }

  /// Ends an attribute and its tag.
  mutating func endAttribute(andTag element: MarkupElement) {
    if element.isVoid { bytes.append("\"/>") } else { bytes.append("\">") }
  }

  mutating func value(_ string: String) { bytes.append(escaping: string, inAttribute: true) }

  /// Appends a part of a value that needs no escaping.
  mutating func word(_ literal: StaticString) { bytes.append(literal) }

  /// Appends a name of letters, digits and hyphens.
  mutating func name(_ name: String) { bytes.append(contentsOf: name.utf8) }

  mutating func number(_ number: Int) { bytes.append(decimal: number) }

  /// Appends the name of a class for some steps.
  mutating func name(of use: StepClasses.StepClass, _ steps: StepSet) { StepClasses.append(use, steps, to: &bytes) }

  mutating func classAttribute(of use: StepClasses.StepClass, _ steps: StepSet) {
    begin(.class)
    name(of: use, steps)
    endAttribute()
  }

  // MARK: Text

  mutating func text(_ string: String) { bytes.append(escaping: string, inAttribute: false) }

  mutating func text(_ slice: ArraySlice<UInt8>) { bytes.append(escaping: slice, inAttribute: false) }

  /// Appends bytes that need no escaping, see `mayNeedEscaping`.
  mutating func plainText(_ text: [UInt8], _ range: Range<Int>) { bytes.append(text, range) }

  /// Appends pieces of such a text, with the spaces before them.
  ///
  /// - Parameters:
  ///   - range: the range of the pieces to append.
  ///   - hasFirstSpace: false if the space before the first piece is already there.
  mutating func plainText(_ text: [UInt8], _ pieces: [Piece], _ range: Range<Int>, hasFirstSpace: Bool = true) {
    if range.isEmpty { return }
    let first = pieces[range.lowerBound].lower
    bytes.append(room: pieces[range.upperBound - 1].upper - first + range.count + 16) { cursor in
      let text = text.span
      let pieces = pieces.span
      var (lower, upper) = (first, first)
      for index in range {
        let hasSpace = pieces[index].isAfterSpace && (hasFirstSpace || index > range.lowerBound)
        if hasSpace || pieces[index].lower != upper {
          cursor.append(text, lower..<upper)
          lower = pieces[index].lower
          if hasSpace { cursor.append(UInt8(ascii: " ")) }
        }
        upper = pieces[index].upper
      }
      cursor.append(text, lower..<upper)
    }
  }

  /// Appends pieces of a text that may need escaping, as ``plainText(_:_:_:hasFirstSpace:)`` does.
  mutating func text(_ text: [UInt8], _ pieces: [Piece], _ range: Range<Int>, hasFirstSpace: Bool) {
    guard let first = range.first else { return }
    var (lower, upper) = (pieces[first].lower, pieces[first].lower)
    for index in range {
      let hasSpace = pieces[index].isAfterSpace && (hasFirstSpace || index > first)
      if hasSpace || pieces[index].lower != upper {
        self.text(text[lower..<upper])
        lower = pieces[index].lower
        if hasSpace { space() }
      }
      upper = pieces[index].upper
    }
    self.text(text[lower..<upper])
  }

  /// Removes everything after an offset, which contains no gaps.
  mutating func takeBack(to offset: Int) { bytes.removeLast(max(0, bytes.count - offset)) }

  mutating func space() { bytes.append(UInt8(ascii: " ")) }

  /// Leaves a gap for an image, and sets its offset.
  mutating func leave(_ gap: PictureGap) {
    gaps.append(gap)
    gaps[gaps.count - 1].offset = bytes.count
  }

  /// Appends a line feed between blocks, where it is not shown.
  mutating func newLine() { bytes.append(0x0A) }
}

extension Piece {
  @inline(__always)
  fileprivate var isAfterSpace: Bool { if case .space = joint { true } else { false } }
}
