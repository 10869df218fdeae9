import Diagnostics

/// Checks that a page shows the shelves and cards that it should, once and in order, and no others.
///
/// - Parameter stated: the expected shelves; nil if they are unknown.
/// - Complexity: O(cards).
func checkShelves(
  of markup: PageMarkup, in page: PageTree, against stated: [ShelfOutline]?, into findings: inout Findings
) {
  guard let stated else { return }
  let shelves = markup.shelves
  guard shelves.map(\.id) == stated.map({ ExactText($0.id) }) else {
    // Findings about the cards of missing shelves would add nothing.
    return report(
      "shelf", shelves.map { ($0.id, $0.element) }, stated.map { ExactText($0.id) }, in: page, into: &findings)
  }
  let cards = shelves.flatMap(\.cards)
  let statedCards = stated.flatMap(\.cards)
  // The ids are nearly always the same; then no texts are created from them.
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

/// Reports the missing shelf or card, the extra one, or the first one that is out of order.
private func report(
  _ kind: String, _ found: [(id: ExactText, element: Int)], _ stated: [ExactText], in page: PageTree,
  into findings: inout Findings
) {
  let inPage = Set(found.map(\.id))
  let inSite = Set(stated)
  let missing = stated.filter { !inPage.contains($0) }
  let unknown = found.filter { !inSite.contains($0.id) }
  // One finding is enough: usually all have the same cause.
  if let first = missing.first {
    findings.report(.layoutContent, .missing(kind, first.text, others: missing.count - 1, in: page))
  }
  for (id, element) in unknown { findings.report(.layoutContent, .unknown(kind, id.text, element, of: page)) }
  // Duplicate ids have separate findings.
  guard missing.isEmpty, unknown.isEmpty, let first = zip(found, stated).first(where: { $0.id != $1 }) else { return }
  findings.report(.layoutContent, .order(kind, first.0.id.text, first.0.element, of: page))
}

/// Checks that the classes of a page's articles and tags have rules in the style sheets that the page links: a template
/// may omit the links.
///
/// - Parameter sheets: the classes in each of these style sheets.
/// - Complexity: O(classes · style sheets).
func checkClasses(of markup: PageMarkup, in page: PageTree, by sheets: [ByteTable], into findings: inout Findings) {
  var missing: [String] = []
  for number in markup.cardClasses {
    // A chip that counts hidden tags is recognised only by its class.
    for name in page.kinds.values[number].split(separator: 0x20)
    where !sheets.contains(where: { $0.number(of: name) != nil }) && !name.elementsEqual("more".utf8) {
      missing.append("the class \(name.text)")
    }
  }
  if let first = missing.first {
    findings.report(.styleMissing, .noRules(for: first, others: missing.count - 1, in: page))
  }
}
