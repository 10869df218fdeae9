public import Diagnostics

/// A site under inspection: its files, and the data that all its pages share.
///
/// To use several threads, create a `ReadFile` of each file on any thread, and one inspection of all files. Then call
/// `inspect` for each of `pages` on any thread, and `conclude` with all results.
public struct SiteInspection: Sendable {
  public let files: [SiteFile]
  /// The files to pass to `inspect`.
  public let pages: [SiteFile]

  let paths: [ExactText: SiteFile]
  /// The paths that links contain without escapes.
  let plainPaths: ByteTable
  /// The style sheets that are kept for all pages.
  let styleSheets: [ExactText: StyleSheet]
  private let diagnostics: [Diagnostic]
  /// The hosts of other sites whose pictures pages may show.
  let imageHosts: Set<String>
  /// The greatest size of a page that is read as a whole; a larger page is read in parts of about this size.
  let mostWhole: Int

  /// - Parameters:
  ///   - read: the results for `files`, created before and on any thread; missing ones are read here.
  ///   - imageHosts: the hosts of other sites whose pictures pages may show.
  /// - Complexity: O(bytes of all files except the pages) for files that were not read before.
  public init(_ files: [SiteFile], read: [ReadFile] = [], imageHosts: Set<String> = []) {
    self.init(files, read: read, imageHosts: imageHosts, mostWhole: 4 << 20)
  }

  init(_ files: [SiteFile], read: [ReadFile], imageHosts: Set<String> = [], mostWhole: Int) {
    self.files = files
    self.imageHosts = imageHosts
    self.mostWhole = mostWhole
    pages = files.filter(\.isPage)
    var diagnostics: [Diagnostic] = []
    paths = Dictionary(files.map { (ExactText($0.path), $0) }) { first, second in
      diagnostics.append(.repeatedPath(second.path))
      return first
    }
    diagnostics += files.filter { !$0.hasPlainPath }.map { .unplainPath($0.path) }

    var plainPaths = ByteTable()
    for file in files where file.hasPlainPath && file.path.utf8.allSatisfy(\.isPlainInLinks) {
      plainPaths.insert(file.path)
    }
    self.plainPaths = plainPaths

    var styleSheets: [ExactText: StyleSheet] = [:]
    let known = Dictionary(read.map { (ExactText($0.file.path), $0) }) { first, _ in first }
    for file in files {
      let own = known[ExactText(file.path)].flatMap { $0.file.isLike(file) ? $0 : nil }
      switch (own ?? ReadFile(file))?.content {
      case .styleSheet(let styleSheet):
        diagnostics += styleSheet.diagnostics(in: file, of: paths)
        styleSheets[ExactText(file.path)] = styleSheet
      case .rendition(let strangePart):
        if let strangePart { diagnostics.append(.renditionContent(file.path, strangePart)) }
      case nil: break
      }
    }
    self.styleSheets = styleSheets
    self.diagnostics = diagnostics
  }

  /// Returns the site, if nothing is wrong with it and each of its pages was inspected.
  ///
  /// - Complexity: O(links between pages), and O(bytes of large style sheets of the theme that no page links).
  public func conclude(_ inspected: [InspectedPage], into sink: inout DiagnosticSink) -> ValidatedSite? {
    var found = diagnostics
    let byPath = Dictionary(inspected.map { (ExactText($0.file.path), $0) }, uniquingKeysWith: { first, _ in first })
    var read = Set(styleSheets.keys)
    for page in pages {
      guard let inspected = byPath[ExactText(page.path)], inspected.file.isLike(page) else {
        found.append(.notInspected(page.path))
        continue
      }
      found += inspected.diagnostics
      for (path, diagnostics) in inspected.styleSheets where read.insert(path).inserted { found += diagnostics }
      var findings = Findings(path: page.path, most: 20)
      for link in inspected.linksToIDs {
        guard let target = byPath[link.path], target.ids.number(of: Array(link.id.text.utf8)[...]) == nil
        else { continue }
        let fault = ReferenceFault.noFragment(path: link.path.text, fragment: link.id.text)
        findings.report(
          .linkDead, .link(fault, link.value, at: link.range, in: SourceText(path: page.path, bytes: page.bytes)))
      }
      found += findings.all
    }
    for file in files where file.isThemeSheet && !read.contains(ExactText(file.path)) {
      found += StyleSheet(file.bytes).diagnostics(in: file, of: paths)
    }
    sink.report(contentsOf: found)
    return found.isEmpty ? ValidatedSite(files: files) : nil
  }
}

extension UInt8 {
  /// True if no byte of a path has to be escaped in a link.
  fileprivate var isPlainInLinks: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: ".") || self == UInt8(ascii: "/")
  }
}

extension StyleSheet {
  func diagnostics(in file: SiteFile, of paths: [ExactText: SiteFile]) -> [Diagnostic] {
    if loads.isEmpty, faults.isEmpty, invalidLine == nil { return [] }
    let source = SourceText(path: file.path, bytes: file.bytes)
    var findings = Findings(path: file.path, most: 20)
    if let invalidLine { findings.report(.pageEncoding, .invalidUTF8(at: invalidLine, in: source)) }
    for fault in faults { findings.report(fault.rule, .style(fault, in: source)) }
    for load in loads {
      if let fault = fault(of: load.link, in: file.path, as: .file, among: paths) {
        findings.report(fault.rule, .link(fault, load.link, at: load.range, in: source))
      }
    }
    return findings.all
  }
}

/// The fault of a link, apart from the id that it may name.
func fault(
  of link: String, in path: String, as use: ReferenceUse, among paths: [ExactText: SiteFile]
) -> ReferenceFault? {
  do throws(ReferenceFault) {
    guard case .file(let target, _) = try resolve(link, in: path, as: use) else { return nil }
    return paths[ExactText(target)] == nil ? .noFile(path: target) : nil
  } catch {
    return error
  }
}
