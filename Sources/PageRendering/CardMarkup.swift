import CardLayout
import Geometry
import MarkdownTree
import SiteContent
import TextLayout
import Themes

/// Writes one card by the markup contract: a list item that holds an article of slots.
struct CardMarkup {
  let card: PreparedCard
  /// The card at each step.
  let measured: [MeasuredCard]
  let theme: Theme
  let page: Page
  let targets: TargetResolution
  /// The URL of the card's own image.
  let imageURL: String?

  private var composed: ComposedCard { card.composed }

  func write(classes: inout StepClasses, to markup: inout Markup) {
    let card = composed.card
    var article: [(Markup.Attribute, String)] = [(.class, composed.anatomy.name)]
    if card.language != page.language { article.append((.lang, card.language)) }
    if card.direction != page.direction { article.append((.dir, card.direction.rawValue)) }
    markup.open(.li, [(.class, "card"), (.id, card.id)])
    markup.open(.article, article)
    let firstPinned = composed.anatomy.firstPinned ?? composed.anatomy.elements.count
    var isPinned = false
    for (place, element) in composed.anatomy.elements.enumerated() where isShown(element) {
      if place >= firstPinned, !isPinned {
        isPinned = true
        markup.open(.div, [(.class, "pinned")])
      }
      switch element {
      case .image:
        let frame = measured.first?.slots.first { $0.name == .image }?.frame
        writeImage(width: frame?.width.roundedDown ?? 0, height: frame?.height.roundedDown ?? 0, to: &markup)
      case .row(let row): write(row, classes: &classes, to: &markup)
      case .text(let placement): write(placement.slot, classes: &classes, to: &markup)
      }
    }
    if isPinned { markup.close(.div) }
    markup.close(.article)
    markup.close(.li)
    markup.newLine()
  }

  private func writeImage(width: Int, height: Int, to markup: inout Markup) {
    guard let imageURL else { return }
    markup.open(.div, [(.class, "image")])
    markup.open(
      .img,
      [
        (.src, imageURL), (.alt, composed.card.imageAlt), (.width, String(max(1, width))),
        (.height, String(max(1, height))), (.loading, "lazy"),
      ])
    markup.close(.div)
  }

  private func write(_ row: CardAnatomy.Row, classes: inout StepClasses, to markup: inout Markup) {
    markup.open(.div, [(.class, "row")])
    writeImage(width: row.imageWidth, height: row.imageHeight, to: &markup)
    markup.open(.div, [(.class, "labels")])
    for label in composed.labels(of: row) { write(label.slot, classes: &classes, to: &markup) }
    markup.close(.div)
    markup.close(.div)
  }

  /// What the card lacks is left out, and its gap with it.
  private func isShown(_ element: CardAnatomy.Element) -> Bool {
    switch element {
    case .image: imageURL != nil
    case .text(let placement): composed.has(placement.slot)
    case .row(let row): imageURL != nil || !composed.labels(of: row).isEmpty
    }
  }

  private func write(_ slot: TextSlot, classes: inout StepClasses, to markup: inout Markup) {
    switch slot {
    case .eyebrow: write(composed.eyebrow, in: .p, named: "eyebrow", classes: &classes, to: &markup)
    case .title: write(composed.title, in: .h3, named: "title", link: link, classes: &classes, to: &markup)
    case .subtitle: write(composed.subtitle, in: .p, named: "subtitle", classes: &classes, to: &markup)
    case .body: writeBody(classes: &classes, to: &markup)
    case .tags:
      TagMarkup(card: card, measured: measured, theme: theme, targets: targets).write(classes: &classes, to: &markup)
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
    for (step, card) in measured.enumerated() {
      for block in card.hiddenBlocks { hidden[block, default: StepSet()].insert(step) }
      if !card.slots.contains(where: { $0.name == .body }) { hiddenWhole.insert(step) }
    }
    let shown = hiddenWhole.isEmpty ? "body" : "body " + classes.name(.hidden, hiddenWhole)
    if hiddenWhole == classes.all {
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
