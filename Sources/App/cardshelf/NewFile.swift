import Glibc

/// Why a file was not written.
enum NewFileFailure: Error {
  case exists
  case system(String)
}

/// Writes a file that must not be there, and the folders that it is in. Symbolic links are not followed: they may be a
/// stranger's, and lead out of the folder.
///
/// - Parameters:
///   - path: absolute.
///   - folder: one above the file, which exists.
func writeNewFile(_ bytes: [UInt8], at path: String, below folder: String) -> Result<Void, NewFileFailure> {
  func failure() -> Result<Void, NewFileFailure> {
    .failure(errno == EEXIST ? .exists : .system(String(cString: strerror(errno))))
  }
  let names = path.dropFirst(folder.count).split(separator: "/").map(String.init)
  var parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard parent >= 0 else { return failure() }
  defer { close(parent) }
  for name in names.dropLast() {
    if mkdirat(parent, name, 0o777) != 0, errno != EEXIST { return failure() }
    let next = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard next >= 0 else {
      var status = stat()
      guard fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        return failure()
      }
      return .failure(.system("\(name) is a symbolic link"))
    }
    close(parent)
    parent = next
  }
  let name = names.last ?? ""
  let file = openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard file >= 0 else { return failure() }
  defer { close(file) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if written < 0 {
      if errno == EINTR { continue }
      let result = failure()
      unlinkat(parent, name, 0)
      return result
    }
    rest = rest.dropFirst(written)
  }
  return .success(())
}
