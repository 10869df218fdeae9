import CardLayout
import LayoutFile

/// The collected output for a shelf's cards. Each card is processed once, with all its layouts: those of many cards do
/// not fit in a processor's cache.
struct ShelfCards {
  private(set) var entries: CardEntries
  private(set) var articles: ArticleValues
  private(set) var tags: TagSettingsAtSteps

  init(_ shelf: LaidOutShelf) {
    entries = CardEntries(shelf)
    articles = ArticleValues(shelf)
    tags = TagSettingsAtSteps(stepCount: shelf.layouts.count + shelf.otherLayouts.count)
  }

  /// - Parameter layouts: all layouts of a card, each card once and in order.
  mutating func add(_ index: Int, _ layouts: [CardAtSteps]) {
    entries.add(index, layouts)
    articles.add(index, layouts)
    let layouts = layouts.span
    for place in layouts.indices { tags.add(layouts[place]) }
  }
}
