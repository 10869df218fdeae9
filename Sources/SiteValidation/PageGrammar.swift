/// The grammar of pages.
///
/// Make one for each thread that inspects, and keep it: it learns the tags that pages are made of.
public struct PageGrammar: ~Copyable {
  /// Names that elements and attributes have by the grammar, after those of `PageName`.
  let names: ByteTable
  /// Says whether a page is in the grammar, in about a microsecond a card.
  private var automaton: GrammarAutomaton?
  /// What libxml2 makes of the grammar says what it did not expect. Compiled in about ten milliseconds.
  private var telling: RelaxNGSchema?

  public init() {
    var names = ByteTable()
    for name in PageName.allCases { names.insert(name.text) }
    automaton = GrammarAutomaton(schema: Self.schemaText, names: &names)
    self.names = names
  }

  /// Whether a page is in the grammar.
  mutating func accepts(_ page: PageTree) -> Bool { automaton?.accepts(page) ?? false }

  /// What the grammar finds wrong with a document, which may be nothing.
  mutating func faults(in document: borrowing XMLDocument) -> [XMLFault] {
    let schema = telling.take() ?? RelaxNGSchema(Self.schemaText)
    let told = schema.faults(in: document)
    telling = consume schema
    return told
  }
}
