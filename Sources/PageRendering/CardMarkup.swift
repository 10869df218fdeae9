import CardLayout
import Geometry
import MarkdownTree
import SiteContent
import TextLayout
import Themes

/// Writes one card by the markup contract: a list item that holds an article of slots.
struct CardMarkup {
  let card: PreparedCard
  /// The card at each step; where it has more than one article, those of others are hidden cards.
  private var measured: [MeasuredCard]
  /// Those at which the article shows that is being written.
  private var steps = StepSet()
  /// Slots that it keeps free.
  private var rooms: Set<TextSlot> = []
  let theme: Theme
  let page: Page
  let targets: TargetResolution
  /// The URL of the card's own image.
  let imageURL: String?

  init(
    card: PreparedCard, measured: [MeasuredCard], theme: Theme, page: Page, targets: TargetResolution,
    imageURL: String?
  ) {
    self.card = card
    self.measured = measured
    self.theme = theme
    self.page = page
    self.targets = targets
    self.imageURL = imageURL
  }

  private var composed: ComposedCard { card.composed }

  func write(classes: inout StepClasses, to markup: inout Markup) {
    markup.open(.li, [(.class, "card"), (.id, composed.card.id)])
    let faces = self.faces
    for (face, steps) in faces {
      var part = self
      part.measured = measured.enumerated().map { step, card in
        steps.contains(step) ? card : .hidden(textCount: card.texts.count)
      }
      part.steps = steps
      part.rooms = face.rooms
      let shown = faces.count == 1 ? "" : " " + classes.name(.shown, steps)
      part.writeArticle(composed.anatomy(face.variant), shown: shown, classes: &classes, to: &markup)
    }
    markup.close(.li)
    markup.newLine()
  }

  /// The steps at which each of the card's articles shows.
  private var faces: [(face: CardFace, steps: StepSet)] {
    var faces: [(face: CardFace, steps: StepSet)] = []
    for (step, card) in measured.enumerated() {
      let face = CardFace(card)
      let index = faces.firstIndex { $0.face == face } ?? faces.count
      if index == faces.count { faces.append((face, StepSet())) }
      faces[index].steps.insert(step)
    }
    return faces
  }

  private func writeArticle(
    _ anatomy: CardAnatomy, shown: String, classes: inout StepClasses, to markup: inout Markup
  ) {
    let card = composed.card
    var article: [(Markup.Attribute, String)] = [(.class, anatomy.name + shown)]
    if card.language != page.language { article.append((.lang, card.language)) }
    if card.direction != page.direction { article.append((.dir, card.direction.rawValue)) }
    markup.open(.article, article)
    let containers = ContainerClasses(anatomy)
    let firstPinned = anatomy.firstPinned ?? anatomy.elements.count
    var isPinned = false
    for (place, element) in anatomy.elements.enumerated() where self.card.shows(element, keepingFree: rooms) {
      if place >= firstPinned, !isPinned {
        isPinned = true
        markup.open(.div, [(.class, "pinned")])
      }
      write(element, at: [place], in: containers, classes: &classes, to: &markup)
    }
    if isPinned { markup.close(.div) }
    markup.close(.article)
  }

  /// What the card lacks is left out, and its gap with it.
  private func write(
    _ element: CardAnatomy.Element, at path: ElementPath, in containers: ContainerClasses,
    classes: inout StepClasses, to markup: inout Markup
  ) {
    guard card.shows(element, keepingFree: rooms) else { return }
    switch element {
    case .image: writeImage(to: &markup)
    case .text(let placement) where rooms.contains(placement.slot):
      markup.open(.div, [(.class, "room \(placement.slot.rawValue)")])
      markup.close(.div)
    case .text(let placement): write(placement.slot, classes: &classes, to: &markup)
    // The reader of themes bounds the depth, so recursion is bounded too.
    case .row, .stack:
      markup.open(.div, [(.class, containers.names(at: path))])
      for (index, child) in element.children.enumerated() {
        write(child, at: path + [index], in: containers, classes: &classes, to: &markup)
      }
      markup.close(.div)
    }
  }

  private func writeImage(to markup: inout Markup) {
    guard let imageURL else { return }
    let frame = measured.lazy.compactMap { $0.slot(.image)?.frame }.first
    markup.open(.div, [(.class, "image")])
    markup.open(
      .img,
      [
        (.src, imageURL), (.alt, composed.card.imageAlt), (.width, String(max(1, frame?.width.roundedDown ?? 0))),
        (.height, String(max(1, frame?.height.roundedDown ?? 0))), (.loading, "lazy"),
      ])
    markup.close(.div)
  }

  private func write(_ slot: TextSlot, classes: inout StepClasses, to markup: inout Markup) {
    switch slot {
    case .eyebrow: write(composed.eyebrow, in: .p, named: "eyebrow", classes: &classes, to: &markup)
    case .title: write(composed.title, in: .h3, named: "title", link: link, classes: &classes, to: &markup)
    case .subtitle: write(composed.subtitle, in: .p, named: "subtitle", classes: &classes, to: &markup)
    case .body: writeBody(classes: &classes, to: &markup)
    case .tags:
      TagMarkup(card: card, measured: measured, theme: theme, targets: targets).write(classes: &classes, to: &markup)
    case .footer: write(composed.footer, in: .p, named: "footer", classes: &classes, to: &markup)
    }
  }

  private var link: String? { composed.card.link.flatMap(targets.link) }

  private func variants(ofText text: Int) -> TextVariants {
    TextVariants(measured.map { $0.texts[text] }, of: card.texts[text], lineBreaks: theme.lineBreaks)
  }

  private func write(
    _ text: Int?, in element: Markup.Element, named name: String, link: String? = nil, classes: inout StepClasses,
    to markup: inout Markup
  ) {
    guard let text, !card.texts[text].isEmpty else { return }
    let variants = variants(ofText: text)
    var attributes: [(Markup.Attribute, String)] = [(.class, name)]
    if !variants.cuts.isEmpty {
      attributes.append((.title, composed.texts[text].plainText))
    }
    markup.open(element, attributes)
    if let link { markup.open(.a, [(.href, link)]) }
    TextMarkup.write(
      composed.texts[text], prepared: card.texts[text], variants: variants, targets: targets, classes: &classes,
      to: &markup)
    if link != nil { markup.close(.a) }
    markup.close(element)
  }

  private func writeBody(classes: inout StepClasses, to markup: inout Markup) {
    var hidden: [Int: StepSet] = [:]
    var hiddenWhole = StepSet()
    for (step, card) in measured.enumerated() where steps.contains(step) {
      for block in card.hiddenBlocks { hidden[block, default: StepSet()].insert(step) }
      if card.slot(.body) == nil { hiddenWhole.insert(step) }
    }
    let shown = hiddenWhole.isEmpty ? "body" : "body " + classes.name(.hidden, hiddenWhole)
    if hiddenWhole == steps {
      // A body that is cut away is still an element above the next one; one that has nothing to show is none.
      guard !hidden.isEmpty else { return }
      markup.open(.div, [(.class, shown)])
      markup.close(.div)
      return
    }
    markup.open(.div, [(.class, shown)])
    let body = BodyMarkup(
      texts: composed.texts, prepared: card.texts, variants: composed.texts.indices.map(variants(ofText:)),
      hidden: hidden, targets: targets, style: theme.body)
    body.write(composed.body, classes: &classes, to: &markup)
    markup.close(.div)
  }
}
