import CardLayout
import TextLayout

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

  /// - Parameter lines: the text at each step; nil where it is hidden.
  init(_ lines: [MeasuredText?]) {
    var breakSteps: [Int: StepSet] = [:]
    var cuts: [Int: Cut] = [:]
    for (step, measured) in lines.enumerated() {
      guard let measured else { continue }
      for offset in measured.forcedBreaks { breakSteps[offset, default: StepSet()].insert(step) }
      if let cut = measured.cut {
        let lineEnds = measured.lineStarts.dropFirst().count { $0 == cut }
        cuts[cut, default: Cut(offset: cut, steps: StepSet(), lineEnds: [])].insert(step, lineEnds: lineEnds)
      }
    }
    breaks = breakSteps.map { Mark(offset: $0.key, steps: $0.value) }.sorted { $0.offset < $1.offset }
    self.cuts = cuts.values.sorted { $0.offset < $1.offset }
  }

  /// A text that is never broken or cut by the markup.
  static let plain = TextVariants([])
}

extension TextVariants.Cut {
  fileprivate mutating func insert(_ step: Int, lineEnds count: Int) {
    steps.insert(step)
    while lineEnds.count < count { lineEnds.append(StepSet()) }
    for index in 0..<count { lineEnds[index].insert(step) }
  }
}
