/// A page without what says nothing new to the grammar, as bytes for libxml2, which would take long for whole pages.
///
/// A page of many cards repeats the same markup. Most elements allow their content in any order and number, so for the
/// grammar it makes no difference whether ten elements share the content or a single one has all of it. So similar
/// elements become one: those with the same name and with attributes that are equivalent for the grammar, in parents
/// that have become one. The result has the content of all of them, and text if any of them does. Elements whose
/// children have an order or a number are similar only if their children are.
struct ReducedPage {
  private let page: PageTree
  private let vocabulary: GrammarVocabulary
  /// By the number of a value of `class`: whether its first word is that of a card's body.
  private let namesBody: [Bool]
  /// By the number of a name: whether all such elements may hold children in any order and number; at least one, perhaps.
  private let isFree: [Bool]
  private let isRestricted: [Bool]
  /// The kinds of elements for the grammar; elements of one kind are equivalent in every parent.
  private var kinds: [Int32] = []
  /// In a parent with an order; 0 in others.
  private var positions: [Int32]
  /// Of elements without an order: whether they hold text.
  private var holdsText: [Bool] = []
  /// Parents before their children.
  private(set) var nodes: [ReducedNode] = []

  /// Elements that have become one.
  struct ReducedNode {
    /// The first of them.
    fileprivate let element: Int
    /// With the number of a node of the page as parent.
    let key: NodeKey
    /// True for a card of a shelf or section: the grammar has one pattern for all of them.
    let isCard: Bool
    fileprivate(set) var holdsText = false
    /// Of the nodes.
    fileprivate var firstChild: Int32?
    fileprivate var lastChild: Int32?
    fileprivate var next: Int32?
  }

  struct NodeKey: Hashable {
    /// nil for the root.
    var parent: Int32?
    let position: Int32
    let kind: Int32
  }

  private static let freeNames = ByteTable(
    (PageGrammar.inlineNames + PageGrammar.paragraphNames + PageGrammar.containerNames
      + ["a", "article", "body", "li", "ol", "title", "ul"]).filter { $0 != "div" })

  /// - Parameter kinds: the kinds of earlier pages whose names have the same numbers; gets those of this one.
  /// - Complexity: O(page).
  init(_ page: PageTree, by vocabulary: GrammarVocabulary, kinds table: inout MarkupKinds) {
    self.page = page
    self.vocabulary = vocabulary
    isFree = (0..<page.names.count).map { Self.freeNames.number(of: page.names[$0]) != nil }
    isRestricted = (0..<page.names.count).map { vocabulary.restrictedNames.number(of: page.names[$0]) != nil }
    namesBody = (0..<page.classes.count).map { number in
      page.classes[number].split(maxSplits: 1, whereSeparator: \.isSpace).first?.elementsEqual("body".utf8) == true
    }
    positions = Array(repeating: 0, count: page.elements.count)
    findKinds(&table)
    unite()
  }

  /// The reduced page.
  var bytes: [UInt8] { bytes(showing: nodes.map { _ in true }) }

  /// The reduced page, of which nothing is left out that is shown. Elements with an order are whole, and others that have
  /// children keep one.
  ///
  /// - Parameter isShown: by the number of a node.
  func bytes(showing isShown: [Bool]) -> [UInt8] {
    var isNeeded = isShown
    for index in nodes.indices.reversed() where isNeeded[index] {
      if let parent = nodes[index].key.parent { isNeeded[Int(parent)] = true }
    }
    var bytes: [UInt8] = []
    write(0, showing: isNeeded, to: &bytes)
    return bytes
  }

  // MARK: - Kinds

  /// A start tag, and the kinds of elements that have one like it and are free.
  private struct KnownTag {
    /// The first with this tag; nil as long as there is none.
    var element: Int32?
    var kind: Int32 = 0
    /// nil as long as they are unknown.
    var withoutChildren: Int32?
    var withChildren: Int32?
  }

  /// Goes from the last element to the first, so that children come before their parents.
  private mutating func findKinds(_ table: inout MarkupKinds) {
    // Local names, so that elements are read in place.
    let (page, isFree, vocabulary) = (page, isFree, vocabulary)
    let elements = page.elements.span
    var kinds = [Int32](repeating: 0, count: elements.count)
    var holdsText = [Bool](repeating: false, count: elements.count)
    defer { (self.kinds, self.holdsText) = (kinds, holdsText) }
    let classWords = (0..<page.classes.count).map { table.number(ofValue: page.classes[$0], by: vocabulary) }
    /// By a hash of the name and the class.
    var knownTags = [KnownTag](repeating: KnownTag(), count: 256)
    var firstChild = [Int32?](repeating: nil, count: elements.count)
    var nextChild = firstChild
    /// True if an element has a picture in it, of which it may be allowed one.
    var showsImage = [Bool](repeating: false, count: elements.count)
    for index in elements.indices.reversed() {
      let element = elements[index]
      if element.endsWithText { holdsText[index] = true }
      let classes = element.classes.map { Int($0) &+ 1 } ?? 0
      let tag = (Int(element.name) &+ classes &* 61) & 255
      if !isTag(of: knownTags[tag].element, likeThatOf: index) {
        knownTags[tag] = KnownTag(element: Int32(index), kind: kind(ofTag: element, classWords, &table))
      }
      var kind = knownTags[tag].kind
      if !showsImage[index], isFree[Int(element.name)] || isBody(index) {
        if firstChild[index] == nil {
          if let known = knownTags[tag].withoutChildren {
            kind = known
          } else {
            kind = table.kind(kind, with: MarkupMark.hasNoChildren)
            knownTags[tag].withoutChildren = kind
          }
        } else if let known = knownTags[tag].withChildren {
          kind = known
        } else {
          kind = table.kind(kind, with: MarkupMark.hasChildren)
          knownTags[tag].withChildren = kind
        }
      } else {
        kind = table.kind(kind, with: MarkupMark.childrenFollow)
        var next = firstChild[index]
        var position: Int32 = 0
        var last: (kind: Int32?, followsText: Bool, count: Int) = (nil, false, 0)
        while let child = next {
          let current = Int(child)
          let followsText = elements[current].followsText
          let isSame = last.kind == kinds[current] && last.followsText == followsText
          last = (kinds[current], followsText, isSame ? last.count + 1 : 1)
          // A third of a kind says nothing that two do not say.
          if last.count <= 2 {
            if followsText { kind = table.kind(kind, with: MarkupMark.text) }
            kind = table.kind(kind, with: kinds[current])
            position += 1
          }
          positions[current] = position
          next = nextChild[current]
        }
        if element.endsWithText { kind = table.kind(kind, with: MarkupMark.endsWithText) }
        holdsText[index] = false
      }
      kinds[index] = kind
      guard let outer = element.parent else { continue }
      let parent = Int(outer)
      nextChild[index] = firstChild[parent]
      firstChild[parent] = Int32(index)
      if element.followsText { holdsText[parent] = true }
      if element.name == Int32(PageName.img.rawValue) { showsImage[parent] = true }
    }
  }

  /// Returns whether two elements have the same start tag, apart from values of attributes that may have any.
  ///
  /// - Parameter known: an element; nil if there is none yet.
  @inline(__always)
  private func isTag(of known: Int32?, likeThatOf index: Int) -> Bool {
    guard let known else { return false }
    let elements = page.elements.span
    let (first, second) = (elements[Int(known)].attributes, elements[index].attributes)
    guard elements[Int(known)].name == elements[index].name, elements[Int(known)].classes == elements[index].classes,
      elements[Int(known)].isXHTML == elements[index].isXHTML,
      first.upperBound - first.lowerBound == second.upperBound - second.lowerBound
    else { return false }
    let attributes = page.attributes.span
    let distance = Int(second.lowerBound) - Int(first.lowerBound)
    for place in Int(first.lowerBound)..<Int(first.upperBound) {
      let (one, other) = (attributes[place], attributes[place + distance])
      if one.name != other.name { return false }
      // The class is compared above.
      if isRestricted[Int(one.name)], one.name != Int32(PageName.class.rawValue),
        !page.value(one).elementsEqual(page.value(other))
      {
        return false
      }
    }
    return true
  }

  /// Begins the kind of an element.
  ///
  /// - Parameter classWords: by the number of a value of `class`: the number of its words.
  private func kind(ofTag element: PageElement, _ classWords: [Int32], _ table: inout MarkupKinds) -> Int32 {
    var kind = table.kind(ofName: element.name, isXHTML: element.isXHTML)
    for place in Int(element.attributes.lowerBound)..<Int(element.attributes.upperBound) {
      let attribute = page.attributes[place]
      kind = table.kind(kind, with: attribute.name)
      guard isRestricted[Int(attribute.name)] else { continue }
      if attribute.name == Int32(PageName.class.rawValue), let classes = element.classes {
        kind = table.kind(kind, with: classWords[Int(classes)])
      } else {
        let words = table.number(ofValue: page.value(attribute), by: vocabulary)
        kind = table.kind(kind, with: words)
      }
    }
    return kind
  }

  /// Returns whether an element is the body of a card, whose blocks can be in any order. The content of other `div`s is
  /// restricted.
  private func isBody(_ element: Int) -> Bool {
    guard page.name(.div, is: element), let parent = page.parent(of: element), page.name(.article, is: parent) else {
      return false
    }
    guard let classes = page.elements[element].classes else { return false }
    return namesBody[Int(classes)]
  }

  private func value(of attribute: PageAttribute) -> [UInt8] {
    isRestricted[Int(attribute.name)] ? vocabulary.words(of: page.value(attribute)) : []
  }

  // MARK: - Nodes

  private mutating func unite() {
    let page = page
    let elements = page.elements.span
    var places = PairTable()
    var known = PairTable()
    var nodeOfElement = [Int32](repeating: 0, count: elements.count)
    for index in elements.indices {
      let parent: Int32? = if let outer = elements[index].parent { nodeOfElement[Int(outer)] } else { nil }
      let key = NodeKey(parent: parent, position: positions[index], kind: kinds[index])
      // Few elements have a position: the numbers of positions and kinds are negative, those of kinds alone are not.
      let place = key.position == 0 ? key.kind : -1 - places.insert(key.position, key.kind).number
      // Nodes count from 1 here: the root is in 0.
      let (node, isNew) = known.insert(parent.map { $0 &+ 1 } ?? 0, place)
      if isNew {
        nodes.append(ReducedNode(element: index, key: key, isCard: isCard(index)))
        if let parent { addChild(node, to: Int(parent)) }
      }
      nodeOfElement[index] = node
      if holdsText[index] { nodes[Int(node)].holdsText = true }
    }
  }

  private func isCard(_ element: Int) -> Bool {
    guard page.name(.li, is: element), let list = page.parent(of: element), page.name(.ul, is: list),
      let section = page.parent(of: list)
    else { return false }
    return page.name(.section, is: section)
  }

  private mutating func addChild(_ node: Int32, to parent: Int) {
    if let last = nodes[parent].lastChild { nodes[Int(last)].next = node } else { nodes[parent].firstChild = node }
    nodes[parent].lastChild = node
  }

  // MARK: - Writing

  // libxml2 reads no page whose elements are more than 256 deep, so recursion is bounded.
  private func write(_ index: Int, showing isNeeded: [Bool], to bytes: inout [UInt8]) {
    let node = nodes[index]
    let element = page.elements[node.element]
    let name = page.names[Int(element.name)]
    bytes.append(UInt8(ascii: "<"))
    bytes += name
    let outer = element.parent.map { page.elements[Int($0)] }
    if element.isXHTML != outer?.isXHTML {
      bytes += " xmlns=\"\(element.isXHTML ? "http://www.w3.org/1999/xhtml" : "")\"".utf8
    }
    for attribute in page.attributes[Int(element.attributes.lowerBound)..<Int(element.attributes.upperBound)] {
      bytes.append(0x20)
      bytes += page.names[Int(attribute.name)]
      bytes += "=\"".utf8
      bytes += value(of: attribute)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
    if node.holdsText { bytes.append(UInt8(ascii: "x")) }
    var next = node.firstChild
    var isAnyShown = false
    while let number = next {
      let child = Int(number)
      // If children have an order, text has a position among them.
      let isOrdered = positions[nodes[child].element] > 0
      if isOrdered, page.elements[nodes[child].element].followsText { bytes.append(UInt8(ascii: "x")) }
      next = nodes[child].next
      if isOrdered || isNeeded[child] || next == nil && !isAnyShown {
        write(child, showing: isNeeded, to: &bytes)
        isAnyShown = true
      }
    }
    if !node.holdsText, element.endsWithText { bytes.append(UInt8(ascii: "x")) }
    bytes += "</".utf8
    bytes += name
    bytes.append(UInt8(ascii: ">"))
  }
}

/// The values of attributes in the grammar.
struct GrammarVocabulary {
  /// Names of attributes that may not have any value everywhere.
  let restrictedNames: ByteTable
  /// The words that such values are made of.
  private var literals = ByteTable()

  /// - Parameter schema: in which values are between `<value>` and `</value>`, and an attribute that may have any value is an
  ///   empty element.
  init(schema: String) {
    var names: [String] = []
    for tag in Array(schema.utf8).split(separator: UInt8(ascii: "<")) {
      if let rest = tag.after("attribute name=\"") {
        let name = rest.prefix { $0 != UInt8(ascii: "\"") }
        if !rest[name.endIndex...].starts(with: "\"/".utf8) { names.append(name.text) }
      } else if let value = tag.after("value>") {
        for word in value.split(separator: 0x20) { _ = literals.insert(word) }
      }
    }
    restrictedNames = ByteTable(names)
  }

  /// A value in which all words that are not of the grammar are `x`, of which it has four at most.
  func words(of value: ArraySlice<UInt8>) -> [UInt8] {
    var words: [UInt8] = []
    for word in value.split(maxSplits: 4, whereSeparator: \.isSpace).prefix(4) {
      if !words.isEmpty { words.append(0x20) }
      if literals.number(of: word) != nil { words += word } else { words.append(UInt8(ascii: "x")) }
    }
    return words
  }
}

extension ArraySlice<UInt8> {
  /// What follows a text at the start; nil if the bytes start otherwise.
  fileprivate func after(_ start: String) -> ArraySlice<UInt8>? {
    starts(with: start.utf8) ? dropFirst(start.utf8.count) : nil
  }
}
