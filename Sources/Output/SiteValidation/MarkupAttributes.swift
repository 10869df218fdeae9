/// The allowed attributes of elements outside of shelves, from which the grammar of pages is built.
struct MarkupAttributes {
  let names: [String]
  let required: [String]
  private let isLink: Bool

  private init(_ names: [String], required: [String] = [], isLink: Bool = false) {
    self.names = names
    self.required = required
    self.isLink = isLink
  }

  static let language = MarkupAttributes(["lang", "dir"])
  static let text = MarkupAttributes(["class", "title"] + language.names)
  static let chrome = MarkupAttributes(
    text.names + [
      "id", "role", "aria-label", "aria-labelledby", "aria-describedby", "aria-current", "aria-hidden", "tabindex",
    ])

  /// The attributes of an element; nil for elements that no template writes.
  init?(of name: String, in parent: String? = nil) {
    switch name {
    case "html": self.init(Self.language.names, required: Self.language.names)
    case "head", "title": self.init([])
    case "body", "br", "wbr": self.init(["class"])
    case "meta": self.init(["charset", "name", "http-equiv", "content"])
    case "link":
      self.init(["rel", "href", "as", "type", "crossorigin", "sizes"], required: ["rel", "href"], isLink: true)
    case "img":
      let required = ["src", "alt", "width", "height"]
      self.init(
        required + Self.text.names + ["fetchpriority", "loading", "decoding", "referrerpolicy"], required: required)
    case "pre": self.init(Self.text.names + ["tabindex"])
    case "code" where parent == "pre": self = .text
    case "a": self.init(["href", "rel", "hreflang"] + Self.chrome.names, required: ["href"])
    case "ol": self.init(Self.chrome.names + ["start"])
    case "ul", "li", "hr": self = .chrome
    case _ where MarkupContent.flow.holds(name): self = .chrome
    default: return nil
    }
  }

  /// The allowed values of an attribute; nil if any value is allowed.
  func values(of attribute: String) -> [String]? {
    switch attribute {
    case "dir": required.contains("dir") ? ["ltr", "rtl"] : ["ltr", "rtl", "auto"]
    case "role":
      [
        "banner", "complementary", "contentinfo", "group", "heading", "img", "list", "listitem", "main", "navigation",
        "none", "note", "presentation", "radiogroup", "region", "search", "separator", "status",
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
    case "referrerpolicy": ["no-referrer"]
    case "tabindex": ["0"]
    default: nil
    }
  }

  /// The attributes in RELAX NG's XML syntax.
  var patterns: String {
    names.map { name in
      let values = values(of: name).map { "<choice>\($0.map { "<value>\($0)</value>" }.joined())</choice>" }
      let attribute = values.map { "<attribute name=\"\(name)\">\($0)</attribute>" } ?? "<attribute name=\"\(name)\"/>"
      return required.contains(name) ? attribute : "<optional>\(attribute)</optional>"
    }.joined()
  }
}
