import Diagnostics

/// A node of a document while it is read; see ``NodeList``.
struct DocumentNode {
  /// The kind of a node. The kinds of text come first.
  enum NodeKind: UInt8 {
    /// The node is no longer part of the document.
    case removed
    case emptyText
    /// Text that the file contains at the node's range.
    case sourceText
    case text
    case softBreak
    case hardBreak
    case wordBreak
    case codeSpan
    case span
    case link
    case image
    case paragraph
    case heading
    case quote
    case list
    case item
    case code
    case thematicBreak

    /// True if the node is part of the text before and after it.
    var isText: Bool { rawValue <= NodeKind.text.rawValue }
  }

  var kind: NodeKind
  /// Byte offsets in the file.
  var range: SourceRange
  /// The bytes of a text in ``NodeList/texts``.
  var text = SourceRange(0, 0)
  /// The number of a span or of a link, the level of a heading, the first number of a list, the length of a fence's info.
  var value = 0
  /// A list with numbers.
  var isOrdered = false
  /// A list without spaces between its items.
  var isTight = false
  /// The index after its content.
  var end: Int
}

/// The properties of a link or an image other than its text.
struct NodeLink {
  let target: LinkTarget
  let title: String
  /// The alternative text of an image.
  var alt = ""
}
