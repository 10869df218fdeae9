import Diagnostics

/// Reads a page as XML and checks it against the grammar.
///
/// - Returns: nil if the page is not well-formed; the findings say why.
/// - Complexity: O(bytes).
func readPage(
  _ source: SourceText, with grammar: inout PageGrammar, into findings: inout Findings
) -> PageTree? {
  guard let page = readMarkup(source, kinds: grammar.takeKinds(), into: &findings) else { return nil }
  if grammar.accepts(page) { return page }
  for fault in faults(in: page, by: &grammar) {
    if let advice = MarkupAdvice(fault, of: page) {
      let range = page.range(of: advice.element)
      findings.report(.pageMarkup, .markup(advice.message, at: range, in: source, help: advice.help))
    } else {
      let range = fault.element.map { page.range(of: $0) }
      findings.report(.pageMarkup, .markup(fault.message, at: range, in: source))
    }
  }
  return page
}

/// Reads markup that is both HTML and XML.
///
/// - Parameter kinds: the kinds of earlier pages.
/// - Returns: nil if the markup is not well-formed; the findings say why.
func readMarkup(_ source: SourceText, kinds: consuming MarkupKinds, into findings: inout Findings) -> PageTree? {
  let check = UTF8Check(source.bytes.span)
  if !check.isValid {
    findings.report(.pageEncoding, .invalidUTF8(at: lineOfInvalidUTF8(source.bytes), in: source))
    return nil
  }
  // A document type with a body could declare entities: such a page is not passed to the parser.
  guard source.bytes.starts(with: pageDoctype, at: 0) else {
    findings.report(.pageDoctype, .doctype(in: source))
    return nil
  }
  let collector = XMLFaultCollector()
  guard var page = PageTree.reading(source, kinds: kinds, collecting: collector) else {
    let faults = collector.faults.isEmpty ? [.cannotParse] : collector.faults
    // Later faults follow from the first.
    for fault in faults.prefix(1) { findings.report(.pageNotWellFormed, .notWellFormed(fault, in: source)) }
    return nil
  }
  if check.hasControls { page.noteControls() }
  for difference in page.differences {
    findings.report(.pageSyntax, .syntax(difference, in: source))
  }
  return page
}

/// The faults that libxml2 finds in a page that does not match the grammar; at least one.
private func faults(in page: PageTree, by grammar: inout PageGrammar) -> [XMLFault] {
  var faults: [XMLFault] = []
  if let document = XMLDocument(page.source.bytes, faults: &faults) {
    document.markElements()
    faults = page.mostTelling(grammar.faults(in: document))
  }
  return faults.isEmpty ? [.outsideGrammar] : faults
}

/// The start of the first line that is not UTF-8; nil if there is none.
///
/// - Complexity: O(bytes).
func firstInvalidUTF8(_ bytes: [UInt8]) -> SourceRange? {
  UTF8Check(bytes.span).isValid ? nil : lineOfInvalidUTF8(bytes)
}

private func lineOfInvalidUTF8(_ bytes: [UInt8]) -> SourceRange {
  var line = 0
  do { _ = try UTF8Span(validating: bytes.span) } catch {
    line = bytes[..<error.byteOffsets.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }
  return SourceRange(line, line)
}

extension PageTree {
  /// The faults to report: one for each card, and outside cards the innermost ones.
  ///
  /// If alternatives have elements of the same name, libxml2 tries each and reports where it stopped. The alternative
  /// that matched furthest is the intended one.
  fileprivate func mostTelling(_ faults: [XMLFault]) -> [XMLFault] {
    var furthest: [Int: XMLFault] = [:]
    var explained: Set<Int> = []
    var unplaced: [XMLFault] = []
    for fault in faults {
      guard let element = fault.element, elements.indices.contains(element) else {
        unplaced.append(fault)
        continue
      }
      let key = card(around: element) ?? element
      if let other = furthest[key]?.element, other >= element { continue }
      furthest[key] = fault
      var parent = parent(of: element)
      while let ancestor = parent, explained.insert(ancestor).inserted { parent = self.parent(of: ancestor) }
    }
    let telling = furthest.filter { !explained.contains($0.value.element ?? $0.key) }.map(\.value)
    return unplaced + telling.sorted { ($0.element ?? 0) < ($1.element ?? 0) }
  }

  private func card(around element: Int) -> Int? {
    var current: Int? = element
    while let index = current {
      if name(.li, is: index), has("card", in: .class, of: index) { return index }
      current = parent(of: index)
    }
    return nil
  }
}
