import Diagnostics
import Glibc

/// Checks everything that git may open in a repository: its folders of objects and of references.
///
/// git opens any file with the right name: a FIFO would block it forever, a symbolic link would lead it elsewhere, and
/// it reads a whole file even if it needs only the first 40 bytes.
struct GitStorage {
  /// True if names of objects are those of SHA-256. The names of the objects themselves decide, never those of
  /// references, which anyone who may push a branch can choose.
  private(set) var hasLongNames = false
  private var seen: Set<String> = []

  /// The limit of a small file in bytes; a reference is at most one line, and a list of alternates a few lines.
  private static let fileLimit = 1 << 20
  /// The limit in bytes, for about three million references.
  private static let packedReferencesLimit = 256 << 20
  /// The limit in bytes; git passes no longer path to the system (path_resolution(7)).
  private static let pathLimit = 4096

  private enum GitFileContent { case references, objects }

  /// - Complexity: O(files in both folders, and in those from which objects are borrowed).
  init(of repository: GitRepository) throws(GitFault) {
    try check(repository.commonFolder + "/refs", of: .references)
    if repository.isLinked, try size(of: "refs", in: repository.ownFolder) != nil {
      try check(repository.ownFolder + "/refs", of: .references)
    }
    if let size = try size(of: "packed-refs", in: repository.commonFolder), size > Self.packedReferencesLimit {
      throw .tooLarge(repository.commonFolder + "/packed-refs", limit: Self.packedReferencesLimit)
    }
    try checkObjects(in: repository.commonFolder + "/objects", depth: 0)
  }

  /// Also checks the repositories from which objects are borrowed (gitrepository-layout, `objects/info/alternates`).
  private mutating func checkObjects(in folder: String, depth: Int) throws(GitFault) {
    guard seen.insert(folder).inserted else { return }
    // git has the same limit.
    guard depth <= 5, seen.count <= 64 else { throw .refused("too many folders of objects borrow from each other") }
    try check(folder, of: .objects)
    for line in try alternates(of: folder).split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      guard let path = String(validating: line, as: UTF8.self), !path.hasPrefix("\"") else {
        throw .refused("\(folder)/info/alternates has a path that is not plain UTF-8")
      }
      let place = withoutParentSteps(path.hasPrefix("/") ? path : folder + "/" + path)
      // git ignores a folder that does not exist.
      guard let other = try? absolutePath(ofFolder: place) else { continue }
      try checkObjects(in: other, depth: depth + 1)
    }
  }

  /// The list of alternates; empty if there is no such file.
  private func alternates(of folder: String) throws(GitFault) -> [UInt8] {
    let info = folder + "/info"
    guard try size(of: "alternates", in: info) != nil else { return [] }
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try FileDescriptor(folderAt: info).openFile("alternates")
      bytes = try file.read(expecting: try file.status().size, limit: Self.fileLimit)
    } catch {
      throw .refused("cannot read \(info)/alternates: \(error.reason)")
    }
    guard let bytes else { throw .tooLarge(info + "/alternates", limit: Self.fileLimit) }
    return bytes
  }

  /// The size in bytes; nil if there is no such file or folder.
  private func size(of name: String, in folder: String) throws(GitFault) -> Int? {
    do throws(SystemError) {
      return try FileDescriptor(folderAt: folder).status(of: name)?.size
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw .refused("cannot read \(folder): \(error.reason)")
    }
  }

  private mutating func check(_ root: String, of content: GitFileContent) throws(GitFault) {
    var waiting = [""]
    while let folder = waiting.popLast() {
      let entries: [StorageEntry]
      do throws(SystemError) {
        entries = try self.entries(of: folder, below: root, withSizes: content == .references)
      } catch {
        // Another program may have removed it: git removes empty folders.
        if error.code == ENOENT, !folder.isEmpty { continue }
        throw .refused("cannot read \(root)/\(folder): \(error.reason)")
      }
      for entry in entries {
        switch entry.kind {
        case .folder: waiting.append(entry.path)
        case .regularFile:
          guard entry.size <= Self.fileLimit else { throw .tooLarge("\(root)/\(entry.path)", limit: Self.fileLimit) }
          if content == .objects, isLongName(entry.path) { hasLongNames = true }
        default: throw .refused("\(root)/\(entry.path) is neither a regular file nor a folder")
        }
      }
    }
  }

  /// A file or folder by its path from the start of the check.
  private struct StorageEntry {
    let path: String
    let kind: FileStatus.FileKind
    /// The size in bytes; 0 if it was not requested.
    let size: Int
  }

  /// Lists a folder. It is opened from the top again: references may be two thousand folders deep, and a process may
  /// not be allowed to open that many.
  private func entries(of folder: String, below root: String, withSizes: Bool) throws(SystemError) -> [StorageEntry] {
    let names = folder.split(separator: "/").map(String.init)
    let opened = try openFolder(names, below: root)
    var entries: [StorageEntry] = []
    for entry in try opened.entries() {
      let name = String(decoding: entry.name, as: UTF8.self)
      let path = folder.isEmpty ? name : folder + "/" + name
      // git requests only names in UTF-8, and the system does not open longer paths.
      guard name.utf8.elementsEqual(entry.name), path.utf8.count < Self.pathLimit else { continue }
      if let kind = entry.kind, kind == .folder || !withSizes {
        entries.append(StorageEntry(path: path, kind: kind, size: 0))
      } else if let status = try opened.status(of: name) {
        entries.append(StorageEntry(path: path, kind: status.kind, size: withSizes ? status.size : 0))
      }
    }
    return entries
  }

  private func openFolder(_ names: [String], below root: String) throws(SystemError) -> FileDescriptor {
    var folder = try FileDescriptor(folderAt: root)
    if let found = try? folder.openFolder(beneath: names) { return found }
    // The kernel does not support the call, or refused it.
    for name in names { folder = try folder.openFolder(name) }
    return folder
  }

  /// Returns whether a path from the folder of objects is a loose object or a pack that is named by SHA-256.
  private func isLongName(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    guard names.count == 2, let name = names.last else { return false }
    let digits =
      names[0] == "pack"
      ? name.hasPrefix("pack-") ? name.dropFirst(5).prefix { $0 != "." } : ""
      : names[0] + name
    return digits.utf8.count == 64 && isObjectName(digits.utf8)
  }
}

extension GitFault {
  fileprivate static func tooLarge(_ path: String, limit: Int) -> GitFault {
    .refused("\(path) is larger than \(limit >> 20) MiB")
  }
}

/// An absolute path without `..`, which git removes before the system could follow a link to the left of it.
private func withoutParentSteps(_ path: String) -> String {
  var names: [Substring] = []
  for name in path.split(separator: "/") where name != "." {
    if name != ".." { names.append(name) } else { _ = names.popLast() }
  }
  return "/" + names.joined(separator: "/")
}
