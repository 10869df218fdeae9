import CardLayout
import Images
import JSONText

/// Classes whose elements show, or hold together, at some steps only. A class is named by its set of steps, so equal sets share a rule.
struct StepClasses {
  /// What an element of a class does outside its steps, or inside.
  enum StepEffect: CaseIterable {
    /// A `br` or an ellipsis: shown at the steps of the set only.
    case shown
    /// Words that do not wrap at the steps of the set.
    case glued
    /// What a cut leaves out: hidden at the steps of the set.
    case hidden

    fileprivate var letter: UInt8 {
      switch self {
      case .shown: UInt8(ascii: "b")
      case .glued: UInt8(ascii: "g")
      case .hidden: UInt8(ascii: "r")
      }
    }
  }

  /// Where an element is: what shows it differs where the reader may choose.
  struct StepClass: Hashable {
    var kind: StepEffect
    var isInChoice: Bool
  }

  let stepCount: Int
  /// What is written now is in a shelf with a choice: sets hold the steps of both layouts, one after the other.
  var isInChoice = false
  private(set) var used: [StepClass: Set<StepSet>] = [:]
  /// Of those, for each of 64 kinds of sets one that was used lately: most classes are used again at once.
  private var lastUsed: [(use: StepClass, steps: StepSet)?] = Array(repeating: nil, count: 64)
  /// Widths of tags and sizes of text and images that have a class, in whole CSS pixels.
  private(set) var tagWidths: Set<Int> = []
  private(set) var textSizes: Set<Int> = []
  private(set) var imageSizes: Set<Int> = []
  /// Of images that are cut otherwise than around their middle.
  private(set) var imageFocuses: Set<ImageFocus> = []
  /// First numbers of ordered lists other than 1.
  private(set) var listStarts: Set<Int> = []

  /// Likewise, by their last bits.
  private var lastTagWidths: [Int] = Array(repeating: -1, count: 256)

  init(stepCount: Int) { self.stepCount = stepCount }

  var all: StepSet { .all(count: isInChoice ? 2 * stepCount : stepCount) }

  mutating func name(_ kind: StepEffect, _ steps: StepSet) -> String { Self.name(use(kind, steps), steps) }

  /// Says that a class is used; ``append(_:_:to:)`` writes its name.
  mutating func use(_ kind: StepEffect, _ steps: StepSet) -> StepClass {
    let use = StepClass(kind: kind, isInChoice: isInChoice)
    let place = Int(truncatingIfNeeded: (steps.bits ^ steps.bits >> 6) & 63)
    if let last = lastUsed[place], last.use == use, last.steps == steps { return use }
    lastUsed[place] = (use, steps)
    used[use, default: []].insert(steps)
    return use
  }

  static func name(_ use: StepClass, _ steps: StepSet) -> String {
    var bytes: [UInt8] = []
    append(use, steps, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The kind's letter, large in a choice, and the set in hexadecimal.
  static func append(_ use: StepClass, _ steps: StepSet, to bytes: inout [UInt8]) {
    bytes.append(use.isInChoice ? use.kind.letter & 0xDF : use.kind.letter)
    var shift = max(0, 124 - (steps.bits.leadingZeroBitCount & ~3))
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: steps.bits >> UInt128(shift)) & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      shift -= 4
    }
  }

  mutating func tagWidth(_ width: Int) -> String {
    useTagWidth(width)
    return "w\(width)"
  }

  mutating func useTagWidth(_ width: Int) {
    let place = width & 255
    if lastTagWidths[place] == width { return }
    lastTagWidths[place] = width
    tagWidths.insert(width)
  }

  mutating func textSize(_ size: Int) -> String {
    textSizes.insert(size)
    return "s\(size)"
  }

  mutating func imageSize(_ size: Int) -> String {
    imageSizes.insert(size)
    return "i i\(size)"
  }

  mutating func useImageFocus(_ focus: ImageFocus) { if focus != .center { imageFocuses.insert(focus) } }

  /// nil where no class is needed.
  static func imageFocusName(_ focus: ImageFocus) -> String? {
    focus == .center ? nil : "f\(focus.x)-\(focus.y)"
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
    imageFocuses.formUnion(other.imageFocuses)
    listStarts.formUnion(other.listStarts)
  }
}
