/// The allowed content of elements around the shelves, according to the grammar of pages.
struct MarkupContent {
  private let names: [String]
  let holdsText: Bool
  /// True if it is part of a link.
  let isLinked: Bool

  private init(_ names: [String], holdsText: Bool = false, isLinked: Bool = false) {
    self.names = names
    self.holdsText = holdsText
    self.isLinked = isLinked
  }

  static let paragraphs = PageGrammar.paragraphNames
  static let linked = MarkupContent(PageGrammar.inlineNames + ["img", "br", "wbr"], holdsText: true, isLinked: true)
  static let inlines = MarkupContent(["a"] + linked.names, holdsText: true)
  /// A shelf is in it where the template shows it.
  static let flow = MarkupContent(
    paragraphs + ["ul", "ol", "hr", "pre"] + PageGrammar.containerNames + inlines.names, holdsText: true)

  /// nil for elements that no template writes.
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

/// The attributes of elements around the shelves, by the grammar of pages.
struct MarkupAttributes {
  let names: [String]
  let required: [String]
  private let isLink: Bool

  private static let language = ["lang", "dir"]
  private static let text = ["class", "title"] + language
  private static let chrome =
    text + [
      "id", "role", "aria-label", "aria-labelledby", "aria-describedby", "aria-current", "aria-hidden",
    ]

  /// nil for elements that no template writes.
  init?(of name: String, in parent: String?) {
    var required: [String] = []
    switch name {
    case "html": (names, required) = (Self.language, Self.language)
    case "head", "title": names = []
    case "body": names = ["class"]
    case "meta": (names, required) = (["charset", "name", "http-equiv", "content"], [])
    case "link":
      (names, required) = (["rel", "href", "as", "type", "crossorigin", "sizes"], ["rel", "href"])
    case "br", "wbr": names = ["class"]
    case "img":
      required = ["src", "alt", "width", "height"]
      names = required + Self.text + ["fetchpriority", "loading", "decoding"]
    case "pre": names = Self.text + ["tabindex"]
    case "code" where parent == "pre": names = Self.text
    case "a": (names, required) = (["href", "rel", "hreflang"] + Self.chrome, ["href"])
    case "ol": names = Self.chrome + ["start"]
    case "ul", "li", "hr": names = Self.chrome
    case _ where MarkupContent.flow.holds(name): names = Self.chrome
    default: return nil
    }
    self.required = required
    isLink = name == "link"
  }

  /// The allowed values of an attribute; nil if any value is allowed.
  func values(of attribute: String) -> [String]? {
    switch attribute {
    case "dir": required.contains("dir") ? ["ltr", "rtl"] : ["ltr", "rtl", "auto"]
    case "role":
      [
        "banner", "complementary", "contentinfo", "group", "heading", "img", "list", "listitem", "main", "navigation",
        "none", "note", "presentation", "region", "search", "separator", "status",
      ]
    case "aria-hidden": ["true", "false"]
    case "charset": ["utf-8"]
    case "http-equiv": ["Content-Security-Policy"]
    case "rel" where isLink: ["stylesheet", "preload", "icon", "canonical"]
    case "as": ["font", "image", "style"]
    case "crossorigin": ["", "anonymous"]
    case "fetchpriority": ["high"]
    case "loading": ["lazy", "eager"]
    case "decoding": ["async", "sync"]
    case "tabindex": ["0"]
    default: nil
    }
  }
}
