import Diagnostics

extension SiteInspection {
  /// Checks a large page part by part, so that memory follows its largest shelf: as many shelves at a time as fit, each
  /// time with the beginning and the end of the page around them.
  ///
  /// The result is the same as for the whole page. If the beginning and the end match, and they still match with
  /// shelves between them, then all shelves in sequence match. The grammar allows any number of shelves in a row,
  /// whatever precedes them. Properties that shelves share (ids, and the order that the site states) are compared here.
  ///
  /// - Returns: nil if the page is small, or if there is anything to report: its location is in the whole page.
  func inspectByParts(_ file: SiteFile, with grammar: inout PageGrammar) -> InspectedPage? {
    guard file.byteCount > mostWhole, file.pieceCount > 2, let stated = file.shelves else { return nil }
    let (beginning, end) = (file.piece(0), file.piece(file.pieceCount - 1))
    var findings = Findings(path: file.path, most: 1)
    let around = SourceText(path: file.path, bytes: beginning + end)
    guard readMarkup(around, kinds: MarkupKinds(), into: &findings) != nil else { return nil }
    var (sheets, found) = (styleSheets, [:] as [ExactText: [Diagnostic]])
    var ids = ByteTable()
    var linksToIDs: [InspectedPage.LinkToID] = []
    var shown = 0
    var number = 1
    var offset = 0
    while number < file.pieceCount - 1 {
      var bytes = beginning
      repeat {
        bytes += file.piece(number)
        number += 1
      } while number < file.pieceCount - 1 && bytes.count - beginning.count < mostWhole
      let shelves = beginning.count..<bytes.count
      bytes += end
      let isFirst = offset == 0
      guard let page = readPage(SourceText(path: file.path, bytes: bytes), with: &grammar, into: &findings) else {
        return nil
      }
      let markup = PageMarkup(page, into: &findings)
      /// Everything around the shelves is in each part.
      func isNew(_ element: Int) -> Bool { isFirst || shelves.contains(page.range(of: element).lower) }
      let references = markup.references.filter { isFirst || $0.use == .styleSheet || isNew($0.element) }
      let links = follow(references, ids: nil, of: page, into: &findings)
      read(links.styleSheets, into: &sheets, found: &found)
      for id in 0..<markup.ids.count where isNew(markup.elementsOfIDs[id]) {
        guard ids.insert(markup.ids[id]).isNew else { return nil }
      }
      let rest = stated[min(shown, stated.count)...]
      checkShelves(of: markup, in: page, against: Array(rest.prefix(markup.shelves.count)), into: &findings)
      shown += markup.shelves.count
      if isFirst { checkFrames(of: file, in: page, by: links.styleSheets, into: &findings) }
      checkClasses(of: markup, in: page, by: links.styleSheets.compactMap { sheets[$0]?.classes }, into: &findings)
      guard findings.all.isEmpty else { return nil }
      linksToIDs += links.toIDs.map {
        $0.moved(from: shelves, to: beginning.count + offset, before: file.byteCount - end.count)
      }
      offset += shelves.count
    }
    guard shown == stated.count else { return nil }
    return InspectedPage(file: file, diagnostics: [], ids: ids, linksToIDs: linksToIDs, styleSheets: found)
  }
}

extension InspectedPage.LinkToID {
  /// A link of a part at its position in the whole page.
  ///
  /// - Parameters:
  ///   - shelves: the range of the shelves in the part; they begin at `start` in the page.
  ///   - end: the offset at which the end of the page begins.
  fileprivate func moved(from shelves: Range<Int>, to start: Int, before end: Int) -> Self {
    let distance =
      range.lower < shelves.lowerBound
      ? 0 : range.lower < shelves.upperBound ? start - shelves.lowerBound : end - shelves.upperBound
    return Self(path: path, id: id, value: value, range: SourceRange(range.lower + distance, range.upper + distance))
  }
}
