import CardLayout
import Content
import Synchronization
import TextLayout
import Themes

/// Groups of shelves whose cards were prepared before they are laid out, by their number.
final class PreparedGroups: Sendable {
  private let waiting: Mutex<[Int: [CheckedCard]]>

  private init(_ groups: [Int: [CheckedCard]]) { waiting = Mutex(groups) }

  /// Returns the cards of a group and releases them here; nil if they were not prepared.
  func take(_ number: Int) -> [CheckedCard]? { waiting.withLock { $0.removeValue(forKey: number) } }

  /// Prepares the cards of groups that have more of them than the average for each worker: all other workers would wait
  /// for the one that has to shape these.
  static func prepareLarge(
    _ groups: [(offset: Int, element: ShelfGroup)], of site: ComposedSite, theme: Theme, fonts: ServedFonts, jobs: Int
  ) async -> PreparedGroups {
    if jobs == 1 { return PreparedGroups([:]) }
    let all = site.cardCount
    var prepared: [Int: [CheckedCard]] = [:]
    for (index, group) in groups {
      guard group.cardCount(in: site) * jobs > all else { continue }
      let cards = group.cards(in: site)
      let (shelves, pageTheme) = (site.pages[group.page].shelves, site.pages[group.page].theme)
      let own = await parallelMap(count: cards.count, jobs: jobs) { indices -> [CheckedCard?] in
        guard var preparer = TextPreparer(fonts: fonts) else { return indices.map { _ in nil } }
        var composers = shelves.map { $0.composer(theme: pageTheme) }
        return indices.map { index in
          let (shelf, card) = cards[index]
          return CheckedCard(
            composers[shelf].compose(shelves[shelf].shelf.cards[card]), theme: theme, preparer: &preparer)
        }
      }
      if !own.contains(where: { $0 == nil }) { prepared[index] = own.compactMap(\.self) }
    }
    return PreparedGroups(prepared)
  }
}
