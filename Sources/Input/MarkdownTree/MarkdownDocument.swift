public import Diagnostics

/// A parsed Markdown body: values only, no C pointer, no HTML.
///
/// Takes little room: the blocks are made again each time they are asked for, in time that is linear in the text.
public struct MarkdownDocument: Sendable {
  private var code: DocumentCode

  public init(blocks: [Block]) { code = DocumentCode(blocks, source: []) }

  /// - Parameter source: the file, in which the blocks' ranges count.
  init(blocks: [Block], of source: SourceText) { code = DocumentCode(blocks, source: source.bytes) }

  public static let empty = MarkdownDocument(blocks: [])

  /// - Complexity: O(length), to get as to set.
  public var blocks: [Block] {
    get { code.blocks }
    set { code = code.replacing(newValue) }
  }

  public var isEmpty: Bool { code.isEmpty }

  /// Whether there is a link in the text.
  public var hasLinks: Bool { code.content.contains(.links) }

  /// Whether there is an image in the text.
  public var hasImages: Bool { code.content.contains(.images) }
}

extension MarkdownDocument: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.blocks == b.blocks }

  public func hash(into hasher: inout Hasher) { hasher.combine(blocks) }
}

/// A block of CommonMark with its place in the file.
public struct Block: Sendable, Hashable {
  public enum BlockKind: Sendable, Hashable {
    case paragraph([Inline])
    /// Levels 1 to 6.
    case heading(level: Int, [Inline])
    case quote([Block])
    case list(BlockList)
    /// `info` is the fence's info string, empty for indented code; `text` ends without a line feed.
    case code(info: String, text: String)
    case thematicBreak
  }

  public struct BlockList: Sendable, Hashable {
    /// The first number of an ordered list, or nil for a bulleted one.
    public var start: Int?
    public var isTight: Bool
    public var items: [[Block]]
  }

  public var kind: BlockKind
  /// Byte offsets in the whole file.
  public var range: SourceRange

  public init(_ kind: BlockKind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// A piece of text or a span of it.
public struct Inline: Sendable, Hashable {
  public enum InlineKind: Sendable, Hashable {
    case text(String)
    case softBreak
    case hardBreak
    /// `<wbr>`: a place where a line may break.
    case wordBreak
    case code(String)
    case span(InlineSpan, [Inline])
    case link(LinkTarget, title: String, [Inline])
    /// An image in running text; `alt` is its plain text.
    case image(LinkTarget, title: String, alt: String)
  }

  /// What a span means. CommonMark's emphasis and the few HTML tags that are allowed, all without attributes.
  public enum InlineSpan: String, Sendable, Hashable, CaseIterable {
    case emphasis = "em"
    case strong
    case italic = "i"
    case bold = "b"
    case keyboard = "kbd"
    case strikethrough = "s"
    case underline = "u"
    case mark
    case small
    case sub
    case sup
    /// `<code>` written as HTML, whose content may hold other spans.
    case code
  }

  public var kind: InlineKind
  /// Byte offsets in the whole file; for positions that cmark does not tell, the enclosing block's.
  public var range: SourceRange

  public init(_ kind: InlineKind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}
