import Glibc
import TextLayout

/// The nearest folder, from the current one upwards, that contains `cardshelf.yml`.
func findRoot() -> String? {
  guard let current = getcwd(nil, 0) else { return nil }
  defer { free(current) }
  var folder = String(cString: current)
  while true {
    let candidate = folder == "/" ? "/cardshelf.yml" : folder + "/cardshelf.yml"
    if access(candidate, F_OK) == 0 { return folder }
    if folder == "/" { return nil }
    folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    if folder.isEmpty { folder = "/" }
  }
}

/// How this program was installed.
func installation() -> Installation { Installation(ofProgram: "/proc/self/exe", variable: environment) }

/// The path of a document that was installed with a program; nil if there is none.
///
/// - Parameter program: an executable file. Its documents are in `../share/doc/cardshelf`, relative to its folder.
func installedDocument(_ name: String, for program: String = "/proc/self/exe") -> String? {
  guard let file = resolvedPath(program) else { return nil }
  let folder = file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
  return resolvedPath(folder + "/../share/doc/cardshelf/" + name)
}

/// The number of available processors.
func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// The folder for large temporary files.
func scratchFolder() -> String {
  guard let folder = environment("TMPDIR"), folder.hasPrefix("/") else { return "/var/tmp" }
  return folder
}

/// Writes a text for people to standard error.
func printError(_ text: String) {
  _ = writeAll(Array((RunnerLog.isRead ? RunnerLog.withoutCommands(text) : text).utf8), to: STDERR_FILENO)
}

/// - Returns: whether all bytes were written.
func writeAll(_ bytes: [UInt8], to stream: Int32) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(stream, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    if count <= 0 { return false }
    written += count
  }
  return true
}

/// A variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The path of a file from the root, if it is below it: `Content/planets/saturn.md`. The given path is relative to the
/// current folder.
func pathInRoot(_ path: String, root: String) -> String? {
  guard let root = resolvedPath(root), let file = resolvedPath(path) else { return nil }
  let prefix = root == "/" ? "/" : root + "/"
  return file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : nil
}

private func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
