import Diagnostics

/// The checks of a page that the grammar cannot express, and the properties that other checks need.
struct PageMarkup {
  struct MarkedCard {
    let element: Int
    /// In the page's values.
    let id: Range<Int>
  }

  struct MarkedShelf {
    let id: ExactText
    let element: Int
    /// In order.
    fileprivate(set) var cards: [MarkedCard] = []
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
  /// The numbers of the values of `class` that articles of cards and tags have, each once.
  private(set) var cardClasses: [Int] = []

  /// By the number of the value of `class`.
  private let classes: [ClassTraits]
  /// By the number of the value of `class`: true if it is among `cardClasses`.
  private var hasClasses: [Bool]
  /// By element.
  private var roles: [ElementRole] = []
  private var slots = SlotNames()

  /// The role of an element in its card.
  private enum ElementRole: UInt8 {
    case none
    case shelf
    case card
    /// Holds slots: the article, a row, its labels, the pinned part.
    case slotHolder
    case slot
    case imageSlot
    case insideSlot
  }

  /// - Complexity: O(page).
  init(_ page: PageTree, into findings: inout Findings) {
    classes = (0..<page.classes.count).map { ClassTraits(page.classes[$0].span) }
    hasClasses = Array(repeating: false, count: page.classes.count)
    let traits = NameTraits.all(of: page.names)
    roles.reserveCapacity(page.elements.count)
    references.reserveCapacity(page.elements.count / 16)
    var labels: [(element: Int, attribute: PageAttribute)] = []
    let elements = page.elements.span
    let attributes = page.attributes.span
    for index in elements.indices {
      let element = elements[index]
      let own = Int(element.attributes.lowerBound)..<Int(element.attributes.upperBound)
      var noticed = traits[Int(element.name)].intersection(.noticedElement)
      for place in own { noticed.formUnion(traits[Int(attributes[place].name)].subtracting(.noticedElement)) }
      // Most elements have nothing but classes.
      if !noticed.isDisjoint(with: [.noticedElement, .refusedAttribute]) || element.declaresNamespace {
        checkElement(index, element, traits, of: page, into: &findings)
      }
      for place in noticed.contains(.readAttribute) ? own : own.prefix(0) {
        let attribute = attributes[place]
        switch PageName(rawValue: Int(attribute.name)) {
        case .id: addID(attribute, of: index, in: page, into: &findings)
        case .href, .src: addReference(attribute, of: index, in: page)
        case .srcset: addCandidates(attribute, of: index, in: page, into: &findings)
        case .ariaLabelledBy, .ariaDescribedBy: labels.append((index, attribute))
        case .lang, .start: checkValue(attribute, of: index, in: page, into: &findings)
        default: break
        }
      }
      collectCard(index, element, in: page, into: &findings)
    }
    for (element, attribute) in labels { checkLabel(attribute, of: element, in: page, into: &findings) }
    checkPolicy(of: page, into: &findings)
  }

  private func checkElement(
    _ index: Int, _ element: PageElement, _ traits: [NameTraits], of page: PageTree, into findings: inout Findings
  ) {
    if element.declaresNamespace { findings.report(.pageNamespace, .namespace(index, of: page)) }
    if traits[Int(element.name)].contains(.refusedElement) {
      findings.report(.pageScript, .refusedElement(page.nameText(of: index), index, of: page))
    }
    if element.has(.input), !page.has("radio", in: .type, of: index) {
      findings.report(.pageScript, .refusedElement(page.nameText(of: index), index, of: page))
    }
    for place in Int(element.attributes.lowerBound)..<Int(element.attributes.upperBound) {
      let name = Int(page.attributes[place].name)
      if traits[name].contains(.refusedAttribute) {
        findings.report(.pageScript, .refusedAttribute(page.names.text(name), index, of: page))
      }
    }
    switch PageName(rawValue: Int(element.name)) {
    case .img where page.place(of: .alt, in: index) == nil:
      findings.report(.altMissing, .missingAlt(index, of: page))
    case .title where !element.endsWithText: findings.report(.pageMarkup, .emptyTitle(index, of: page))
    default: break
    }
  }

  /// Checks values that the grammar cannot describe.
  private func checkValue(_ attribute: PageAttribute, of element: Int, in page: PageTree, into findings: inout Findings)
  {
    let value = page.value(attribute)
    let isRight = attribute.name == Int32(PageName.lang.rawValue) ? isLanguageTag(value) : isWholeNumber(value)
    if !isRight {
      let name = page.names.text(Int(attribute.name))
      findings.report(.pageMarkup, .unusableValue(value.text, of: name, element, of: page))
    }
  }

  private mutating func addID(
    _ attribute: PageAttribute, of element: Int, in page: PageTree, into findings: inout Findings
  ) {
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

  private mutating func addReference(_ attribute: PageAttribute, of element: Int, in page: PageTree) {
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
    _ attribute: PageAttribute, of element: Int, in page: PageTree, into findings: inout Findings
  ) {
    let start = Int(attribute.value.lowerBound)
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
    }
    if page.place(of: .sizes, in: element) == nil {
      findings.report(.imageSources, .imageWithoutSizes(element, of: page))
    }
  }

  private mutating func collectCard(
    _ index: Int, _ element: PageElement, in page: PageTree, into findings: inout Findings
  ) {
    let role = role(of: element)
    roles.append(role)
    switch role {
    case .shelf: shelves.append(MarkedShelf(id: ExactText(page.text(of: .id, in: index) ?? ""), element: index))
    case .card:
      slots.begin()
      let id = page.place(of: .id, in: index) ?? 0..<0
      if let last = shelves.indices.last { shelves[last].cards.append(MarkedCard(element: index, id: id)) }
    case .slot, .imageSlot:
      if !slots.take(element) {
        let name = page.text(of: .class, in: index) ?? page.nameText(of: index)
        findings.report(.slotRepeated, .repeatedSlot(name, index, of: page))
      }
    case .insideSlot:
      if element.has(.li), parentRole(of: element) == .slot { addClasses(of: element) }
      guard element.has(.img), isInImageSlot(element, in: page) else { break }
      for name in [PageName.width, .height] {
        let value = page.value(of: name, in: index)
        if !isPositiveWhole(value) {
          findings.report(.imageSize, .imageSize(name.text, value?.text, index, of: page))
        }
      }
    case .none: break
    case .slotHolder:
      guard element.has(.article) else { break }
      addClasses(of: element)
      // Each variant has its own.
      slots.begin()
    }
  }

  private mutating func addClasses(of element: PageElement) {
    guard let number = element.classes else { return }
    let classes = Int(number)
    if !hasClasses[classes] {
      hasClasses[classes] = true
      cardClasses.append(classes)
    }
  }

  /// - Parameter image: whose parent is the slot, or the element for several files.
  private func isInImageSlot(_ image: PageElement, in page: PageTree) -> Bool {
    if parentRole(of: image) == .imageSlot { return true }
    guard let parent = image.parent else { return false }
    return parentRole(of: page.elements[Int(parent)]) == .imageSlot
  }

  private func parentRole(of element: PageElement) -> ElementRole {
    guard let parent = element.parent else { return ElementRole.none }
    return roles[Int(parent)]
  }

  private func role(of element: PageElement) -> ElementRole {
    let traits: ClassTraits = if let number = element.classes { classes[Int(number)] } else { [] }
    switch parentRole(of: element) {
    case .none:
      if element.has(.section), traits.contains(.shelf) { return .shelf }
      return element.has(.li) && traits.contains(.card) ? .card : .none
    case .shelf: return .none
    case .card: return .slotHolder
    case .slotHolder:
      if element.has(.div), traits.contains(.slotHolder) { return .slotHolder }
      return traits.contains(.image) ? .imageSlot : .slot
    case .slot, .imageSlot, .insideSlot: return .insideSlot
    }
  }

  private func checkLabel(
    _ attribute: PageAttribute, of element: Int, in page: PageTree, into findings: inout Findings
  ) {
    let names = page.value(attribute).split(separator: 0x20)
    for id in names.isEmpty ? [[]] : names where ids.number(of: id) == nil {
      findings.report(
        .labelMissing,
        .missingLabel(id.text, attribute: page.names.text(Int(attribute.name)), element, of: page))
    }
  }
}

/// What a value of `class` says about an element.
private struct ClassTraits: OptionSet {
  let rawValue: UInt8

  static let shelf = ClassTraits(rawValue: 1)
  static let card = ClassTraits(rawValue: 2)
  static let image = ClassTraits(rawValue: 4)
  /// Holds slots of a card.
  static let slotHolder = ClassTraits(rawValue: 8)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ value: Span<UInt8>) {
    self = []
    let names: [(StaticString, ClassTraits)] = [("shelf", .shelf), ("card", .card), ("image", .image)]
    for (name, traits) in names where value.count == name.utf8CodeUnitCount && value.hasText(name, at: 0) {
      insert(traits)
    }
    for name in ["row", "labels", "pinned"] as [StaticString] {
      let end = name.utf8CodeUnitCount
      if value.hasText(name, at: 0), end == value.count || value[end] == 0x20 { insert(.slotHolder) }
    }
  }
}

extension PageElement {
  fileprivate func has(_ name: PageName) -> Bool { self.name == Int32(name.rawValue) }
}

/// The slots of a card, to find one that is there twice.
private struct SlotNames {
  /// The article in which each class of a slot was last seen, by the class's number, and each name, likewise.
  private var seen: (classes: [Int?], names: [Int?]) = ([], [])
  private var article = 0

  mutating func begin() { article += 1 }

  /// False if the article has such a slot already.
  mutating func take(_ element: PageElement) -> Bool {
    if let classes = element.classes { return take(Int(classes), &seen.classes) }
    return take(Int(element.name), &seen.names)
  }

  private func take(_ number: Int, _ seen: inout [Int?]) -> Bool {
    if seen.count <= number { seen += repeatElement(Int?.none, count: number + 1 - seen.count) }
    if seen[number] == article { return false }
    seen[number] = article
    return true
  }
}

/// What the name of an element or an attribute says about it.
private struct NameTraits: OptionSet {
  let rawValue: UInt8

  static let refusedElement = NameTraits(rawValue: 1)
  /// An element about which there may be a finding.
  static let noticedElement = NameTraits(rawValue: 2)
  static let refusedAttribute = NameTraits(rawValue: 4)
  /// An attribute whose value matters.
  static let readAttribute = NameTraits(rawValue: 8)

  /// By the number of the name.
  static func all(of names: ByteTable) -> [NameTraits] {
    (0..<names.count).map { number in
      let name = names[number]
      var traits: NameTraits = []
      if refusedElements.number(of: name) != nil { traits.formUnion([.refusedElement, .noticedElement]) }
      if name.elementsEqual("style".utf8) || name.starts(with: "on".utf8) { traits.insert(.refusedAttribute) }
      switch PageName(rawValue: number) {
      case .input, .img, .title: traits.insert(.noticedElement)
      case .id, .href, .src, .srcset, .ariaLabelledBy, .ariaDescribedBy, .lang, .start: traits.insert(.readAttribute)
      default: break
      }
      return traits
    }
  }
}

/// Elements that no page may hold; the grammar refuses them too, less clearly.
private let refusedElements: ByteTable = [
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
