import Diagnostics

/// The lists of tags of a page's cards as the markup has them.
struct PageTags {
  struct List {
    let element: Int
    /// The numbers of its class, and of that of the article that it stands in.
    let classes: Int
    let articleClasses: Int?
    fileprivate(set) var items: Range<Int>
  }

  /// A tag, or a chip that counts tags.
  struct Item {
    let element: Int
    /// The number of its class; nil if it has none.
    let classes: Int?
    let isChip: Bool
  }

  private(set) var lists: [List] = []
  private(set) var items: [Item] = []
  /// What each value of `class` is, by its number; nil if that was not asked yet.
  private var kinds: [ClassKind?] = []

  private struct ClassKind {
    let isTags: Bool
    let isMore: Bool
  }

  /// Adds a list; false for every element but such a list.
  mutating func addList(_ element: Int, of page: PageTree, in article: Int?) -> Bool {
    let classes = Int(page.elements[element].classes)
    guard page.name(.ul, is: element), classes >= 0, kind(classes, of: page).isTags else { return false }
    let outer = article.map { Int(page.elements[$0].classes) } ?? -1
    lists.append(
      List(
        element: element, classes: classes, articleClasses: outer < 0 ? nil : outer, items: items.count..<items.count))
    return true
  }

  /// Adds an element if it is an item of the last list.
  mutating func addItem(_ element: Int, of page: PageTree) {
    guard let last = lists.indices.last, Int(page.elements[element].parent) == lists[last].element else { return }
    let classes = Int(page.elements[element].classes)
    items.append(
      Item(
        element: element, classes: classes < 0 ? nil : classes,
        isChip: classes >= 0 && kind(classes, of: page).isMore))
    lists[last].items = lists[last].items.lowerBound..<items.count
  }

  private mutating func kind(_ classes: Int, of page: PageTree) -> ClassKind {
    if kinds.count < page.classes.count { kinds += repeatElement(nil, count: page.classes.count - kinds.count) }
    if let known = kinds[classes] { return known }
    let names = page.classes[classes].split(separator: 0x20)
    let kind = ClassKind(
      isTags: names.first?.elementsEqual("tags".utf8) == true, isMore: names.contains { $0.elementsEqual("more".utf8) })
    kinds[classes] = kind
    return kind
  }
}

extension PageTree {
  /// The text right behind the start tag of an element, or of the `bdi` that it begins with.
  func leadingText(in element: Int) -> ArraySlice<UInt8> {
    var inner = element
    if elements.indices.contains(element + 1), parent(of: element + 1) == element, name(.bdi, is: element + 1) {
      inner += 1
    }
    let start = min(range(of: inner).upper, source.bytes.count)
    return source.bytes[start...].prefix { $0 != UInt8(ascii: "<") }
  }
}
