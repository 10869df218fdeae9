/// The grammar of pages, which libxml2 applies.
///
/// Create one for each thread that inspects, and keep it.
public struct PageGrammar: ~Copyable {
  private let vocabulary: GrammarVocabulary
  private let words: PageWords
  /// The kinds of elements of accepted pages.
  private var kinds: MarkupKinds?
  /// Decides whether a page matches the grammar. It compiles in half a millisecond.
  private var quick: RelaxNGSchema?
  /// Reports the elements that it did not expect. It compiles in about ten milliseconds.
  private var telling: RelaxNGSchema?

  public init(_ words: PageWords) {
    self.words = words
    vocabulary = GrammarVocabulary(schema: Self.schemaText(.quick, words))
  }

  /// The kinds of elements of accepted pages, with which a page is read. The grammar has none until it accepts a page.
  mutating func takeKinds() -> MarkupKinds {
    guard let known = kinds.take(), !known.isFull else { return MarkupKinds(vocabulary) }
    return known
  }

  /// Returns whether a page matches the grammar.
  ///
  /// - Parameter page: a page that was read with the kinds of the grammar.
  /// - Complexity: O(page), and libxml2's time for markup that was on no earlier page.
  mutating func accepts(_ page: PageTree) -> Bool {
    if !page.news.isEmpty {
      var faults: [XMLFault] = []
      guard let document = XMLDocument(page.excerpt, faults: &faults) else { return false }
      let schema = quick.take() ?? RelaxNGSchema(Self.schemaText(.quick, words))
      faults = schema.faults(in: document)
      quick = consume schema
      guard faults.isEmpty else { return false }
    }
    kinds = page.kinds
    return true
  }

  /// The faults of a document according to the grammar; may be empty.
  mutating func faults(in document: borrowing XMLDocument) -> [XMLFault] {
    let schema = telling.take() ?? RelaxNGSchema(Self.schemaText(.telling, words))
    let told = schema.faults(in: document)
    telling = consume schema
    return told
  }
}

extension PageGrammar {
  /// The way in which similar elements are written. libxml2 compiles only a pattern for each name into automata, which
  /// report what they did not expect. For name classes, it only reports that something in the body is wrong, but
  /// compiles them in a fifteenth of the time.
  enum GrammarForm {
    case telling
    case quick
  }

  static let inlineNames = [
    "span", "bdi", "b", "i", "em", "strong", "code", "kbd", "s", "u", "mark", "small", "sub", "sup",
  ]
  static let containerNames = ["header", "main", "footer", "nav", "aside", "address", "div", "blockquote"]
  static let paragraphNames = ["p", "h1", "h2", "h3", "h4", "h5", "h6"]
}

extension PageGrammar.GrammarForm {
  func alike(_ names: [String], attributes: String, content: String) -> String {
    let patterns = "<ref name=\"\(attributes)\"/><ref name=\"\(content)\"/>"
    return switch self {
    case .telling: names.map { "<element name=\"\($0)\">\(patterns)</element>" }.joined(separator: "\n")
    case .quick: "<element><choice>\(names.map { "<name>\($0)</name>" }.joined())</choice>\(patterns)</element>"
    }
  }
}
