/// The allowed content of elements outside of shelves, according to the grammar of pages.
struct MarkupContent {
  private let names: [String]
  let holdsText: Bool
  /// True if the element is part of a link.
  let isLinked: Bool

  private init(_ names: [String], holdsText: Bool = false, isLinked: Bool = false) {
    self.names = names
    self.holdsText = holdsText
    self.isLinked = isLinked
  }

  static let paragraphs = PageGrammar.paragraphNames
  static let linked = MarkupContent(PageGrammar.inlineNames + ["img", "br", "wbr"], holdsText: true, isLinked: true)
  static let inlines = MarkupContent(["a"] + linked.names, holdsText: true)
  /// Content that may include a shelf where the template shows it.
  static let flow = MarkupContent(
    paragraphs + ["ul", "ol", "hr", "pre"] + PageGrammar.containerNames + inlines.names, holdsText: true)

  /// The content of an element; nil for elements that no template writes.
  init?(of element: Int, in page: PageTree) {
    var outer = page.parent(of: element)
    var isLinked = false
    while let index = outer {
      if page.nameText(of: index) == "a" { isLinked = true }
      outer = page.parent(of: index)
    }
    let name = page.nameText(of: element)
    switch name {
    case "html": self.init(["head", "body"])
    case "head": self.init(["meta", "title", "link"])
    case "title": self.init([], holdsText: true)
    case "ul", "ol": self.init(["li"])
    case "pre": self.init(["code"])
    case "br", "wbr", "img", "hr", "meta", "link": self.init([])
    case "a": self = .linked
    case "body", "li": self = .flow
    case _ where PageGrammar.containerNames.contains(name): self = .flow
    case _ where PageGrammar.inlineNames.contains(name) || Self.paragraphs.contains(name):
      self = isLinked ? .linked : .inlines
    default: return nil
    }
  }

  var isEmpty: Bool { names.isEmpty && !holdsText }

  func holds(_ name: String) -> Bool { names.contains(name) }

  /// The rest of a sentence after the element's name.
  var text: String {
    if isEmpty { return "is empty: write it without an end tag, as in <br/>" }
    var all = (holdsText ? ["text"] : []) + names
    if holds("p") {
      all.removeAll { PageGrammar.inlineNames.contains($0) || Self.paragraphs.contains($0) && $0 != "p" }
      all.insert("h1 to h6", at: 2)
      all.append("inline elements such as span and em")
    }
    return "can contain " + (all.count > 1 ? all.dropLast().joined(separator: ", ") + " and " : "") + all[all.count - 1]
  }
}
