import CardLayout
import TextLayout

/// Where the markup of one text breaks and cuts it, and at which steps.
struct TextVariants {
  struct Mark {
    var offset: Int
    var steps: StepSet
  }

  /// Forced line breaks, ascending by offset.
  private(set) var breaks: [Mark] = []
  /// Cuts, ascending by offset.
  private(set) var cuts: [Mark] = []

  /// - Parameter lines: the text at each step; nil where it is hidden.
  init(_ lines: [MeasuredText?]) {
    var breakSteps: [Int: StepSet] = [:]
    var cutSteps: [Int: StepSet] = [:]
    for (step, measured) in lines.enumerated() {
      guard let measured else { continue }
      for offset in measured.forcedBreaks { breakSteps[offset, default: StepSet()].insert(step) }
      if let cut = measured.cut { cutSteps[cut, default: StepSet()].insert(step) }
    }
    breaks = breakSteps.map { Mark(offset: $0.key, steps: $0.value) }.sorted { $0.offset < $1.offset }
    cuts = cutSteps.map { Mark(offset: $0.key, steps: $0.value) }.sorted { $0.offset < $1.offset }
  }

  /// A text that is never broken or cut by the markup.
  static let plain = TextVariants([])
}
