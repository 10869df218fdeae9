import Diagnostics

/// An element of a page. A page is the list of its elements in document order.
struct PageElement: Sendable {
  /// The number of its name.
  let name: Int32
  /// Its position in the page's list; -1 for the root.
  let parent: Int32
  /// In the page's list.
  let attributes: Range<Int32>
  /// The number of the value of its `class`; -1 if it has none.
  let classes: Int32
  /// Declares a namespace other than the root's one.
  let declaresNamespace: Bool
  let isXHTML: Bool
  /// True if there is text other than spaces before it, after the start tag or the previous element.
  let followsText: Bool
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
  /// The start tag of each element.
  var startTags: [SourceRange] = []

  init(_ source: SourceText, names: ByteTable) {
    self.source = source
    self.names = names
  }

  /// The place of an element for people: its start tag.
  func range(of element: Int) -> SourceRange {
    startTags.indices.contains(element) ? startTags[element] : SourceRange(0, 0)
  }

  func parent(of element: Int) -> Int? { elements[element].parent < 0 ? nil : Int(elements[element].parent) }

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
    elements.reserveCapacity(bytes / 64)
    attributes.reserveCapacity(bytes / 64)
    values.reserveCapacity(bytes / 8)
  }

  mutating func number(ofName name: Span<UInt8>) -> Int32 { Int32(clamping: names.insert(name).number) }

  /// Adds an attribute of the next element.
  ///
  /// - Parameter value: in which an ampersand is still `&#38;`: libxml2 leaves that to those who expand entities, and only
  ///   that.
  mutating func addAttribute(_ name: Int32, _ value: Span<UInt8>) {
    let start = Int32(clamping: values.count)
    let reference: StaticString = "&#38;"
    var position = 0
    while position < value.count {
      var end = position
      while end < value.count, value[end] != UInt8(ascii: "&") { end += 1 }
      let isReference = value.hasText(reference, at: end)
      // Including the ampersand, and without the rest of the reference.
      let part = value.extracting(position..<min(end + 1, value.count))
      unsafe part.withUnsafeBufferPointer { part in unsafe values.append(contentsOf: part) }
      position = isReference ? end + reference.utf8CodeUnitCount : end + 1
    }
    attributes.append(PageAttribute(name: name, value: start..<Int32(clamping: values.count)))
  }

  /// Adds an element after all others; its attributes are the last, as many as said.
  mutating func addElement(
    _ name: Int32, in parent: Int32, attributes count: Int, declaresNamespace: Bool, isXHTML: Bool, followsText: Bool
  ) {
    var classes: Int32 = -1
    for attribute in attributes.suffix(count) where attribute.name == Int32(PageName.class.rawValue) {
      let range = Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)
      classes = Int32(clamping: self.classes.insert(values[range]).number)
    }
    elements.append(
      PageElement(
        name: name, parent: parent,
        attributes: Int32(clamping: attributes.count - count)..<Int32(clamping: attributes.count), classes: classes,
        declaresNamespace: declaresNamespace, isXHTML: isXHTML, followsText: followsText))
  }

  mutating func endElement(_ element: Int32, withText: Bool) {
    if withText { elements[Int(element)].endsWithText = true }
  }
}
