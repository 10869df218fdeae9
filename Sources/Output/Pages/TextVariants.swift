import CardLayout
import TextLayout
import Themes

/// The breaks and cuts in the markup of one text, with their steps.
struct TextVariants {
  struct VariantMark {
    var offset: Int
    var steps: StepSet
  }

  /// A position at which the text is cut.
  struct VariantCut {
    var offset: Int
    var steps: StepSet
    /// The steps at which the ellipsis is on a separate line, because the line had no room for it; a second set if an
    /// empty line is above it, and so on.
    var lineEnds: [StepSet]
  }

  /// A part that does not wrap at some steps, so that its start goes to the next line there.
  struct VariantGlue {
    var offset: Int
    var end: Int
    var steps: StepSet
  }

  /// A class, because most texts have no marks.
  private final class Marks: Sendable {
    let breaks: [VariantMark]
    let glues: [VariantGlue]
    let cuts: [VariantCut]
    let overflowing: StepSet

    init(breaks: [VariantMark], glues: [VariantGlue], cuts: [VariantCut], overflowing: StepSet) {
      self.overflowing = overflowing
      self.breaks = breaks
      self.glues = glues
      self.cuts = cuts
    }
  }

  private var marks: Marks?

  /// True if the markup does not depend on the layout.
  var hasNoMarks: Bool { marks == nil }

  /// Forced line breaks, ascending by offset.
  var breaks: [VariantMark] { marks?.breaks ?? [] }
  /// The glues, ascending by offset; no two overlap, and no break or cut is inside one.
  var glues: [VariantGlue] { marks?.glues ?? [] }
  /// Cuts, ascending by offset.
  var cuts: [VariantCut] { marks?.cuts ?? [] }
  /// The steps at which something in it may be wider than its line.
  var overflowing: StepSet { marks?.overflowing ?? StepSet() }
  /// True if lines can end at break opportunities: engines use a `wbr` even if nothing else wraps.
  private(set) var wraps = true

  /// - Parameters:
  ///   - lines: the text at each step; nil if it is hidden.
  ///   - lineBreaks: whether the markup breaks every line, or only those that engines would not all break there.
  init(_ lines: [MeasuredText?], of prepared: PreparedText, lineBreaks: LineBreaks) {
    var found = FoundMarks(of: prepared, lineBreaks: lineBreaks)
    for (step, measured) in lines.enumerated() {
      guard let measured else { continue }
      var steps = StepSet()
      steps.insert(step)
      found.add(measured, at: steps)
    }
    self.init(found)
  }

  /// - Parameter text: the index of a text of the card.
  init(ofText text: Int, in layouts: [CardAtSteps], of prepared: PreparedText, lineBreaks: LineBreaks) {
    // Most texts are neither broken nor cut.
    if lineBreaks == .natural, !Self.isDivided(text, in: layouts) {
      self.init(wraps: true)
      return
    }
    var found = FoundMarks(of: prepared, lineBreaks: lineBreaks)
    var index = 0
    while index < layouts.count {
      var steps = layouts[index].steps
      let number = layouts[index].card.lineNumber(ofText: text)
      let card = layouts[index].card
      let measured = lineBreaks == .explicit || card.dividesText(text) ? card.text(text) : nil
      index += 1
      // Neighbouring steps often have the same lines.
      while index < layouts.count, layouts[index].card.lineNumber(ofText: text) == number {
        steps.formUnion(layouts[index].steps)
        index += 1
      }
      if let measured { found.add(measured, at: steps) }
    }
    self.init(found)
  }

  private static func isDivided(_ text: Int, in layouts: [CardAtSteps]) -> Bool {
    var last: Int?
    for index in layouts.indices {
      let number = layouts[index].card.lineNumber(ofText: text)
      if number == last { continue }
      last = number
      if layouts[index].card.dividesText(text) { return true }
    }
    return false
  }

  private init(_ found: FoundMarks) {
    if found.breaks.isEmpty, found.cuts.isEmpty { return }
    var found = found
    found.sort()
    var breaks = found.breaks
    var glues: [VariantGlue] = []
    if !found.glues.isEmpty {
      glues = found.disjointGlues
      for glue in glues {
        let place = breaks.leadingCount { $0.offset < glue.offset }
        guard place < breaks.count, breaks[place].offset == glue.offset else { continue }
        breaks[place].steps.subtract(glue.steps)
      }
    }
    breaks.removeAll { $0.steps.isEmpty }
    marks = Marks(breaks: breaks, glues: glues, cuts: found.cuts, overflowing: found.overflowing)
  }

  /// A text without breaks and cuts in the markup.
  static let plain = TextVariants(wraps: true)

  /// A text that is on one line, whatever its width.
  static let oneLine = TextVariants(wraps: false)

  private init(wraps: Bool) { self.wraps = wraps }
}

/// The marks of one text while they are collected, in any order and for a few steps each until they are sorted.
private struct FoundMarks {
  private(set) var breaks: [TextVariants.VariantMark] = []
  private(set) var cuts: [TextVariants.VariantCut] = []
  private(set) var glues: [TextVariants.VariantGlue] = []
  private(set) var overflowing = StepSet()
  private let lineBreaks: LineBreaks
  /// The starts of lines before which the author ended the line, if that matters.
  private let authored: Set<Int>

  init(of prepared: PreparedText, lineBreaks: LineBreaks) {
    self.lineBreaks = lineBreaks
    authored = lineBreaks == .explicit ? prepared.authoredLineStarts : []
  }

  mutating func add(_ measured: MeasuredText, at steps: StepSet) {
    if measured.overflows { overflowing.formUnion(steps) }
    switch lineBreaks {
    case .natural:
      if !measured.isDivided { return }
      for offset in measured.forcedBreaks { breaks.append(.init(offset: offset, steps: steps)) }
      for glue in measured.glues { glues.append(.init(offset: glue.offset, end: glue.end, steps: steps)) }
    case .explicit:
      let cut = measured.cut
      for offset in measured.lineStarts.dropFirst() where offset != cut && !authored.contains(offset) {
        breaks.append(.init(offset: offset, steps: steps))
      }
    }
    if let cut = measured.cut {
      let lineEnds = measured.lineStarts.dropFirst().count { $0 == cut }
      cuts.append(.init(offset: cut, steps: steps, lineEnds: Array(repeating: steps, count: lineEnds)))
    }
  }

  /// Sorts the marks by their order in the text, and merges those at the same position into one mark for all steps.
  mutating func sort() {
    breaks.sortAndMerge()
    cuts.sortAndMerge()
    glues.sortAndMerge()
  }

  /// The glues that can replace breaks, if the marks are sorted: none contains a break or a cut of any step.
  var disjointGlues: [TextVariants.VariantGlue] {
    var disjoint: [TextVariants.VariantGlue] = []
    for glue in glues {
      if let last = disjoint.last, glue.offset < last.end { continue }
      let (nextBreak, nextCut) = (
        breaks.leadingCount { $0.offset <= glue.offset }, cuts.leadingCount { $0.offset <= glue.offset }
      )
      if nextBreak < breaks.count, breaks[nextBreak].offset <= glue.end { continue }
      if nextCut < cuts.count, cuts[nextCut].offset <= glue.end { continue }
      disjoint.append(glue)
    }
    return disjoint
  }
}

extension Array {
  /// The number of leading elements for which a condition is true; it must be false for all later ones.
  ///
  /// - Complexity: O(log count)
  fileprivate func leadingCount(where holds: (Element) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if holds(self[middle]) { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}

/// A mark in a text, at some steps.
private protocol MarkAtSteps {
  /// The offset, and the end of marks that have one.
  var place: (Int, Int) { get }
  /// Adds the steps of a mark at the same place.
  mutating func merge(_ other: Self)
}

extension TextVariants.VariantMark: MarkAtSteps {
  fileprivate var place: (Int, Int) { (offset, offset) }
  fileprivate mutating func merge(_ other: Self) { steps.formUnion(other.steps) }
}

extension TextVariants.VariantGlue: MarkAtSteps {
  fileprivate var place: (Int, Int) { (offset, end) }
  fileprivate mutating func merge(_ other: Self) { steps.formUnion(other.steps) }
}

extension TextVariants.VariantCut: MarkAtSteps {
  fileprivate var place: (Int, Int) { (offset, offset) }
  fileprivate mutating func merge(_ other: Self) {
    steps.formUnion(other.steps)
    for (index, end) in other.lineEnds.enumerated() {
      if index < lineEnds.count { lineEnds[index].formUnion(end) } else { lineEnds.append(end) }
    }
  }
}

extension Array where Element: MarkAtSteps {
  fileprivate mutating func sortAndMerge() {
    if count < 2 { return }
    sort { $0.place < $1.place }
    var last = 0
    for index in 1..<count {
      if self[index].place == self[last].place {
        self[last].merge(self[index])
      } else {
        last += 1
        self[last] = self[index]
      }
    }
    removeLast(count - last - 1)
  }
}

extension PreparedText {
  /// The starts of lines before which the author ended the line.
  fileprivate var authoredLineStarts: Set<Int> {
    Set(pieces.compactMap { piece in if case .hardBreaks = piece.joint { piece.lower } else { nil } })
  }
}
