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

  /// Most texts have no marks.
  private final class Marks: Sendable {
    let breaks: [VariantMark]
    let glues: [VariantGlue]
    let cuts: [VariantCut]

    init(breaks: [VariantMark], glues: [VariantGlue], cuts: [VariantCut]) {
      self.breaks = breaks
      self.glues = glues
      self.cuts = cuts
    }
  }

  private var marks: Marks?

  /// Forced line breaks, ascending by offset.
  var breaks: [VariantMark] { marks?.breaks ?? [] }
  /// Ascending by offset; no two overlap, and no break or cut is inside one.
  var glues: [VariantGlue] { marks?.glues ?? [] }
  /// Cuts, ascending by offset.
  var cuts: [VariantCut] { marks?.cuts ?? [] }
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
    var found = FoundMarks(of: prepared, lineBreaks: lineBreaks)
    for layout in layouts {
      if let measured = layout.texts[text] { found.add(measured, at: layout.steps) }
    }
    self.init(found)
  }

  private init(_ found: FoundMarks) {
    // Most texts are neither broken nor cut.
    if found.breaks.isEmpty, found.cuts.isEmpty { return }
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
    marks = Marks(breaks: breaks, glues: glues, cuts: found.cuts)
  }

  /// A text without breaks and cuts in the markup.
  static let plain = TextVariants([], of: .empty, lineBreaks: .natural)

  /// A text that is on one line, whatever its width.
  static let oneLine = TextVariants(wraps: false)

  private init(wraps: Bool) { self.wraps = wraps }
}

/// The marks of one text while they are collected.
private struct FoundMarks {
  /// Ascending by offset.
  var breaks: [TextVariants.VariantMark] = []
  /// Ascending by offset.
  var cuts: [TextVariants.VariantCut] = []
  /// Ascending by offset and end.
  var glues: [TextVariants.VariantGlue] = []
  private let lineBreaks: LineBreaks
  /// The starts of lines before which the author ended the line, if that matters.
  private let authored: Set<Int>

  init(of prepared: PreparedText, lineBreaks: LineBreaks) {
    self.lineBreaks = lineBreaks
    authored = lineBreaks == .explicit ? prepared.authoredLineStarts : []
  }

  mutating func add(_ measured: MeasuredText, at steps: StepSet) {
    switch lineBreaks {
    case .natural:
      if !measured.isDivided { return }
      for offset in measured.forcedBreaks { addBreak(at: offset, steps) }
      for glue in measured.glues { add(glue, steps) }
    case .explicit:
      let cut = measured.cut
      for offset in measured.lineStarts.dropFirst() where offset != cut && !authored.contains(offset) {
        addBreak(at: offset, steps)
      }
    }
    if let cut = measured.cut {
      addCut(at: cut, lineEnds: measured.lineStarts.dropFirst().count { $0 == cut }, steps)
    }
  }

  /// The parts that can replace breaks: none contains a break or a cut of any step.
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

  private mutating func addBreak(at offset: Int, _ steps: StepSet) {
    let place = breaks.leadingCount { $0.offset <= offset } - 1
    if place >= 0, breaks[place].offset == offset {
      breaks[place].steps.formUnion(steps)
    } else {
      breaks.insert(TextVariants.VariantMark(offset: offset, steps: steps), at: place + 1)
    }
  }

  private mutating func addCut(at offset: Int, lineEnds: Int, _ steps: StepSet) {
    let place = cuts.leadingCount { $0.offset <= offset } - 1
    if place >= 0, cuts[place].offset == offset {
      cuts[place].insert(steps, lineEnds: lineEnds)
    } else {
      cuts.insert(TextVariants.VariantCut(offset: offset, steps: StepSet(), lineEnds: []), at: place + 1)
      cuts[place + 1].insert(steps, lineEnds: lineEnds)
    }
  }

  private mutating func add(_ glue: MeasuredText.Glue, _ steps: StepSet) {
    let place = glues.leadingCount { ($0.offset, $0.end) <= (glue.offset, glue.end) } - 1
    if place >= 0, glues[place].offset == glue.offset, glues[place].end == glue.end {
      glues[place].steps.formUnion(steps)
    } else {
      glues.insert(TextVariants.VariantGlue(offset: glue.offset, end: glue.end, steps: steps), at: place + 1)
    }
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

extension TextVariants.VariantCut {
  fileprivate mutating func insert(_ added: StepSet, lineEnds count: Int) {
    steps.formUnion(added)
    while lineEnds.count < count { lineEnds.append(StepSet()) }
    for index in 0..<count { lineEnds[index].formUnion(added) }
  }
}

extension PreparedText {
  /// The starts of lines before which the author ended the line.
  fileprivate var authoredLineStarts: Set<Int> {
    Set(pieces.compactMap { piece in if case .hardBreaks = piece.joint { piece.lower } else { nil } })
  }
}
