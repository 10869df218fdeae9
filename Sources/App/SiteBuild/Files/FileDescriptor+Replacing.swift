import Glibc

/// Replaces files in an open folder.
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
}
