import Diagnostics

/// The blocks of a document in few bytes, which are kept while a site is built: a node takes some bytes, and most texts
/// are read from the file again.
///
/// The nodes follow each other in the order of the text: a mark, a range and the values of the kind of node. A container
/// has the number of its children before them; the document itself ends with its bytes.
struct DocumentCode: Sendable {
  /// What occurs in the text.
  struct DocumentContent: OptionSet, Sendable {
    let rawValue: UInt8

    static let links = DocumentContent(rawValue: 1)
    static let images = DocumentContent(rawValue: 2)
    static let headings = DocumentContent(rawValue: 4)
  }

  enum CodeMark {
    static let paragraph: UInt8 = 0
    static let heading: UInt8 = 1
    static let quote: UInt8 = 2
    static let list: UInt8 = 3
    static let code: UInt8 = 4
    static let thematicBreak: UInt8 = 5
    static let table: UInt8 = 6

    static let text: UInt8 = 0
    static let softBreak: UInt8 = 1
    static let hardBreak: UInt8 = 2
    static let wordBreak: UInt8 = 3
    static let codeSpan: UInt8 = 4
    static let span: UInt8 = 5
    static let link: UInt8 = 6
    static let image: UInt8 = 7
  }

  /// The kinds of spans, indexed by their numbers in the code.
  static let spans = Inline.InlineSpan.allCases

  static func number(of span: Inline.InlineSpan) -> Int {
    switch span {
    case .emphasis: 0
    case .strong: 1
    default: spans.firstIndex(of: span) ?? 0
    }
  }

  /// The bytes of the file. Text that is at a range of the file is not stored.
  let source: [UInt8]
  private(set) var bytes: [UInt8] = []
  private(set) var content: DocumentContent = []

  /// - Parameter source: the bytes to which the ranges refer.
  /// - Complexity: O(length)
  init(_ blocks: [Block], source: [UInt8]) {
    self.source = source
    if blocks.isEmpty { return }
    var writer = DocumentWriter(source: source, capacity: 512)
    for block in blocks { writer.write(block) }
    if blocks.contains(where: \.isHeading) { content.insert(.headings) }
    blocks.forEachInline { inline in
      switch inline.kind {
      case .link: content.insert(.links)
      case .image: content.insert(.images)
      default: break
      }
    }
    bytes = writer.finish()
  }

  init(_ writer: consuming NodeWriter) {
    source = writer.code.source
    content = writer.content
    bytes = writer.code.finish()
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// - Complexity: O(length)
  var blocks: [Block] {
    if bytes.isEmpty { return [] }
    var reader = DocumentReader(code: self)
    return reader.document()
  }

  func visit(_ visits: DocumentReader.DocumentVisits) {
    if bytes.isEmpty { return }
    var reader = DocumentReader(code: self)
    reader.visitDocument(visits)
  }

  /// Encodes other blocks of the same file.
  func replacing(_ blocks: [Block]) -> DocumentCode { DocumentCode(blocks, source: source) }
}
