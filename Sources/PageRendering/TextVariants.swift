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

  /// A stretch that does not wrap at some steps, so that its start goes to the next line there.
  struct Glue {
    var offset: Int
    var end: Int
    var steps: StepSet
  }

  /// Forced line breaks, ascending by offset.
  private(set) var breaks: [Mark] = []
  /// Ascending by offset; no two overlap, and no break or cut is inside one.
  private(set) var glues: [Glue] = []
  /// Cuts, ascending by offset.
  private(set) var cuts: [Cut] = []
  /// Lines may end where the text has an opportunity: engines take a `wbr` even where nothing else wraps.
  private(set) var wraps = true

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
    self.cuts = cuts.values.sorted { $0.offset < $1.offset }
    if lineBreaks == .natural {
      glues = Self.glues(in: lines, between: Set(breakSteps.keys).union(cuts.keys))
      for glue in glues { breakSteps[glue.offset]?.subtract(glue.steps) }
    }
    breaks = breakSteps.filter { !$0.value.isEmpty }.map { Mark(offset: $0.key, steps: $0.value) }
      .sorted { $0.offset < $1.offset }
  }

  /// The stretches that may take the place of breaks.
  ///
  /// - Parameter marks: where a break or a cut stands at any step; none may be inside a stretch.
  private static func glues(in lines: [MeasuredText?], between marks: Set<Int>) -> [Glue] {
    var steps: [MeasuredText.Glue: StepSet] = [:]
    for (step, measured) in lines.enumerated() {
      for glue in measured?.glues ?? [] { steps[glue, default: StepSet()].insert(step) }
    }
    let ordered = marks.sorted()
    var glues: [Glue] = []
    for (glue, steps) in steps.sorted(by: { ($0.key.offset, $0.key.end) < ($1.key.offset, $1.key.end) }) {
      if let last = glues.last, glue.offset < last.end { continue }
      let next = ordered.first { $0 > glue.offset }
      if let next, next <= glue.end { continue }
      glues.append(Glue(offset: glue.offset, end: glue.end, steps: steps))
    }
    return glues
  }

  /// A text that is never broken or cut by the markup.
  static let plain = TextVariants([], of: .empty, lineBreaks: .natural)

  /// Likewise one that stands on one line, whatever its width.
  static var oneLine: TextVariants {
    var variants = plain
    variants.wraps = false
    return variants
  }
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
