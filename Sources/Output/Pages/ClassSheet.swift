import CardLayout
import Geometry
import Images
import Themes

/// The rules of classes that the markup of the site needs.
struct ClassSheet {
  let classes: StepClasses
  let steps: [Step]
  var tags = TagStyle.standard

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
    return text + leastHeightRules + gluingRules + stackingRules + foldingRules + hidingRules
  }

  /// In a font that has not arrived yet, a text may have fewer lines.
  private var leastHeightRules: String {
    var counts: Set<Int> = []
    for use in classes.used.keys { if case .lines(let count) = use.kind { counts.insert(count) } }
    return counts.sorted().map { rules(leastHeight(ofLines: $0), [(.lines($0), { $0.contains($1) })]) }.joined()
  }

  private func leastHeight(ofLines count: Int) -> String { "min-block-size:\(count)lh" }

  /// Elements are only ever hidden, in ranges of steps: their appearance stays with the other rules, some of which are
  /// more specific than a class.
  private var hidingRules: String {
    rules("display:none!important", [(.shown, { !$0.contains($1) }), (.hidden, { $0.contains($1) })])
  }

  private var gluingRules: String { rules("white-space:nowrap", [(.glued, { $0.contains($1) })]) }

  private var foldingRules: String {
    rules(
      "visibility:hidden;overflow:hidden;block-size:0!important;min-block-size:0!important",
      [(.folded, { $0.contains($1) })])
  }

  /// Each control is then as high as both are next to each other: 7 px of padding and a border on either side of a line.
  private var stackingRules: String {
    let stacked: [(StepClasses.StepEffect, (StepSet, Int) -> Bool)] = [(.stacked, { $0.contains($1) })]
    return rules("flex-direction:column", stacked)
      + rules(
        "padding-block:.4375rem;margin:0!important;border-radius:.5rem!important", stacked, inside: ">label")
  }

  /// Declarations for the classes of some kinds, at the steps at which they apply to them.
  ///
  /// - Parameter inside: the rest of the selectors.
  private func rules(
    _ declarations: String, _ kinds: [(kind: StepClasses.StepEffect, applies: (StepSet, Int) -> Bool)],
    inside: String = ""
  ) -> String {
    var selectors: [Range<Int>: [String]] = [:]
    for (kind, applies) in kinds {
      for (use, scope, first) in scopes(of: kind) {
        for set in (classes.used[use] ?? []).sorted() {
          for run in runs(where: { applies(set, first + $0) }) {
            selectors[run, default: []].append(scope + "." + StepClasses.name(use, set) + inside)
          }
        }
      }
    }
    let runs = selectors.keys.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return runs.map { run in
      let rule = (selectors[run] ?? []).joined(separator: ",") + "{\(declarations)}\n"
      guard let condition = condition(of: run) else { return rule }
      return "@container page \(condition){\n\(rule)}\n"
    }.joined()
  }

  /// Outside choices, with the first layout chosen, and with the other; and which of a set's steps are the first there.
  private func scopes(of kind: StepClasses.StepEffect) -> [(use: StepClasses.StepClass, scope: String, first: Int)] {
    [
      (.init(kind: kind, isInChoice: false), "", 0),
      (.init(kind: kind, isInChoice: true), shelves(.first) + " ", 0),
      (.init(kind: kind, isInChoice: true), shelves(.other) + " ", steps.count),
    ]
  }

  /// All shelves in which the reader has made a choice.
  private func shelves(_ choice: Choice) -> String {
    let elsewhere = classes.shelvesWithTogglesElsewhere.sorted()
    if elsewhere.isEmpty { return ".shelf" + choice.condition }
    return ":is(" + elsewhere.map { choice.selector(ofShelf: $0, hasControls: false) }.joined(separator: ",") + ")"
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
