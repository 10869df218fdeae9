/// A text broken into lines at one width.
public struct MeasuredText: Sendable, Hashable {
  /// The byte offset in `PreparedText.bytes` at which each line starts; ascending, the first is 0. A blank line starts
  /// where the next one does; a text of nothing has no line.
  public var lineStarts: [Int]
  /// Line starts that engines would not all choose by themselves: the markup has to break there.
  public var forcedBreaks: [Int]
  /// How many of `forcedBreaks` settle a close call; the others stand in and before words that no line can hold.
  public var settledCount: Int
  /// Those of `forcedBreaks` that need no line break in the markup: it is enough that the text from the break on does
  /// not wrap for a while. Ascending.
  public var glues: [Glue] = []
  /// Where the text is cut and an ellipsis stands, when it has more lines than it may show; after the start of the
  /// last line.
  public var cut: Int?

  public var lineCount: Int { lineStarts.count }
  public var isTruncated: Bool { cut != nil }
  /// Whether the markup divides the text.
  public var isDivided: Bool { cut != nil || !forcedBreaks.isEmpty }

  static let oneLine = MeasuredText(lineStarts: [0], forcedBreaks: [], settledCount: 0, cut: nil)

  static let empty = MeasuredText(lineStarts: [], forcedBreaks: [], settledCount: 0, cut: nil)

  /// A word that might fit on the line above, and the word after it with which it surely does not.
  public struct Glue: Sendable, Hashable {
    /// Byte offsets in `PreparedText.bytes`: the start of the one and the end of the other.
    public var offset: Int
    public var end: Int

    public init(offset: Int, end: Int) {
      self.offset = offset
      self.end = end
    }
  }
}
