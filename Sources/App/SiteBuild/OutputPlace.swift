import Diagnostics
import Glibc

/// Where a build writes, and on whose word.
struct OutputPlace: Sendable {
  /// Relative paths start at the current folder.
  let path: String
  /// In findings.
  let shownAs: String
  /// It stands on the command line, which is the user's own. Otherwise the site's folder decides what is there, which may be
  /// a stranger's.
  var isNamed = true
  /// The site's; nil for files that are no site's.
  var root: String?

  /// What is read in a site, or belongs to git.
  private static let sources = ["Content", "Themes", "Static", ".git"]

  /// Opens the folder, and makes it where there is none.
  ///
  /// - Throws: a finding where writing there could harm what is not Cardshelf's: the path leads through a link, or the
  ///   folder and one of the sources are one, or one is in the other, and it is neither named and empty, nor named and
  ///   written by Cardshelf.
  func open() throws(Diagnostic) -> FileDescriptor {
    var isLinked = false
    let folder: FileDescriptor
    do throws(SystemError) {
      folder = try FileDescriptor.makingFolder(at: path, followsLinks: isNamed, isLinked: &isLinked)
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

  /// Folders are compared by what the kernel tells them by, which is the same for every spelling, link and mount.
  private func overlap(of folder: borrowing FileDescriptor) throws(SystemError) -> OutputFault? {
    guard let root else { return nil }
    let way = try folder.wayUp()
    let place = way[0].identity
    var top = try FileDescriptor(folderAt: root)
    let wayOfRoot = try top.wayUp()
    if wayOfRoot.contains(where: { $0.identity.isSamePlace(as: place) }) {
      return way[0].identity.isSamePlace(as: wayOfRoot[0].identity) ? .isRoot : .holds("the site's own folder")
    }
    // What only the output folder lies in. If none of it is mounted, its names tell where it is.
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

/// Why a folder is no place to write to.
enum OutputFault: Hashable {
  case link
  case isRoot
  case liesIn(String)
  case holds(String)
}

extension FileDescriptor {
  /// Returns whether nothing is in the folder but what a run leaves that died before it published anything.
  fileprivate func isVacant() throws(SystemError) -> Bool {
    let own = [OutputFolder.lockName, OutputFolder.stagingName].map { Array($0.utf8) }
    return try names().allSatisfy(own.contains)
  }
}
