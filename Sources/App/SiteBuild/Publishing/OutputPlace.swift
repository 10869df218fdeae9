import Content
public import Diagnostics
import Glibc
import Pages

/// A folder to which a build or report is written, and who chose it.
///
/// Files of others in it are never changed. But files that a mistake adds to a folder are hard to find again, so a
/// named folder must be empty, or must have been written by the same command before, unless the user insists.
public struct OutputPlace: Sendable {
  /// The kind of files that are written there.
  enum OutputContent {
    case site
    case report
  }

  /// The path; relative paths start at the current folder.
  let path: String
  /// The path in findings.
  let shownAs: String
  /// True if the path is on the command line, which the user controls. Otherwise the site's folder, which may come from
  /// a stranger, decides what is there.
  var isNamed = true
  /// The root of the site; nil for files that do not belong to a site.
  var root: String?
  var content = OutputContent.site
  /// True if a named folder may contain files of others.
  var isForced = false

  /// The default output folder, in the root.
  static let defaultName = "Output"

  /// The folder for a report about a site.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder; no component may be a symbolic link, since it may be in a work tree to which
  ///     strangers write.
  ///   - root: the root of the site.
  ///   - isForced: true if the folder may contain files of others.
  public static func report(folder: String, root: String, isForced: Bool) -> OutputPlace {
    OutputPlace(path: folder, shownAs: folder, root: root, content: .report, isForced: isForced)
  }

  /// The folder for two builds side by side, which is written like a site.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - root: the root of the site.
  ///   - isForced: true if the folder may contain files of others.
  public static func comparison(folder: String, root: String, isForced: Bool) -> OutputPlace {
    OutputPlace(path: folder, shownAs: folder, root: root, isForced: isForced)
  }

  /// The folders that are read, or belong to git or Cardshelf itself.
  private static let sources = ["Content", "Themes", "Static", PictureLock.folder, ".git", StateFolder.name]

  /// Files that people and services put into a folder before a site is published from it.
  private static let publishingFiles: Set<String> = [
    ".git", ".gitattributes", ".gitignore", ".gitkeep", ".domains", ".nojekyll", ".well-known", "CNAME", "_headers",
    "_redirects", "lost+found", "robots.txt",
  ]

  /// Opens the folder, and creates it if there is none.
  ///
  /// - Throws: the errors of ``check()``.
  func open() throws(Diagnostic) -> FileDescriptor {
    try check()
    var isLinked = false
    let folder: FileDescriptor
    do throws(SystemError) {
      folder = try FileDescriptor.folder(at: path, followsLinks: followsLinks, isLinked: &isLinked)
    } catch {
      throw refusal(error, isLinked: isLinked)
    }
    // Others may have changed the path since it was checked.
    try check(folder, isLinked: isLinked)
    return folder
  }

  /// Checks the folder without creating anything.
  ///
  /// - Throws: a finding if writing there could harm files that Cardshelf did not write: if the folder is, contains or
  ///   is inside one of the sources; if the path leads through a link, unless it is named and the folder is empty or
  ///   provably written by Cardshelf; or if the folder is named and contains files of others, unless it `isForced`.
  public func check() throws(Diagnostic) {
    var isLinked = false
    var missing: [String] = []
    var fault: OutputFault?
    do throws(SystemError) {
      let nearest = try FileDescriptor.nearestFolder(
        to: path, followsLinks: followsLinks, isLinked: &isLinked, missing: &missing)
      // The missing folders could lead anywhere.
      if missing.contains("..") { throw SystemError(code: ENOENT) }
      if !missing.isEmpty { fault = try overlap(of: nearest, holdingNew: missing[0]) }
    } catch {
      throw refusal(error, isLinked: isLinked)
    }
    if let fault { throw .outputUnsafe(shownAs, fault, of: self) }
    guard missing.isEmpty else { return }
    let folder: FileDescriptor
    do throws(SystemError) {
      folder = try FileDescriptor.folder(
        at: path, makesMissing: false, followsLinks: followsLinks, isLinked: &isLinked)
    } catch {
      throw refusal(error, isLinked: isLinked)
    }
    try check(folder, isLinked: isLinked)
  }

  /// The option that names such a folder.
  var option: String { content == .site ? "--output" : "--report" }

  private var followsLinks: Bool { isNamed && content == .site }

  private func refusal(_ error: SystemError, isLinked: Bool) -> Diagnostic {
    isLinked && !followsLinks ? .outputUnsafe(shownAs, .link, of: self) : .outputUnwritable(shownAs, error)
  }

  private func check(_ folder: borrowing FileDescriptor, isLinked: Bool) throws(Diagnostic) {
    let fault: OutputFault?
    var isVacant = false
    var foreign: [[UInt8]] = []
    do throws(SystemError) {
      fault = try overlap(of: folder) ?? (isLinked ? .link : nil)
      if fault == .link { isVacant = try folder.isVacant() }
      if fault == nil, isNamed, !isForced { foreign = try foreignNames(in: folder) }
    } catch {
      throw .outputUnwritable(shownAs, error)
    }
    if !foreign.isEmpty { throw .outputFolderForeign(shownAs, names: foreign, option: option) }
    guard let fault, !isVacant else { return }
    if fault == .link {
      let state = try stateFolder(makesMissing: false)
      if try history(of: folder, state: state).trust.isProven { return }
    }
    throw .outputUnsafe(shownAs, fault, of: self)
  }

  /// Names that show that the folder is for something else, in ascending order of their bytes; none if the same command
  /// has written to it before, or if it is the site's own output folder.
  private func foreignNames(in folder: borrowing FileDescriptor) throws(SystemError) -> [[UInt8]] {
    switch content {
    case .site:
      if try folder.status(of: OutputFolder.manifestName) != nil { return [] }
      if let root, let output = try FileDescriptor(folderAt: root).facts(of: Self.defaultName),
        output.identity.isSamePlace(as: try folder.facts().identity)
      {
        return []
      }
    case .report:
      if try folder.holdsReport(VisualReport.pageName, mark: VisualReport.pageMark) { return [] }
    }
    return try folder.names().filter { name in
      !name.starts(with: OutputFolder.reservedPrefix.utf8)
        && !Self.publishingFiles.contains(String(decoding: name, as: UTF8.self))
    }.sorted { $0.span.precedes($1.span) }
  }

  /// Returns the overlap with the sources. Folders are compared by their identity in the kernel, which is the same for
  /// every spelling, link and mount.
  ///
  /// - Parameter new: the name of a folder that will be created in this one; nil if this is the folder itself.
  private func overlap(
    of folder: borrowing FileDescriptor, holdingNew new: String? = nil
  ) throws(SystemError) -> OutputFault? {
    guard let root else { return nil }
    let way = try folder.wayUp()
    let place = way[0].identity
    var top: FileDescriptor
    do {
      top = try FileDescriptor(folderAt: root)
    } catch {
      // Without a site, there are no sources.
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error
    }
    let wayOfRoot = try top.wayUp()
    if new == nil, wayOfRoot.contains(where: { $0.identity.isSamePlace(as: place) }) {
      return way[0].identity.isSamePlace(as: wayOfRoot[0].identity) ? .isRoot : .holds("the site's own folder")
    }
    // These are the parents that only the output folder has. If none of them is mounted, their names determine its
    // location.
    let own = way.prefix { step in !wayOfRoot.contains { $0.identity.isSamePlace(as: step.identity) } }
    let mayBeElsewhereToo = own.contains(where: \.isMounted)
    for number in wayOfRoot.indices {
      if number > 0 { top = try top.folderAbove() }
      for name in number == 0 ? Self.sources : [".git"] {
        if name == new, wayOfRoot[number].identity.isSamePlace(as: place) { return .liesIn(name) }
        guard let source = try top.facts(of: name), source.isFolder else { continue }
        if way.contains(where: { $0.identity.isSamePlace(as: source.identity) }) { return .liesIn(name) }
        if mayBeElsewhereToo, try top.openFolder(name).holds(anyOf: own.map(\.identity)) { return .liesIn(name) }
        if new == nil, source.isMounted, try folder.holds(anyOf: [source.identity]) { return .holds(name) }
      }
    }
    return nil
  }
}

/// The reason why a folder cannot be written to.
enum OutputFault: Hashable {
  case link
  case isRoot
  case liesIn(String)
  case holds(String)
}

extension FileDescriptor {
  /// Returns whether the folder contains only leftovers of a run that ended before it published anything.
  fileprivate func isVacant() throws(SystemError) -> Bool {
    let own = [OutputFolder.stagingName, Self.olderLockName].map { Array($0.utf8) }
    return try names().allSatisfy(own.contains)
  }

  /// Returns whether a file is part of a report.
  ///
  /// - Parameter mark: a text near the beginning of each such file.
  func holdsReport(_ name: String, mark: String) throws(SystemError) -> Bool {
    guard try status(of: name)?.kind == .regularFile else { return false }
    return try openFile(name).beginning(limit: 1 << 14).contains(mark.utf8)
  }
}
