import Diagnostics

/// Finds the first occurrence of each syntax of other dialects in the texts of a document.
///
/// Code, the targets of links and escaped characters do not count as text. Opening syntax must close in the same
/// paragraph, because real texts contain signs such as `~~` and `$$` alone.
///
/// - Complexity: O(length)
struct ForeignSyntaxSearch {
  private let source: SourceText
  private let range: SourceRange
  private var places: [ForeignSyntax: SourceRange] = [:]
  private var notes = Footnotes()
  /// The blocks of code, in order.
  private var code: [SourceRange] = []

  /// - Parameter range: the range of the document.
  init(in source: SourceText, range: SourceRange) {
    self.source = source
    self.range = range
  }

  /// One finding for each syntax, in the order of their positions.
  mutating func findings(in blocks: [Block]) -> [Diagnostic] {
    search(blocks)
    searchDefinitions()
    places[.footnote] = notes.first
    let found = ForeignSyntax.allCases.compactMap { syntax in places[syntax].map { (syntax, $0) } }
    // Two syntaxes can begin at the same offset: the sort is stable, so that each build reports them in the same order.
    return found.sorted { $0.1.lower < $1.1.lower }.map { .foreignSyntax($0, at: $1, in: source) }
  }

  private mutating func search(_ blocks: [Block]) {
    for block in blocks {
      switch block.kind {
      case .paragraph(let content): search(content, of: block.range)
      case .heading(_, let content): search(content, of: block.range)
      case .quote(let blocks): search(blocks)
      case .list(let list): for item in list.items { search(item) }
      case .code: code.append(block.range)
      case .thematicBreak: continue
      }
    }
  }

  private mutating func search(_ content: [Inline], of block: SourceRange) {
    guard ForeignSyntax.mayStand(in: source.bytes, range: block), let text = ForeignText(content, of: block, in: source)
    else { return }
    note(.table, text.table)
    note(.container, text.container)
    note(.formula, text.formula)
    for reference in text.footnotes { notes.add(reference: reference, in: source) }
  }

  private mutating func note(_ syntax: ForeignSyntax, _ place: @autoclosure () -> SourceRange?) {
    // Blocks are searched in order, so the first occurrence counts.
    if places[syntax] == nil, let place = place() { places[syntax] = place }
  }

  /// A definition whose text could be the target of a link is not in any block.
  private mutating func searchDefinitions() {
    let bytes = source.bytes
    var isLineStart = true
    var blocks = code[...]
    for offset in max(0, range.lower)..<min(range.upper, bytes.count) {
      switch bytes[offset] {
      case 0x0A, 0x0D: isLineStart = true
      case 0x20, 0x09, UInt8(ascii: ">"): continue
      case UInt8(ascii: "[") where isLineStart:
        isLineStart = false
        guard let end = endOfFootnote(at: offset, in: bytes, upTo: range.upper), end < range.upper,
          bytes[end] == UInt8(ascii: ":")
        else { continue }
        while let block = blocks.first, block.upper <= offset { blocks.removeFirst() }
        if let block = blocks.first, block.lower <= offset { continue }
        return notes.add(definition: SourceRange(offset, end))
      default: isLineStart = false
      }
    }
  }

  /// A footnote is meant if its text exists, or if the label is a number: `[^a-z]` can occur in ordinary text.
  private struct Footnotes {
    private var reference: SourceRange?
    private var number: SourceRange?
    private var definition: SourceRange?

    mutating func add(reference place: SourceRange, in source: SourceText) {
      reference = reference ?? place
      guard number == nil else { return }
      let label = source.bytes[(place.lower + 2)..<(place.upper - 1)]
      if label.allSatisfy({ (0x30...0x39).contains($0) }) { number = place }
    }

    mutating func add(definition place: SourceRange) { definition = place }

    var first: SourceRange? {
      guard let definition else { return number }
      return [reference, definition].compactMap(\.self).min { $0.lower < $1.lower }
    }
  }
}

/// The end of a `[^label]` that begins at an offset; nil if there is none.
func endOfFootnote(at start: Int, in bytes: [UInt8], upTo end: Int) -> Int? {
  guard start >= 0, start + 3 < end, bytes[start] == UInt8(ascii: "["), bytes[start + 1] == UInt8(ascii: "^") else {
    return nil
  }
  for offset in (start + 2)..<min(end, start + 102) {
    switch bytes[offset] {
    case 0...0x20, UInt8(ascii: "["): return nil
    case UInt8(ascii: "]"): return offset > start + 2 ? offset + 1 : nil
    default: continue
    }
  }
  return nil
}
