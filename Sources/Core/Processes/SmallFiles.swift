import Glibc

/// The names in a folder, in no particular order; empty if the folder cannot be read.
public func names(inFolder path: String) -> [String] {
  guard let stream = unsafe opendir(path), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let start = unsafe UnsafeRawPointer(entry) + offset
    names.append(unsafe String(cString: start.assumingMemoryBound(to: CChar.self)))
  }
  return names
}

/// The bytes of a file whose size is not known beforehand, such as those under `/proc`; nil if it cannot be read.
public func contents(ofFile path: String) -> [UInt8]? {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  if file < 0 { return nil }
  defer { close(file) }
  return contents(of: file)
}

/// The bytes of an open file from its position to the end; nil, with a reason in `errno`, if they cannot be read.
///
/// - Parameter limit: the most bytes to read; reading stops once there are more.
public func contents(of file: Int32, limit: Int = .max) -> [UInt8]? {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    if count < 0 { return nil }
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  return bytes
}

/// The reason why the kernel refused a call.
public func reason(ofError code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
