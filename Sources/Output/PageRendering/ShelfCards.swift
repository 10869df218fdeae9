import CardLayout
import LayoutFile
import Themes

/// The collected output for a shelf's cards. Each card is processed once, with all its layouts: those of many cards do
/// not fit in a processor's cache.
struct ShelfCards {
  private var entries: CardEntries
  private(set) var articles: ArticleValues
  private(set) var tags: TagSettingsAtSteps

  /// - Parameter layouts: the different layouts of each card.
  init(_ shelf: LaidOutShelf, layouts: [[CardAtSteps]]) {
    entries = CardEntries(shelf)
    articles = ArticleValues(shelf, layouts: layouts)
    tags = TagSettingsAtSteps(stepCount: shelf.layouts.count + shelf.otherLayouts.count)
  }

  /// The content of `layout.json` for the shelf, which is no longer kept here.
  mutating func takeLayout(of shelf: LaidOutShelf, theme: Theme) -> [UInt8] {
    entries.takeShelf(shelf, theme: theme)
  }

  /// - Parameter layouts: all layouts of a card, each card once and in order.
  mutating func add(_ index: Int, _ layouts: [CardAtSteps]) {
    entries.add(index, layouts)
    articles.add(index, layouts)
    let layouts = layouts.span
    for place in layouts.indices { tags.add(layouts[place]) }
  }
}
