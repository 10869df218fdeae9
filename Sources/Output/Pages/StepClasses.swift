import CardLayout
import Diagnostics
import Images

/// Classes whose elements are visible, or unbreakable, only at some steps. A class is named after its set of steps, so
/// equal sets share a rule.
struct StepClasses {
  /// The effect of a class at its steps, or at all others.
  enum StepEffect: Hashable {
    /// A break or an ellipsis: visible only at the steps of the set.
    case shown
    /// Words that do not wrap at the steps of the set.
    case glued
    /// Content that a cut omits: hidden at the steps of the set.
    case hidden
    /// An item of a row whose content is hidden at the steps of the set: it keeps its width there.
    case folded
    /// Controls for the number of columns, one below the other at the steps of the set.
    case stacked
    /// A text that has this number of lines, at least two, or more at the steps of the set: it keeps their height in other fonts.
    case lines(Int)
    /// A column of a table that has this width at the steps of the set, in whole CSS pixels.
    case columnWidth(Int)

    fileprivate var letter: UInt8 {
      switch self {
      case .shown: UInt8(ascii: "b")
      case .glued: UInt8(ascii: "g")
      case .hidden: UInt8(ascii: "r")
      case .folded: UInt8(ascii: "e")
      case .stacked: UInt8(ascii: "v")
      case .lines: UInt8(ascii: "h")
      case .columnWidth: UInt8(ascii: "k")
      }
    }
  }

  /// An effect in a shelf, where it depends on the views of the shelf.
  struct StepClass: Hashable {
    var kind: StepEffect
    var views: ViewConditions
  }

  let stepCount: Int
  /// Those of the shelf that is being written: sets contain the steps of all of its views, one view after the other.
  var views = ViewConditions.always
  private(set) var used: [StepClass: Set<StepSet>] = [:]
  /// For each of 64 kinds of sets, the class that was last used: most classes are used several times in a row.
  private var lastUsed: [(use: StepClass, steps: StepSet)?] = []
  /// Widths of tags and sizes of text and pictures that have a class, in whole CSS pixels.
  private(set) var tagWidths: Set<Int> = []
  private(set) var textSizes: Set<Int> = []
  private(set) var lineImages: Set<LineImageSize> = []
  private(set) var figures: Set<FigureShape> = []
  /// The focuses of images that are not cropped around their centre.
  private(set) var imageFocuses: Set<ImageFocus> = []
  /// First numbers of ordered lists other than 1.
  private(set) var listStarts: Set<Int> = []
  /// Numbers of lines, at least two, that texts have at all steps, or exceed.
  private(set) var lineCounts: Set<Int> = []
  /// Indents of lists with wide numbers, in whole CSS pixels.
  private(set) var listIndents: Set<Int> = []
  private(set) var hasTables = false
  /// The ids of shelves with a choice of columns whose controls are in the template of the page.
  var shelvesWithTogglesElsewhere: Set<String> = []

  /// The last widths, indexed by their last bits.
  private var lastTagWidths: [Int?] = []

  init(stepCount: Int) { self.stepCount = stepCount }

  var all: StepSet { .all(count: views.count * stepCount) }

  mutating func name(_ kind: StepEffect, _ steps: StepSet) -> String { Self.name(use(kind, steps), steps) }

  /// Registers a class; ``append(_:_:to:)`` writes its name.
  mutating func use(_ kind: StepEffect, _ steps: StepSet) -> StepClass {
    let use = StepClass(kind: kind, views: views)
    if lastUsed.isEmpty { lastUsed = Array(repeating: nil, count: 64) }
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

  /// The kind's letter, a capital where readers choose columns, letters for the shapes of windows, which are no
  /// hexadecimal digits, and the set in hexadecimal.
  static func append(_ use: StepClass, _ steps: StepSet, to bytes: inout [UInt8]) {
    bytes.append(use.views.byColumns ? use.kind.letter & 0xDF : use.kind.letter)
    if use.views.byOrientation { bytes.append(UInt8(ascii: "o")) }
    if use.views.byHeight { bytes.append(UInt8(ascii: "t")) }
    switch use.kind {
    case .lines(let number), .columnWidth(let number): bytes += "\(number)-".utf8
    case .shown, .glued, .hidden, .folded, .stacked: break
    }
    steps.append(hexadecimalTo: &bytes)
  }

  mutating func tagWidth(_ width: Int) -> String {
    useTagWidth(width)
    return "w\(width)"
  }

  mutating func useTagWidth(_ width: Int) {
    if lastTagWidths.isEmpty { lastTagWidths = Array(repeating: nil, count: 256) }
    let place = width & 255
    if lastTagWidths[place] == width { return }
    lastTagWidths[place] = width
    tagWidths.insert(width)
  }

  mutating func textSize(_ size: Int) -> String {
    textSizes.insert(size)
    return "s\(size)"
  }

  mutating func lineImage(_ size: LineImageSize) -> String {
    lineImages.insert(size)
    return "i \(size.className)"
  }

  mutating func figure(_ shape: FigureShape) -> String {
    figures.insert(shape)
    return shape.className
  }

  mutating func useImageFocus(_ focus: ImageFocus) { if focus != .center { imageFocuses.insert(focus) } }

  /// The class name of a focus; nil if no class is needed.
  static func imageFocusName(_ focus: ImageFocus) -> String? {
    focus == .center ? nil : "f\(focus.x)-\(focus.y)"
  }

  mutating func listStart(_ number: Int) -> String {
    listStarts.insert(number)
    return "o\(number)"
  }

  mutating func useTables() { hasTables = true }

  mutating func useLineCount(_ count: Int) { lineCounts.insert(count) }

  mutating func listIndent(_ indent: Int) -> String {
    listIndents.insert(indent)
    return "l\(indent)"
  }

  /// Frees data that only writing needs: this value is kept for each shelf of a page and each page of a site.
  mutating func endWriting() {
    lastUsed = []
    lastTagWidths = []
  }

  mutating func formUnion(_ other: StepClasses) {
    for (use, sets) in other.used { used[use, default: []].formUnion(sets) }
    tagWidths.formUnion(other.tagWidths)
    textSizes.formUnion(other.textSizes)
    lineImages.formUnion(other.lineImages)
    figures.formUnion(other.figures)
    imageFocuses.formUnion(other.imageFocuses)
    listStarts.formUnion(other.listStarts)
    listIndents.formUnion(other.listIndents)
    shelvesWithTogglesElsewhere.formUnion(other.shelvesWithTogglesElsewhere)
    lineCounts.formUnion(other.lineCounts)
    hasTables = hasTables || other.hasTables
  }
}
