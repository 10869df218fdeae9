public import Diagnostics

/// The properties that determine the font of a text in a document: its block and the spans around it.
public struct TextRole: Sendable, Hashable {
  public enum TextBlock: Sendable, Hashable {
    case paragraph, heading, code
    /// The bullets or numbers of a list, which are not part of the text.
    case listMarker
  }

  public var block: TextBlock
  public var isItalic = false
  public var isBold = false
  /// True inside a code span.
  public var isCode = false

  func inside(_ span: Inline.InlineSpan) -> TextRole {
    var role = self
    switch span {
    case .emphasis, .italic: role.isItalic = true
    case .strong, .bold: role.isBold = true
    case .keyboard, .code: role.isCode = true
    case .strikethrough, .underline, .mark, .small, .sub, .sup: break
    }
    return role
  }
}

extension MarkdownDocument {
  /// Visits each text with its role, in order, without building the tree. A line break that becomes a space
  /// and the markers of a list have empty texts.
  ///
  /// - Complexity: O(length).
  public func forEachText(_ visit: (TextRole, UTF8Span) -> Void) {
    withoutActuallyEscaping(visit) { code.visit(DocumentReader.DocumentVisits(text: $0)) }
  }

  /// Visits the target of each link and image, in order, without building the tree. A link comes before the images in
  /// its text.
  ///
  /// - Parameter visit: gets the target, the range of the link or image, and whether it is an image.
  /// - Complexity: O(length); O(1) without links and images.
  public func forEachTarget(_ visit: (LinkTarget, SourceRange, _ isImage: Bool) -> Void) {
    guard hasLinks || hasImages else { return }
    withoutActuallyEscaping(visit) { code.visit(DocumentReader.DocumentVisits(target: $0)) }
  }
}
