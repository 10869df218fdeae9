public import Fonts

/// The type setting of a stretch of text.
public struct TextRunStyle: Sendable, Hashable {
  public var font: FontRequest
  /// Whole CSS pixels.
  public var size: Int

  public init(font: FontRequest, size: Int) {
    self.font = font
    self.size = size
  }
}

/// A text of one block, before anything is measured: stretches of one style, in reading order.
public struct StyledText: Sendable, Hashable {
  /// A stretch that one element of the markup holds.
  public struct Leaf: Sendable, Hashable {
    public enum LeafContent: Sendable, Hashable {
      case text(String)
      case hardBreak
      /// A place where a line may break: `<wbr>`.
      case wordBreak
      /// A box on the baseline, such as a small image; whole CSS pixels.
      case box(width: Int)
    }

    public var content: LeafContent
    public var style: TextRunStyle
    /// The innermost element around the stretch, by whatever number the caller gives elements.
    public var span: Int

    public init(_ content: LeafContent, style: TextRunStyle, span: Int) {
      self.content = content
      self.style = style
      self.span = span
    }
  }

  public var leaves: [Leaf]
  /// A BCP 47 tag.
  public var language: String
  public var isRightToLeft: Bool
  /// Lines may be narrower than ``leastLineWidth``: short words may have to be split too.
  public var hasNarrowLines = false

  /// In CSS pixels; what fits on such a line is not prepared to be split.
  public static let leastLineWidth = 96

  public init(leaves: [Leaf], language: String, isRightToLeft: Bool) {
    self.leaves = leaves
    self.language = language
    self.isRightToLeft = isRightToLeft
  }
}
