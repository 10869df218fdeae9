import Diagnostics
import Glibc

/// The locations of a git repository's objects and references, determined without git.
///
/// git searches upwards from a folder too, but treats any folder that looks like a bare repository as one: a commit can
/// contain such files. It then obeys the configuration in it. This code accepts only a folder or file named `.git`, a
/// name that git refuses in commits, and obeys nothing in it: see ``GitView``.
struct GitRepository {
  /// The folder that contains `HEAD` and belongs to this work tree.
  let ownFolder: String
  /// The folder that contains `objects` and `refs`, which all work trees share.
  let commonFolder: String
  /// True if the work tree is a linked one.
  var isLinked: Bool { ownFolder != commonFolder }
  /// The site's folder from the top of the work tree, with a slash at its end; empty at the top.
  let prefix: String

  /// - Parameter folder: a folder in the work tree.
  init(of folder: String) throws(GitFault) {
    guard let start = resolved(folder) else { throw .noRepository(SystemError(code: errno).reason) }
    if let link = Self.linkInRepository(to: folder) {
      throw .noRepository("\(link) is a symbolic link in a repository; name the folder that it leads to, \(start)")
    }
    var top = start
    while true {
      let candidate = (top == "/" ? "" : top) + "/.git"
      if let found = try Self.folders(at: candidate, workTree: top) {
        (ownFolder, commonFolder) = found
        let below = start.utf8.dropFirst(top == "/" ? 1 : top.utf8.count + 1)
        prefix = below.isEmpty ? "" : String(decoding: below, as: UTF8.self) + "/"
        return
      }
      guard top != "/" else { throw .noRepository("no parent folder contains .git") }
      top = parent(of: top)
    }
  }

  /// Returns whether a folder may be in a repository: the folder, or one of its parents, contains anything named
  /// `.git`, whether or not it is a readable repository. True for a folder that cannot be found.
  static func mayHold(_ folder: String) -> Bool {
    guard var top = resolved(folder) else { return true }
    while true {
      var status = stat()
      if unsafe lstat((top == "/" ? "" : top) + "/.git", &status) == 0 || errno != ENOENT { return true }
      if top == "/" { return false }
      top = parent(of: top)
    }
  }

  /// A symbolic link, on the way to a folder, that may be part of a commit: in the commit to compare with, another
  /// site may have been in its place.
  private static func linkInRepository(to folder: String) -> String? {
    var path = folder.hasPrefix("/") ? "" : "."
    for name in folder.utf8.split(separator: UInt8(ascii: "/")).map({ String(decoding: $0, as: UTF8.self) }) {
      let parent = path.isEmpty ? "/" : path
      path += "/" + name
      var status = stat()
      if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, mayHold(parent) { return path }
    }
    return nil
  }

  /// The folders of a repository at a path; nil if the search continues in the parent.
  private static func folders(at path: String, workTree: String) throws(GitFault) -> (own: String, common: String)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      // git would use the objects and references of the folder that the file names.
      guard !holds("commondir", in: path) else { throw .noRepository("\(path) has a file commondir") }
      return holdsRepository(path) ? (path, path) : nil
    case S_IFREG: return try linkedFolders(at: path, workTree: workTree)
    default: throw .noRepository("\(path) is neither a folder nor a file")
    }
  }

  /// The folders that a file `.git` names: those of a linked work tree, which refer back to it, or those of a
  /// submodule, which are inside the surrounding repository (gitrepository-layout).
  private static func linkedFolders(
    at path: String, workTree: String
  ) throws(GitFault) -> (own: String, common: String) {
    let refusal = GitFault.noRepository("\(path) does not name a work tree or submodule that its repository confirms")
    guard let line = text(in: workTree, ".git"), line.hasPrefix("gitdir: "),
      let own = resolved(String(line.dropFirst(8)), from: workTree)
    else { throw refusal }
    if let way = text(in: own, "commondir") {
      guard let common = resolved(way, from: own), parent(of: own) == common + "/worktrees", holdsRepository(common),
        let back = text(in: own, "gitdir"), resolved(back, from: own) == path
      else { throw refusal }
      return (own, common)
    }
    guard workTree != "/", !holds("commondir", in: own), holdsRepository(own),
      let around = try? GitRepository(of: parent(of: workTree)), own.hasPrefix(around.commonFolder + "/")
    else { throw refusal }
    return (own, own)
  }

  /// Returns whether git would treat a folder as a repository.
  private static func holdsRepository(_ folder: String) -> Bool {
    func kind(_ name: String) -> mode_t? {
      var status = stat()
      return unsafe lstat(folder + "/" + name, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
    return kind("HEAD") != nil && kind("objects") == S_IFDIR && kind("refs") == S_IFDIR
  }
}

private func holds(_ name: String, in folder: String) -> Bool {
  var status = stat()
  return unsafe lstat(folder + "/" + name, &status) == 0
}

/// The single line of a small file of git; nil if there is none.
private func text(in folder: String, _ name: String) -> String? {
  guard let bytes = try? FileTree(root: folder).readFile(name, limit: 1 << 13),
    let text = String(validating: bytes, as: UTF8.self)
  else { return nil }
  let lines = text.split(separator: "\n")
  return lines.count == 1 ? String(lines[0]) : nil
}

/// An absolute path without symbolic links, `.` and `..`; nil, with `errno`, if it does not exist, or if its name is
/// not UTF-8.
private func resolved(_ path: String, from folder: String = "") -> String? {
  guard let real = unsafe realpath(path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path, nil) else {
    return nil
  }
  defer { unsafe free(real) }
  errno = EILSEQ
  return unsafe String(validatingCString: real)
}

private func parent(of path: String) -> String {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
