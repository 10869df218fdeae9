import Diagnostics

/// A fault of an element in a template according to the grammar of pages, and the elements that are allowed instead.
///
/// libxml2 reports the element that it did not expect. The rules of the grammar outside of shelves are repeated here in
/// the words of template authors; a test compares the two.
struct MarkupAdvice: Equatable {
  let message: String
  let help: String
  /// The faulty element.
  let element: Int

  /// Creates advice; nil for elements that Cardshelf itself writes, and for other kinds of faults.
  init?(_ fault: XMLFault, of page: PageTree) {
    guard let element = fault.element, page.elements.indices.contains(element) else { return nil }
    if let advice = Self.section(around: element, of: page) {
      self = advice
      return
    }
    guard !page.isInShelf(element) else { return nil }
    // The messages of libxml2 about a text name the element that contains the text.
    let saysText = fault.message.contains("expect text") || fault.message.contains("content: text")
    let advice =
      Self.place(of: element, of: page) ?? (saysText ? Self.text(in: element, of: page) : nil)
      ?? Self.attributes(of: element, page) ?? Self.order(of: element, of: page)
    guard let advice else { return nil }
    self = advice
  }

  private init(_ message: String, _ help: String, at element: Int) {
    self.message = message
    self.help = help
    self.element = element
  }

  // MARK: - Elements

  /// Shelves are written as `section`; libxml2 reports its content.
  private static func section(around element: Int, of page: PageTree) -> MarkupAdvice? {
    var current: Int? = element
    while let index = current {
      if page.nameText(of: index) == "section" {
        if page.has("shelf", in: .class, of: index) || page.has("section", in: .class, of: index) { return nil }
        return MarkupAdvice(
          "`section` is not allowed in a template",
          "write div; section is for shelves, which Cardshelf writes", at: index)
      }
      current = page.parent(of: index)
    }
    return nil
  }

  private static func place(of element: Int, of page: PageTree) -> MarkupAdvice? {
    guard let parent = page.parent(of: element) else { return nil }
    let (name, outer) = (page.nameText(of: element), page.nameText(of: parent))
    guard let content = MarkupContent(of: parent, in: page), !content.holds(name) else { return nil }
    let list = "`\(outer)` \(content.text)"
    let advice = advice(about: name, in: outer, content).map { "\($0); \(list)" } ?? list
    return MarkupAdvice("`\(name)` is not allowed in `\(outer)`", advice, at: element)
  }

  private static func advice(about name: String, in outer: String, _ content: MarkupContent) -> String? {
    switch name {
    case _ where outer == "head": return MarkupContent.flow.holds(name) ? "move it into body" : nil
    case "link": return "move it into head, after the title"
    case "meta": return "move it into head, before the title"
    case "title": return "move it into head"
    case "li": return "put it into ul or ol"
    case "a" where content.isLinked: return "end the link around it first: links cannot be nested"
    case _ where outer == "a": return wordFor(name) ?? "end the link before it"
    case _ where MarkupContent.inlines.holds(outer) || MarkupContent.paragraphs.contains(outer):
      return MarkupContent.flow.holds(name) ? "end `\(outer)` before it, or write div for `\(outer)`" : wordFor(name)
    default: return wordFor(name)
    }
  }

  /// The replacement for an element that people know from other pages.
  private static func wordFor(_ name: String) -> String? {
    switch name {
    case "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td":
      "tables are not allowed; write a list, or a shelf"
    case "article", "details", "summary", "figure", "figcaption", "dl", "dt", "dd", "center", "fieldset", "hgroup",
      "search":
      "write div or p for it"
    case "abbr", "acronym", "big", "cite", "data", "del", "dfn", "font", "ins", "label", "q", "samp", "strike", "time",
      "tt", "var":
      "write span for it"
    default: nil
    }
  }

  private static func text(in element: Int, of page: PageTree) -> MarkupAdvice? {
    guard let content = MarkupContent(of: element, in: page), !content.holdsText else { return nil }
    let name = page.nameText(of: element)
    return MarkupAdvice("text is not allowed in `\(name)` itself", "`\(name)` \(content.text)", at: element)
  }

  /// The head begins with its encoding, and its links follow the title.
  private static func order(of element: Int, of page: PageTree) -> MarkupAdvice? {
    guard let parent = page.parent(of: element), page.nameText(of: parent) == "head" else { return nil }
    let order = "head contains, in this order, <meta charset=\"utf-8\"/>, other meta, one title, and link"
    return MarkupAdvice("`\(page.nameText(of: element))` is not allowed here in `head`", order, at: element)
  }

  // MARK: - Attributes

  private static func attributes(of element: Int, _ page: PageTree) -> MarkupAdvice? {
    let name = page.nameText(of: element)
    let outer = page.parent(of: element).map { page.nameText(of: $0) }
    guard let known = MarkupAttributes(of: name, in: outer) else { return nil }
    let range = page.elements[element].attributes
    let attributes = page.attributes[Int(range.lowerBound)..<Int(range.upperBound)]
    let found = Set(attributes.map { page.nameText(of: $0) })
    if name == "meta", let advice = metaAttributes(found, of: element) { return advice }
    for attribute in attributes {
      let text = page.nameText(of: attribute)
      guard known.names.contains(text) else {
        return MarkupAdvice(
          "`\(name)` cannot have the attribute `\(text)`",
          known.names.isEmpty ? "remove it" : "remove it; `\(name)` can have \(known.names.joined(separator: ", "))",
          at: element)
      }
      let value = page.value(attribute).text
      if let values = known.values(of: text), !values.contains(value.trimmingSpaces) {
        return MarkupAdvice(
          "`\(text)` cannot be \"\(value.prefix(40))\"",
          "one of: \(values.map { $0.isEmpty ? "nothing" : $0 }.joined(separator: ", "))", at: element)
      }
    }
    let missing = known.required.filter { !found.contains($0) }
    guard !missing.isEmpty else { return nil }
    let isSize = missing.contains("width") || missing.contains("height")
    return MarkupAdvice(
      "`\(name)` has no \(missing.joined(separator: " and no "))",
      name == "img" && isSize
        ? "write the size of the picture in pixels, so that nothing moves when it loads"
        : "write \(missing.map { "\($0)=\"…\"" }.joined(separator: " "))", at: element)
  }

  private static func metaAttributes(_ found: Set<String>, of element: Int) -> MarkupAdvice? {
    let isWhole = found == ["charset"] || found == ["name", "content"] || found == ["http-equiv", "content"]
    return isWhole
      ? nil
      : MarkupAdvice(
        "this `meta` is not allowed in a page", "write <meta name=\"…\" content=\"…\"/>, with no other attributes",
        at: element)
  }
}

extension PageTree {
  /// Returns whether an element is a shelf, or in one.
  fileprivate func isInShelf(_ element: Int) -> Bool {
    var current: Int? = element
    while let index = current {
      if name(.section, is: index), has("shelf", in: .class, of: index) { return true }
      current = parent(of: index)
    }
    return false
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
