import CardLayout
import Geometry
import Images
import Themes

/// The rules of classes that the markup of the site needs.
struct ClassSheet {
  let classes: StepClasses
  let steps: [Step]
  var tags = TagStyle.standard
  var body = BodyStyle.standard

  var text: String {
    var text = ""
    for size in classes.textSizes.sorted() { text += ".s\(size){font-size:\(Pixels(size).rem)}\n" }
    for size in classes.lineImages.sorted(by: { ($0.lineHeight, $0.width) < ($1.lineHeight, $1.width) }) {
      text += size.rule
    }
    for shape in classes.figures.sorted(by: { ($0.greatestWidth ?? 0, $0.ratio) < ($1.greatestWidth ?? 0, $1.ratio) }) {
      text += shape.rule
    }
    for focus in classes.imageFocuses.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) {
      text += ".\(StepClasses.imageFocusName(focus) ?? ""){object-position:\(focus.x)% \(focus.y)%}\n"
    }
    for width in classes.tagWidths.sorted() {
      text += ".w\(width){min-inline-size:min(100%,\(Pixels(width).rem))}\n"
    }
    if tags.spareInline > 0, !classes.tagWidths.isEmpty {
      text += ".tags>li{padding-inline-end:\(Pixels(tags.paddingInline - tags.spareInline).rem)}\n"
    }
    for start in classes.listStarts.sorted() { text += ".o\(start).o\(start){counter-reset:item \(start - 1)}\n" }
    for indent in classes.listIndents.sorted() {
      text += ":is(.body,.introduction) .l\(indent){padding-inline-start:\(Pixels(indent).rem)}\n"
      text += ".body .l\(indent)>li::before{inset-inline-start:-\(Pixels(indent).rem);"
      text += "inline-size:\(Pixels(max(0, indent - markerGap)).rem)}\n"
    }
    for count in classes.lineCounts.sorted() { text += ".h\(count){\(leastHeight(ofLines: count))}\n" }
    return text + tableRules + columnRules + leastHeightRules + gluingRules + stackingRules + foldingRules + hidingRules
  }

  /// A table is as wide as its columns, whose widths browsers take over as they are.
  private var tableRules: String {
    guard classes.hasTables else { return "" }
    let (padding, gap) = (Pixels(body.cellPaddingBlock).rem, Pixels(body.cellPaddingInline).rem)
    return """
      .table{overflow-x:auto;overflow-y:hidden;scrollbar-width:none}
      .table::-webkit-scrollbar{display:none}
      .table table{border-collapse:separate;border-spacing:0}
      .body .table table{table-layout:fixed;inline-size:1px}
      .table :is(td,th){padding:\(padding) \(gap);border-block-end:\(Pixels(body.ruleThickness).rem) solid var(--border);
      font-weight:inherit;text-align:inherit;vertical-align:top}
      .table :is(td,th):first-child{padding-inline-start:0}
      .table :is(td,th):last-child{padding-inline-end:0}
      .table .c{text-align:center}
      .table .d{text-align:end}
      .body :is(td,th)>*+*{margin-block-start:\(Pixels(body.blockSpacing).rem)}
      .introduction .table .figure{min-inline-size:8em}

      """
  }

  private var columnRules: String {
    var widths: Set<Int> = []
    for use in classes.used.keys { if case .columnWidth(let width) = use.kind { widths.insert(width) } }
    return widths.sorted().map { rules("inline-size:\(Pixels($0).rem)", [(.columnWidth($0), { $0.contains($1) })]) }
      .joined()
  }

  /// Keeps the height of texts: in a font that has not arrived yet, a text may have fewer lines.
  private var leastHeightRules: String {
    var counts: Set<Int> = []
    for use in classes.used.keys { if case .lines(let count) = use.kind { counts.insert(count) } }
    return counts.sorted().map { rules(leastHeight(ofLines: $0), [(.lines($0), { $0.contains($1) })]) }.joined()
  }

  private func leastHeight(ofLines count: Int) -> String { "min-block-size:\(count)lh" }

  /// Elements are only ever hidden, in ranges of steps: other rules, some of which are more specific than a class,
  /// define their appearance.
  private var hidingRules: String {
    rules("display:none!important", [(.shown, { !$0.contains($1) }), (.hidden, { $0.contains($1) })])
  }

  private var gluingRules: String { rules("white-space:nowrap", [(.glued, { $0.contains($1) })]) }

  private var foldingRules: String {
    rules(
      "visibility:hidden;overflow:hidden;block-size:0!important;min-block-size:0!important",
      [(.folded, { $0.contains($1) })])
  }

  /// Stacks the controls. Each one is as high as both are next to each other: 7 px of padding and a border on either
  /// side of a line.
  private var stackingRules: String {
    let stacked: [(StepClasses.StepEffect, (StepSet, Int) -> Bool)] = [(.stacked, { $0.contains($1) })]
    return rules("flex-direction:column", stacked)
      + rules(
        "padding-block:.4375rem;margin:0!important;border-radius:.5rem!important", stacked, inside: ">label")
  }

  /// Declarations for classes of some kinds, at the steps at which they apply.
  ///
  /// - Parameter inside: the rest of the selectors.
  private func rules(
    _ declarations: String, _ kinds: [(kind: StepClasses.StepEffect, applies: (StepSet, Int) -> Bool)],
    inside: String = ""
  ) -> String {
    var selectors: [RulePlace: [String]] = [:]
    for (kind, applies) in kinds {
      for views in Set(classes.used.keys.map(\.views)).sorted() {
        let use = StepClasses.StepClass(kind: kind, views: views)
        guard let sets = classes.used[use]?.sorted() else { continue }
        for (number, condition) in views.all.enumerated() {
          let scope = condition.isOtherChoice == nil ? "" : shelves(condition) + " "
          for set in sets {
            for run in runs(where: { applies(set, number * steps.count + $0) }) {
              let place = RulePlace(mediaQuery: condition.mediaQuery, run: run)
              selectors[place, default: []].append(scope + "." + StepClasses.name(use, set) + inside)
            }
          }
        }
      }
    }
    let places = selectors.keys.sorted {
      ($0.mediaQuery, $0.run.lowerBound, $0.run.upperBound) < ($1.mediaQuery, $1.run.lowerBound, $1.run.upperBound)
    }
    return places.map { place in
      let rule = (selectors[place] ?? []).joined(separator: ",") + "{\(declarations)}\n"
      let media = ViewCondition(isOtherChoice: nil, mediaQuery: place.mediaQuery)
      guard let condition = condition(of: place.run) else { return media.rules(rule) }
      return media.rules("@container page \(condition){\n\(rule)}\n")
    }.joined()
  }

  /// Where a rule holds.
  private struct RulePlace: Hashable {
    let mediaQuery: String
    let run: Range<Int>
  }

  /// All shelves in which the reader has made a choice.
  private func shelves(_ condition: ViewCondition) -> String {
    let elsewhere = classes.shelvesWithTogglesElsewhere.sorted()
    if elsewhere.isEmpty { return condition.selector(of: ".shelf") }
    let shelves = elsewhere.map { condition.selector(of: "#" + escapedIdentifier($0), controlsElsewhere: $0) }
    return ":is(" + shelves.joined(separator: ",") + ")"
  }

  private func runs(where applies: (Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for step in steps.indices where applies(step) {
      if let last = runs.last, last.upperBound == step {
        runs[runs.count - 1] = last.lowerBound..<step + 1
      } else {
        runs.append(step..<step + 1)
      }
    }
    return runs
  }

  private func condition(of run: Range<Int>) -> String? {
    var parts: [String] = []
    if run.lowerBound > 0 { parts.append("(width>=\(Pixels(steps[run.lowerBound].minimumWidth).rem))") }
    if run.upperBound < steps.count { parts.append("(width<\(Pixels(steps[run.upperBound].minimumWidth).rem))") }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}
