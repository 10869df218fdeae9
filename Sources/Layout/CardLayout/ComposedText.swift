public import Content
public import TextLayout
public import Themes

/// A text of one block, with the elements around its parts.
public struct ComposedText: Sendable, Hashable {
  /// An inline element; its number is its index in `spans`.
  public struct TextSpan: Sendable, Hashable {
    public enum SpanElement: Sendable, Hashable {
      /// The block itself: span 0, which is its own parent.
      case block
      case span(Inline.InlineSpan)
      case code
      case link(LinkTarget, title: String)
      /// A picture that is no taller than its line. Its height is in whole CSS pixels.
      case image(LinkTarget, title: String, alt: String, height: Int)
    }

    public let element: SpanElement
    public let parent: Int
    /// The font size if the element changes it, or the width of an image, in whole CSS pixels.
    public let size: Int?
  }

  public var styled: StyledText
  public var spans: [TextSpan]
  /// The height of a line in whole CSS pixels.
  public var lineHeight: Int
  public var maximumLines: ClassLimit?

  /// The elements around a leaf, outermost first, without the block.
  public func path(ofLeaf leaf: Int) -> [Int] { path(ofSpan: styled.leaves[leaf].span) }

  /// The text without elements; white space as it was written.
  public var plainText: String {
    styled.leaves.map { leaf in
      switch leaf.content {
      case .text(let text): text
      case .hardBreak: " "
      case .wordBreak, .box: ""
      }
    }.joined()
  }

  private func path(ofSpan span: Int) -> [Int] {
    var path: [Int] = []
    var current = span
    while current != 0 {
      path.append(current)
      current = spans[current].parent
    }
    return path.reversed()
  }
}
