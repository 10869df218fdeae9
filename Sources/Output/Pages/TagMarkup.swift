import Arrangements
import CardLayout
import Content
import Geometry
import TextLayout
import Themes

/// Writes the tags of a card: all of them, hidden at the steps at which they do not fit, and after them a chip for each
/// number of hidden tags, visible at the steps with that number.
struct TagMarkup {
  let card: PreparedCard
  /// The layouts whose article contains the tags.
  let layouts: [CardAtSteps]
  let surroundings: CardSurroundings
  let targets: TargetResolution

  /// The steps of a state.
  private struct TagSteps {
    let number: Int
    var steps = StepSet()
  }

  /// - Parameter hiding: the class of tags that are all hidden.
  func write(hidingBy hiding: StepClasses.StepEffect, classes: inout StepClasses, to markup: inout Markup) {
    // Indexed by tag; empty if none is hidden.
    var hidden: [StepSet] = []
    // The steps for each number of hidden tags; ascending.
    var counted: [TagSteps] = []
    // The class does not matter at steps at which the article is hidden.
    var hiddenWhole = hiding == .folded ? layouts.reduce(into: StepSet()) { $0.formUnion($1.steps) } : classes.all
    var least = Int.max
    for index in layouts.indices {
      guard let tags = layouts[index].card.tags else { continue }
      let count = tags.hiddenCount
      let steps = layouts[index].steps
      hiddenWhole.subtract(steps)
      least = min(least, tags.available.roundedDown)
      if count < 1 { continue }
      let shown = tags.shownCount
      if hidden.isEmpty { hidden = Array(repeating: StepSet(), count: card.composed.tags.count) }
      for tag in hidden.indices.clamped(to: shown..<shown + count) { hidden[tag].formUnion(steps) }
      let place = counted.firstIndex { $0.number >= count } ?? counted.count
      if place == counted.count || counted[place].number > count { counted.insert(TagSteps(number: count), at: place) }
      counted[place].steps.formUnion(steps)
    }
    let theme = surroundings.theme
    markup.begin(.ul)
    markup.begin(.class)
    markup.word("tags")
    writeName(hiding, hiddenWhole, classes: &classes, to: &markup)
    markup.endAttribute()
    markup.attribute(.role, literal: "list")
    markup.end(.ul)
    let links = card.composed.card.tagLinks
    for (place, tag) in card.composed.tags.enumerated() {
      let width = card.tagWidth(ofText: tag, theme: theme)
      classes.useTagWidth(width)
      markup.begin(.li, class: "w", width)
      if !hidden.isEmpty { writeName(.hidden, hidden[place], classes: &classes, to: &markup) }
      if least < width {
        markup.endAttribute()
        writeTitle([tag], to: &markup)
        markup.end(.li)
      } else {
        markup.endAttribute(andTag: .li)
      }
      let link = links.isEmpty ? nil : link(links, ofTag: place)
      if let link {
        markup.begin(.a)
        markup.attribute(.href, link)
        markup.end(.a)
      }
      write(tag, classes: &classes, to: &markup)
      if link != nil { markup.close(.a) }
      markup.close(.li)
    }
    for use in counted { writeChip(counting: use.number, at: use.steps, classes: &classes, to: &markup) }
    markup.close(.ul)
  }

  private func link(_ links: [PlacedLink?], ofTag place: Int) -> String? {
    links.indices.contains(place) ? links[place].flatMap { targets.link($0.target) } : nil
  }

  /// Writes a chip, whose title lists the tags that it counts.
  private func writeChip(counting count: Int, at steps: StepSet, classes: inout StepClasses, to markup: inout Markup) {
    guard let text = card.composed.chip(counting: count) else { return }
    let width = card.tagWidth(ofText: text, theme: surroundings.theme)
    classes.useTagWidth(width)
    markup.begin(.li, class: "more w", width)
    if steps != classes.all { writeName(.shown, steps, classes: &classes, to: &markup) }
    markup.endAttribute()
    writeTitle(card.composed.tags.suffix(count), to: &markup)
    // Without the style sheets no tag is hidden, and there is nothing to count.
    markup.attribute(.hidden, literal: "hidden")
    markup.end(.li)
    // Between right-to-left letters, the sign of a number would change sides.
    let isIsolated = card.composed.card.direction == .rtl
    if isIsolated {
      markup.begin(.bdi)
      markup.attribute(.dir, literal: "ltr")
      markup.end(.bdi)
    }
    write(text, classes: &classes, to: &markup)
    if isIsolated { markup.close(.bdi) }
    markup.close(.li)
  }

  private func writeName(
    _ kind: StepClasses.StepEffect, _ steps: StepSet, classes: inout StepClasses, to markup: inout Markup
  ) {
    if steps.isEmpty { return }
    markup.word(" ")
    markup.name(of: classes.use(kind, steps), steps)
  }

  private func writeTitle(_ texts: ArraySlice<Int>, to markup: inout Markup) {
    markup.begin(.title)
    for (place, text) in texts.enumerated() {
      if place > 0 { markup.word(", ") }
      for leaf in card.composed.texts[text].styled.leaves {
        switch leaf.content {
        case .text(let text): markup.value(unturned(text))
        case .hardBreak: markup.word(" ")
        case .wordBreak, .box: break
        }
      }
    }
    markup.endAttribute()
  }

  private func write(_ text: Int, classes: inout StepClasses, to markup: inout Markup) {
    TextMarkup.write(
      text, of: card.composed.texts, prepared: card.texts, variants: .oneLine, targets: targets, classes: &classes,
      to: &markup)
  }
}
