import CardLayout

/// Classes whose elements show, or hold together, at some steps only. A class is named by its set of steps, so equal sets share a rule.
struct StepClasses {
  /// What an element of a class does outside its steps, or inside.
  enum Kind: String, CaseIterable {
    /// A `br` or an ellipsis: shown at the steps of the set only.
    case shown = "b"
    /// Words that do not wrap at the steps of the set.
    case glued = "g"
    /// What a cut leaves out: hidden at the steps of the set.
    case hidden = "r"
  }

  /// Where an element is: what shows it differs where the reader may choose.
  struct Use: Hashable {
    var kind: Kind
    var isInChoice: Bool
  }

  let stepCount: Int
  /// What is written now is in a shelf with a choice: sets hold the steps of both layouts, one after the other.
  var isInChoice = false
  private(set) var used: [Use: Set<StepSet>] = [:]
  /// Widths of tags and sizes of text and images that have a class, in whole CSS pixels.
  private(set) var tagWidths: Set<Int> = []
  private(set) var textSizes: Set<Int> = []
  private(set) var imageSizes: Set<Int> = []
  /// First numbers of ordered lists other than 1.
  private(set) var listStarts: Set<Int> = []

  init(stepCount: Int) { self.stepCount = stepCount }

  var all: StepSet { .all(count: isInChoice ? 2 * stepCount : stepCount) }

  mutating func name(_ kind: Kind, _ steps: StepSet) -> String {
    let use = Use(kind: kind, isInChoice: isInChoice)
    used[use, default: []].insert(steps)
    return Self.name(use, steps)
  }

  static func name(_ use: Use, _ steps: StepSet) -> String {
    (use.isInChoice ? use.kind.rawValue.uppercased() : use.kind.rawValue) + String(steps.bits, radix: 16)
  }

  mutating func tagWidth(_ width: Int) -> String {
    tagWidths.insert(width)
    return "w\(width)"
  }

  mutating func textSize(_ size: Int) -> String {
    textSizes.insert(size)
    return "s\(size)"
  }

  mutating func imageSize(_ size: Int) -> String {
    imageSizes.insert(size)
    return "i i\(size)"
  }

  mutating func listStart(_ number: Int) -> String {
    listStarts.insert(number)
    return "o\(number)"
  }

  mutating func formUnion(_ other: StepClasses) {
    for (use, sets) in other.used { used[use, default: []].formUnion(sets) }
    tagWidths.formUnion(other.tagWidths)
    textSizes.formUnion(other.textSizes)
    imageSizes.formUnion(other.imageSizes)
    listStarts.formUnion(other.listStarts)
  }
}
