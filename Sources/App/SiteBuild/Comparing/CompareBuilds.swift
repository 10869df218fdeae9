import CardLayout
import Content
public import Diagnostics
import Glibc
import Images
import Pages
public import Review
import SiteValidation

/// Two builds of a site side by side.
public struct BuildComparison: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The differences; nil if a side is not available, and nothing was written.
  public let report: LayoutReport?
}

/// Builds a site and an earlier version of it, and writes both next to each other, with pages that compare them.
///
/// - Parameters:
///   - other: a commit or an output folder.
///   - place: the folder to write to.
public func compareBuilds(
  _ options: BuildOptions, with other: ComparedWith, to place: OutputPlace
) async -> BuildComparison {
  do throws(Diagnostic) {
    // The check comes before the work.
    try place.check()
    let other = other.resolved(in: options.root)
    try other.requirePages()
    let compared = await compareSite(options, with: other)
    guard let report = compared.report else { return BuildComparison(diagnostics: compared.diagnostics, report: nil) }
    return try await write(report, options, with: other, to: place, diagnostics: compared.diagnostics)
  } catch {
    return BuildComparison(diagnostics: [error], report: nil)
  }
}

private func write(
  _ report: LayoutReport, _ options: BuildOptions, with other: ComparedWith, to place: OutputPlace,
  diagnostics: [Diagnostic]
) async throws(Diagnostic) -> BuildComparison {
  var checkout: GitCheckout?
  defer { checkout?.remove() }
  var files: [SiteFile] = []
  switch other {
  case .commit(let reference):
    let found = try GitCheckout(of: reference, site: options.root)
    checkout = found
    files = try await earlierFiles(found, of: reference, options)
  case .folder(let path): files = try publishedFiles(in: path, pages: report.before.pages.map(\.path))
  case .file, .commitOrPath: break
  }
  let before = EarlierSite(files, difference: report.difference)
  var sink = DiagnosticSink()
  var own = options
  own.writesCompare = true
  own.writesLayout = false
  guard let context = BuildContext(own, into: &sink),
    let draft = await DraftedSite.draft(context, for: .proof, into: &sink), !sink.hasErrors,
    let drafted = await draft.files(comparedWith: before, into: &sink)
  else { return BuildComparison(diagnostics: (diagnostics + sink.diagnostics).sortedByPlace(), report: nil) }
  let sheet = SiteFile(
    path: compareFolder + "/assets/" + hashedName(of: "overview.css", bytes: overviewStyleSheet),
    bytes: overviewStyleSheet)
  let comparison = drafted.all.map { file in
    file.path.hasPrefix(compareFolder + "/") ? file : file.moved(into: EarlierSite.folderOfAfter)
  }
  let overview = SiteFile(
    path: "index.html",
    bytes: ComparisonOverview(
      title: "What changed since \(report.against)",
      summary: report.difference.isEmpty ? "Nothing changed." : report.difference.summary + ".",
      entries: entries(draft, comparison, before), styleSheet: sheet.path
    ).bytes)
  var isBegun = false
  _ = try OutputWriter(place).begin(before.files + comparison + [sheet, overview]).publish(isBegun: &isBegun)
  return BuildComparison(diagnostics: diagnostics, report: report)
}

/// The pages of both builds: those of the current one first, in their order.
private func entries(
  _ draft: DraftedSite, _ files: [SiteFile], _ before: EarlierSite
) -> [ComparisonOverview.OverviewEntry] {
  let written = Set(files.map(\.path))
  let pages = draft.laidOut.pages.map(\.page)
  let earlier = Set(before.pagePaths)
  let own = pages.map { page in
    let compared = ComparePage.path(of: page)
    let changes = before.difference.changes(onPage: page.outputPath, with: Set(page.shelves.map(\.id)))
    return ComparisonOverview.OverviewEntry(
      title: page.title.text, language: page.language,
      address: written.contains(compared) ? compared : EarlierSite.folderOfAfter + page.outputPath,
      note: earlier.contains(page.outputPath) ? "" : "new page",
      changes: changes.map { change in [change.shelf, change.sentence].compactMap(\.self).joined(separator: ": ") })
  }
  let gone = earlier.subtracting(pages.map(\.outputPath)).sorted()
  return own
    + gone.map { path in
      ComparisonOverview.OverviewEntry(
        title: path, language: "en", address: EarlierSite.folder + path, note: "removed page", changes: [])
    }
}

/// The files of a build of a commit.
private func earlierFiles(
  _ checkout: GitCheckout, of reference: String, _ options: BuildOptions
) async throws(Diagnostic) -> [SiteFile] {
  var options = options
  options.root = checkout.root
  options.clock = nil
  options.writesCompare = false
  options.writesLayout = false
  let site = await previewSite(options, memory: SiteMemory())
  guard let files = site.files else {
    throw .otherSide(reference, site.diagnostics, isLaidOut: false) ?? .noSiteThere(reference, "")
  }
  // The folder of the commit is removed before the files are written.
  return files.map { SiteFile(path: $0.path, bytes: $0.bytes) }
}

/// The pages of an output folder, and what they load.
///
/// - Parameter pages: the paths of its pages, from its `layout.json`.
private func publishedFiles(in folder: String, pages: [String]) throws(Diagnostic) -> [SiteFile] {
  guard let real = unsafe realpath(folder, nil) else { throw .unreadable(folder, SystemError(code: errno)) }
  defer { unsafe free(real) }
  let tree = FileTree(root: unsafe String(cString: real))
  var paths = pages
  for part in ["assets", "fonts", "images"] where tree.holds(part) {
    paths += tree.listing(of: part).files.filter { path in
      // Nothing that a browser runs.
      path.hasSuffix(".css") || path.hasSuffix(".woff2") || ImageKind(path: path) != nil
    }
  }
  var files: [SiteFile] = []
  for path in paths where tree.holds(path) {
    files.append(SiteFile(path: path, bytes: try tree.readFile(path)))
  }
  return files
}

extension ComparedWith {
  /// The same version, where the site decides whether a name is a commit or a path.
  fileprivate func resolved(in root: String) -> ComparedWith {
    guard case .commitOrPath(let name) = self else { return self }
    return GitRepository.mayHold(root) ? .commit(name) : .path(name)
  }

  /// Throws a finding if the version has no pages.
  fileprivate func requirePages() throws(Diagnostic) {
    switch self {
    case .commit, .folder, .commitOrPath: return
    case .file: throw .comparedWithoutPages(name)
    }
  }
}
