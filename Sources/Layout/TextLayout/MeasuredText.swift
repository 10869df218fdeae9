/// A text broken into lines at one width.
///
/// Copies share their content.
public struct MeasuredText: Sendable, Hashable {
  @usableFromInline
  final class SharedText: Sendable {
    let content: FilledLines
    let widths: ClosedRange<Int>

    init(_ content: FilledLines, widths: ClosedRange<Int>) {
      self.content = content
      self.widths = widths
    }
  }

  @usableFromInline let shared: SharedText

  /// The same for two copies: if it is, their lines are the same. Those of others may be the same, too.
  @inlinable
  public var identity: ObjectIdentifier { ObjectIdentifier(shared) }

  init(_ content: FilledLines, widths: ClosedRange<Int>) { shared = SharedText(content, widths: widths) }

  /// The widths at which the text has the same lines if it may have as many, in whole CSS pixels. Comparisons ignore
  /// them.
  public var widths: ClosedRange<Int> { shared.widths }
  /// In `PreparedText.bytes`; the first is 0. A blank line starts at the same offset as the next one; an empty text has
  /// no line.
  public var lineStarts: LineOffsets { shared.content.lineStarts }

  /// Appends the starts of the lines.
  public func appendLineStarts(to starts: inout [Int]) {
    for start in shared.content.lineStarts { starts.append(start) }
  }

  /// Line starts at which engines might not all break by themselves: the markup must break there.
  public var forcedBreaks: [Int] { shared.content.forcedBreaks }
  /// The number of `forcedBreaks` that resolve a close call; the others are in and before words that are wider than a
  /// line.
  public var settledCount: Int { shared.content.settledCount }
  /// Those of `forcedBreaks` that need no line break in the markup: it is enough that a part of the text after the
  /// break does not wrap. Ascending.
  public var glues: [Glue] { shared.content.glues }
  /// The offset at which the text is cut and an ellipsis is added, if it has too many lines; after the start of the
  /// last line.
  public var cut: Int? { shared.content.cut }

  /// True if something that is not split may be wider than its line: a cluster with the signs next to it, or an
  /// ellipsis with the cluster before it.
  public var overflows: Bool { shared.content.overflows }

  public var lineCount: Int { shared.content.lineStarts.count }
  public var isTruncated: Bool { cut != nil }
  /// True if the markup divides the text.
  public var isDivided: Bool { cut != nil || !shared.content.forcedBreaks.isEmpty }

  static let empty = MeasuredText(FilledLines(lineStarts: []), widths: Int.min...Int.max)

  /// - Parameter least: the least width at which the text certainly fits, in whole CSS pixels.
  static func oneLine(fromWidth least: Int) -> MeasuredText {
    MeasuredText(contentOfOneLine, widths: least...Int.max)
  }

  private static let contentOfOneLine = FilledLines(lineStarts: [0])

  public static func == (a: MeasuredText, b: MeasuredText) -> Bool {
    a.shared === b.shared || a.shared.content == b.shared.content
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared.content) }

  /// A word that might fit on the line above, and the next word, with which it certainly does not.
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

/// The content of a measured text while its lines are filled.
struct FilledLines: Sendable, Hashable {
  var lineStarts: LineOffsets
  var forcedBreaks: [Int] = []
  var settledCount = 0
  var glues: [MeasuredText.Glue] = []
  var cut: Int?
  var overflows = false
}
