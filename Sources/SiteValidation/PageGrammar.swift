/// The grammar of pages, as libxml2 reads it.
///
/// Make one for each thread that inspects, and keep it.
public struct PageGrammar: ~Copyable {
  /// Read in less than a millisecond, about 50 microseconds a card.
  private let quick = RelaxNGSchema(schemaText(telling: false))
  /// Compiled in about ten milliseconds, then about 30 microseconds a card, and says what it did not expect.
  private var telling: RelaxNGSchema?

  /// Bytes of a page from which on the compilation pays.
  private static let large = 400_000

  public init() {}

  /// What the grammar finds wrong with a document of some size in bytes.
  mutating func faults(in document: borrowing XMLDocument, size: Int) -> [XMLFault] {
    var faults: [XMLFault] = []
    if size < Self.large, telling == nil {
      faults = quick.faults(in: document)
      if faults.isEmpty { return [] }
    }
    let schema = telling.take() ?? RelaxNGSchema(Self.schemaText(telling: true))
    let told = schema.faults(in: document)
    telling = consume schema
    return told.isEmpty ? faults : told
  }
}
