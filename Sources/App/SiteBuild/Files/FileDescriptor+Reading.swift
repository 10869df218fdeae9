import Glibc

extension FileDescriptor {
  /// The bytes of a regular file in this folder, and its identity; nil if it is something else, or does not exist.
  func readRegularFile(_ name: String) throws(SystemError) -> (bytes: [UInt8], identity: FileIdentity)? {
    // Checked before opening, because opening a device may have effects.
    guard try status(of: name)?.kind == .regularFile else { return nil }
    let file = try openFile(name)
    let status = try file.status()
    guard status.kind == .regularFile, let bytes = try file.read(expecting: status.size, limit: 1 << 30) else {
      return nil
    }
    return (bytes, try file.facts().identity)
  }

  /// The kind of a file at the place of a manifest's proof that is not a proof; nil if it is one, or does not exist.
  func kindOfForeignOrigin() throws(SystemError) -> FileStatus.FileKind? {
    guard let kind = try status(of: OutputFolder.originName)?.kind else { return nil }
    if kind != .regularFile { return kind }
    let beginning = try openFile(OutputFolder.originName).beginning(limit: OutputOrigin.mark.utf8.count)
    return beginning.elementsEqual(OutputOrigin.mark.utf8) ? nil : kind
  }

  /// The proof of where a manifest was written; nil if there is none.
  func readOrigin(ofManifest manifest: FileIdentity) throws(SystemError) -> OutputOrigin? {
    guard let (bytes, own) = try readRegularFile(OutputFolder.originName), let origin = OutputOrigin(bytes: bytes),
      let lock = try facts(of: OutputFolder.lockName),
      origin.proves(manifest: manifest, own: own, lock: lock.identity)
    else { return nil }
    return origin
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
