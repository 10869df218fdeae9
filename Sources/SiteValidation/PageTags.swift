import Diagnostics

/// The list of a card's tags as the markup has it.
struct PageTags {
  /// A tag, or a chip that counts tags.
  struct Item {
    let element: Int
    let classes: [String]
    /// What a chip says.
    let text: String?

    var isChip: Bool { text != nil }
  }

  let element: Int
  /// Its own, and those of the article that it stands in.
  let classes: [String]
  private(set) var items: [Item] = []

  /// nil for every element but such a list.
  init?(_ index: Int, _ element: PageElement, in article: PageElement?) {
    let classes = element.classNames
    guard element.name == "ul", classes.first == "tags" else { return nil }
    self.element = index
    self.classes = classes + (article?.classNames ?? [])
  }

  /// Adds an element that is an item of the list.
  mutating func add(_ index: Int, of page: PageTree) {
    let element = page.elements[index]
    guard element.parent == self.element else { return }
    let classes = element.classNames
    items.append(Item(element: index, classes: classes, text: classes.contains("more") ? page.text(in: index) : nil))
  }
}

extension PageElement {
  fileprivate var classNames: [String] { (self["class"] ?? "").split(separator: " ").map(String.init) }
}

extension PageTree {
  /// The text right behind the start tag of an element, or of the `bdi` that it begins with.
  fileprivate func text(in element: Int) -> String {
    var inner = element
    if elements.indices.contains(element + 1), elements[element + 1].parent == element,
      elements[element + 1].name == "bdi"
    {
      inner += 1
    }
    let start = min(range(of: inner).upper, source.bytes.count)
    return source.bytes[start...].prefix { $0 != UInt8(ascii: "<") }.text
  }
}
