import Diagnostics

/// What the grammar cannot say about a page, and what other checks need to know of it.
struct PageMarkup {
  struct Card {
    let id: ExactText
    let element: Int
    /// A list for each of its articles that has one.
    fileprivate(set) var tags: [PageTags] = []
  }

  struct Shelf {
    let id: ExactText
    let element: Int
    /// As the list's class names it.
    fileprivate(set) var arrangement = ""
    fileprivate(set) var cards: [Card] = []
    /// In order.
    fileprivate(set) var lists: [List] = []
  }

  /// The list of a shelf, or of one of its sections.
  struct List {
    /// Of the element around it.
    let owner: ExactText
    let arrangement: String
    /// Of the shelf's cards.
    fileprivate(set) var cards: Range<Int>
  }

  /// A `href` or `src`.
  struct Reference {
    let element: Int
    let value: String
    let use: ReferenceUse
  }

  private(set) var ids: [ExactText: Int] = [:]
  private(set) var shelves: [Shelf] = []
  private(set) var references: [Reference] = []

  private let page: PageTree
  /// By element.
  private var roles: [Role] = []
  private var slotsOfCard: Set<String> = []
  /// The last that began.
  private var article: PageElement?

  /// What an element is to the card around it.
  private enum Role {
    case none
    case shelf
    case section
    case card
    /// Holds slots: the article, a row, its labels, the pinned part.
    case slotHolder
    case slot(isImage: Bool)
    case insideSlot

    var holdsLists: Bool {
      switch self {
      case .shelf, .section: true
      case .none, .card, .slotHolder, .slot, .insideSlot: false
      }
    }
  }

  /// - Complexity: O(page).
  init(_ page: PageTree, into findings: inout Findings) {
    self.page = page
    roles.reserveCapacity(page.elements.count)
    for (index, element) in page.elements.enumerated() {
      checkElement(index, element, into: &findings)
      collectID(index, element, into: &findings)
      collectReference(index, element)
      collectCard(index, element, into: &findings)
    }
    checkLabels(into: &findings)
    checkPolicy(into: &findings)
  }

  private func checkElement(_ index: Int, _ element: PageElement, into findings: inout Findings) {
    if element.declaresNamespace { findings.report(.pageNamespace, .namespace(index, of: page)) }
    let isInput = element.name == "input" && element["type"] != "radio"
    if isInput || refusedElements.contains(element.name) {
      findings.report(.pageScript, .refusedElement(element.name, index, of: page))
    }
    for attribute in element.attributes
    where attribute.name == "style" || attribute.name.utf8.starts(with: "on".utf8) {
      findings.report(.pageScript, .refusedAttribute(attribute.name, index, of: page))
    }
    if element.name == "img", element["alt"] == nil { findings.report(.altMissing, .missingAlt(index, of: page)) }
  }

  private mutating func collectID(_ index: Int, _ element: PageElement, into findings: inout Findings) {
    guard let id = element["id"] else { return }
    if id.isEmpty || id.utf8.contains(where: { $0 <= 0x20 }) {
      findings.report(.idUnusable, .unusableID(id, index, of: page))
    }
    if let first = ids.updateValue(index, forKey: ExactText(id)) {
      ids[ExactText(id)] = first
      findings.report(.idRepeated, .repeatedID(id, index, first: first, of: page))
    }
  }

  private mutating func collectReference(_ index: Int, _ element: PageElement) {
    for attribute in element.attributes {
      let use: ReferenceUse
      switch (element.name, attribute.name) {
      case ("a", "href"): use = .link
      case ("link", "href"):
        switch element["rel"] {
        case "canonical": use = .link
        case "stylesheet": use = .styleSheet
        default: use = .file
        }
      case (_, "href"), (_, "src"): use = .file
      default: continue
      }
      references.append(Reference(element: index, value: attribute.value, use: use))
    }
  }

  private mutating func collectCard(_ index: Int, _ element: PageElement, into findings: inout Findings) {
    let role = role(of: element)
    roles.append(role)
    switch role {
    case .shelf:
      shelves.append(Shelf(id: ExactText(element["id"] ?? ""), element: index))
    case .card:
      slotsOfCard = []
      if !shelves.isEmpty {
        shelves[shelves.count - 1].add(Card(id: ExactText(element["id"] ?? ""), element: index))
      }
    case .slot:
      let name = element["class"] ?? element.name
      if !slotsOfCard.insert(name).inserted { findings.report(.slotRepeated, .repeatedSlot(name, index, of: page)) }
      if let tags = PageTags(index, element, in: article) { shelves.last { $0.take(tags) } }
    case .insideSlot:
      shelves.last { $0.addTag(index, of: page) }
      guard element.name == "img", let parent = element.parent, case .slot(isImage: true) = roles[parent] else { break }
      for name in ["width", "height"] where !isPositiveWhole(element[name]) {
        findings.report(.imageSize, .imageSize(name, element[name], index, of: page))
      }
    case .none:
      guard element.name == "ul", let parent = element.parent, roles[parent].holdsLists else { break }
      let prefix = "cards in-"
      guard let name = element["class"], name.utf8.starts(with: prefix.utf8), !shelves.isEmpty else { break }
      shelves[shelves.count - 1].addList(
        of: ExactText(page.elements[parent]["id"] ?? ""), arrangement: String(name.dropFirst(prefix.count)))
    case .section: break
    case .slotHolder:
      // Each variant has its own.
      if element.name == "article" {
        slotsOfCard = []
        article = element
      }
    }
  }

  private func role(of element: PageElement) -> Role {
    let parent = element.parent.map { roles[$0] } ?? .none
    switch (parent, element.name, element["class"]) {
    case (.none, "section", "shelf"): return .shelf
    case (.shelf, "section", "section"): return .section
    case (.none, "li", "card"): return .card
    case (.card, _, _): return .slotHolder
    case (.slotHolder, "div", let name?) where isSlotHolder(name): return .slotHolder
    case (.slotHolder, _, let name): return .slot(isImage: name == "image")
    case (.slot, _, _), (.insideSlot, _, _): return .insideSlot
    case (.none, _, _), (.shelf, _, _), (.section, _, _): return .none
    }
  }

  private func checkLabels(into findings: inout Findings) {
    for (index, element) in page.elements.enumerated() {
      for attribute in element.attributes
      where attribute.name == "aria-labelledby" || attribute.name == "aria-describedby" {
        let names = attribute.value.split(separator: " ").map(String.init)
        for id in names.isEmpty ? [""] : names where ids[ExactText(id)] == nil {
          findings.report(.labelMissing, .missingLabel(id, attribute: attribute.name, index, of: page))
        }
      }
    }
  }

  private func checkPolicy(into findings: inout Findings) {
    let policies = page.elements.indices.filter {
      page.elements[$0].name == "meta"
        && page.elements[$0]["http-equiv"]?.lowercased() == "content-security-policy"
    }
    guard let first = policies.first else { return findings.report(.pagePolicy, .policyMissing(in: page)) }
    if let link = page.elements.firstIndex(where: { $0.name == "link" }), link < first {
      findings.report(.pagePolicy, .policyWeak("comes after a link", first, of: page))
    }
    for index in policies {
      let policy = page.elements[index]["content"] ?? ""
      let directives = policy.split(separator: ";").map { $0.split(separator: " ").map { $0.lowercased() } }
      let fallbacks = directives.filter { $0.first == "default-src" }
      if fallbacks != [["default-src", "'none'"]] {
        findings.report(.pagePolicy, .policyWeak("does not say default-src 'none'", index, of: page))
      }
      if policy.lowercased().contains("unsafe-") {
        findings.report(.pagePolicy, .policyWeak("allows something unsafe", index, of: page))
      }
    }
  }
}

extension PageMarkup.Shelf {
  fileprivate mutating func addList(of owner: ExactText, arrangement: String) {
    // Lists that differ are all told apart from what is stated by the first that does.
    if lists.isEmpty || self.arrangement == lists.first?.arrangement { self.arrangement = arrangement }
    lists.append(PageMarkup.List(owner: owner, arrangement: arrangement, cards: cards.count..<cards.count))
  }

  fileprivate mutating func take(_ tags: PageTags) {
    if let last = cards.indices.last { cards[last].tags.append(tags) }
  }

  fileprivate mutating func addTag(_ element: Int, of page: PageTree) {
    guard let card = cards.indices.last, let list = cards[card].tags.indices.last else { return }
    cards[card].tags[list].add(element, of: page)
  }

  fileprivate mutating func add(_ card: PageMarkup.Card) {
    cards.append(card)
    if let last = lists.indices.last { lists[last].cards = lists[last].cards.lowerBound..<cards.count }
  }
}

extension [PageMarkup.Shelf] {
  /// Changes the last, if there is one.
  fileprivate mutating func last(_ change: (inout PageMarkup.Shelf) -> Void) {
    if let last = indices.last { change(&self[last]) }
  }
}

/// Elements that no page may hold; the grammar refuses them too, less clearly.
private let refusedElements: Set<String> = [
  "script", "style", "iframe", "frame", "object", "embed", "applet", "form", "button", "select", "textarea",
  "svg", "math", "template", "noscript", "base", "audio", "video", "canvas", "dialog",
]

private func isSlotHolder(_ classes: String) -> Bool {
  let first = classes.prefix { $0 != " " }
  return first == "row" || first == "labels" || first == "pinned"
}

private func isPositiveWhole(_ text: String?) -> Bool {
  guard let text, (1...6).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0") else { return false }
  return text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}
