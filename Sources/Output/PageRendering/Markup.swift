import CardLayout
import JSONText
import TextLayout

/// Writes markup that is both HTML and well-formed XML. Only elements and attributes in its tables can be written, and
/// all text is escaped, so content can never become markup.
struct Markup {
  enum MarkupElement {
    case a, article, bdi, blockquote, br, code, div, em, figure, h2, h3, h4, h5, h6, hr, i, img, input, kbd, label, li,
      mark, ol, p, picture,
      pre, s
    case section, small, source, span, strong, sub, sup, u, ul, wbr, b

    var isVoid: Bool {
      switch self {
      case .br, .hr, .img, .input, .source, .wbr: true
      default: false
      }
    }
  }

  enum MarkupAttribute {
    case alt, checked, dir, height, href, id, lang, loading, media, name, rel, role, sizes, src, srcset, start,
      tabindex, title, type, value
    case width
    case `class`
    case ariaHidden
    case ariaLabelledBy
  }

  private(set) var bytes: [UInt8] = []
  /// By ascending offset.
  private(set) var gaps: [PictureGap] = []

  // MARK: Elements

  mutating func open(_ element: MarkupElement, _ attributes: [(MarkupAttribute, String)]) {
    begin(element)
    for (name, value) in attributes { attribute(name, value) }
    end(element)
  }

  /// Without attributes.
  mutating func open(_ element: MarkupElement) {
    begin(element)
    end(element)
  }

  mutating func open(_ element: MarkupElement, class name: StaticString) {
    begin(element)
    attribute(.class, literal: name)
    end(element)
  }

  mutating func close(_ element: MarkupElement) {
    bytes.append("</")
    bytes.append(element.name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// The start of a tag, before its attributes.
  mutating func begin(_ element: MarkupElement) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(element.name)
  }

  /// The end of a tag, after its attributes.
  mutating func end(_ element: MarkupElement) {
    if element.isVoid { bytes.append(UInt8(ascii: "/")) }
    bytes.append(UInt8(ascii: ">"))
  }

  // MARK: Attributes

  mutating func attribute(_ name: MarkupAttribute, _ value: String) {
    begin(name)
    self.value(value)
    endAttribute()
  }

  mutating func attribute(_ name: MarkupAttribute, literal value: StaticString) {
    begin(name)
    word(value)
    endAttribute()
  }

  mutating func attribute(_ name: MarkupAttribute, _ number: Int) {
    begin(name)
    self.number(number)
    endAttribute()
  }

  /// Begins an attribute; its value may be written in parts.
  mutating func begin(_ attribute: MarkupAttribute) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(attribute.name)
    bytes.append("=\"")
  }

  mutating func endAttribute() { bytes.append(UInt8(ascii: "\"")) }

  mutating func value(_ string: String) { bytes.append(escaping: string, inAttribute: true) }

  /// Appends a part of a value that needs no escaping.
  mutating func word(_ literal: StaticString) { bytes.append(literal) }

  mutating func number(_ number: Int) { bytes.append(decimal: number) }

  /// The name of a class of some steps.
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
  mutating func plainText(_ text: [UInt8], pieces: ArraySlice<Piece>) {
    guard let first = pieces.first, let last = pieces.last else { return }
    let text = text.span
    bytes.append(room: last.upper - first.lower + pieces.count) { cursor in
      for piece in pieces {
        if piece.joint == .space { cursor.append(UInt8(ascii: " ")) }
        cursor.append(text.extracting(piece.lower..<piece.upper))
      }
    }
  }

  mutating func space() { bytes.append(UInt8(ascii: " ")) }

  /// Leaves a gap for an image, and sets its offset.
  mutating func leave(_ gap: PictureGap) {
    gaps.append(gap)
    gaps[gaps.count - 1].offset = bytes.count
  }

  /// A line feed between blocks, where it is not shown.
  mutating func newLine() { bytes.append(0x0A) }
}
