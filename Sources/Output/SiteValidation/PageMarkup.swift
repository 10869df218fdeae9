import Diagnostics

/// The checks of a page that the grammar cannot express, and the properties that other checks need.
struct PageMarkup {
  struct MarkedCard {
    let element: Int
    /// The range in the page's values.
    let id: Range<Int>
  }

  struct MarkedShelf {
    let id: ExactText
    let element: Int
    /// The cards in order.
    fileprivate(set) var cards: [MarkedCard] = []
  }

  /// A `href` or `src`.
  struct Reference {
    let element: Int
    let value: PageAttribute
    let use: ReferenceUse
  }

  private(set) var ids = ByteTable()
  /// The element of each id, indexed by the id's number.
  private(set) var elementsOfIDs: [Int] = []
  private(set) var shelves: [MarkedShelf] = []
  private(set) var references: [Reference] = []
  /// The numbers of the values of `class` on articles of cards and on tags, each once.
  private(set) var cardClasses: [Int] = []

  /// Indexed by the number of a value of `class`: true if it is in `cardClasses`.
  private var hasClasses: [Bool]
  /// The slots of the variant that is being read.
  private var slots: [Int32] = []

  /// - Complexity: O(page).
  init(_ page: PageTree, into findings: inout Findings) {
    hasClasses = Array(repeating: false, count: page.kinds.values.count)
    references.reserveCapacity(page.elements.count / 16)
    var labels: [(element: Int, attribute: PageAttribute)] = []
    let elements = page.elements.span
    let attributes = page.attributes.span
    for index in elements.indices {
      let element = elements[index]
      let kind = page.kinds[element.kind]
      // Most elements have only classes.
      if !kind.traits.isDisjoint(with: .leadsToFindings) { checkElement(index, kind, of: page, into: &findings) }
      if kind.traits.contains(.hasRead) {
        for place in Int(element.attributes.lowerBound)..<Int(element.attributes.upperBound) {
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
      }
      if kind.role != .none { collect(index, kind, in: page, into: &findings) }
    }
    for (element, attribute) in labels { checkLabel(attribute, of: element, in: page, into: &findings) }
    checkPolicy(of: page, into: &findings)
  }

  private func checkElement(_ index: Int, _ kind: ElementKind, of page: PageTree, into findings: inout Findings) {
    if kind.traits.contains(.declaresNamespace) { findings.report(.pageNamespace, .namespace(index, of: page)) }
    let isOtherInput = page.name(.input, is: index) && !page.has("radio", in: .type, of: index)
    if kind.traits.contains(.isRefused) || isOtherInput {
      findings.report(.pageScript, .refusedElement(page.nameText(of: index), index, of: page))
    }
    for attribute in page.attributes(of: index) where page.kinds.traits(ofName: attribute.name).contains(.hasRefused) {
      findings.report(.pageScript, .refusedAttribute(page.nameText(of: attribute), index, of: page))
    }
    switch PageName(rawValue: Int(kind.name)) {
    case .img where page.place(of: .alt, in: index) == nil:
      findings.report(.altMissing, .missingAlt(index, of: page))
    case .title where !page.elements[index].endsWithText:
      findings.report(.pageMarkup, .emptyTitle(index, of: page))
    default: break
    }
  }

  /// Checks values that the grammar cannot describe.
  private func checkValue(_ attribute: PageAttribute, of element: Int, in page: PageTree, into findings: inout Findings)
  {
    let value = page.value(attribute)
    let isRight = attribute.name == PageName.lang.number ? isLanguageTag(value) : isWholeNumber(value)
    if !isRight {
      let name = page.nameText(of: attribute)
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
    if attribute.name == PageName.href.number {
      if page.name(.a, is: element) {
        use = .link
      } else if page.name(.link, is: element) {
        if page.has("canonical", in: .rel, of: element) { use = .link }
        if page.has("stylesheet", in: .rel, of: element) { use = .styleSheet }
      }
    }
    if attribute.name == PageName.src.number, page.name(.img, is: element) { use = .picture }
    references.append(Reference(element: element, value: attribute, use: use))
  }

  /// The files from which a browser chooses one (HTML, section 4.8.4.2.1, with widths only).
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

  private mutating func collect(
    _ index: Int, _ kind: ElementKind, in page: PageTree, into findings: inout Findings
  ) {
    switch kind.role {
    case .shelf: shelves.append(MarkedShelf(id: ExactText(page.text(of: .id, in: index) ?? ""), element: index))
    case .card:
      slots.removeAll(keepingCapacity: true)
      let id = page.place(of: .id, in: index) ?? 0..<0
      if let last = shelves.indices.last { shelves[last].cards.append(MarkedCard(element: index, id: id)) }
    case .variant:
      addClasses(of: page.elements[index])
      slots.removeAll(keepingCapacity: true)
    case .slot, .imageSlot:
      if slots.contains(kind.slot) {
        let name = page.text(of: .class, in: index) ?? page.nameText(of: index)
        findings.report(.slotRepeated, .repeatedSlot(name, index, of: page))
      }
      slots.append(kind.slot)
    case .tag: addClasses(of: page.elements[index])
    case .image:
      for name in [PageName.width, .height] {
        let value = page.value(of: name, in: index)
        if !isPositiveWhole(value) {
          findings.report(.imageSize, .imageSize(name.text, value?.text, index, of: page))
        }
      }
    case .none, .slotHolder, .insidePicture, .insideSlot: break
    }
  }

  private mutating func addClasses(of element: PageElement) {
    guard let number = element.classes, !hasClasses[Int(number)] else { return }
    hasClasses[Int(number)] = true
    cardClasses.append(Int(number))
  }

  private func checkLabel(
    _ attribute: PageAttribute, of element: Int, in page: PageTree, into findings: inout Findings
  ) {
    let names = page.value(attribute).split(separator: 0x20)
    for id in names.isEmpty ? [[]] : names where ids.number(of: id) == nil {
      findings.report(
        .labelMissing,
        .missingLabel(id.text, attribute: page.nameText(of: attribute), element, of: page))
    }
  }
}

/// Returns whether a text consists of subtags of letters and digits, the first of letters (BCP 47, section 2.1, except
/// for their lengths).
private func isLanguageTag(_ text: ArraySlice<UInt8>) -> Bool {
  let subtags = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return subtags.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } }
    && subtags.first?.allSatisfy(\.isASCIILetter) == true
}

private func isWholeNumber(_ text: ArraySlice<UInt8>) -> Bool {
  let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
  return (1...9).contains(digits.count) && digits.allSatisfy(\.isASCIIDigit)
}

/// Returns whether a text is a length that a page may have. A length of nine digits is greater than what browsers lay
/// out, and was refused before.
private func isPositiveWhole(_ text: ArraySlice<UInt8>?) -> Bool {
  guard let text, (1...8).contains(text.count), text.first != UInt8(ascii: "0") else { return false }
  return text.allSatisfy(\.isASCIIDigit)
}
