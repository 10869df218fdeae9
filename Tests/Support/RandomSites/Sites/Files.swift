import Glibc

/// An operation that the system refused.
public struct Refusal: Error {
  public let what: String

  public init(what: String) { self.what = what }
}

public func read(_ path: String) throws -> String { String(decoding: try bytes(of: path), as: UTF8.self) }

func bytes(of path: String) throws -> [UInt8] {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { throw Refusal(what: "open \(path)") }
  defer { close(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = Glibc.read(file, &piece, piece.count)
    guard count >= 0 else { throw Refusal(what: "read \(path)") }
    if count == 0 { return bytes }
    bytes += piece[..<count]
  }
}

/// Writes a file, and makes the folders above it.
public func write(_ text: String, to path: String) throws {
  var folder = ""
  for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
    folder += part + "/"
    if mkdir(folder, 0o755) != 0, errno != EEXIST { throw Refusal(what: "mkdir \(folder)") }
  }
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard file >= 0 else { throw Refusal(what: "open \(path)") }
  defer { close(file) }
  let bytes = Array(text.utf8)
  guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Refusal(what: "write \(path)") }
}

/// Removes a file, and the folders above it that are empty then.
func remove(_ path: String, below root: String) {
  unlink(path)
  var folder = path[...]
  while let slash = folder.lastIndex(of: "/"), slash > root.endIndex {
    folder = folder[..<slash]
    if rmdir(String(folder)) != 0 { return }
  }
}

/// The files below a folder, by their paths in it.
func tree(_ folder: String) throws -> [String: [UInt8]] {
  var files: [String: [UInt8]] = [:]
  var folders = [""]
  while let below = folders.popLast() {
    guard let directory = opendir(folder + "/" + below) else { throw Refusal(what: "open \(folder)/\(below)") }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        folders.append(below + name + "/")
      } else {
        files[below + name] = try bytes(of: folder + "/" + below + name)
      }
    }
  }
  return files
}
