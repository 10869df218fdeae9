import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import ShelfArrangements
import TextLayout
import Themes

/// Columns that are too narrow, at the step at which they are narrowest.
struct NarrowColumns {
  var steps: Set<Int>
  var count: Int
  /// The width of the narrowest column, in CSS pixels.
  var width: Pixels
  /// The number of columns that would be wide enough; nil if not even one is.
  var fitting: Int?
  /// The word that needs more width, and the width that it needs; nil if there is no room for the columns at all.
  var word: (text: String, card: Card, need: Int)?
}

/// Lengths of a shelf whose sum is greater than a page.
struct ImpossibleWidth {
  var step: Step
  /// The width that remains for cards.
  var content: Pixels
  var steps: Set<Int>
}

extension ReviewedShelf {
  /// The findings of `too-many-columns`: columns without room are an error, columns too narrow for a word a warning.
  func tooManyColumns() -> [Diagnostic] {
    if let impossible = impossibleInset { return [.insetTooWide(impossible, shelf: self)] }
    guard settings.arrangement.hasColumns else { return [] }
    return shelf.prepared.parts.indices.flatMap { part -> [Diagnostic] in
      if let minimum = impossibleMinimum(ofPart: part) {
        return [.columnMinimumTooWide(minimum.content, minimum: minimum.minimum, part: part, shelf: self)]
      }
      return narrowColumns(ofPart: part).map { [.tooManyColumns($0, part: part, shelf: self)] } ?? []
    }
  }

  private var impossibleInset: ImpossibleWidth? {
    let narrow = steps.filter { step in
      let inset = settings.inset(at: step)
      return step.contentWidth - inset.leading - inset.trailing < 1
    }
    return narrow.first.map {
      ImpossibleWidth(step: $0, content: Pixels($0.contentWidth), steps: Set(narrow.map(\.index)))
    }
  }

  private func impossibleMinimum(ofPart index: Int) -> (content: ImpossibleWidth, minimum: Int)? {
    var found: (content: ImpossibleWidth, minimum: Int)?
    let columns = shelf.prepared.parts[index].settings?.columns ?? settings.columns
    guard settings.columnToggle == nil else { return nil }
    for (step, layout) in variants where layout.parts.indices.contains(index) {
      guard case .minimumWidth(let minimum) = columns?.value(upTo: step.classNames) else { continue }
      let content = room(for: layout.parts[index], at: step) - Pixels(settings.cellPadding ?? 0) * 2
      guard Pixels(minimum) > content else { continue }
      var steps = found?.content.steps ?? []
      steps.insert(step.index)
      let isNarrower = found.map { content < $0.content.content } ?? true
      found = (
        ImpossibleWidth(
          step: isNarrower ? step : found?.content.step ?? step,
          content: isNarrower ? content : found?.content.content ?? content, steps: steps),
        max(minimum, found?.minimum ?? minimum)
      )
    }
    return found
  }

  private func room(for part: PartLayout, at step: Step) -> Pixels {
    Pixels(step.width) - part.leading - part.trailing
  }

  private func narrowColumns(ofPart index: Int) -> NarrowColumns? {
    var found: NarrowColumns?
    for (step, layout) in variants where layout.parts.indices.contains(index) {
      let part = layout.parts[index]
      guard part.columns.count > 1, let width = part.columns.map(\.width).min() else { continue }
      let word = width < Pixels(1) ? nil : widestWord(of: part, in: layout)
      guard width < Pixels(1) || word != nil else { continue }
      var steps = found?.steps ?? []
      steps.insert(step.index)
      if found == nil || width < found?.width ?? width {
        found = NarrowColumns(
          steps: steps, count: part.columns.count, width: width,
          fitting: columnCount(for: max(1, word?.need ?? 1), in: part, of: layout, at: step), word: word)
      } else {
        found?.steps = steps
      }
    }
    return found
  }

  /// The greatest number of columns of at least a width.
  private func columnCount(for need: Int, in part: PartLayout, of layout: ShelfLayout, at step: Step) -> Int? {
    (1..<max(2, part.columns.count)).last { count in
      let tracks = columnTracks(
        count: count, in: room(for: part, at: step), spacing: layout.spacing,
        cellPadding: settings.cellPadding.map { Pixels($0) })
      return tracks.allSatisfy { $0.width >= Pixels(need) }
    }
  }

  /// The word that needs the widest column, among words that are divided because their column is too narrow.
  private func widestWord(of part: PartLayout, in layout: ShelfLayout) -> (text: String, card: Card, need: Int)? {
    var widest: (text: String, card: Card, need: Int)?
    for index in part.cards where layout.columnSpans.indices.contains(index) && layout.columnSpans[index] == 1 {
      let measured = layout.cards[index]
      for text in cards[index].placedTexts(in: measured, indent: theme.body.indent) {
        guard let lines = measured.texts[text.text], lines.forcedBreaks.count > lines.settledCount else { continue }
        let prepared = cards[index].texts[text.text]
        let whole = prepared.lines(width: 1 << 20)
        guard let word = prepared.widestStretch(of: whole, breaking: .natural, growth: .none, sizes: []),
          // If no-break spaces join the word, the columns are not the cause.
          !prepared.isJoined(word)
        else { continue }
        let need = measured.width - text.width + (word.width + 0xFFFF) >> 16
        guard need > measured.width, need > widest?.need ?? 0 else { continue }
        widest = (prepared.readable(word.bytes), cards[index].composed.card, need)
      }
    }
    return widest
  }
}
