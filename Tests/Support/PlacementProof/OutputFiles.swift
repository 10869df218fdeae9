import Glibc

/// The pages, style sheets and layouts below an output folder, by their paths; nil if the folder cannot be read.
public func outputFiles(in folder: String) -> [String: [UInt8]]? {
  var files: [String: [UInt8]] = [:]
  var folders = [""]
  while let below = folders.popLast() {
    guard let directory = opendir(folder + "/" + below) else { return nil }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let path = below + name
      if name == "." || name == ".." { continue }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        folders.append(path + "/")
      } else if [".html", ".css", ".json"].contains(where: { name.hasSuffix($0) }) {
        files[path] = bytes(of: folder + "/" + path)
      }
    }
  }
  return files
}

private func bytes(of path: String) -> [UInt8]? {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file, &piece, piece.count)
    if count <= 0 { return count == 0 ? bytes : nil }
    bytes += piece[..<count]
  }
}
