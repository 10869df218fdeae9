/// A text broken into lines at one width.
///
/// Copies share one content, and so do all texts of one line.
public struct MeasuredText: Sendable, Hashable {
  private final class SharedText: Sendable {
    let content: FilledLines

    init(_ content: FilledLines) { self.content = content }
  }

  private let shared: SharedText

  init(_ content: FilledLines) { shared = SharedText(content) }

  /// The byte offset in `PreparedText.bytes` at which each line starts; ascending, the first is 0. A blank line starts
  /// where the next one does; a text of nothing has no line.
  public var lineStarts: [Int] { shared.content.lineStarts }
  /// Line starts that engines would not all choose by themselves: the markup has to break there.
  public var forcedBreaks: [Int] { shared.content.forcedBreaks }
  /// How many of `forcedBreaks` settle a close call; the others stand in and before words that no line can hold.
  public var settledCount: Int { shared.content.settledCount }
  /// Those of `forcedBreaks` that need no line break in the markup: it is enough that the text from the break on does
  /// not wrap for a while. Ascending.
  public var glues: [Glue] { shared.content.glues }
  /// Where the text is cut and an ellipsis stands, when it has more lines than it may show; after the start of the
  /// last line.
  public var cut: Int? { shared.content.cut }

  public var lineCount: Int { shared.content.lineStarts.count }
  public var isTruncated: Bool { cut != nil }
  /// Whether the markup divides the text.
  public var isDivided: Bool { cut != nil || !shared.content.forcedBreaks.isEmpty }

  static let empty = MeasuredText(FilledLines(lineStarts: []))

  static let oneLine = MeasuredText(FilledLines(lineStarts: [0]))

  public static func == (a: MeasuredText, b: MeasuredText) -> Bool {
    a.shared === b.shared || a.shared.content == b.shared.content
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared.content) }

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

/// What a measured text says, while its lines are filled.
struct FilledLines: Sendable, Hashable {
  var lineStarts: [Int]
  var forcedBreaks: [Int] = []
  var settledCount = 0
  var glues: [MeasuredText.Glue] = []
  var cut: Int?
}
