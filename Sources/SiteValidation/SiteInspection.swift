public import Diagnostics

/// A site under inspection: its files, and what all its pages share.
///
/// To use several threads, make a `ReadFile` of each file from any thread, one inspection of all, call `inspect` for each
/// of `pages` from any thread, and `conclude` with all results.
///
/// A site that is too large to be held at once is given without its pages: their names only, and each page to `inspect`
/// with the files that no other page uses. None of these is kept.
public struct SiteInspection: Sendable {
  public let files: [SiteFile]
  /// Those of the files to call `inspect` with.
  public let pages: [SiteFile]

  let paths: [ExactText: SiteFile]
  /// The names of pages that are not among the files.
  let pagesToCome: Set<ExactText>
  /// Those that are kept for all pages.
  let styleSheets: [ExactText: StyleSheet]
  /// nil if `layout.json` is missing or cannot be read.
  let layouts: [ExactText: PageLayout]?
  private let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - pagesToCome: The names of the pages that are not among the files.
  ///   - read: of `files`, made before and on any thread; those that are missing are read here.
  /// - Complexity: O(bytes of all files but the pages) for what was not read before.
  public init(_ files: [SiteFile], pagesToCome: [String] = [], read: [ReadFile] = []) {
    self.files = files
    self.pagesToCome = Set(pagesToCome.map { ExactText($0) })
    pages = files.filter { $0.hasExtension("html") }
    var diagnostics: [Diagnostic] = []
    paths = Dictionary(files.map { (ExactText($0.path), $0) }) { first, second in
      diagnostics.append(.repeatedPath(second.path))
      return first
    }
    let names = files.map(\.path) + pagesToCome
    diagnostics += names.filter { !isPlainPath($0) }.map { .unplainPath($0) }
    var known = Set(paths.keys)
    diagnostics += pagesToCome.filter { !known.insert(ExactText($0)).inserted }.map { .repeatedPath($0) }

    let linkable = KnownFiles(shared: paths, pagesToCome: self.pagesToCome)
    var styleSheets: [ExactText: StyleSheet] = [:]
    var layout: Result<SiteLayout, JSONFault>?
    let readBefore = Dictionary(read.map { (ExactText($0.file.path), $0) }) { first, _ in first }
    for file in files {
      let own = readBefore[ExactText(file.path)].flatMap { $0.file == file ? $0 : nil }
      switch (own ?? ReadFile(file))?.content {
      case .styleSheet(let styleSheet):
        diagnostics += styleSheet.diagnostics(in: file, of: linkable)
        styleSheets[ExactText(file.path)] = styleSheet
      case .layout(let read): layout = layout ?? read
      case nil: break
      }
    }
    self.styleSheets = styleSheets

    let pageNames = self.pagesToCome.union(pages.map { ExactText($0.path) })
    layouts = layoutsByPage(layout, paths, pages: pageNames, into: &diagnostics)
    self.diagnostics = diagnostics
  }

  /// The site, if nothing is wrong with it and each of its pages was inspected.
  ///
  /// - Complexity: O(links between pages), and O(bytes of large style sheets that no page links).
  public func conclude(_ inspected: [InspectedPage], into sink: inout DiagnosticSink) -> ValidatedSite? {
    var found = diagnostics
    let byPath = Dictionary(inspected.map { (ExactText($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    var read = Set(styleSheets.keys)
    var names = Set(paths.keys).union(pagesToCome)
    for path in pages.map({ ExactText($0.path) }) + pagesToCome.sorted(by: { $0.text < $1.text }) {
      guard let inspected = byPath[path], inspected.file == paths[path] else {
        found.append(.notInspected(path.text))
        continue
      }
      found += inspected.ownNames.filter { !names.insert($0).inserted }.map { .repeatedPath($0.text) }
      found += inspected.diagnostics
      for (path, diagnostics) in inspected.styleSheets where read.insert(path).inserted { found += diagnostics }
      var findings = Findings(path: path.text)
      for link in inspected.linksToIDs {
        guard let target = byPath[link.path], target.ids.number(of: Array(link.id.text.utf8)[...]) == nil
        else { continue }
        let fault = ReferenceFault.noFragment(path: link.path.text, fragment: link.id.text)
        let source = inspected.file.map { SourceText(path: $0.path, bytes: $0.bytes) }
        findings.report(.linkDead, .link(fault, link.value, at: link.range, in: source, orPage: path.text))
      }
      found += findings.all
    }
    let linkable = KnownFiles(shared: paths, pagesToCome: pagesToCome)
    for file in files where file.isStyleSheet && !read.contains(ExactText(file.path)) {
      found += StyleSheet(file.bytes).diagnostics(in: file, of: linkable)
    }
    sink.report(contentsOf: found)
    return found.isEmpty ? ValidatedSite(files: files) : nil
  }
}

extension StyleSheet {
  func diagnostics(in file: SiteFile, of known: KnownFiles) -> [Diagnostic] {
    let source = SourceText(path: file.path, bytes: file.bytes)
    var findings = Findings(path: file.path)
    if let invalid = firstInvalidUTF8(file.bytes) {
      findings.report(.pageEncoding, .invalidUTF8(at: invalid, in: source))
    }
    for fault in faults { findings.report(fault.rule, .style(fault, in: source)) }
    for load in loads {
      if let fault = fault(of: load.link, in: file.path, as: .file, among: known) {
        findings.report(fault.rule, .link(fault, load.link, at: load.range, in: source))
      }
    }
    return findings.all
  }
}

/// What is wrong with a link, but for the id that it may name.
func fault(
  of link: String, in path: String, as use: ReferenceUse, among known: KnownFiles
) -> ReferenceFault? {
  do throws(ReferenceFault) {
    guard case .file(let target, _) = try resolve(link, in: path, as: use) else { return nil }
    return known.contains(ExactText(target)) ? nil : .noFile(path: target)
  } catch {
    return error
  }
}

/// The layout of each page that `layout.json` lists.
private func layoutsByPage(
  _ layout: Result<SiteLayout, JSONFault>?, _ paths: [ExactText: SiteFile], pages: Set<ExactText>,
  into diagnostics: inout [Diagnostic]
) -> [ExactText: PageLayout]? {
  guard let layout, let file = paths[ExactText(layoutPath)] else {
    diagnostics.append(.layoutMissing)
    return nil
  }
  switch layout {
  case .success(let layout):
    diagnostics += layout.pages.filter { !pages.contains(ExactText($0.path)) }.map { .layoutOfNoPage($0.path) }
    return Dictionary(layout.pages.map { (ExactText($0.path), $0) }) { first, second in
      diagnostics.append(.layoutTwice(second.path))
      return first
    }
  case .failure(let fault):
    diagnostics.append(.layoutUnreadable(fault, in: SourceText(path: file.path, bytes: file.bytes)))
    return nil
  }
}
