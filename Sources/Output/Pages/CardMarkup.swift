import CardLayout
import Content
import Geometry
import TextLayout
import Themes

/// The common properties of the cards of one list.
final class CardSurroundings: Sendable {
  let theme: Theme
  // A property of the theme, which is too large to be copied for each text.
  let lineBreaks: LineBreaks
  let indent: Int
  /// The steps that devices show at their default text size, including those of a second layout.
  let stepsOfDevices: StepSet
  let language: String
  let direction: WritingDirection
  /// The level of the headings of card titles.
  let level: Int
  /// Keyed by anatomy name.
  private let containers: [String: ContainerClasses]

  init(
    theme: Theme, viewCount: Int, language: String, direction: WritingDirection, level: Int,
    containers: [String: ContainerClasses]
  ) {
    self.theme = theme
    lineBreaks = theme.lineBreaks
    indent = theme.body.indent
    var shown = StepSet()
    let steps = theme.steps
    for step in steps where step.isShownOnDevices {
      for view in 0..<viewCount { shown.insert(view * steps.count + step.index) }
    }
    stepsOfDevices = shown
    self.language = language
    self.direction = direction
    self.level = level
    self.containers = containers
  }

  func containers(of anatomy: CardAnatomy) -> ContainerClasses {
    containers[anatomy.name] ?? ContainerClasses(anatomy)
  }
}

/// Writes one card according to the markup contract: a list item with an article of slots.
struct CardMarkup {
  let card: PreparedCard
  private let composed: ComposedCard
  /// The card's different layouts; if it has several articles, those of the one that is being written.
  private var layouts: [CardAtSteps]
  /// The steps at which the article that is being written is visible.
  private var steps = StepSet()
  /// True if a text of that article has marks, or may have.
  private var dividesText = true
  /// The slots whose space the article keeps free.
  private var rooms: Set<Slot> = []
  let surroundings: CardSurroundings
  let targets: TargetResolution
  /// The image, if the position of the card is known.
  let image: CardImage?
  /// True if browsers may show it before its font arrives; see ``ThemeSheet/skippedContent``.
  let isShownAtOnce: Bool

  init(
    card: PreparedCard, layouts: [CardAtSteps], surroundings: CardSurroundings, targets: TargetResolution,
    image: CardImage?, isShownAtOnce: Bool
  ) {
    self.isShownAtOnce = isShownAtOnce
    self.card = card
    composed = card.composed
    self.layouts = layouts
    self.surroundings = surroundings
    self.targets = targets
    self.image = image
  }

  mutating func write(classes: inout StepClasses, to markup: inout Markup) {
    markup.begin(.li)
    markup.attribute(.class, literal: "card")
    markup.attribute(.id, composed.card.id)
    markup.end(.li)
    let faces = self.faces
    for index in faces.indices {
      layouts = faces[index].layouts
      steps = StepSet()
      dividesText = surroundings.lineBreaks != .natural
      for place in layouts.indices {
        steps.formUnion(layouts[place].steps)
        if layouts[place].card.dividesText { dividesText = true }
      }
      rooms = faces[index].face.rooms
      writeArticle(
        composed.anatomies[faces[index].face.variant], isOnly: faces.count == 1, classes: &classes, to: &markup)
    }
    markup.close(.li)
    markup.newLine()
  }

  /// The layouts of each of the card's articles.
  private var faces: [(face: CardFace, layouts: [CardAtSteps])] {
    guard let first = layouts.first?.card else { return [] }
    // Most cards have one article.
    let variant = first.variant
    if layouts.indices.allSatisfy({ layouts[$0].card.variant == variant && !layouts[$0].card.keepsRooms }) {
      return [(CardFace(first), layouts)]
    }
    var faces: [(face: CardFace, layouts: [CardAtSteps])] = []
    for layout in layouts {
      let face = CardFace(layout.card)
      if let place = faces.firstIndex(where: { $0.face == face }) {
        faces[place].layouts.append(layout)
      } else {
        faces.append((face, [layout]))
      }
    }
    return faces
  }

  private func writeArticle(
    _ anatomy: CardAnatomy, isOnly: Bool, classes: inout StepClasses, to markup: inout Markup
  ) {
    markup.begin(.article)
    markup.begin(.class)
    markup.value(anatomy.name)
    if !isOnly {
      markup.word(" ")
      markup.name(of: classes.use(.shown, steps), steps)
    }
    markup.endAttribute()
    let card = composed.card
    if card.language != surroundings.language { markup.attribute(.lang, card.language) }
    if card.direction != surroundings.direction { markup.attribute(.dir, card.direction.rawValue) }
    markup.end(.article)
    let firstPinned = anatomy.firstPinned ?? anatomy.elements.count
    var isPinned = false
    for (place, element) in anatomy.elements.enumerated() where self.card.shows(element, keepingFree: rooms) {
      if place >= firstPinned, !isPinned {
        isPinned = true
        markup.open(.div, class: "pinned")
      }
      writeShown(element, of: anatomy, in: [], place: place, isInRow: false, classes: &classes, to: &markup)
    }
    if isPinned { markup.close(.div) }
    markup.close(.article)
  }

  /// Writes an element if the card has content for it. Missing content is omitted, together with its gap.
  ///
  /// - Parameters:
  ///   - parent: the row or stack of the element.
  ///   - place: the index of the element in its parent.
  ///   - isInRow: whether the parent is a row.
  private func writeShown(
    _ element: CardAnatomy.AnatomyElement, of anatomy: CardAnatomy, in parent: ElementPath, place: Int, isInRow: Bool,
    classes: inout StepClasses, to markup: inout Markup
  ) {
    switch element {
    case .image: writeImage(classes: &classes, to: &markup)
    case .text(let placement) where rooms.contains(placement.slot):
      markup.open(.div, [(.class, "room \(composed.slots.className(of: placement.slot))")])
      markup.close(.div)
    case .text(let placement):
      write(placement.slot, hidingBy: isInRow ? .folded : .hidden, classes: &classes, to: &markup)
    // The reader of themes limits the depth, so the recursion is bounded.
    case .row, .stack:
      let path = parent + [place]
      let isRow = if case .row = element { true } else { false }
      markup.begin(.div)
      markup.attribute(.class, surroundings.containers(of: anatomy).names(at: path))
      markup.end(.div)
      for (index, child) in element.children.enumerated() where card.shows(child, keepingFree: rooms) {
        writeShown(child, of: anatomy, in: path, place: index, isInRow: isRow, classes: &classes, to: &markup)
      }
      markup.close(.div)
    }
  }

  private func writeImage(classes: inout StepClasses, to markup: inout Markup) {
    guard let image, let gap = image.gap(at: layouts, isHiddenSomewhere: image.steps.intersection(steps) != image.steps)
    else {
      return
    }
    classes.useImageFocus(gap.use.focus)
    markup.open(.div, class: "image")
    markup.leave(gap)
    markup.close(.div)
  }

  /// - Parameter hiding: the class of a body, or of tags, that is completely hidden.
  private func write(
    _ slot: Slot, hidingBy hiding: StepClasses.StepEffect, classes: inout StepClasses, to markup: inout Markup
  ) {
    switch slot.kind {
    case .image: break
    case .text where slot == .title:
      writeText(of: slot, in: .heading(surroundings.level), link: link, classes: &classes, to: &markup)
    case .text: writeText(of: slot, in: .p, classes: &classes, to: &markup)
    case .markdown: writeBody(hidingBy: hiding, classes: &classes, to: &markup)
    case .tags:
      TagMarkup(card: card, layouts: layouts, surroundings: surroundings, targets: targets)
        .write(hidingBy: hiding, classes: &classes, to: &markup)
    }
  }

  private var link: String? { composed.card.link.flatMap { targets.link($0.target) } }

  private func variants(ofText text: Int) -> TextVariants {
    if !dividesText { return .plain }
    return TextVariants(ofText: text, in: layouts, of: card.texts[text], lineBreaks: surroundings.lineBreaks)
  }

  private func writeText(
    of slot: Slot, in element: Markup.MarkupElement, link: String? = nil, classes: inout StepClasses,
    to markup: inout Markup
  ) {
    guard let text = composed.text(of: slot), !card.texts[text].isEmpty else { return }
    let variants = variants(ofText: text)
    markup.begin(element)
    markup.begin(.class)
    markup.name(composed.slots.className(of: slot))
    writeLineCounts(of: slot, classes: &classes, to: &markup)
    markup.endAttribute()
    if !variants.cuts.isEmpty { markup.attribute(.title, composed.texts[text].plainText) }
    markup.end(element)
    if let link {
      markup.begin(.a)
      markup.attribute(.href, link)
      markup.end(.a)
    }
    TextMarkup.write(
      text, of: composed.texts, prepared: card.texts, variants: variants, targets: targets, classes: &classes,
      to: &markup)
    if link != nil { markup.close(.a) }
    markup.close(element)
  }

  /// Writes classes for texts of several lines. Rules for more lines come after those for fewer.
  private func writeLineCounts(of slot: Slot, classes: inout StepClasses, to markup: inout Markup) {
    if !isShownAtOnce { return }
    let found = layouts.span
    var most = 0
    for index in found.indices
    where !found[index].steps.intersection(surroundings.stepsOfDevices).isEmpty {
      most = max(most, found[index].card.slot(slot)?.lineCount ?? 0)
    }
    if most < 2 { return }
    for count in 2...most {
      var shown = StepSet()
      for index in found.indices where found[index].card.slot(slot)?.lineCount ?? 0 >= count {
        shown.formUnion(found[index].steps)
      }
      markup.word(" ")
      if shown == steps {
        classes.useLineCount(count)
        markup.word("h")
        markup.number(count)
      } else {
        markup.name(of: classes.use(.lines(count), shown), shown)
      }
    }
  }

  private func writeBody(hidingBy hiding: StepClasses.StepEffect, classes: inout StepClasses, to markup: inout Markup) {
    var hidden: [Int: StepSet] = [:]
    var hiddenWhole = StepSet()
    let found = layouts.span
    for index in found.indices {
      let shown = found[index].steps
      if found[index].card.hidesBlocks {
        for block in found[index].card.hiddenBlocks { hidden[block, default: StepSet()].formUnion(shown) }
      }
      if found[index].card.slot(.body) == nil { hiddenWhole.formUnion(shown) }
    }
    // A body that is cut away still counts as an element above the next one; an empty body does not.
    if hiddenWhole == steps, hidden.isEmpty {
      if !hiddenWhole.isEmpty { _ = classes.use(.hidden, hiddenWhole) }
      return
    }
    markup.begin(.div)
    markup.begin(.class)
    markup.word("body")
    if !hiddenWhole.isEmpty {
      markup.word(" ")
      markup.name(of: classes.use(hiding, hiddenWhole), hiddenWhole)
    }
    markup.endAttribute()
    markup.end(.div)
    if hiddenWhole != steps {
      var body = BodyMarkup(
        texts: composed.texts, prepared: card.texts, layouts: dividesText ? layouts : [],
        tableLayouts: layouts, lineBreaks: dividesText ? surroundings.lineBreaks : .natural,
        hidden: hidden, targets: targets, indent: surroundings.indent, below: surroundings.level)
      body.write(composed.body, classes: &classes, to: &markup)
    }
    markup.close(.div)
  }
}
