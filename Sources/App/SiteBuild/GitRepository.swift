import Diagnostics
import Glibc

/// Where a git repository keeps its objects and references, found without git.
///
/// git looks upwards from a folder too, but takes any folder that looks like a bare repository for one: files that a commit
/// can hold. It then obeys the configuration that it finds there. Only a folder or file named `.git` counts here, a name
/// that git refuses in commits, and nothing of it is obeyed: see ``GitView``.
struct GitRepository {
  /// Holds `HEAD`; of this work tree alone.
  let ownFolder: String
  /// Holds `objects` and `refs`; of all work trees.
  let commonFolder: String
  /// Whether the work tree is a linked one.
  var isLinked: Bool { ownFolder != commonFolder }
  /// The site's folder from the top of the work tree, with a slash at its end; empty at the top.
  let prefix: String

  /// - Parameter folder: in the work tree.
  init(of folder: String) throws(GitFault) {
    guard let start = resolved(folder) else { throw .noRepository(SystemError(code: errno).reason) }
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

  /// Whether a folder may be in a repository: it, or a folder above it, holds anything named `.git`, whether or not a
  /// repository can be read there. A folder that cannot be found may be.
  static func mayHold(_ folder: String) -> Bool {
    guard var top = resolved(folder) else { return true }
    while true {
      var status = stat()
      if unsafe lstat((top == "/" ? "" : top) + "/.git", &status) == 0 || errno != ENOENT { return true }
      if top == "/" { return false }
      top = parent(of: top)
    }
  }

  /// nil where a search goes on above.
  private static func folders(at path: String, workTree: String) throws(GitFault) -> (own: String, common: String)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      // git would take the objects and references of the folder that the file names.
      guard !holds("commondir", in: path) else { throw .noRepository("\(path) has a file commondir") }
      return holdsRepository(path) ? (path, path) : nil
    case S_IFREG: return try linkedFolders(at: path, workTree: workTree)
    default: throw .noRepository("\(path) is neither a folder nor a file")
    }
  }

  /// The folders that a file `.git` names: of a linked work tree, which they name too, or of a submodule, where they are
  /// inside the repository around it (gitrepository-layout).
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

  /// Whether git would take it for a repository.
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

/// The one line of a small file of git's; nil where it has none.
private func text(in folder: String, _ name: String) -> String? {
  guard let bytes = try? FileTree(root: folder).readFile(name, limit: 1 << 13),
    let text = String(validating: bytes, as: UTF8.self)
  else { return nil }
  let lines = text.split(separator: "\n")
  return lines.count == 1 ? String(lines[0]) : nil
}

/// An absolute path without symbolic links, `.` and `..`; nil, with `errno`, where there is nothing, and where its name is
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
