import Glibc

/// The unique path of a folder that is absolute and free of symbolic links, `.` and `..`.
func absolutePath(ofFolder path: String) throws(SystemError) -> String {
  _ = try FileDescriptor(folderAt: path)
  guard let resolved = unsafe realpath(path, nil) else { throw SystemError(code: errno) }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// A folder's absolute path, or the given path if the folder does not exist.
public func resolvedFolder(_ path: String) -> String {
  do throws(SystemError) {
    return try absolutePath(ofFolder: path)
  } catch {
    return path
  }
}

/// A path without slashes at its end: `out/` as `out`; `/` stays.
func withoutTrailingSlashes(_ path: String) -> String {
  var bytes = Array(path.utf8)
  while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
  return String(decoding: bytes, as: UTF8.self)
}
