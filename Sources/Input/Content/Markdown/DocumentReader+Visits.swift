import Diagnostics

extension DocumentReader {
  /// Closures that are called for parts of a document, in the order of the text.
  struct DocumentVisits {
    var text: ((TextRole, UTF8Span) -> Void)?
    /// Called for the targets of links and images, with their ranges.
    var target: ((LinkTarget, SourceRange, _ isImage: Bool) -> Void)?
  }

  /// Visits parts of all blocks without building their tree.
  mutating func visitDocument(_ visits: DocumentVisits) {
    while !isAtEnd { visitBlock(visits) }
  }

  private mutating func visitBlocks(_ visits: DocumentVisits) {
    for _ in 0..<count() { visitBlock(visits) }
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func visitBlock(_ visits: DocumentVisits) {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.paragraph: visitInlines(TextRole(block: .paragraph), visits)
    case DocumentCode.CodeMark.heading:
      _ = number()
      visitInlines(TextRole(block: .heading), visits)
    case DocumentCode.CodeMark.quote: visitBlocks(visits)
    case DocumentCode.CodeMark.list:
      visits.text?(TextRole(block: .listMarker), "".utf8Span)
      if byte() & 2 != 0 { _ = number() }
      for _ in 0..<count() { visitBlocks(visits) }
    case DocumentCode.CodeMark.table:
      _ = byte()
      let columns = count()
      for _ in 0..<columns { _ = byte() }
      for _ in 0..<(count() * columns) { visitBlocks(visits) }
    case DocumentCode.CodeMark.code:
      skipText()
      visitText(TextRole(block: .code), at: range, visits)
    default: break
    }
  }

  private mutating func visitInlines(_ role: TextRole, _ visits: DocumentVisits) {
    for _ in 0..<count() { visitInline(role, visits) }
  }

  private mutating func visitInline(_ role: TextRole, _ visits: DocumentVisits) {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.text: visitText(role, at: range, visits)
    case DocumentCode.CodeMark.softBreak: visits.text?(role, "".utf8Span)
    case DocumentCode.CodeMark.hardBreak, DocumentCode.CodeMark.wordBreak: break
    case DocumentCode.CodeMark.codeSpan: visitText(role.inside(.code), at: range, visits)
    case DocumentCode.CodeMark.span: visitInlines(role.inside(span()), visits)
    case DocumentCode.CodeMark.link:
      visitTarget(range, isImage: false, visits)
      // The title.
      skipText()
      visitInlines(role, visits)
    default:
      visitTarget(range, isImage: true, visits)
      // The title, the alternative text and the width.
      skipText()
      skipText()
      _ = number()
    }
  }

  private mutating func visitText(_ role: TextRole, at range: SourceRange, _ visits: DocumentVisits) {
    let place = place(ofTextAt: range)
    guard let visit = visits.text else { return }
    let bytes = place.isInSource ? code.source : code.bytes
    // The writer found the same bytes in a string.
    visit(role, unsafe UTF8Span(unchecked: bytes.span.extracting(place.bytes)))
  }

  private mutating func visitTarget(_ range: SourceRange, isImage: Bool, _ visits: DocumentVisits) {
    if let visit = visits.target {
      visit(target(), range, isImage)
    } else {
      _ = byte()
      skipText()
    }
  }

  /// Skips a text that is stored in the code.
  private mutating func skipText() { _ = place(ofTextAt: SourceRange(0, 0)) }
}
