import CardLayout
import Content
import Pages
import SiteValidation

/// The inputs of the layouts of a page's shelves, apart from the shelves themselves.
struct LayoutKey: Hashable {
  let theme: Int
  let fonts: Int
  let pictures: Int
  /// The page without its shelves.
  let page: Page

  /// - Parameter page: the page, with or without shelves.
  init(theme: Int, fonts: Int, pictures: Int, page: Page) {
    self.theme = theme
    self.fonts = fonts
    self.pictures = pictures
    self.page = page.withoutShelves
  }
}

/// Shelves that were laid out together.
struct KeptGroup: Sendable {
  let key: LayoutKey
  let shelves: [Shelf]
  /// The revision of the links when the shelves were rendered; nil if they were not.
  let links: Int?
  let finished: [FinishedShelf]
  /// The cards of each shelf.
  let cards: [KeptCards]

  /// The finished shelves, if these shelves are the same.
  ///
  /// - Parameter links: the revision of the links; nil if nothing is to be rendered.
  func finished(_ shelves: [Shelf], key: LayoutKey, links: Int?) -> [FinishedShelf]? {
    (links == nil || links == self.links) && key == self.key && shelves == self.shelves ? finished : nil
  }

  /// The shaped cards of a shelf, if similar cards would be composed and shaped alike.
  func cards(of shelf: Shelf, composition: CardComposition, key: LayoutKey) -> KeptCards? {
    guard key.theme == self.key.theme, key.fonts == self.key.fonts, key.pictures == self.key.pictures,
      key.page.textSize == self.key.page.textSize,
      let index = shelves.firstIndex(where: { $0.id == shelf.id }), cards[index].composition == composition
    else { return nil }
    var cards = cards[index]
    // Otherwise measurements for widths that a shelf once had would be kept forever.
    if shelves[index].source != shelf.source { cards.memo = nil }
    return cards
  }
}

/// The shaped cards of a shelf and their measurements.
struct KeptCards: Sendable {
  let composition: CardComposition
  private let places: [String: Int]
  private let cards: [CheckedCard]
  fileprivate(set) var memo: CardMemo?

  init(_ cards: [CheckedCard], composition: CardComposition, memo: CardMemo) {
    self.composition = composition
    places = Dictionary(cards.enumerated().map { ($1.card.composed.card.id, $0) }) { first, _ in first }
    self.cards = cards
    self.memo = memo
  }

  /// The index of an equal card.
  func place(of card: Card) -> Int? {
    guard let place = places[card.id], cards[place].card.composed.card == card else { return nil }
    return place
  }

  subscript(place: Int) -> CheckedCard { cards[place] }
}

/// A page whose shelves were all finished.
struct KeptPage: Sendable {
  let key: LayoutKey
  let links: Int?
  /// The revisions of its shelves.
  let revisions: [Int]
  let finished: FinishedPage
}

/// A page's file.
struct KeptMarkup: Sendable {
  /// The revision of the page.
  let revision: Int
  let chrome: ChromeKey
  /// The page, and its compare page.
  let files: [SiteFile]
}

/// The inputs of the markup around the shelves of every page, apart from the page itself.
struct ChromeKey: Hashable {
  let theme: Int
  let siteTitle: String
  let styleSheets: [String]
  /// All fonts of the site: the page's content decides which of them it loads first.
  let fonts: [String]
  let navigation: [[String]]
  let compareAssets: [String]?
}

extension Page {
  var withoutShelves: Page {
    var page = self
    page.shelves = []
    return page
  }
}
