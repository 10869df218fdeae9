import Diagnostics
import Glibc

/// A look at all that git may open of a repository: its folders of objects and of references.
///
/// git opens what has the right name, whatever it is: a FIFO would hold it forever, a symbolic link lead it elsewhere.
struct GitStorage {
  /// Whether names of objects are those of SHA-256.
  private(set) var hasLongNames = false
  private var seen: Set<String> = []

  /// Deeper than any name of a branch.
  private static let depthLimit = 64

  /// - Complexity: O(files in both folders, and in those that the objects are borrowed from).
  init(of repository: GitRepository) throws(GitFault) {
    try look(at: repository.commonFolder + "/refs")
    try lookAtObjects(in: repository.commonFolder + "/objects", depth: 0)
  }

  /// Also in the repositories that it borrows objects from (gitrepository-layout, `objects/info/alternates`).
  private mutating func lookAtObjects(in folder: String, depth: Int) throws(GitFault) {
    guard seen.insert(folder).inserted else { return }
    // git goes no deeper either.
    guard depth <= 5, seen.count <= 64 else { throw .refused("too many folders of objects borrow from one another") }
    try look(at: folder)
    guard let list = try? FileTree(root: folder).readFile("info/alternates", limit: 1 << 16) else { return }
    for line in list.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      guard let path = String(validating: line, as: UTF8.self), !path.hasPrefix("\"") else {
        throw .refused("\(folder)/info/alternates has a path that is not plain UTF-8")
      }
      // git passes over what is not there.
      guard let other = try? absolutePath(ofFolder: path.hasPrefix("/") ? path : folder + "/" + path) else { continue }
      try lookAtObjects(in: other, depth: depth + 1)
    }
  }

  private mutating func look(at folder: String) throws(GitFault) {
    let odd: [UInt8]?
    do throws(SystemError) {
      odd = try oddFile(in: try FileDescriptor(folderAt: folder), depth: 0)
    } catch {
      throw .refused("cannot read \(folder): \(error.reason)")
    }
    if let odd {
      throw .refused("\(folder)/\(String(decoding: odd, as: UTF8.self)) is neither a regular file nor a folder")
    }
  }

  /// The path, from here, of the first that is neither a regular file nor a folder.
  private mutating func oddFile(in folder: borrowing FileDescriptor, depth: Int) throws(SystemError) -> [UInt8]? {
    if depth > Self.depthLimit { throw SystemError(code: ENAMETOOLONG) }
    for entry in try folder.entries() {
      let name = String(decoding: entry.name, as: UTF8.self)
      // git is asked for no name that is not UTF-8. What went away meanwhile is no trouble.
      guard name.utf8.elementsEqual(entry.name) else { continue }
      var found = entry.kind
      if found == nil { found = try folder.status(of: name)?.kind }
      guard let kind = found else { continue }
      if kind == .folder {
        if let odd = try oddFile(in: try folder.openFolder(name), depth: depth + 1) {
          return entry.name + [UInt8(ascii: "/")] + odd
        }
      } else if kind != .regularFile {
        return entry.name
      } else if isLongName(name) {
        hasLongNames = true
      }
    }
    return nil
  }

  /// A loose object's name without the first two digits, or that of a pack.
  private func isLongName(_ name: String) -> Bool {
    let digits = name.hasPrefix("pack-") ? name.dropFirst(5).prefix { $0 != "." }.dropFirst(2) : name[...]
    return digits.utf8.count == 62 && digits.allSatisfy(\.isHexDigit)
  }
}
