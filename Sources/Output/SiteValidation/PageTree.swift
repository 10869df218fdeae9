import Diagnostics

/// An element of a page. A page is the list of its elements in document order.
struct PageElement: Sendable {
  // A page has many elements: with this order of properties, each takes 32 bytes.

  /// The number of its kind.
  let kind: Int32
  /// The range in the page's list.
  let attributes: Range<Int32>
  /// The end of its start tag, in the source.
  let tagEnd: Int32
  /// Its position in the page's list; nil for the root.
  let parent: Int32?
  /// True if text other than spaces precedes it, after the start tag or the previous element.
  let followsText: Bool
  /// True if there is text other than spaces at its end.
  var endsWithText = false
  /// The number of the value of its `class`; nil if it has none.
  let classes: Int32?
}

struct PageAttribute: Sendable {
  /// The number of its name.
  let name: Int32
  /// The range in the page's values; for an attribute with restricted values, in those of the kinds.
  let value: Range<Int32>
}

/// A page that is well-formed XML.
struct PageTree: Sendable {
  let source: SourceText
  /// The kinds of this page and of earlier ones.
  fileprivate(set) var kinds: MarkupKinds
  fileprivate(set) var elements: [PageElement] = []
  fileprivate(set) var attributes: [PageAttribute] = []
  /// The values of all attributes, one after the other.
  fileprivate(set) var values: [UInt8] = []
  /// The elements that are the first of their kind, or the first with text or with their sequence of children.
  fileprivate(set) var news: [Int32] = []
  /// Markup that browsers read differently.
  var differences: [SyntaxDifference] = []

  /// The elements that are not closed yet, while the page is read.
  fileprivate var open: [OpenElement] = []
  /// True if there was text other than spaces since the last tag, while the page is read.
  fileprivate(set) var hasText = false

  fileprivate struct OpenElement {
    let element: Int32
    let kind: Int32
    let hasEndTagOfVoid: Bool
    /// The sequence of the children so far; nil if they have no order.
    var sequence: Int32?
    /// The number of consecutive children like the last one, and its kind.
    var last: (count: Int32, kind: Int32, followsText: Bool) = (0, 0, false)
  }

  init(_ source: SourceText, kinds: consuming MarkupKinds) {
    self.source = source
    self.kinds = kinds
  }

  /// The range of an element's start tag for people. No value in it contains a `<`.
  ///
  /// - Complexity: O(start tag).
  func range(of element: Int) -> SourceRange {
    guard elements.indices.contains(element) else { return SourceRange(0, 0) }
    let end = min(max(Int(elements[element].tagEnd), 0), source.bytes.count)
    return SourceRange(source.bytes[..<end].lastIndex(of: UInt8(ascii: "<")) ?? end, end)
  }

  func parent(of element: Int) -> Int? { elements[element].parent.map { Int($0) } }

  func kind(of element: Int) -> ElementKind { kinds[elements[element].kind] }

  func name(_ name: PageName, is element: Int) -> Bool { kind(of: element).name == name.number }

  func nameText(of element: Int) -> String { kinds.names.text(Int(kind(of: element).name)) }

  func nameText(of attribute: PageAttribute) -> String { kinds.names.text(Int(attribute.name)) }

  func attributes(of element: Int) -> ArraySlice<PageAttribute> {
    let range = elements[element].attributes
    return attributes[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  func value(_ attribute: PageAttribute) -> ArraySlice<UInt8> {
    values[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
  }

  /// The range of an attribute's value in `values`.
  func place(of name: PageName, in element: Int) -> Range<Int>? {
    let range = elements[element].attributes
    for index in Int(range.lowerBound)..<Int(range.upperBound) where attributes[index].name == Int32(name.rawValue) {
      let value = attributes[index].value
      return Int(value.lowerBound)..<Int(value.upperBound)
    }
    return nil
  }

  func value(of name: PageName, in element: Int) -> ArraySlice<UInt8>? {
    place(of: name, in: element).map { values[$0] }
  }

  func text(of name: PageName, in element: Int) -> String? { value(of: name, in: element)?.text }

  func has(_ value: StaticString, in attribute: PageName, of element: Int) -> Bool {
    guard let place = place(of: attribute, in: element) else { return false }
    return place.count == value.utf8CodeUnitCount && values.span.hasText(value, at: place.lowerBound)
  }
}

// MARK: - Reading

extension PageTree {
  mutating func reserve(bytes: Int) {
    elements.reserveCapacity(bytes / 48)
    attributes.reserveCapacity(bytes / 48)
    values.reserveCapacity(bytes / 4)
  }

  mutating func number(ofName name: Span<UInt8>) -> Int32 { kinds.number(ofName: name) }

  mutating func noteText() { hasText = true }

  mutating func startTag(
    _ name: Int32, isXHTML: Bool, declaresNamespace: Bool, hasPrefix: Bool
  ) -> MarkupKinds.StartTag {
    kinds.startTag(
      name, in: open.last?.kind, isXHTML: isXHTML, declaresNamespace: declaresNamespace, hasPrefix: hasPrefix)
  }

  /// Adds an attribute of the next element.
  ///
  /// - Parameter value: the value in which an ampersand is still `&#38;`: libxml2 leaves only that to the code that
  ///   expands entities.
  mutating func addAttribute(_ name: Int32, _ value: Span<UInt8>, to tag: inout MarkupKinds.StartTag) {
    let start = values.count
    let reference: StaticString = "&#38;"
    var position = 0
    repeat {
      let end = value.offset(of: UInt8(ascii: "&"), from: position)
      // The part includes the ampersand, but not the rest of the reference.
      let part = value.extracting(position..<min(end + 1, value.count))
      unsafe part.withUnsafeBufferPointer { part in unsafe values.append(contentsOf: part) }
      position = value.hasText(reference, at: end) ? end + reference.utf8CodeUnitCount : end + 1
    } while position < value.count
    let range = start..<values.count
    attributes.append(
      PageAttribute(name: name, value: Int32(clamping: range.lowerBound)..<Int32(clamping: range.upperBound)))
    kinds.addAttribute(name, value: range, in: values, to: &tag)
  }

  /// Opens an element after all others.
  ///
  /// - Parameters:
  ///   - first: the index of its first attribute; the others follow it.
  ///   - end: the end of its start tag, in the source.
  ///   - isClosed: true if its start tag ends with `/>`.
  mutating func open(_ tag: MarkupKinds.StartTag, attributesFrom first: Int, end: Int, isClosed: Bool) {
    let number = Int32(clamping: elements.count)
    let outer = open.last
    let (kind, isNew) = kinds.kind(of: tag, in: outer?.kind)
    if isNew { news.append(number) }
    if let outer { addChild(kind, to: outer) }
    elements.append(
      PageElement(
        kind: kind, attributes: Int32(clamping: first)..<Int32(clamping: attributes.count),
        tagEnd: Int32(clamping: end), parent: outer?.element, followsText: hasText, classes: tag.classes))
    open.append(
      OpenElement(
        element: number, kind: kind, hasEndTagOfVoid: tag.isVoid && !isClosed,
        sequence: kinds[kind].hasOrder ? kinds.sequence(in: kind) : nil))
    hasText = false
    if isClosed, !tag.isVoid { noteClosedStart(of: Int(number)) }
  }

  private mutating func addChild(_ kind: Int32, to outer: OpenElement) {
    guard let sequence = outer.sequence else {
      if hasText, kinds.addText(to: outer.kind) { news.append(outer.element) }
      return
    }
    let isSame = outer.last.count > 0 && outer.last.kind == kind && outer.last.followsText == hasText
    let count = isSame ? outer.last.count + 1 : 1
    open[open.count - 1].last = (count, kind, hasText)
    // A third child of a kind adds nothing to two.
    if count > 2 { return }
    open[open.count - 1].sequence = kinds.sequence(sequence, then: kind, followsText: hasText)
  }

  /// Closes the last element.
  ///
  /// - Parameter end: the end of its end tag, in the source.
  mutating func close(end: @autoclosure () -> Int) {
    guard let element = open.popLast() else { return }
    if element.hasEndTagOfVoid { noteEndTagOfVoidElement(upTo: end()) }
    if hasText { elements[Int(element.element)].endsWithText = true }
    let isNew =
      if let sequence = element.sequence {
        kinds.isNew(sequence, endsWithText: hasText)
      } else {
        hasText && kinds.addText(to: element.kind)
      }
    if isNew { news.append(element.element) }
    hasText = false
  }
}

// MARK: - News

extension PageTree {
  /// The page without the elements that are nothing new for the grammar, as bytes for libxml2, which would take long
  /// for whole pages. Elements whose children have an order are complete.
  ///
  /// - Complexity: O(page).
  var excerpt: [UInt8] {
    var isShown = Array(repeating: false, count: elements.count)
    for element in news { isShown[Int(element)] = true }
    for index in elements.indices.reversed() where isShown[index] {
      if let parent = parent(of: index) { isShown[parent] = true }
    }
    var bytes: [UInt8] = []
    var open: [Int] = []
    func close(upTo parent: Int?) {
      while let last = open.last, last != parent {
        if elements[last].endsWithText { bytes.append(UInt8(ascii: "x")) }
        bytes += "</".utf8
        bytes += source.bytes[range(of: last).lower...].dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        bytes.append(UInt8(ascii: ">"))
        open.removeLast()
      }
    }
    for index in elements.indices {
      let outer = parent(of: index)
      if let outer, isShown[outer], kind(of: outer).hasOrder { isShown[index] = true }
      guard outer.map({ isShown[$0] }) ?? true, isShown[index] || elements[index].followsText else { continue }
      close(upTo: outer)
      if elements[index].followsText { bytes.append(UInt8(ascii: "x")) }
      guard isShown[index] else { continue }
      let tag = range(of: index)
      bytes += source.bytes[tag.lower..<tag.upper]
      if source.bytes[tag.upper - 2] != UInt8(ascii: "/") { open.append(index) }
    }
    close(upTo: nil)
    return bytes
  }
}
