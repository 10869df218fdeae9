import Arrangements
import CardLayout
import Geometry
import SiteContent
import TextLayout
import Themes

/// Writes the tags of a card: all of them, hidden at the steps at which they have no room, and behind them a chip for each
/// number of hidden tags, shown at the steps of that number.
struct TagMarkup {
  let card: PreparedCard
  /// The card at each step.
  let measured: [MeasuredCard]
  let theme: Theme
  let targets: TargetResolution

  func write(classes: inout StepClasses, to markup: inout Markup) {
    var hidden: [Int: StepSet] = [:]
    var counted: [Int: StepSet] = [:]
    var hiddenWhole = StepSet()
    for (step, card) in measured.enumerated() {
      guard let tags = card.tags?.arrangement else {
        hiddenWhole.insert(step)
        continue
      }
      for tag in tags.frames.count..<tags.frames.count + tags.hiddenCount {
        hidden[tag, default: StepSet()].insert(step)
      }
      if tags.hiddenCount > 0 { counted[tags.hiddenCount, default: StepSet()].insert(step) }
    }
    let shown = hiddenWhole.isEmpty ? "tags" : "tags " + classes.name(.hidden, hiddenWhole)
    markup.open(.ul, [(.class, shown), (.role, "list")])
    for (place, tag) in card.composed.tags.enumerated() {
      let width = card.tagWidth(ofText: tag, theme: theme)
      var name = classes.tagWidth(width)
      if let steps = hidden[place] { name += " " + classes.name(.hidden, steps) }
      let isCut = measured.contains { $0.tags.map { $0.available.roundedDown < width } ?? false }
      markup.open(.li, [(.class, name)] + (isCut ? [(.title, plainText(of: tag))] : []))
      write(tag, classes: &classes, to: &markup)
      markup.close(.li)
    }
    for (count, steps) in counted.sorted(by: { $0.key < $1.key }) {
      writeChip(counting: count, at: steps, classes: &classes, to: &markup)
    }
    markup.close(.ul)
  }

  /// The chip's title says what it counts.
  private func writeChip(counting count: Int, at steps: StepSet, classes: inout StepClasses, to markup: inout Markup) {
    guard let text = card.composed.chip(counting: count) else { return }
    var name = "more " + classes.tagWidth(card.tagWidth(ofText: text, theme: theme))
    if steps != classes.all { name += " " + classes.name(.shown, steps) }
    let titles = card.composed.tags.suffix(count).map(plainText(of:))
    markup.open(.li, [(.class, name), (.title, titles.joined(separator: ", "))])
    // Between letters that run to the left, the sign of a number would change sides.
    let isIsolated = card.composed.card.direction == .rtl
    if isIsolated { markup.open(.bdi, [(.dir, "ltr")]) }
    write(text, classes: &classes, to: &markup)
    if isIsolated { markup.close(.bdi) }
    markup.close(.li)
  }

  private func write(_ text: Int, classes: inout StepClasses, to markup: inout Markup) {
    TextMarkup.write(
      card.composed.texts[text], prepared: card.texts[text], variants: .oneLine, targets: targets,
      classes: &classes, to: &markup)
  }

  private func plainText(of text: Int) -> String { card.composed.texts[text].plainText }
}
