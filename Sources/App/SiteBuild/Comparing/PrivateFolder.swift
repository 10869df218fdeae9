import Glibc
import Processes

/// A folder for the needs of one run, which only this user can enter.
///
/// It is locked while it is used. The kernel releases the lock however the process ends, so an unlocked folder belongs
/// to a dead run.
final class PrivateFolder: Sendable {
  let path: String
  private let folder: Int32

  private static let prefix = "cardshelf-diff-"
  /// The number of letters that `mkdtemp` appends to the prefix.
  private static let letterCount = 6

  /// - Throws: the reason if it cannot be created.
  init(in parent: String) throws(SystemError) {
    // A sweep may lock and remove the folder before it is locked here.
    for _ in 0..<16 {
      var template = Array("\(parent)/\(Self.prefix)\(String(repeating: "X", count: Self.letterCount))".utf8CString)
      guard let made = unsafe mkdtemp(&template) else { throw SystemError(code: errno) }
      // A umask may deny access to the owner.
      unsafe chmod(made, 0o700)
      guard let (path, folder) = try Self.opened(unsafe String(cString: made)) else { continue }
      // Some file systems cannot lock folders. Nothing is swept there.
      if flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, Self.isAt(path, folder) {
        self.path = path
        self.folder = folder
        return
      }
      close(folder)
    }
    throw SystemError(code: EBUSY)
  }

  /// Opens the folder; nil if a sweep has removed it.
  private static func opened(_ made: String) throws(SystemError) -> (path: String, folder: Int32)? {
    do throws(SystemError) {
      guard let real = unsafe realpath(made, nil) else { throw SystemError(code: errno) }
      let path = unsafe String(cString: real)
      unsafe free(real)
      return (path, try retrying { unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) })
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  deinit { close(folder) }

  /// Removes the folder and everything in it, without following links.
  func remove() {
    removeContent(of: folder)
    unsafe rmdir(path)
  }

  /// Removes the folders of dead runs of this user.
  static func sweep(_ parent: String) {
    for name in names(inFolder: parent)
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + letterCount {
      let path = parent + "/" + name
      let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      defer { close(folder) }
      var status = stat()
      guard unsafe fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o777 == 0o700,
        flock(folder, LOCK_EX | LOCK_NB) == 0, isAt(path, folder)
      else { continue }
      removeContent(of: folder)
      unsafe rmdir(path)
    }
  }

  private static func isAt(_ path: String, _ folder: Int32) -> Bool {
    var (there, here) = (stat(), stat())
    return unsafe lstat(path, &there) == 0 && fstat(folder, &here) == 0 && there.st_ino == here.st_ino
      && there.st_dev == here.st_dev
  }
}

/// Removes everything in a folder, of any depth, with three open files.
///
/// The content of an inner folder is moved up before that folder is removed: a commit can nest folders more deeply than
/// the limits on paths, stacks and open files.
///
/// - Complexity: O(files).
private func removeContent(of folder: Int32) {
  var number = 0
  while let inside = foldersAfterRemovingFiles(in: folder), !inside.isEmpty {
    var isStuck = true
    for name in inside {
      if unsafe unlinkat(folder, name, AT_REMOVEDIR) == 0 {
        isStuck = false
        continue
      }
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      let child = unsafe openat(folder, name, flags)
      guard child >= 0 else { continue }
      for grandchild in foldersAfterRemovingFiles(in: child) ?? [] {
        // If a name is taken, it belongs to a folder that is not empty.
        for _ in 0..<1000 {
          number += 1
          if unsafe renameat(child, grandchild, folder, ".removed-\(number)") == 0 { break }
        }
      }
      close(child)
      if unsafe unlinkat(folder, name, AT_REMOVEDIR) == 0 { isStuck = false }
    }
    if isStuck { return }
  }
}

/// Removes everything except for folders, and returns the names of these; nil if they cannot be listed.
private func foldersAfterRemovingFiles(in folder: Int32) -> [[CChar]]? {
  guard let entries = try? FileDescriptor(number: dup(folder)).entries() else { return nil }
  return entries.map { entry in entry.name.map { CChar(bitPattern: $0) } + [0] }
    .filter { name in unsafe unlinkat(folder, name, 0) != 0 }
}
