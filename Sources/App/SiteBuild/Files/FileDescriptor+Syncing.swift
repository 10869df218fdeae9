import CFileSystem
import Glibc

/// Waits until files are on the disk.
extension FileDescriptor {
  /// Lets the disk begin to write the content, so that less is left to wait for later. If the disk does not, everything
  /// is written later.
  func startWriting() { _ = cfilesystem_sync_range(number, 0, 0, cfilesystem_begin_to_write) }

  /// Returns when the file system reports that the content is on disk; for a folder, the names in it.
  func sync() throws(SystemError) {
    let number = number
    do {
      _ = try retrying { fsync(number) }
    } catch {
      if error.code != EINVAL && error.code != EROFS { throw error }
    }
  }

  /// Returns when everything that anyone wrote to this file system is on disk. Throws if any of it could not be written
  /// since this file was opened (Linux 5.8).
  func syncFileSystem() throws(SystemError) {
    let number = number
    _ = try retrying { syncfs(number) }
  }
}
