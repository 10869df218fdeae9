import CardLayout
import Diagnostics
import SiteContent
import TextLayout
import Themes

/// Writes one shelf by the markup contract: a section with its title and one list of cards.
struct ShelfMarkup {
  let shelf: LaidOutShelf
  let theme: Theme
  let page: Page
  let urls: PageURLs

  func write(classes: inout StepClasses, to markup: inout Markup) {
    let content = shelf.prepared.shelf
    if content.cards.isEmpty { return }
    var section: [(Markup.Attribute, String)] = [(.class, "shelf"), (.id, content.id)]
    var list: [(Markup.Attribute, String)] = [
      (.class, content.arrangement == .shelf ? "cards in-shelf" : "cards in-waterfall"), (.role, "list"),
    ]
    // What scrolls must be reachable with the keyboard.
    if content.arrangement == .shelf { list.append((.tabindex, "0")) }
    let titleID = content.id + "/title"
    if shelf.prepared.title != nil {
      section.append((.ariaLabelledBy, titleID))
      list.append((.ariaLabelledBy, titleID))
    }
    if content.language != page.language { section.append((.lang, content.language)) }
    if content.direction != page.direction { section.append((.dir, content.direction.rawValue)) }
    markup.open(.section, section)
    markup.newLine()
    if let title = shelf.prepared.title, let prepared = shelf.prepared.preparedTitle {
      markup.open(.h2, [(.class, "shelf-title"), (.id, titleID)])
      TextMarkup.write(
        title, prepared: prepared,
        variants: TextVariants(shelf.layouts.map(\.title), of: prepared, lineBreaks: theme.lineBreaks),
        targets: urls.targets(from: content.source.path), classes: &classes, to: &markup)
      markup.close(.h2)
      markup.newLine()
    }
    markup.open(.ul, list)
    markup.newLine()
    for (index, card) in shelf.prepared.cards.enumerated() {
      let source = card.composed.card
      CardMarkup(
        card: card, measured: shelf.layouts.map { $0.cards[index] }, theme: theme, page: pageOfShelf,
        targets: urls.targets(from: source.source.path), imageURL: source.image.flatMap(urls.asset)
      ).write(classes: &classes, to: &markup)
    }
    markup.close(.ul)
    markup.newLine()
    markup.close(.section)
    markup.newLine()
  }

  /// The page as its cards see it: with the shelf's language and direction.
  private var pageOfShelf: Page {
    var page = page
    page.language = shelf.prepared.shelf.language
    page.direction = shelf.prepared.shelf.direction
    return page
  }
}
