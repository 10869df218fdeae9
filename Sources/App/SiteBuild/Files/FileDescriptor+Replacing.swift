import CFileSystem
import Glibc

/// Replaces files and folders in an open folder.
extension FileDescriptor {
  /// Writes a file under a name in this folder, completely or not at all.
  ///
  /// - Returns: whether its bytes changed.
  func replaceFile(_ name: String, with bytes: [UInt8]) throws(SystemError) -> Bool {
    if let status = try status(of: name), status.kind == .regularFile, try openFile(name).holds(bytes) { return false }
    var staged = ".\(name).\(getpid())"
    while try self.status(of: staged) != nil { staged += "-" }
    let file = try createFile(staged)
    do throws(SystemError) {
      try file.write(bytes)
      try file.setMode(0o644)
      try file.sync()
      try move(staged, to: self, as: name)
    } catch {
      try? removeFile(staged)
      throw error
    }
    try sync()
    return true
  }

  /// Exchanges a file or folder with the one of the same name in another folder, atomically if the file system supports
  /// it. If there is none, it only moves.
  func exchange(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) {
    if try folder.status(of: name) == nil { return try move(name, to: folder, as: name) }
    let (from, to) = (number, folder.number)
    do throws(SystemError) {
      _ = try retrying { unsafe cfilesystem_rename(from, name, to, name, cfilesystem_exchanging) }
    } catch {
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
      try folder.move(name, to: self, as: ".earlier-" + name)
      try move(name, to: folder, as: name)
    }
  }
}
