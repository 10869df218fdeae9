public import Diagnostics

/// A parsed Markdown body: values only, no C pointer, no HTML.
///
/// A document takes little memory: each access to the blocks creates them again, in time that is linear in the text.
public struct MarkdownDocument: Sendable {
  private(set) var code: DocumentCode
  /// The ids that the author gave to headings, by the offsets of the headings.
  var writtenIDs: [Int: String] = [:]

  public init(blocks: [Block]) { code = DocumentCode(blocks, source: []) }

  init(code: DocumentCode) { self.code = code }

  public static let empty = MarkdownDocument(blocks: [])

  /// - Complexity: O(length), to get and to set.
  public var blocks: [Block] {
    get { code.blocks }
    set { code = code.replacing(newValue) }
  }

  public var isEmpty: Bool { code.isEmpty }

  /// True if the text contains a link.
  public var hasLinks: Bool { code.content.contains(.links) }

  /// True if the text contains a heading.
  var hasHeadings: Bool { code.content.contains(.headings) }

  /// A fast check: false if it certainly has few blocks. Each takes some bytes of the code.
  var mayHaveManyLines: Bool { code.bytes.count > 300 }

  /// True if the text contains an image.
  public var hasImages: Bool { code.content.contains(.images) }
}

extension MarkdownDocument: Hashable {
  // Most comparisons are of copies, which need not be read.
  public static func == (a: Self, b: Self) -> Bool {
    a.code.bytes == b.code.bytes && a.code.source == b.code.source || a.blocks == b.blocks
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(blocks) }
}

/// A block of CommonMark with its range in the file.
public struct Block: Sendable, Hashable {
  public enum BlockKind: Sendable, Hashable {
    case paragraph([Inline])
    /// A heading of level 1 to 6.
    case heading(level: Int, [Inline])
    case quote([Block])
    case list(BlockList)
    case table(BlockTable)
    /// `info` is the fence's info string, empty for indented code; `text` ends without a line feed.
    case code(info: String, text: String)
    case thematicBreak
  }

  public struct BlockList: Sendable, Hashable {
    /// The first number of an ordered list, or nil for a bulleted one.
    public var start: Int?
    public var isTight: Bool
    public var items: [[Block]]

    public init(start: Int?, isTight: Bool, items: [[Block]]) {
      self.start = start
      self.isTight = isTight
      self.items = items
    }
  }

  /// A table (GFM 0.29, section 4.10).
  public struct BlockTable: Sendable, Hashable {
    public enum ColumnAlignment: UInt8, Sendable, Hashable { case start, center, end }

    /// One for each column.
    public var columns: [ColumnAlignment]
    /// True if the first row names the columns.
    public var hasHeader: Bool
    /// The blocks of each cell of each row. All rows have as many cells as there are columns.
    public var rows: [[[Block]]]

    public init(columns: [ColumnAlignment], hasHeader: Bool, rows: [[[Block]]]) {
      self.columns = columns
      self.hasHeader = hasHeader
      self.rows = rows
    }
  }

  public var kind: BlockKind
  /// The byte offsets in the whole file.
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
    /// `<wbr>`: a break opportunity.
    case wordBreak
    case code(String)
    case span(InlineSpan, [Inline])
    case link(LinkTarget, title: String, [Inline])
    /// A picture; `alt` is its plain text, `width` the width in CSS pixels that is written after it.
    case image(LinkTarget, title: String, alt: String, width: Int?)
  }

  /// The meaning of a span: CommonMark's emphasis, and the few HTML tags that are allowed, all without attributes.
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
    /// `<code>` written as HTML, whose content can contain other spans.
    case code
  }

  public var kind: InlineKind
  /// The byte offsets in the whole file; those of the enclosing block if cmark does not report a position.
  public var range: SourceRange

  public init(_ kind: InlineKind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}
