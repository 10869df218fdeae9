import Content
import ShelfArrangements
import Themes

/// The features of a theme that pages use: a style sheet needs no rules for others.
struct SheetUses {
  var arrangements: Set<AnyArrangement>
  /// The names of anatomies; nil for all.
  var anatomies: Set<String>?
  var hasColumnToggle: Bool
  var hasIntroduction: Bool
  var hasNavigation: Bool
  var hasBreadcrumbs: Bool
  var hasLinks: Bool
  var hasTagLinks: Bool

  static let all = SheetUses(
    arrangements: Set(standardArrangements), anatomies: nil, hasColumnToggle: true, hasIntroduction: true,
    hasNavigation: true, hasBreadcrumbs: true, hasLinks: true, hasTagLinks: true)
}

extension SheetUses {
  /// - Complexity: O(shelves), and O(cards) if no card is a link.
  init(of pages: [Page], theme: Theme, hasNavigation: Bool) {
    let shelves = pages.flatMap(\.shelves)
    arrangements = Set(shelves.map(\.arrangement))
    let named = Set(shelves.flatMap { theme.anatomies(of: $0) })
    anatomies = Set(named.flatMap { theme.alternatives(of: $0) }.map(\.name))
    hasColumnToggle = shelves.contains { $0.columnToggle != nil }
    hasIntroduction = pages.contains { !$0.introduction.isEmpty }
    hasLinks = shelves.contains { $0.cards.contains { $0.link != nil } }
    hasTagLinks = shelves.contains { $0.cards.contains { !$0.tagLinks.isEmpty } }
    self.hasNavigation = hasNavigation
    hasBreadcrumbs = pages.contains { $0.id.utf8.contains(UInt8(ascii: "/")) }
  }

  /// The selector of the lists of cards with some boxes; nil if there are none. Arrangements of Cardshelf are included
  /// even if no page has one: their rules are short.
  func lists(_ boxes: CardBoxes...) -> String? {
    let lists = Set(standardArrangements).union(arrangements).filter { boxes.contains($0.boxes) }
    let names = lists.map { ".in-" + $0.name }.sorted()
    return names.count > 1 ? ":is(\(names.joined(separator: ",")))" : names.first
  }
}
