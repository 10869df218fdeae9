import Diagnostics

/// An element of a page. A page is the list of its elements in document order.
struct PageElement: Sendable {
  // A page has many: in this order, one takes 32 bytes.

  /// The number of its name.
  let name: Int32
  /// In the page's list.
  let attributes: Range<Int32>
  /// The end of its start tag, in the source.
  let tagEnd: Int32
  /// Its position in the page's list; nil for the root.
  let parent: Int32?
  /// Declares a namespace other than the root's one.
  let declaresNamespace: Bool
  let isXHTML: Bool
  /// True if there is text other than spaces before it, after the start tag or the previous element.
  let followsText: Bool
  /// The number of the value of its `class`; nil if it has none.
  let classes: Int32?
  /// True if there is text other than spaces at its end.
  var endsWithText = false
}

struct PageAttribute: Sendable {
  /// The number of its name.
  let name: Int32
  /// In the page's values.
  let value: Range<Int32>
}

/// A page that is well-formed XML.
struct PageTree: Sendable {
  let source: SourceText
  /// The names of `PageName` first, then those of the grammar.
  fileprivate(set) var names: ByteTable
  fileprivate(set) var elements: [PageElement] = []
  fileprivate(set) var attributes: [PageAttribute] = []
  /// Of all attributes, one after the other.
  fileprivate(set) var values: [UInt8] = []
  /// The values of all `class` attributes.
  fileprivate(set) var classes = ByteTable()
  /// True if an HTML parser may read something differently; ``HTMLSyntax`` says what.
  fileprivate(set) var mayDifferInHTML = false

  init(_ source: SourceText, names: ByteTable) {
    self.source = source
    self.names = names
  }

  /// The place of an element for people: its start tag. No value in it contains a `<`.
  ///
  /// - Complexity: O(start tag).
  func range(of element: Int) -> SourceRange {
    guard elements.indices.contains(element) else { return SourceRange(0, 0) }
    let end = min(max(Int(elements[element].tagEnd), 0), source.bytes.count)
    return SourceRange(source.bytes[..<end].lastIndex(of: UInt8(ascii: "<")) ?? end, end)
  }

  func parent(of element: Int) -> Int? { elements[element].parent.map { Int($0) } }

  func name(_ name: PageName, is element: Int) -> Bool { elements[element].name == Int32(name.rawValue) }

  func nameText(of element: Int) -> String { names.text(Int(elements[element].name)) }

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

extension PageTree {
  mutating func reserve(bytes: Int) {
    elements.reserveCapacity(bytes / 48)
    attributes.reserveCapacity(bytes / 48)
    values.reserveCapacity(bytes / 4)
  }

  mutating func number(ofName name: Span<UInt8>) -> Int32 { Int32(clamping: names.insert(name).number) }

  mutating func noteDifferenceInHTML() { mayDifferInHTML = true }

  /// Adds an attribute of the next element.
  ///
  /// - Parameter value: in which an ampersand is still `&#38;`: libxml2 leaves that to those who expand entities, and only
  ///   that.
  mutating func addAttribute(_ name: Int32, _ value: Span<UInt8>) {
    let start = Int32(clamping: values.count)
    let reference: StaticString = "&#38;"
    if !value.contains(UInt8(ascii: "&")) {
      unsafe value.withUnsafeBufferPointer { value in unsafe values.append(contentsOf: value) }
      attributes.append(PageAttribute(name: name, value: start..<Int32(clamping: values.count)))
      return
    }
    var position = 0
    while position < value.count {
      let end = value.offset(of: UInt8(ascii: "&"), from: position)
      // Including the ampersand, and without the rest of the reference.
      let part = value.extracting(position..<min(end + 1, value.count))
      unsafe part.withUnsafeBufferPointer { part in unsafe values.append(contentsOf: part) }
      position = value.hasText(reference, at: end) ? end + reference.utf8CodeUnitCount : end + 1
    }
    attributes.append(PageAttribute(name: name, value: start..<Int32(clamping: values.count)))
  }

  /// Adds an element after all others.
  ///
  /// - Parameters:
  ///   - parent: nil for the root.
  ///   - first: the index of its first attribute; the others follow.
  mutating func addElement(_ start: StartTag, in parent: Int32?, attributesFrom first: Int, followsText: Bool) {
    var classes: Int32?
    for index in first..<attributes.count where attributes[index].name == Int32(PageName.class.rawValue) {
      let value = attributes[index].value
      let number = self.classes.insertAgain(values, Int(value.lowerBound)..<Int(value.upperBound))
      classes = Int32(clamping: number)
    }
    elements.append(
      PageElement(
        name: start.name, attributes: Int32(clamping: first)..<Int32(clamping: attributes.count), tagEnd: start.end,
        parent: parent, declaresNamespace: start.declaresNamespace, isXHTML: start.isXHTML, followsText: followsText,
        classes: classes))
  }

  mutating func endElement(_ element: Int32, withText: Bool) {
    if withText { elements[Int(element)].endsWithText = true }
  }
}

/// A start tag without its attributes.
struct StartTag {
  /// The number of the name.
  let name: Int32
  /// In the source.
  let end: Int32
  let declaresNamespace: Bool
  let isXHTML: Bool
}
