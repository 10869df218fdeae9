import Diagnostics
import Glibc

/// The folder that a build writes to, and who chose it.
struct OutputPlace: Sendable {
  /// Relative paths start at the current folder.
  let path: String
  /// In findings.
  let shownAs: String
  /// True if the path is on the command line, which the user controls. Otherwise the site's folder decides what is
  /// there, and it may come from a stranger.
  var isNamed = true
  /// The root of the site; nil for files that do not belong to a site.
  var root: String?

  /// The folders that are read, or belong to git.
  private static let sources = ["Content", "Themes", "Static", ".git"]

  /// Opens the folder, and makes it where there is none.
  ///
  /// - Throws: a finding if writing there could harm files that Cardshelf did not write: if the path leads through a
  ///   link; or if the folder is, contains or is inside one of the sources, and is neither named and empty, nor named
  ///   and written by Cardshelf.
  func open() throws(Diagnostic) -> FileDescriptor {
    var isLinked = false
    let folder: FileDescriptor
    do throws(SystemError) {
      folder = try FileDescriptor.folder(at: path, followsLinks: isNamed, isLinked: &isLinked)
    } catch {
      if isLinked, !isNamed { throw .outputUnsafe(shownAs, .link, named: nil) }
      throw .outputUnwritable(shownAs, error)
    }
    var fault: OutputFault?
    var isVacant = false
    do throws(SystemError) {
      fault = isLinked ? .link : try overlap(of: folder)
      if isNamed, fault != nil { isVacant = try folder.isVacant() }
    } catch {
      throw .outputUnwritable(shownAs, error)
    }
    guard let fault, !isVacant else { return folder }
    if isNamed, try OutputFolder.history(of: folder, shownAs: shownAs).trust == .proven { return folder }
    throw .outputUnsafe(shownAs, fault, named: isNamed ? resolvedFolder(path) : nil)
  }

  /// Folders are compared by their identity in the kernel, which is the same for every spelling, link and mount.
  private func overlap(of folder: borrowing FileDescriptor) throws(SystemError) -> OutputFault? {
    guard let root else { return nil }
    let way = try folder.wayUp()
    let place = way[0].identity
    var top = try FileDescriptor(folderAt: root)
    let wayOfRoot = try top.wayUp()
    if wayOfRoot.contains(where: { $0.identity.isSamePlace(as: place) }) {
      return way[0].identity.isSamePlace(as: wayOfRoot[0].identity) ? .isRoot : .holds("the site's own folder")
    }
    // The parents that only the output folder has. If none of them is mounted, their names give its place.
    let own = way.prefix { step in !wayOfRoot.contains { $0.identity.isSamePlace(as: step.identity) } }
    let mayBeElsewhereToo = own.contains(where: \.isMounted)
    for number in wayOfRoot.indices {
      if number > 0 { top = try top.folderAbove() }
      for name in number == 0 ? Self.sources : [".git"] {
        guard let source = try top.facts(of: name), source.isFolder else { continue }
        if way.contains(where: { $0.identity.isSamePlace(as: source.identity) }) { return .liesIn(name) }
        if mayBeElsewhereToo, try top.openFolder(name).holds(anyOf: own.map(\.identity)) { return .liesIn(name) }
        if source.isMounted, try folder.holds(anyOf: [source.identity]) { return .holds(name) }
      }
    }
    return nil
  }
}

/// Why a folder cannot be written to.
enum OutputFault: Hashable {
  case link
  case isRoot
  case liesIn(String)
  case holds(String)
}

extension FileDescriptor {
  /// Returns whether the folder contains only leftovers of a run that ended before it published anything.
  fileprivate func isVacant() throws(SystemError) -> Bool {
    let own = [OutputFolder.lockName, OutputFolder.stagingName].map { Array($0.utf8) }
    return try names().allSatisfy(own.contains)
  }
}
