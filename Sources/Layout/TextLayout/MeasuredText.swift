/// A text broken into lines at one width.
///
/// Copies share their content.
public struct MeasuredText: Sendable, Hashable {
  private final class SharedText: Sendable {
    let content: FilledLines

    init(_ content: FilledLines) { self.content = content }
  }

  /// nil is one line that nothing divides: most texts are, and need no object.
  private let shared: SharedText?

  init(_ content: FilledLines) { shared = content.isPlainLine ? nil : SharedText(content) }

  private init() { shared = nil }

  static let empty = MeasuredText(FilledLines(lineStarts: []))
  /// One line that nothing divides.
  static var oneLine: MeasuredText { MeasuredText() }

  /// In `PreparedText.bytes`; the first is 0. A blank line starts at the same offset as the next one; an empty text has
  /// no line.
  public var lineStarts: LineOffsets { shared?.content.lineStarts ?? [0] }

  /// Appends the starts of the lines.
  public func appendLineStarts(to starts: inout [Int]) {
    guard let shared else { return starts.append(0) }
    shared.content.lineStarts.append(to: &starts)
  }

  /// Line starts at which engines might not all break by themselves: the markup must break there.
  public var forcedBreaks: [Int] { shared?.content.forcedBreaks ?? [] }
  /// The number of `forcedBreaks` that resolve a close call; the others are in and before words that are wider than a
  /// line.
  public var settledCount: Int { shared?.content.settledCount ?? 0 }
  /// Those of `forcedBreaks` that need no line break in the markup: it is enough that a part of the text after the
  /// break does not wrap. Ascending.
  public var glues: [Glue] { shared?.content.glues ?? [] }
  /// The offset at which the text is cut and an ellipsis is added, if it has too many lines; after the start of the
  /// last line.
  public var cut: Int? { shared?.content.cut }

  /// True if something that is not split may be wider than its line: a cluster with the signs next to it, or an
  /// ellipsis with the cluster before it.
  public var overflows: Bool { shared?.content.overflows ?? false }

  public var lineCount: Int { shared?.content.lineStarts.count ?? 1 }
  public var isTruncated: Bool { cut != nil }
  /// True if the markup divides the text.
  public var isDivided: Bool { shared.map { $0.content.cut != nil || !$0.content.forcedBreaks.isEmpty } ?? false }

  public static func == (a: MeasuredText, b: MeasuredText) -> Bool {
    a.shared === b.shared || a.shared?.content == b.shared?.content
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared?.content) }

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

  /// True for a single line, if nothing divides it.
  fileprivate var isPlainLine: Bool {
    lineStarts.count == 1 && forcedBreaks.isEmpty && glues.isEmpty && settledCount == 0 && cut == nil && !overflows
  }
}
