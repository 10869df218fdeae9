import Diagnostics

/// An element of a page. A page is the list of its elements in document order.
struct PageElement: Sendable {
  struct Attribute: Sendable {
    let name: String
    let value: String
  }

  let name: String
  /// Its position in the page's list; nil for the root.
  let parent: Int?
  let attributes: [Attribute]
  /// Declares a namespace other than the root's one.
  let declaresNamespace: Bool

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// A page that is well-formed XML.
struct PageTree: Sendable {
  let source: SourceText
  let elements: [PageElement]
  /// The start tag of each element.
  let startTags: [SourceRange]

  /// Where people find an element: its start tag.
  func range(of element: Int) -> SourceRange {
    startTags.indices.contains(element) ? startTags[element] : SourceRange(0, 0)
  }
}
