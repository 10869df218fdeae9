import Diagnostics

/// The kinds of elements that the grammar distinguishes, on all pages so far: start tags, and the elements around them.
///
/// Whether the grammar allows an element depends only on its kind. If its children have an order or a number, it also
/// depends on the sequence of their kinds. So a page matches the grammar if the first element of each kind does, and
/// the first of each sequence: nearly all elements of a site add nothing new for the grammar.
struct MarkupKinds: Sendable {
  /// The names of elements and attributes: first those of `PageName`.
  private(set) var names = ByteTable()
  /// The traits of each name, indexed by its number.
  private var traits: [NameTraits] = []
  /// The values of attributes with restricted values, as they are written, and their words.
  private(set) var values = ByteTable()
  /// The number of the words of each value, indexed by the number of the value.
  private var wordsOfValues: [Int32] = []

  /// The paths from the root to each element and through the sequences of children, step by step: names, attributes,
  /// children.
  private var steps = PairTable()
  /// For each step, the kind of the elements whose start tags end there.
  private var kindsOfSteps: [Int32?] = []
  private var kinds: [ElementKind] = []
  private let vocabulary: GrammarVocabulary

  /// A start tag, apart from the values of attributes that may have any value.
  struct StartTag {
    fileprivate var step: Int32
    fileprivate let name: Int32
    /// The traits of the element and its attributes.
    fileprivate var traits: NameTraits
    /// The number of the value of `class`.
    fileprivate(set) var classes: Int32?
    var isVoid: Bool { traits.contains(.isVoid) }
  }

  /// - Parameter vocabulary: the vocabulary of the grammar, if it is to be applied.
  init(_ vocabulary: GrammarVocabulary = GrammarVocabulary()) {
    self.vocabulary = vocabulary
    for name in PageName.allCases { _ = number(ofName: Array(name.text.utf8).span) }
  }

  /// True if the memory should be released because the site has ever new markup; other sites have hundreds of kinds.
  var isFull: Bool { names.count + values.count + steps.count > 1 << 16 || values.byteCount > 1 << 20 }

  mutating func number(ofName name: Span<UInt8>) -> Int32 {
    let (number, isNew) = names.insert(name)
    if isNew { traits.append(NameTraits(names.text(number), isRestricted: vocabulary.restricts(name))) }
    return Int32(clamping: number)
  }

  func traits(ofName number: Int32) -> NameTraits { traits[Int(number)] }

  subscript(kind: Int32) -> ElementKind { kinds[Int(kind)] }

  // MARK: - Elements

  /// A start tag without attributes.
  ///
  /// - Parameter parent: the kind of its parent; nil for the root.
  mutating func startTag(
    _ name: Int32, in parent: Int32?, isXHTML: Bool, declaresNamespace: Bool, hasPrefix: Bool
  ) -> StartTag {
    var own = traits[Int(name)].subtracting(.ofAttributes)
    // HTML knows no prefixes.
    if hasPrefix { own.remove(.isVoid) }
    if declaresNamespace { own.insert(.declaresNamespace) }
    let flags: Int64 = (isXHTML ? 1 : 0) | (declaresNamespace ? 2 : 0) | (hasPrefix ? 4 : 0)
    let outer = parent.map { kinds[Int($0)].outerStep } ?? -1
    return StartTag(step: step(from: outer, -1 - (Int64(name) << 3 | flags)).number, name: name, traits: own)
  }

  /// - Parameter value: the range of the value in `bytes`.
  mutating func addAttribute(_ name: Int32, value: Range<Int>, in bytes: [UInt8], to tag: inout StartTag) {
    let own = traits[Int(name)]
    tag.traits.formUnion(own.intersection(.ofAttributes))
    var words: Int32 = -1
    if own.contains(.hasRestricted) {
      let number = values.insertAgain(bytes, value)
      words = self.words(ofValue: number)
      if name == PageName.class.number { tag.classes = Int32(clamping: number) }
    }
    tag.step = step(from: tag.step, Int64(name) << 32 | Int64(words + 1)).number
  }

  private mutating func words(ofValue number: Int) -> Int32 {
    // The words of a value are also a value, which consists of the same words.
    while wordsOfValues.count < values.count {
      let words = vocabulary.words(of: values[wordsOfValues.count])
      wordsOfValues.append(Int32(clamping: values.insert(words.span).number))
    }
    return wordsOfValues[number]
  }

  /// The kind of an element.
  ///
  /// - Parameter parent: the kind of its parent; nil for the root.
  mutating func kind(of tag: StartTag, in parent: Int32?) -> (number: Int32, isNew: Bool) {
    if let kind = kindsOfSteps[Int(tag.step)] { return (kind, false) }
    let words = tag.classes.map { wordsOfValues[Int($0)] }
    kinds.append(
      ElementKind(
        name: tag.name, names.text(Int(tag.name)), classes: words.map { values.text(Int($0)) },
        slot: words ?? -1 - tag.name, traits: tag.traits, step: tag.step, in: parent.map { kinds[Int($0)] }))
    kindsOfSteps[Int(tag.step)] = Int32(clamping: kinds.count - 1)
    return (Int32(clamping: kinds.count - 1), true)
  }

  /// Records that an element of a kind holds text.
  ///
  /// - Returns: whether it is the first one.
  mutating func addText(to kind: Int32) -> Bool {
    if kinds[Int(kind)].holdsText { return false }
    kinds[Int(kind)].holdsText = true
    return true
  }

  // MARK: - Children with an order

  private static let children: Int64 = .min
  private static let text: Int64 = -1
  private static let end: Int64 = -2

  /// The sequence of the children of an element, before the first of them.
  mutating func sequence(in kind: Int32) -> Int32 { step(from: kinds[Int(kind)].step, Self.children).number }

  /// A sequence with one more child.
  mutating func sequence(_ sequence: Int32, then kind: Int32, followsText: Bool) -> Int32 {
    step(from: followsText ? step(from: sequence, Self.text).number : sequence, Int64(kind)).number
  }

  /// Returns whether no earlier element of the kind had this sequence of children.
  mutating func isNew(_ sequence: Int32, endsWithText: Bool) -> Bool {
    step(from: endsWithText ? step(from: sequence, Self.text).number : sequence, Self.end).isNew
  }

  private mutating func step(from number: Int32, _ step: Int64) -> (number: Int32, isNew: Bool) {
    let (next, isNew) = steps.insert(number, step)
    if isNew { kindsOfSteps.append(nil) }
    return (next, isNew)
  }
}

/// The values of attributes in the grammar.
struct GrammarVocabulary: Sendable {
  /// Attributes whose values are restricted in some element.
  private var restrictedNames = ByteTable()
  /// The words that occur in restricted values.
  private var literals = ByteTable()

  init() {}

  /// - Parameter schema: a schema in which values are between `<value>` and `</value>`, and an attribute that may have
  ///   any value is an empty element.
  init(schema: String) {
    for tag in Array(schema.utf8).split(separator: UInt8(ascii: "<")) {
      if let rest = tag.after("attribute name=\"") {
        let name = rest.prefix { $0 != UInt8(ascii: "\"") }
        if !rest[name.endIndex...].starts(with: "\"/".utf8) { _ = restrictedNames.insert(name) }
      } else if let value = tag.after("value>") {
        for word in value.split(separator: 0x20) { _ = literals.insert(word) }
      }
    }
  }

  func restricts(_ name: Span<UInt8>) -> Bool { restrictedNames.number(of: name) != nil }

  /// A value in which each word that the grammar does not have is replaced by `x`. The grammar has at most four words
  /// in a value.
  func words(of value: ArraySlice<UInt8>) -> [UInt8] {
    let words = value.split(maxSplits: 4, whereSeparator: \.isSpace).prefix(4)
    return Array(words.map { literals.number(of: $0) == nil ? [UInt8(ascii: "x")] : $0 }.joined(separator: [0x20]))
  }
}

extension ArraySlice<UInt8> {
  /// The bytes after a text at the start; nil if the bytes start otherwise.
  fileprivate func after(_ start: String) -> ArraySlice<UInt8>? {
    starts(with: start.utf8) ? dropFirst(start.utf8.count) : nil
  }
}
