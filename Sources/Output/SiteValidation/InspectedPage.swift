public import Diagnostics

/// The result of inspecting one page.
public struct InspectedPage: Sendable {
  /// A link to an id of another page, which can only be checked with the whole site.
  struct LinkToID: Sendable {
    let path: ExactText
    let id: ExactText
    let value: String
    let range: SourceRange
  }

  public let file: SiteFile
  public let diagnostics: [Diagnostic]
  let ids: ByteTable
  let linksToIDs: [LinkToID]
  /// The findings in the style sheets that were read for this page.
  let styleSheets: [ExactText: [Diagnostic]]
}

let pageDoctype = "<!DOCTYPE html>"

extension SiteInspection {
  /// Checks one page, except for its links to ids of other pages. Safe to call from several threads at once, each with
  /// its own grammar.
  ///
  /// - Complexity: O(bytes of the page).
  public func inspect(_ file: SiteFile, with grammar: inout PageGrammar) -> InspectedPage {
    if file.role == .comparison { return inspectComparison(file) }
    if let page = inspectByParts(file, with: &grammar) { return page }
    let source = SourceText(path: file.path, bytes: file.bytes)
    var findings = Findings(path: file.path, most: 20)
    guard let page = readPage(source, with: &grammar, into: &findings) else {
      return InspectedPage(file: file, diagnostics: findings.all, ids: ByteTable(), linksToIDs: [], styleSheets: [:])
    }
    let markup = PageMarkup(page, into: &findings)
    let links = follow(markup, of: page, into: &findings)
    var (sheets, found) = (styleSheets, [:] as [ExactText: [Diagnostic]])
    read(links.styleSheets, into: &sheets, found: &found)
    checkShelves(of: markup, in: page, against: file.shelves, into: &findings)
    checkFrames(of: file, in: page, by: links.styleSheets, into: &findings)
    checkClasses(of: markup, in: page, by: links.styleSheets.compactMap { sheets[$0]?.classes }, into: &findings)
    return InspectedPage(
      file: file, diagnostics: findings.all, ids: markup.ids, linksToIDs: links.toIDs,
      styleSheets: found)
  }

  /// Reads the style sheets of a page that are not shared by all pages.
  func read(
    _ links: [ExactText], into sheets: inout [ExactText: StyleSheet], found: inout [ExactText: [Diagnostic]]
  ) {
    for path in links where sheets[path] == nil {
      guard let file = paths[path], file.isThemeSheet else { continue }
      let sheet = StyleSheet(file.bytes)
      found[path] = sheet.diagnostics(in: file, of: paths)
      sheets[path] = sheet
    }
  }

  /// Checks that the page links the rules for its frames: a template may omit the link.
  ///
  /// - Parameter links: the links to style sheets.
  func checkFrames(of file: SiteFile, in page: PageTree, by links: [ExactText], into findings: inout Findings) {
    guard let shelves = file.shelves, let first = shelves.first else { return }
    if links.contains(where: { paths[$0]?.shelves == shelves }) { return }
    findings.report(.styleMissing, .noRules(for: "the shelf \(first.id)", others: shelves.count - 1, in: page))
  }

  /// Follows the links of a page to their files.
  ///
  /// - Returns: the style sheets in the order of their links, and the links to ids of other pages.
  func follow(
    _ markup: PageMarkup, of page: PageTree, into findings: inout Findings
  ) -> (styleSheets: [ExactText], toIDs: [InspectedPage.LinkToID]) {
    follow(markup.references, ids: markup.ids, of: page, into: &findings)
  }

  /// - Parameter ids: the ids of the page; nil if not all are known yet: then links to them are returned too.
  func follow(
    _ references: [PageMarkup.Reference], ids: ByteTable?, of page: PageTree, into findings: inout Findings
  ) -> (styleSheets: [ExactText], toIDs: [InspectedPage.LinkToID]) {
    var styleSheets: [ExactText] = []
    var toIDs: [InspectedPage.LinkToID] = []
    var sourcesOfPictures: Set<String>?
    let folderCount = page.source.path.utf8.count { $0 == UInt8(ascii: "/") }
    for reference in references {
      let link = page.value(reference.value)
      if reference.use == .link, leavesTheSite(link.span) || leadsPlainlyToFile(link, foldersUp: folderCount) {
        continue
      }
      do throws(ReferenceFault) {
        let target = try resolve(link.text, in: page.source.path, as: reference.use)
        if case .picture(let host) = target {
          guard imageHosts.contains(host) else { throw .hostNotNamed(host) }
          let allowed = sourcesOfPictures ?? page.sourcesOfPictures
          sourcesOfPictures = allowed
          guard allowed.contains("https://\(host)") else { throw .hostNotAllowed(host) }
        }
        guard case .file(let path, let fragment) = target else { continue }
        guard paths[ExactText(path)] != nil else { throw .noFile(path: path) }
        if reference.use == .styleSheet { styleSheets.append(ExactText(path)) }
        guard let id = fragment.map({ ExactText($0) }) else { continue }
        guard let ids, ExactText(path) == ExactText(page.source.path) else {
          toIDs.append(
            InspectedPage.LinkToID(
              path: ExactText(path), id: id, value: link.text, range: page.range(of: reference.element)))
          continue
        }
        if ids.number(of: Array(id.text.utf8)[...]) == nil { throw .noFragment(path: path, fragment: id.text) }
      } catch {
        let fault = error
        let range = page.range(of: reference.element)
        findings.report(fault.rule, .link(fault, link.text, at: range, in: page.source))
      }
    }
    return (styleSheets, toIDs)
  }

  /// Returns whether a link leads to the output folder and from there to a file, and needs no decoding. This applies to
  /// most links of a large site: those of the navigation.
  ///
  /// - Parameter count: the number of folders around the page.
  /// - Complexity: O(link)
  private func leadsPlainlyToFile(_ link: ArraySlice<UInt8>, foldersUp count: Int) -> Bool {
    let up = 3 * count
    guard link.count > up else { return false }
    for (index, byte) in link.prefix(up).enumerated() where byte != UInt8(ascii: index % 3 == 2 ? "/" : ".") {
      return false
    }
    return plainPaths.number(of: link.dropFirst(up)) != nil
  }
}
