import ArgumentParser
import Diagnostics
import Glibc

/// Writes a file that must not exist yet, and creates its parent folders; on failure, prints the reason and ends the
/// command.
///
/// - Parameters:
///   - path: the path from a folder that exists.
///   - help: advice if the file exists.
func writeNewFile(_ bytes: [UInt8], at path: String, in folder: String, ifThere help: String) throws {
  guard let (code, link) = write(bytes, at: path, below: folder) else { return }
  if code == EEXIST { throw refusal(of: path, help: help) }
  let reason = link.map { "\($0) is a symbolic link" } ?? String(cString: strerror(code))
  printError("error: cannot write \(printable(path)): \(reason)\n")
  throw ExitCode(2)
}

/// Prints that something already exists.
func refusal(of path: String, help: String) -> ExitCode {
  printError("error: \(printable(path)) already exists [file-exists]\nhelp: \(help)\n")
  return ExitCode(2)
}

/// Writes a file without following symbolic links: they may be a stranger's, and lead out of the folder.
///
/// - Returns: nil, or the error number of the failure, and the link that is in the way.
private func write(_ bytes: [UInt8], at path: String, below folder: String) -> (code: Int32, link: String?)? {
  let names = path.split(separator: "/").map(String.init)
  var parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard parent >= 0 else { return (errno, nil) }
  defer { close(parent) }
  for name in names.dropLast() {
    if mkdirat(parent, name, 0o777) != 0, errno != EEXIST { return (errno, nil) }
    let next = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard next >= 0 else {
      let code = errno
      var status = stat()
      let isLink = fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
      return (code, isLink ? name : nil)
    }
    close(parent)
    parent = next
  }
  let name = names.last ?? ""
  let file = openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard file >= 0 else { return (errno, nil) }
  defer { close(file) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    if written < 0 {
      if errno == EINTR { continue }
      let code = errno
      unlinkat(parent, name, 0)
      return (code, nil)
    }
    rest = rest.dropFirst(written)
  }
  return nil
}
