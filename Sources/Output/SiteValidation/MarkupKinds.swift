/// The kinds of elements for the grammar, on all pages whose names have the same numbers. Elements of one kind are
/// equivalent in every parent.
struct MarkupKinds: Sendable {
  /// The words of values of attributes.
  private var values = ByteTable()
  private var sequences = PairTable()

  /// The values as they are written, whose words need not be found again, and the numbers of these.
  private var written = ByteTable()
  private var numbersOfWritten: [Int32] = []

  var count: Int { sequences.count + values.count + written.count }

  /// The number of a value of an attribute: that of its words, see ``GrammarVocabulary/words(of:)``.
  mutating func number(ofValue value: ArraySlice<UInt8>, by vocabulary: GrammarVocabulary) -> Int32 {
    // Long ones would fill the memory.
    if value.count > 64 { return Int32(clamping: values.insert(vocabulary.words(of: value).span).number) }
    let (number, isNew) = written.insert(value)
    if isNew {
      numbersOfWritten.append(Int32(clamping: values.insert(vocabulary.words(of: value).span).number))
    }
    return numbersOfWritten[number]
  }

  /// Begins the description of an element.
  mutating func kind(ofName name: Int32, isXHTML: Bool) -> Int32 {
    sequences.insert(isXHTML ? MarkupMark.xhtml : MarkupMark.foreign, name).number
  }

  /// The kind of an element with one more property: the number of an attribute, of its value or of a child, or a mark.
  mutating func kind(_ kind: Int32, with property: Int32) -> Int32 { sequences.insert(kind, property).number }
}

/// Properties of elements that are not numbers of something; all are negative.
enum MarkupMark {
  static let xhtml: Int32 = -1
  static let foreign: Int32 = -2
  /// Its children may have any order and number.
  static let hasNoChildren: Int32 = -3
  static let hasChildren: Int32 = -4
  /// Its children follow, one by one.
  static let childrenFollow: Int32 = -5
  static let endsWithText: Int32 = -6
  /// Before a child, if there is text before it.
  static let text: Int32 = -7
}
