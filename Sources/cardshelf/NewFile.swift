import Glibc

/// Why a file was not written.
enum NewFileFailure: Error {
  case exists
  case system(String)
}

/// Writes a file that must not be there, and the folders that it is in.
///
/// - Parameters:
///   - path: absolute.
///   - folder: one above the file, which exists.
func writeNewFile(_ bytes: [UInt8], at path: String, below folder: String) -> Result<Void, NewFileFailure> {
  func failure() -> Result<Void, NewFileFailure> {
    .failure(errno == EEXIST ? .exists : .system(String(cString: strerror(errno))))
  }
  var walked = folder
  for part in path.dropFirst(folder.count).split(separator: "/").dropLast() {
    walked += "/" + part
    if mkdir(walked, 0o777) != 0, errno != EEXIST { return failure() }
  }
  let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard file >= 0 else { return failure() }
  defer { close(file) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if written < 0 {
      if errno == EINTR { continue }
      let result = failure()
      unlink(path)
      return result
    }
    rest = rest.dropFirst(written)
  }
  return .success(())
}
