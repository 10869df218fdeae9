import CFileSystem
import Glibc

/// Walks along paths and through folders without following symbolic links unnoticed.
extension FileDescriptor {
  /// The folder at a path.
  ///
  /// The path is walked name by name, so that nobody can replace a checked folder with a link.
  ///
  /// - Parameters:
  ///   - makesMissing: true to create missing folders with mode 0755.
  ///   - followsLinks: true to follow symbolic links on the way; otherwise they are refused with `ELOOP`.
  ///   - isLinked: becomes true at such a link.
  static func folder(
    at path: String, makesMissing: Bool = true, followsLinks: Bool, isLinked: inout Bool
  ) throws(SystemError) -> FileDescriptor {
    var folder = try FileDescriptor(passing: path.utf8.first == 0x2F ? "/" : ".")
    for name in path.utf8.split(separator: 0x2F) where !name.elementsEqual([0x2E]) {
      folder = try folder.passing(
        String(decoding: name, as: UTF8.self), makesMissing: makesMissing, followsLinks: followsLinks,
        isLinked: &isLinked)
    }
    return try folder.reopenedFolder()
  }

  /// The last folder that exists on the way to a path; see ``folder(at:makesMissing:followsLinks:isLinked:)``. Its
  /// permissions may only allow passing through it.
  ///
  /// - Parameter missing: receives the rest of the path.
  static func nearestFolder(
    to path: String, followsLinks: Bool, isLinked: inout Bool, missing: inout [String]
  ) throws(SystemError) -> FileDescriptor {
    var folder = try FileDescriptor(passing: path.utf8.first == 0x2F ? "/" : ".")
    for name in path.utf8.split(separator: 0x2F) where !name.elementsEqual([0x2E]) {
      let name = String(decoding: name, as: UTF8.self)
      if missing.isEmpty, try folder.status(of: name) != nil {
        folder = try folder.passing(name, makesMissing: false, followsLinks: followsLinks, isLinked: &isLinked)
      } else {
        missing.append(name)
      }
    }
    return folder
  }

  private init(passing path: String) throws(SystemError) {
    self.init(number: try retrying { unsafe Glibc.open(path, cfilesystem_passing | O_DIRECTORY | O_CLOEXEC) })
  }

  /// The next folder on a path; permission to list this one is not needed.
  private func passing(
    _ name: String, makesMissing: Bool, followsLinks: Bool, isLinked: inout Bool
  ) throws(SystemError) -> FileDescriptor {
    do {
      return try passing(name, O_NOFOLLOW)
    } catch {
      switch error.code {
      case ENOENT where makesMissing:
        return try makeFolder(name)
      case ENOTDIR, ELOOP:
        guard try status(of: name)?.kind == .symbolicLink else { throw error }
        isLinked = true
        if !followsLinks { throw SystemError(code: ELOOP) }
        return try passing(name, 0)
      default: throw error
      }
    }
  }

  private func passing(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    let folder = number
    let flags = cfilesystem_passing | O_DIRECTORY | O_CLOEXEC | flags
    return FileDescriptor(number: try retrying { unsafe openat(folder, name, flags) })
  }

  func folderAbove() throws(SystemError) -> FileDescriptor { try passing("..", 0) }

  /// This folder and all of its parents, from the inside out, as the kernel reports them, independent of names.
  func wayUp() throws(SystemError) -> [FileFacts] {
    var folder = try passing(".", 0)
    var way = [try folder.facts()]
    while true {
      let above = try folder.folderAbove()
      let facts = try above.facts()
      if facts.identity.isSamePlace(as: way[way.count - 1].identity), facts.mount == way[way.count - 1].mount {
        return way
      }
      way.append(facts)
      folder = above
    }
  }

  /// Returns whether any of these folders is inside this one, at any depth.
  func holds(anyOf places: [FileIdentity], depth: Int = 0) throws(SystemError) -> Bool {
    // The limit is deeper than the sources of a site can be, and than git's own files are.
    if depth > 32 { return false }
    for entry in try entries() where entry.kind == nil || entry.kind == .folder {
      let name = String(decoding: entry.name, as: UTF8.self)
      guard Array(name.utf8) == entry.name, let facts = try facts(of: name), facts.isFolder else { continue }
      if places.contains(where: { $0.isSamePlace(as: facts.identity) }) { return true }
      do throws(SystemError) {
        if try openFolder(name).holds(anyOf: places, depth: depth + 1) { return true }
      } catch {
        // Others may remove the entry meanwhile.
        if error.code != ENOENT { throw error }
      }
    }
    return false
  }
}
