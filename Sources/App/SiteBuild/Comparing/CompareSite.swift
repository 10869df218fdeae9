public import Diagnostics
public import Geometry
import Glibc
import Pages
public import Review

/// The version with which a site is compared.
public enum ComparedWith: Sendable, Hashable {
  /// A `layout.json`.
  case file(String)
  /// An output folder.
  case folder(String)
  /// A commit.
  case commit(String)
  /// A commit; a file or folder only if the site is not in a repository.
  case commitOrPath(String)

  /// Interprets a name: it is a file or folder if it is written as a path: if it begins with `/`, `./` or `../`, or
  /// ends with a slash. Otherwise it is a commit. If the site is not in a repository, an existing name with a slash
  /// inside is a path too.
  ///
  /// It does not matter whether the repository has such a reference: a change under review could add a folder with the
  /// name of a branch that this clone does not have, or that git cannot read.
  public init(_ name: String) {
    if ["/", "./", "../"].contains(where: name.hasPrefix) || name.hasSuffix("/") || [".", ".."].contains(name) {
      self = .path(name)
    } else if name.contains("/"), unsafe access(name, F_OK) == 0 {
      self = .commitOrPath(name)
    } else {
      self = .commit(name)
    }
  }

  /// A file or a folder.
  public static func path(_ name: String) -> ComparedWith {
    var status = stat()
    return unsafe stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? .folder(name) : .file(name)
  }

  /// The name for people.
  public var name: String {
    switch self {
    case .file(let name), .folder(let name), .commit(let name), .commitOrPath(let name): name
    }
  }
}

/// The result of a comparison.
public struct ComparisonResult: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The report; nil if a side is not available.
  public let report: LayoutReport?
  /// The sides that were built.
  public let sites: (before: ReviewedSite?, after: ReviewedSite?)
  /// What is not known of the earlier version.
  public var missing: MissingKnowledge?

  public enum MissingKnowledge: Sendable, Hashable {
    /// The texts of cards, which a file does not state: a change of them is not found.
    case texts
    /// The site that was approved: the reasons for changes are not found.
    case approvedSite
  }
}

/// Lays out a site and compares it with another version, which is built too if it is a commit.
///
/// - Parameter isLayoutOnly: whether to leave out what moves nothing.
public func compareSite(
  _ options: BuildOptions, with other: ComparedWith, tolerance: Pixels = .zero, filter: ChangeFilter = ChangeFilter(),
  isLayoutOnly: Bool = false
) async -> ComparisonResult {
  let (before, after): (OtherSide, LayoutResult)
  do {
    (before, after) = try await bothSides(other, options)
  } catch {
    if Task.isCancelled { return ComparisonResult(diagnostics: [error], report: nil, sites: (nil, nil)) }
    let current = await layOutSite(options)
    return ComparisonResult(
      diagnostics: (current.diagnostics.filter { $0.severity == .error } + [error]).sortedByPlace(), report: nil,
      sites: (nil, nil))
  }
  defer { before.checkout?.remove() }
  options.clock?.end("both sides")
  // Warnings are reported by builds.
  let errors = after.diagnostics.filter { $0.severity == .error } + before.diagnostics
  async let otherSide = before.side ?? before.recorded
  async let ownSide = after.site.map { LayoutSide($0, file: files(in: options.root)) }
  guard let site = after.site, after.exitCode == 0, let side = await otherSide, let own = await ownSide else {
    return ComparisonResult(diagnostics: errors.sortedByPlace(), report: nil, sites: (before.site, after.site))
  }
  options.clock?.end("records")
  let difference = compareLayouts(
    before: side, after: own, tolerance: tolerance, filter: filter, isLayoutOnly: isLayoutOnly)
  options.clock?.end("compare")
  return ComparisonResult(
    diagnostics: errors.sortedByPlace(),
    report: LayoutReport(difference: difference, before: side.record, after: own.record, against: other.name),
    sites: (before.site, site), missing: before.site == nil && side.record.cardCount > 0 ? .texts : nil)
}

/// The previous version, and its resources.
private struct OtherSide: Sendable {
  var side: LayoutSide?
  var site: ReviewedSite?
  var diagnostics: [Diagnostic] = []
  var checkout: GitCheckout?

  /// The side from the build.
  var recorded: LayoutSide? {
    guard let site, let checkout else { return nil }
    return LayoutSide(site, file: files(in: checkout.root))
  }
}

/// Lays out both sides; the parts that a commit shares with the current sources are laid out once.
private func bothSides(
  _ other: ComparedWith, _ options: BuildOptions
) async throws(Diagnostic) -> (before: OtherSide, after: LayoutResult) {
  switch other {
  case .file(let path): return (OtherSide(side: LayoutSide(try readLayout(path))), await layOutSite(options))
  case .folder(let path):
    return (OtherSide(side: LayoutSide(try readLayout("layout.json", in: path))), await layOutSite(options))
  case .commitOrPath(let name):
    return try await bothSides(GitRepository.mayHold(options.root) ? .commit(name) : .path(name), options)
  case .commit(let reference):
    let finding = Task { () async -> Result<GitCheckout, Diagnostic> in
      do throws(Diagnostic) {
        return .success(try GitCheckout(of: reference, site: options.root))
      } catch {
        return .failure(error)
      }
    }
    // A separate task can only be cancelled from here; it ends git and removes the written files.
    let sites = try await withTaskCancellationHandler {
      () async -> Result<(before: LayoutResult, after: LayoutResult), Diagnostic> in
      do throws(Diagnostic) {
        return .success(
          try await layOutSites(
            before: { () async throws(Diagnostic) -> BuildOptions in
              var options = options
              options.root = try await finding.value.get().root
              options.clock = nil
              return options
            }, after: options))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      finding.cancel()
    }.get()
    let checkout = try await finding.value.get()
    let found = checkout.diagnostics + sites.before.diagnostics
    let side = OtherSide(
      side: nil, site: sites.before.site,
      diagnostics: [.otherSide(reference, found, isLaidOut: sites.before.site != nil)].compactMap(\.self),
      checkout: checkout)
    return (side, sites.after)
  }
}

func files(in root: String) -> @Sendable (String) -> SourceText? {
  let tree = FileTree(root: root)
  return { path in (try? tree.readFile(path, limit: 4 << 20)).map { SourceText(path: path, bytes: $0) } }
}

/// Reads a `layout.json` with the files to which it refers. Only the path itself may lead through symbolic links.
private func readLayout(_ path: String) throws(Diagnostic) -> LayoutRecord {
  let resolved = try resolved(path)
  let slash = resolved.lastIndex(of: "/") ?? resolved.startIndex
  let folder = FileTree(root: slash == resolved.startIndex ? "/" : String(resolved[..<slash]))
  return try readLayout(String(resolved[resolved.index(after: slash)...]), from: folder, shownAs: path)
}

private func readLayout(_ name: String, in folder: String) throws(Diagnostic) -> LayoutRecord {
  try readLayout(name, from: FileTree(root: resolved(folder)), shownAs: folder + "/" + name)
}

private func resolved(_ path: String) throws(Diagnostic) -> String {
  guard let real = unsafe realpath(path, nil) else { throw .unreadable(path, SystemError(code: errno)) }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}

private func readLayout(_ name: String, from folder: FileTree, shownAs path: String) throws(Diagnostic) -> LayoutRecord
{
  func read(_ name: String, shownAs shown: String) throws(Diagnostic) -> SourceText {
    do {
      return SourceText(path: shown, bytes: try folder.readFile(name, limit: 1 << 30))
    } catch {
      throw error.renamed(from: name, to: shown)
    }
  }
  let source = try read(name, shownAs: path)
  let shownFolder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
  return try LayoutRecord(layoutJSON: source) { (name) throws(Diagnostic) in
    try read(name, shownAs: shownFolder + name)
  }
}
