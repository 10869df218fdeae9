import Diagnostics

/// The checks of a page that the grammar cannot express, and the properties that other checks need.
struct PageMarkup {
  struct MarkedCard {
    let element: Int
    /// In the page's values.
    let id: Range<Int>
    /// The number of the list that it is in, among those of the shelf; -1 if it is in none.
    let list: Int
  }

  struct MarkedShelf {
    let id: ExactText
    let element: Int
    /// In order.
    fileprivate(set) var cards: [MarkedCard] = []
    /// The lists of the shelf or of its sections, by the ids of the elements around them, in the page's values.
    fileprivate(set) var lists: [Range<Int>] = []
  }

  /// A `href` or `src`.
  struct Reference {
    let element: Int
    let value: PageAttribute
    let use: ReferenceUse
  }

  private(set) var ids = ByteTable()
  /// By the number of the id.
  private(set) var elementsOfIDs: [Int] = []
  private(set) var shelves: [MarkedShelf] = []
  private(set) var references: [Reference] = []
  /// The numbers of the values of `class` that articles of cards and tags have.
  private(set) var cardClasses: Set<Int> = []

  private let page: PageTree
  /// By element.
  private var roles: [ElementRole] = []
  private var slots = SlotNames()

  /// The role of an element in its card.
  private enum ElementRole: UInt8 {
    case none
    case shelf
    case section
    case card
    /// Holds slots: the article, a row, its labels, the pinned part.
    case slotHolder
    case slot
    case imageSlot
    case insideSlot
  }

  /// - Complexity: O(page).
  init(_ page: PageTree, into findings: inout Findings) {
    self.page = page
    let refused = refusedNames(of: page)
    roles.reserveCapacity(page.elements.count)
    references.reserveCapacity(page.elements.count / 16)
    var labels: [(element: Int, attribute: PageAttribute)] = []
    for index in page.elements.indices {
      checkElement(index, refused, into: &findings)
      for attribute in attributes(of: index) {
        switch PageName(rawValue: Int(attribute.name)) {
        case .id: addID(attribute, of: index, into: &findings)
        case .href, .src: addReference(attribute, of: index)
        case .srcset: addCandidates(attribute, of: index, into: &findings)
        case .ariaLabelledBy, .ariaDescribedBy: labels.append((index, attribute))
        case .lang, .start: checkValue(attribute, of: index, into: &findings)
        default: break
        }
      }
      collectCard(index, into: &findings)
    }
    for (element, attribute) in labels { checkLabel(attribute, of: element, into: &findings) }
    checkPolicy(of: page, into: &findings)
  }

  private func attributes(of element: Int) -> ArraySlice<PageAttribute> {
    let range = page.elements[element].attributes
    return page.attributes[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  private func checkElement(_ index: Int, _ refused: RefusedNames, into findings: inout Findings) {
    let element = page.elements[index]
    if element.declaresNamespace { findings.report(.pageNamespace, .namespace(index, of: page)) }
    let isInput = page.name(.input, is: index) && !page.has("radio", in: .type, of: index)
    if isInput || refused.elements[Int(element.name)] {
      findings.report(.pageScript, .refusedElement(page.nameText(of: index), index, of: page))
    }
    for attribute in attributes(of: index) where refused.attributes[Int(attribute.name)] {
      findings.report(.pageScript, .refusedAttribute(page.names.text(Int(attribute.name)), index, of: page))
    }
    if page.name(.img, is: index), page.place(of: .alt, in: index) == nil {
      findings.report(.altMissing, .missingAlt(index, of: page))
    }
    if page.name(.title, is: index), !element.endsWithText {
      findings.report(.pageMarkup, .emptyTitle(index, of: page))
    }
  }

  /// Checks values that the grammar cannot describe.
  private func checkValue(_ attribute: PageAttribute, of element: Int, into findings: inout Findings) {
    let value = page.value(attribute)
    let isRight = attribute.name == Int32(PageName.lang.rawValue) ? isLanguageTag(value) : isWholeNumber(value)
    if !isRight {
      let name = page.names.text(Int(attribute.name))
      findings.report(.pageMarkup, .unusableValue(value.text, of: name, element, of: page))
    }
  }

  private mutating func addID(_ attribute: PageAttribute, of element: Int, into findings: inout Findings) {
    let id = page.value(attribute)
    if id.isEmpty || id.contains(where: { $0 <= 0x20 }) {
      findings.report(.idUnusable, .unusableID(id.text, element, of: page))
    }
    let (number, isNew) = ids.insert(id)
    if isNew {
      elementsOfIDs.append(element)
    } else {
      findings.report(.idRepeated, .repeatedID(id.text, element, first: elementsOfIDs[number], of: page))
    }
  }

  private mutating func addReference(_ attribute: PageAttribute, of element: Int) {
    var use = ReferenceUse.file
    if attribute.name == Int32(PageName.href.rawValue) {
      if page.name(.a, is: element) {
        use = .link
      } else if page.name(.link, is: element) {
        if page.has("canonical", in: .rel, of: element) { use = .link }
        if page.has("stylesheet", in: .rel, of: element) { use = .styleSheet }
      }
    }
    references.append(Reference(element: element, value: attribute, use: use))
  }

  /// The files from which a browser chooses one: HTML, section 4.8.4.2.1, for widths only.
  private mutating func addCandidates(
    _ attribute: PageAttribute, of element: Int, into findings: inout Findings
  ) {
    var start = Int(attribute.value.lowerBound)
    var lastWidth = 0
    for candidate in page.value(attribute).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let parts = candidate.split(separator: 0x20, omittingEmptySubsequences: false)
      let isFirst = candidate.startIndex == start
      let words = isFirst ? parts[...] : parts.dropFirst()
      guard words.count == 2, isFirst || parts[0].isEmpty, let file = words.first, let width = words.last,
        width.last == UInt8(ascii: "w"), isPositiveWhole(width.dropLast()),
        let pixels = Int(String(decoding: width.dropLast(), as: UTF8.self)), pixels > lastWidth
      else {
        return findings.report(.imageSources, .imageSources(page.value(attribute).text, element, of: page))
      }
      lastWidth = pixels
      references.append(
        Reference(
          element: element,
          value: PageAttribute(name: attribute.name, value: Int32(file.startIndex)..<Int32(file.endIndex)), use: .file))
      start = -1
    }
    if page.place(of: .sizes, in: element) == nil {
      findings.report(.imageSources, .imageWithoutSizes(element, of: page))
    }
  }

  private mutating func collectCard(_ index: Int, into findings: inout Findings) {
    let role = role(of: index)
    roles.append(role)
    switch role {
    case .shelf: shelves.append(MarkedShelf(id: ExactText(page.text(of: .id, in: index) ?? ""), element: index))
    case .card:
      slots.begin()
      let id = page.place(of: .id, in: index) ?? 0..<0
      shelves.last { $0.cards.append(MarkedCard(element: index, id: id, list: $0.lists.count - 1)) }
    case .slot, .imageSlot:
      if !slots.take(page.elements[index]) {
        let name = page.text(of: .class, in: index) ?? page.nameText(of: index)
        findings.report(.slotRepeated, .repeatedSlot(name, index, of: page))
      }
    case .insideSlot:
      if page.name(.li, is: index), let parent = page.parent(of: index), roles[parent] == .slot {
        addClasses(of: index)
      }
      guard page.name(.img, is: index), let parent = page.parent(of: index), isInImageSlot(parent) else { break }
      for name in [PageName.width, .height] {
        let value = page.value(of: name, in: index)
        if !isPositiveWhole(value) {
          findings.report(.imageSize, .imageSize(name.text, value?.text, index, of: page))
        }
      }
    case .none:
      guard page.name(.ul, is: index), let parent = page.parent(of: index),
        roles[parent] == .shelf || roles[parent] == .section
      else { break }
      let owner = page.place(of: .id, in: parent) ?? 0..<0
      shelves.last { $0.lists.append(owner) }
    case .section: break
    case .slotHolder:
      guard page.name(.article, is: index) else { break }
      addClasses(of: index)
      // Each variant has its own.
      slots.begin()
    }
  }

  private mutating func addClasses(of element: Int) {
    let classes = Int(page.elements[element].classes)
    if classes >= 0 { cardClasses.insert(classes) }
  }

  /// - Parameter parent: the parent of the image: the slot, or the element for several files.
  private func isInImageSlot(_ parent: Int) -> Bool {
    roles[parent] == .imageSlot || page.parent(of: parent).map { roles[$0] == .imageSlot } == true
  }

  private func role(of index: Int) -> ElementRole {
    let parent = page.parent(of: index).map { roles[$0] } ?? .none
    switch parent {
    case .none:
      if page.name(.section, is: index), page.has("shelf", in: .class, of: index) { return .shelf }
      return page.name(.li, is: index) && page.has("card", in: .class, of: index) ? .card : .none
    case .shelf: return page.name(.section, is: index) && page.has("section", in: .class, of: index) ? .section : .none
    case .section: return .none
    case .card: return .slotHolder
    case .slotHolder:
      if page.name(.div, is: index), let classes = page.place(of: .class, in: index), isSlotHolder(classes) {
        return .slotHolder
      }
      return page.has("image", in: .class, of: index) ? .imageSlot : .slot
    case .slot, .imageSlot, .insideSlot: return .insideSlot
    }
  }

  private func isSlotHolder(_ classes: Range<Int>) -> Bool {
    let values = page.values.span
    return (["row", "labels", "pinned"] as [StaticString]).contains { name in
      let end = classes.lowerBound + name.utf8CodeUnitCount
      return values.hasText(name, at: classes.lowerBound)
        && (end == classes.upperBound || end < classes.upperBound && values[end] == 0x20)
    }
  }

  private func checkLabel(_ attribute: PageAttribute, of element: Int, into findings: inout Findings) {
    let names = page.value(attribute).split(separator: 0x20)
    for id in names.isEmpty ? [[]] : names where ids.number(of: id) == nil {
      findings.report(
        .labelMissing,
        .missingLabel(id.text, attribute: page.names.text(Int(attribute.name)), element, of: page))
    }
  }
}

extension [PageMarkup.MarkedShelf] {
  /// Changes the last, if there is one.
  fileprivate mutating func last(_ change: (inout PageMarkup.MarkedShelf) -> Void) {
    if let last = indices.last { change(&self[last]) }
  }
}

/// The slots of a card, to find one that is there twice.
private struct SlotNames {
  /// The article in which each class of a slot was last seen, by the class's number, and each name, likewise.
  private var seen: (classes: [Int], names: [Int]) = ([], [])
  private var article = 0

  mutating func begin() { article += 1 }

  /// False if the article has such a slot already.
  mutating func take(_ element: PageElement) -> Bool {
    element.classes >= 0 ? take(Int(element.classes), &seen.classes) : take(Int(element.name), &seen.names)
  }

  private func take(_ number: Int, _ seen: inout [Int]) -> Bool {
    if seen.count <= number { seen += repeatElement(-1, count: number + 1 - seen.count) }
    if seen[number] == article { return false }
    seen[number] = article
    return true
  }
}

/// By the number of the name.
private typealias RefusedNames = (elements: [Bool], attributes: [Bool])

private func refusedNames(of page: PageTree) -> RefusedNames {
  let names = (0..<page.names.count).map { page.names.text($0) }
  return (
    names.map { refusedElements.contains($0) }, names.map { $0 == "style" || $0.utf8.starts(with: "on".utf8) }
  )
}

/// Elements that no page may hold; the grammar refuses them too, less clearly.
private let refusedElements: Set<String> = [
  "script", "style", "iframe", "frame", "object", "embed", "applet", "form", "button", "select", "textarea",
  "svg", "math", "template", "noscript", "base", "audio", "video", "canvas", "dialog",
]

/// Subtags of letters and digits, the first of letters (BCP 47, section 2.1, but for their lengths).
private func isLanguageTag(_ text: ArraySlice<UInt8>) -> Bool {
  let subtags = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return subtags.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } }
    && subtags.first?.allSatisfy(\.isASCIILetter) == true
}

private func isWholeNumber(_ text: ArraySlice<UInt8>) -> Bool {
  let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
  return (1...9).contains(digits.count) && digits.allSatisfy(\.isASCIIDigit)
}

/// A length that a page may have: one of nine digits is longer than browsers lay out, and refused before.
private func isPositiveWhole(_ text: ArraySlice<UInt8>?) -> Bool {
  guard let text, (1...8).contains(text.count), text.first != UInt8(ascii: "0") else { return false }
  return text.allSatisfy(\.isASCIIDigit)
}
