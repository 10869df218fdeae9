import Diagnostics

/// A page shows the shelves and cards that it is made for, once and in order, and no others.
///
/// - Parameter stated: nil if the expected shelves are unknown.
/// - Complexity: O(cards).
func checkShelves(
  of markup: PageMarkup, in page: PageTree, against stated: [ShelfOutline]?, into findings: inout Findings
) {
  guard let stated else { return }
  let shelves = markup.shelves
  guard shelves.map(\.id) == stated.map({ ExactText($0.id) }) else {
    // Cards of shelves that are not there say nothing more.
    return report(
      "shelf", shelves.map { ($0.id, $0.element) }, stated.map { ExactText($0.id) }, in: page, into: &findings)
  }
  let cards = shelves.flatMap(\.cards)
  let statedCards = stated.flatMap(\.cards)
  // Nearly always they are the same, and then nothing is made of their ids.
  let isSame =
    cards.count == statedCards.count
    && zip(cards, statedCards).allSatisfy { card, id in
      let (own, id) = (page.values.span.extracting(card.id), id.utf8Span.span)
      return own.count == id.count && own.hasEqualBytes(id)
    }
  if isSame { return }
  report(
    "card", cards.map { (ExactText(page.values[$0.id].text), $0.element) }, statedCards.map { ExactText($0) },
    in: page, into: &findings)
}

/// Reports the missing shelf or card, the extra one, or the first that is out of order.
private func report(
  _ kind: String, _ found: [(id: ExactText, element: Int)], _ stated: [ExactText], in page: PageTree,
  into findings: inout Findings
) {
  let inPage = Set(found.map(\.id))
  let inSite = Set(stated)
  let missing = stated.filter { !inPage.contains($0) }
  let unknown = found.filter { !inSite.contains($0.id) }
  // One finding is enough: all have one reason as a rule.
  if let first = missing.first {
    findings.report(.layoutContent, .missing(kind, first.text, others: missing.count - 1, in: page))
  }
  for (id, element) in unknown { findings.report(.layoutContent, .unknown(kind, id.text, element, of: page)) }
  // Ids that are there twice have findings of their own.
  guard missing.isEmpty, unknown.isEmpty, let first = zip(found, stated).first(where: { $0.id != $1 }) else { return }
  findings.report(.layoutContent, .order(kind, first.0.id.text, first.0.element, of: page))
}

/// Every card of a page, its list and its shelf have rules in the style sheets that the page links, and so have the classes
/// of its articles and tags: a template may leave out the links.
///
/// Whether the rules are the right ones is for Tests/Support/PlacementProof.
///
/// - Parameter sheets: of the page.
/// - Complexity: O(cards · style sheets).
func checkRules(for markup: PageMarkup, in page: PageTree, by sheets: [StyledNames], into findings: inout Findings) {
  var missing: [String] = []
  for shelf in markup.shelves {
    let id = Array(shelf.id.text.utf8)
    if !sheets.have(id.span, in: \.elements) { missing.append("the shelf \(shelf.id.text)") }
    for owner in shelf.lists where !sheets.have(page.values.span.extracting(owner), in: \.lists) {
      missing.append("the list of \(page.values[owner].text)")
    }
    let haveAllCards = shelf.lists.map { sheets.have(page.values.span.extracting($0), in: \.cards) }
    for card in shelf.cards
    where !(card.list >= 0 && haveAllCards[card.list])
      && !sheets.have(page.values.span.extracting(card.id), in: \.elements)
    {
      missing.append("the card \(page.values[card.id].text)")
    }
  }
  for number in markup.cardClasses.sorted() {
    // A chip that counts hidden tags is recognised only by its class.
    for name in page.classes[number].split(separator: 0x20)
    where !sheets.have(name.span, in: \.classes) && !name.elementsEqual("more".utf8) {
      missing.append("the class \(name.text)")
    }
  }
  if let first = missing.first {
    findings.report(.styleMissing, .noRules(for: first, others: missing.count - 1, in: page))
  }
}

extension [StyledNames] {
  /// Returns whether one of the style sheets has a name.
  fileprivate func have(_ name: Span<UInt8>, in table: (borrowing StyledNames) -> ByteTable) -> Bool {
    let sheets = span
    for index in sheets.indices where table(sheets[index]).number(of: name) != nil { return true }
    return false
  }
}
