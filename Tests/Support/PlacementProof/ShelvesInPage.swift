/// The shelves in the markup of a page.
struct ShelvesInPage {
  struct Shelf {
    let id: ExactID
    /// The arrangement, as the class of its lists names it.
    var arrangement = ""
    var cards: [Card] = []
    var lists: [List] = []
  }

  /// A list of a shelf or of one of its sections.
  struct List {
    /// The id of the element around the list.
    let owner: ExactID
    /// Indices in the cards of the shelf.
    var cards: Range<Int>
  }

  struct Card {
    let id: ExactID
    /// One for each article that has tags.
    var tags: [TagList] = []
  }

  struct TagList {
    let classes: [Substring]
    /// The classes of the article around the list.
    let articleClasses: [Substring]
    var items: [TagItem] = []
  }

  /// A tag, or the chip that counts hidden tags.
  struct TagItem {
    let classes: [Substring]
    let isChip: Bool
    let text: String
  }

  private(set) var shelves: [Shelf] = []

  /// - Complexity: O(elements).
  init(_ page: PageElements) {
    var (shelf, card, article, tags): (Int?, Int?, Int?, Int?)
    for (index, element) in page.elements.enumerated() {
      let classes = element.classes
      let parent = element.parent
      func isInside(_ outer: Int?) -> Bool { outer.map { page.isInside(index, $0) } == true }
      if element.name == "section", element.attributes["class"] == "shelf" {
        shelf = index
        shelves.append(Shelf(id: ExactID(element.attributes["id"] ?? "")))
      }
      guard let last = shelves.indices.last else { continue }
      if element.name == "ul", classes.first == "cards", isInside(shelf), !isInside(card) {
        let arrangement = classes.dropFirst().first.map { String($0.dropFirst("in-".count)) } ?? ""
        // If lists have different arrangements, one that differs is named.
        if shelves[last].lists.isEmpty || shelves[last].arrangement != arrangement {
          shelves[last].arrangement = arrangement
        }
        let owner = parent.flatMap { page.elements[$0].attributes["id"] } ?? ""
        let start = shelves[last].cards.count
        shelves[last].lists.append(List(owner: ExactID(owner), cards: start..<start))
      } else if element.name == "li", element.attributes["class"] == "card", !isInside(card) {
        card = index
        shelves[last].cards.append(Card(id: ExactID(element.attributes["id"] ?? "")))
        if let list = shelves[last].lists.indices.last {
          shelves[last].lists[list].cards = shelves[last].lists[list].cards.lowerBound..<shelves[last].cards.count
        }
      } else if element.name == "article", isInside(card) {
        article = index
      } else if element.name == "ul", classes.first == "tags", isInside(card), let article {
        tags = index
        shelves[last].cards[shelves[last].cards.count - 1].tags.append(
          TagList(classes: classes, articleClasses: page.elements[article].classes))
      } else if let tags, parent == tags {
        let item = TagItem(
          classes: classes, isChip: classes.contains("more"), text: page.leadingText(in: index))
        let cards = shelves[last].cards.count - 1
        shelves[last].cards[cards].tags[shelves[last].cards[cards].tags.count - 1].items.append(item)
      }
    }
  }
}
