import Diagnostics

/// Finds the first occurrence of each syntax of other dialects in the texts of a document.
///
/// Code, the targets of links and escaped characters do not count as text. Opening syntax must close in the same
/// paragraph, because real texts contain signs such as `~~` and `$$` alone.
///
/// - Complexity: O(length)
struct ForeignSyntaxSearch {
  private let source: SourceText
  private let survey: TextSurvey
  private var places: [ForeignSyntax: SourceRange] = [:]
  private var notes = Footnotes()
  /// The blocks of code, in order.
  private var code: [SourceRange] = []

  init(in source: SourceText, _ survey: TextSurvey) {
    self.source = source
    self.survey = survey
  }

  /// One finding for each syntax, in the order of their positions.
  mutating func findings(in blocks: [Block]) -> [Diagnostic] {
    search(blocks)
    notes.hasDefinition = !FootnoteDefinitions(in: source.bytes, lines: survey.lines, outside: code).all.isEmpty
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
      case .quote, .list, .table: for blocks in block.content { search(blocks) }
      case .code: code.append(block.range)
      case .thematicBreak: continue
      }
    }
  }

  private mutating func search(_ content: [Inline], of block: SourceRange) {
    guard ForeignSyntax.mayStand(in: source.bytes, range: block), let text = ForeignText(content, of: block, in: source)
    else { return }
    note(.container, text.container)
    note(.formula, text.formula)
    for reference in text.footnotes { notes.add(reference: reference, in: source) }
  }

  private mutating func note(_ syntax: ForeignSyntax, _ place: @autoclosure () -> SourceRange?) {
    // Blocks are searched in order, so the first occurrence counts.
    if places[syntax] == nil, let place = place() { places[syntax] = place }
  }

  /// A footnote is meant if its text exists, or if the label is a number: `[^a-z]` can occur in ordinary text.
  private struct Footnotes {
    private var reference: SourceRange?
    private var number: SourceRange?
    /// A note whose text could be the target of a link is not in any block.
    var hasDefinition = false

    mutating func add(reference place: SourceRange, in source: SourceText) {
      reference = reference ?? place
      guard number == nil else { return }
      let label = source.bytes[(place.lower + 2)..<(place.upper - 1)]
      if label.allSatisfy({ (0x30...0x39).contains($0) }) { number = place }
    }

    var first: SourceRange? { hasDefinition ? reference : number }
  }
}
