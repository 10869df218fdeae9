import CardLayout
import TextLayout
import Themes

/// Where the markup of one text breaks and cuts it, and at which steps.
struct TextVariants {
  struct Mark {
    var offset: Int
    var steps: StepSet
  }

  /// A place where the text is cut.
  struct Cut {
    var offset: Int
    var steps: StepSet
    /// The steps at which the ellipsis stands on a line of its own, because that line had no room for more; a second
    /// set where an empty line is above it, and so on.
    var lineEnds: [StepSet]
  }

  /// Forced line breaks, ascending by offset.
  private(set) var breaks: [Mark] = []
  /// Cuts, ascending by offset.
  private(set) var cuts: [Cut] = []

  /// - Parameters:
  ///   - lines: the text at each step; nil where it is hidden.
  ///   - lineBreaks: whether the markup breaks every line, or only those that engines would not all break there.
  init(_ lines: [MeasuredText?], of prepared: PreparedText, lineBreaks: LineBreaks) {
    let authored = lineBreaks == .explicit ? prepared.authoredLineStarts : []
    var breakSteps: [Int: StepSet] = [:]
    var cuts: [Int: Cut] = [:]
    for (step, measured) in lines.enumerated() {
      guard let measured else { continue }
      let offsets =
        switch lineBreaks {
        case .natural: measured.forcedBreaks
        case .explicit: measured.lineStarts.dropFirst().filter { $0 != measured.cut && !authored.contains($0) }
        }
      for offset in offsets { breakSteps[offset, default: StepSet()].insert(step) }
      if let cut = measured.cut {
        let lineEnds = measured.lineStarts.dropFirst().count { $0 == cut }
        cuts[cut, default: Cut(offset: cut, steps: StepSet(), lineEnds: [])].insert(step, lineEnds: lineEnds)
      }
    }
    breaks = breakSteps.map { Mark(offset: $0.key, steps: $0.value) }.sorted { $0.offset < $1.offset }
    self.cuts = cuts.values.sorted { $0.offset < $1.offset }
  }

  /// A text that is never broken or cut by the markup.
  static let plain = TextVariants([], of: .empty, lineBreaks: .natural)
}

extension TextVariants.Cut {
  fileprivate mutating func insert(_ step: Int, lineEnds count: Int) {
    steps.insert(step)
    while lineEnds.count < count { lineEnds.append(StepSet()) }
    for index in 0..<count { lineEnds[index].insert(step) }
  }
}

extension PreparedText {
  /// Where lines start because the author ended the line before.
  fileprivate var authoredLineStarts: Set<Int> {
    Set(pieces.compactMap { piece in if case .hardBreaks = piece.joint { piece.lower } else { nil } })
  }
}
