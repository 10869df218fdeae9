import CardLayout
import LayoutFile

/// What is written or remembered of a shelf's cards. Each is looked at once, with all its layouts: those of many cards
/// take more room than a processor keeps at hand.
struct ShelfCards {
  private(set) var entries: CardEntries
  private(set) var articles: ArticleValues
  private(set) var tags: TagSettingsAtSteps

  init(_ shelf: LaidOutShelf) {
    entries = CardEntries(shelf)
    articles = ArticleValues(shelf)
    tags = TagSettingsAtSteps(stepCount: shelf.layouts.count + shelf.otherLayouts.count)
  }

  /// - Parameter layouts: all of a card, each card once and in order.
  mutating func add(_ index: Int, _ layouts: [CardAtSteps]) {
    entries.add(index, layouts)
    articles.add(index, layouts)
    for layout in layouts { tags.add(layout) }
  }
}
