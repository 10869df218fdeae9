import Glibc

/// Reads regular files in an open folder, if they are what they should be.
extension FileDescriptor {
  /// The bytes of a regular file in this folder, and its identity; nil if it is something else, is larger than any list
  /// of files, or does not exist.
  func readRegularFile(_ name: String) throws(SystemError) -> (bytes: [UInt8], identity: FileIdentity)? {
    // This is checked before opening, because opening a device may have effects.
    guard try status(of: name)?.kind == .regularFile else { return nil }
    let file = try openFile(name)
    let status = try file.status()
    guard status.kind == .regularFile, let bytes = try file.read(expecting: status.size, limit: 1 << 26) else {
      return nil
    }
    return (bytes, try file.facts().identity)
  }

  /// The identity of the file with a name, if it is a regular file whose content has one of these hashes.
  func fileHolding(oneOf hashes: Set<String>, under name: String) throws(SystemError) -> FileIdentity? {
    guard try status(of: name)?.kind == .regularFile else { return nil }
    let file = try openFile(name)
    guard try file.status().kind == .regularFile else { return nil }
    let identity = try file.facts().identity
    return hashes.contains(try file.contentHash()) ? identity : nil
  }
}
