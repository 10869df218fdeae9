import CardLayout
import Content
import Diagnostics
import ShelfArrangements
import TextLayout
import Themes

/// Writes one shelf according to the markup contract: a section with its title and one list of cards.
struct ShelfMarkup {
  private let shelf: LaidOutShelf
  private let theme: Theme
  private let page: Page
  private let urls: PageURLs
  /// All layouts that can be shown.
  private let layouts: [ShelfLayout]
  /// The different layouts of each card.
  private let cardLayouts: [[CardAtSteps]]
  private let steps: [Step]
  /// Keyed by anatomy name.
  private let containers: [String: ContainerClasses]

  init(shelf: LaidOutShelf, cards: [[CardAtSteps]], theme: Theme, page: Page, urls: PageURLs) {
    self.shelf = shelf
    cardLayouts = cards
    self.theme = theme
    self.page = page
    self.urls = urls
    layouts = shelf.allLayouts
    steps = theme.steps
    var containers: [String: ContainerClasses] = [:]
    for anatomy in shelf.prepared.anatomies { containers[anatomy.name] = ContainerClasses(anatomy) }
    self.containers = containers
  }

  func write(classes: inout StepClasses, to markup: inout Markup) {
    let content = shelf.prepared.shelf
    if content.cards.isEmpty { return }
    var section: [(Markup.MarkupAttribute, String)] = [(.class, "shelf"), (.id, content.id)]
    if shelf.prepared.title != nil { section.append((.ariaLabelledBy, titleID)) }
    section += language(content.language, content.direction, on: page)
    markup.open(.section, section)
    markup.newLine()
    classes.views = ViewConditions(shelf)
    defer { classes.views = .always }
    if let title = shelf.prepared.title, let prepared = shelf.prepared.preparedTitle {
      write(
        title, prepared, in: .h2, [(.class, "shelf-title"), (.id, titleID)], lines: layouts.map(\.title),
        from: content.source.path, classes: &classes, to: &markup)
    }
    let shelfLabel = shelf.prepared.title == nil ? nil : titleID
    var label = shelfLabel
    // The level of the heading above sections and cards; a page's own title is the first.
    let level = label == nil ? 1 : 2
    if !theme.hasColumnTogglesInTemplate { writeToggle(label: label, classes: &classes, to: &markup) }
    for (index, part) in shelf.prepared.parts.enumerated() {
      if let section = part.section { label = part.header == nil ? shelfLabel : section.id + "//title" }
      write(part, at: index, label: label, below: level, classes: &classes, to: &markup)
    }
    markup.close(.section)
    markup.newLine()
  }

  /// No card can have this id, because its name is not empty.
  private var titleID: String { shelf.prepared.shelf.id + "//title" }

  /// The controls for the template of the page, where they are outside the shelf.
  func writeToggleOfTemplate(classes: inout StepClasses, to markup: inout Markup) {
    if shelf.views.first?.choice.columns == nil { return }
    let content = shelf.prepared.shelf
    classes.shelvesWithTogglesElsewhere.insert(content.id)
    writeToggle(
      label: shelf.prepared.title == nil ? nil : titleID,
      [(.id, columnToggleID(ofShelf: content.id))] + language(content.language, content.direction, on: page),
      classes: &classes, to: &markup)
  }

  /// Two radio buttons: the style sheets contain a layout for each.
  private func writeToggle(
    label: String?, _ attributes: [(Markup.MarkupAttribute, String)] = [], classes: inout StepClasses,
    to markup: inout Markup
  ) {
    guard let toggle = shelf.prepared.shelf.columnToggle, let first = shelf.views.first?.choice.columns else { return }
    var stacked = StepSet()
    for step in steps where shelf.prepared.stacksColumnToggle(at: step) { stacked.insert(step.index) }
    var name = "column-toggle"
    if !stacked.isEmpty {
      // All views have the same controls.
      let views = classes.views
      classes.views = .always
      name += " " + classes.name(.stacked, stacked)
      classes.views = views
    }
    var group: [(Markup.MarkupAttribute, String)] = [(.class, name), (.role, "radiogroup")] + attributes
    if let label { group.append((.ariaLabelledBy, label)) }
    markup.open(.div, group)
    for (count, words) in [(1, toggle.oneColumn), (2, toggle.twoColumns)] {
      markup.open(.label)
      markup.open(
        .input,
        [(.type, "radio"), (.name, shelf.prepared.shelf.id), (.value, String(count))]
          + (count == first ? [(.checked, "checked")] : [(.class, "other")]))
      markup.text(words)
      markup.close(.label)
    }
    markup.close(.div)
    markup.newLine()
  }

  private func write(
    _ part: ShelfPart, at index: Int, label: String?, below level: Int, classes: inout StepClasses,
    to markup: inout Markup
  ) {
    let content = shelf.prepared.shelf
    var level = level
    if let id = part.id {
      var attributes: [(Markup.MarkupAttribute, String)] = [(.class, "section"), (.id, id)]
      if let label { attributes.append((.ariaLabelledBy, label)) }
      if let section = part.settings {
        attributes += language(section.language, section.direction, on: pageOfShelf)
      }
      markup.open(.section, attributes)
      markup.newLine()
      if let header = part.header, let source = part.section?.source.path, let label {
        level += 1
        write(
          header.title, header.prepared, in: .heading(level), [(.class, "section-title"), (.id, label)],
          lines: layouts.map { $0.parts[index].header }, from: source, classes: &classes, to: &markup)
      }
    }
    var list: [(Markup.MarkupAttribute, String)] = [
      (.class, "cards in-" + content.arrangement.name), (.role, "list"),
    ]
    // Scrollable elements must be reachable with the keyboard.
    if content.arrangement.isOneRow { list.append((.tabindex, "0")) }
    if let label { list.append((.ariaLabelledBy, label)) }
    markup.open(.ul, list)
    markup.newLine()
    let surroundings = CardSurroundings(
      theme: theme, viewCount: shelf.views.count, language: part.settings?.language ?? content.language,
      direction: part.settings?.direction ?? content.direction, level: level + 1, containers: containers)
    for index in part.cards {
      let card = shelf.prepared.cards[index]
      var writer = CardMarkup(
        card: card, layouts: cardLayouts[index], surroundings: surroundings,
        targets: urls.targets(from: card.composed.card.source.path),
        image: card.composed.card.image.flatMap(urls.picture) == nil
          ? nil : CardImage(card.composed.card, at: index, on: shelf, steps: steps),
        isShownAtOnce: index - part.cards.lowerBound < ThemeSheet.cardsShownAtOnce)
      writer.write(classes: &classes, to: &markup)
    }
    markup.close(.ul)
    markup.newLine()
    if part.id != nil {
      markup.close(.section)
      markup.newLine()
    }
  }

  private func write(
    _ title: ComposedText, _ prepared: PreparedText, in element: Markup.MarkupElement,
    _ attributes: [(Markup.MarkupAttribute, String)], lines: [MeasuredText?], from source: String,
    classes: inout StepClasses, to markup: inout Markup
  ) {
    markup.open(element, attributes)
    TextMarkup.write(
      0, of: [title], prepared: [prepared],
      variants: TextVariants(lines, of: prepared, lineBreaks: theme.lineBreaks),
      targets: urls.targets(from: source), classes: &classes, to: &markup)
    markup.close(element)
    markup.newLine()
  }

  /// The language attributes of an element if its language differs from that of its parent.
  private func language(
    _ language: String, _ direction: WritingDirection, on page: Page
  ) -> [(Markup.MarkupAttribute, String)] {
    (language == page.language ? [] : [(.lang, language)])
      + (direction == page.direction ? [] : [(.dir, direction.rawValue)])
  }

  /// The page with the shelf's language and direction, as its cards need it.
  private var pageOfShelf: Page {
    var page = page
    page.language = shelf.prepared.shelf.language
    page.direction = shelf.prepared.shelf.direction
    return page
  }
}
