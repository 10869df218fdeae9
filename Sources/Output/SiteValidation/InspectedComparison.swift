import Diagnostics

/// The folder of compare pages and of all files that they load.
let comparisonFolder = "compare/"

extension SiteInspection {
  /// Checks a compare page: a page around a `template` with the contents of a published page's body, byte for byte.
  ///
  /// These contents were checked with their page, so only the markup around them remains to be read. Scripts are
  /// allowed only here: as files below `compare/` that the page's policy allows, not in the markup.
  ///
  /// - Complexity: O(bytes); the bytes of the published page are only compared.
  func inspectComparison(_ file: SiteFile) -> InspectedPage {
    let bytes = file.bytes
    let whole = SourceText(path: file.path, bytes: bytes)
    var findings = Findings(path: file.path, most: 20)
    var ids = ByteTable()
    if let contents = templateContents(of: bytes), isBody(bytes[contents], ofPageOf: file.path) {
      let around = SourceText(
        path: file.path, bytes: Array(bytes[..<contents.lowerBound] + bytes[contents.upperBound...]))
      if let page = readMarkup(around, kinds: MarkupKinds(), into: &findings) {
        let markup = ComparisonMarkup(page, into: &findings)
        ids = markup.ids
        _ = follow(markup.references, ids: ids, of: page, into: &findings)
        checkScripts(of: markup, in: page, into: &findings)
      }
    } else {
      findings.report(.comparisonContent, .comparisonOfNoPage(in: whole))
    }
    return InspectedPage(file: file, diagnostics: findings.all, ids: ids, linksToIDs: [], styleSheets: [:])
  }

  private func checkScripts(of markup: ComparisonMarkup, in page: PageTree, into findings: inout Findings) {
    for reference in markup.references where page.nameText(of: reference.element) == "script" {
      let link = page.value(reference.value).text
      guard case .file(let path, _)? = try? resolve(link, in: page.source.path, as: .file),
        path.hasPrefix(comparisonFolder), path.hasSuffix(".js")
      else {
        findings.report(.pageScript, .scriptElsewhere(link, reference.element, of: page))
        continue
      }
    }
  }

  /// Returns whether bytes are the content between the body tags of the page to which a compare page belongs.
  private func isBody(_ contents: ArraySlice<UInt8>, ofPageOf path: String) -> Bool {
    guard path.hasPrefix(comparisonFolder),
      let page = paths[ExactText(String(path.dropFirst(comparisonFolder.count)))], page.role == .publication
    else { return false }
    let bytes = page.bytes
    guard let end = bytes.indices.last(where: { bytes.starts(with: "</body", at: $0) }) else { return false }
    let start = end - contents.count
    guard start > 0, bytes[start..<end].elementsEqual(contents), bytes[start - 1] == UInt8(ascii: ">"),
      let tag = bytes[..<start].indices.last(where: { bytes[$0] == UInt8(ascii: "<") }),
      bytes.starts(with: "<body", at: tag), !bytes[tag..<(start - 1)].contains(UInt8(ascii: ">"))
    else { return false }
    return bytes[end...].filter { !$0.isSpace }.elementsEqual("</body></html>".utf8)
  }
}

/// The bytes between the tags of the first `template` and the last end tag of one.
private func templateContents(of bytes: [UInt8]) -> Range<Int>? {
  guard
    let tag = bytes.indices.first(where: { bytes[$0] == UInt8(ascii: "<") && bytes.starts(with: "<template", at: $0) }),
    let close = bytes[tag...].firstIndex(of: UInt8(ascii: ">")),
    let end = bytes.indices.last(where: { bytes.starts(with: "</template>", at: $0) }), end > close
  else { return nil }
  return close + 1..<end
}

/// The elements of a compare page itself, around the page that it compares.
struct ComparisonMarkup {
  private(set) var ids = ByteTable()
  private(set) var references: [PageMarkup.Reference] = []

  /// - Complexity: O(page).
  init(_ page: PageTree, into findings: inout Findings) {
    var labels: [(element: Int, attribute: PageAttribute)] = []
    var templates = 0
    for index in page.elements.indices {
      let element = page.elements[index]
      let name = page.nameText(of: index)
      if name == "template" { templates += 1 }
      if page.kind(of: index).traits.contains(.declaresNamespace), !(name == "svg" && page.declaresSVG(index)) {
        findings.report(.pageNamespace, .namespace(index, of: page))
      }
      if !allowedElements.contains(name) { findings.report(.pageScript, .strangeElement(name, index, of: page)) }
      if name == "script" { checkScript(index, of: page, into: &findings) }
      for attribute in page.attributes[
        Int(element.attributes.lowerBound)..<Int(element.attributes.upperBound)]
      {
        let attributeName = page.nameText(of: attribute)
        if ["style", "srcdoc"].contains(attributeName) || attributeName.hasPrefix("on") {
          findings.report(.pageScript, .refusedAttribute(attributeName, index, of: page))
        }
        switch PageName(rawValue: Int(attribute.name)) {
        case .id:
          let id = page.value(attribute)
          if id.isEmpty || id.contains(where: { $0 <= 0x20 }) {
            findings.report(.idUnusable, .unusableID(id.text, index, of: page))
          }
          if !ids.insert(id).isNew { findings.report(.idRepeated, .repeatedID(id.text, index, first: 0, of: page)) }
        case .href, .src:
          let use: ReferenceUse =
            page.name(.a, is: index) ? .link : page.name(.link, is: index) ? .styleSheet : .file
          references.append(PageMarkup.Reference(element: index, value: attribute, use: use))
        case .ariaLabelledBy, .ariaDescribedBy: labels.append((index, attribute))
        default: break
        }
      }
    }
    for (element, attribute) in labels {
      for id in page.value(attribute).split(separator: 0x20) where ids.number(of: id) == nil {
        findings.report(
          .labelMissing,
          .missingLabel(id.text, attribute: page.nameText(of: attribute), element, of: page))
      }
    }
    if templates != 1 { findings.report(.comparisonContent, .comparisonOfNoPage(in: page.source)) }
    checkPolicy(of: page, into: &findings)
    checkScriptPolicy(of: page, into: &findings)
  }

  /// Checks that a script is a file, or data that browsers do not run.
  private func checkScript(_ index: Int, of page: PageTree, into findings: inout Findings) {
    let next = page.elements.indices.contains(index + 1) ? page.elements[index + 1].followsText : false
    let hasSource = page.place(of: .src, in: index) != nil
    let isData = !hasSource && page.has("application/json", in: .type, of: index)
    let isFile = hasSource && page.place(of: .type, in: index) == nil
    if isData == isFile || isFile && (page.elements[index].endsWithText || next) {
      findings.report(.pageScript, .scriptInMarkup(index, of: page))
    }
  }

  private func checkScriptPolicy(of page: PageTree, into findings: inout Findings) {
    for index in page.elements.indices where page.place(of: .httpEquiv, in: index) != nil {
      let policy = page.text(of: .content, in: index) ?? ""
      let directives = policy.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
      if page.elements.indices.contains(where: { $0 < index && page.nameText(of: $0) == "script" }) {
        findings.report(.pagePolicy, .policyWeak("comes after a script", index, of: page))
      }
      if directives.filter({ $0.first?.hasPrefix("script-src") == true }) != [["script-src", "'self'"]] {
        findings.report(.pagePolicy, .policyWeak("does not say script-src 'self'", index, of: page))
      }
    }
  }
}

extension PageTree {
  fileprivate func declaresSVG(_ element: Int) -> Bool {
    let range = range(of: element)
    guard range.lower < range.upper, range.upper <= source.bytes.count else { return false }
    let words = source.bytes[range.lower..<range.upper].split(separator: 0x20)
    return words.filter { $0.starts(with: "xmlns".utf8) }.map(\.text) == ["xmlns=\"http://www.w3.org/2000/svg\""]
  }
}

private let allowedElements: Set<String> = [
  "html", "head", "meta", "title", "link", "script", "body", "template", "noscript",
  "header", "main", "section", "div", "h1", "h2", "p", "span", "bdi", "a", "kbd", "dl", "dt", "dd", "dialog",
  "button", "label", "select", "option", "input", "details", "summary",
  "table", "thead", "tbody", "tr", "th", "td",
  "svg", "desc", "g", "rect", "path", "text",
]
