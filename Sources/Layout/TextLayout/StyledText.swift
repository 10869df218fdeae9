/// The type setting of a text run.
public struct TextRunStyle: Sendable, Hashable {
  public var font: FontRequest
  /// The size in whole CSS pixels.
  public var size: Int

  public init(font: FontRequest, size: Int) {
    self.font = font
    self.size = size
  }
}

/// A text of one block before measuring: runs of one style, in reading order.
public struct StyledText: Sendable, Hashable {
  /// A run in one element of the markup.
  public struct Leaf: Sendable, Hashable {
    public enum LeafContent: Sendable, Hashable {
      case text(String)
      case hardBreak
      /// A break opportunity: `<wbr>`.
      case wordBreak
      /// A box on the baseline, such as a small image; its width is in whole CSS pixels.
      case box(width: Int)
    }

    public var content: LeafContent
    public var style: TextRunStyle
    /// The innermost element around the run, as a number that the caller assigns.
    public var span: Int

    public init(_ content: LeafContent, style: TextRunStyle, span: Int) {
      self.content = content
      self.style = style
      self.span = span
    }
  }

  public var leaves: [Leaf]
  /// The language as a BCP 47 tag.
  public var language: String
  public var isRightToLeft: Bool
  /// The width of the narrowest line that the text can have, in CSS pixels, or 0 if it is unknown. Words that fit on
  /// such a line, or on one of ``usualLeastLineWidth``, are not prepared to be split.
  public var leastLineWidth = usualLeastLineWidth

  public static let usualLeastLineWidth = 96

  public init(leaves: [Leaf], language: String, isRightToLeft: Bool) {
    self.leaves = leaves
    self.language = language
    self.isRightToLeft = isRightToLeft
  }
}
