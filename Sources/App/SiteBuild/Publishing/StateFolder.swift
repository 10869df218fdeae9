import Glibc

/// The folder `.cardshelf` in a site's root, which stores what is true only on this machine. It is not part of the
/// site, so git ignores it, and builds neither read it as content nor publish it.
///
/// It has a record for each output folder, so that the output folder itself is the same on every machine. A checkout
/// may contain such a folder too. So no link in it is followed, records are believed only for the identities in them
/// (see ``OutputOrigin``), and nothing is written to a folder of this name that is something else.
final class StateFolder: Sendable {
  static let name = ".cardshelf"
  /// The file that makes git ignore everything here, including itself. Nobody writes to it again or renames it, so that
  /// its times never change.
  static let ignoreName = ".gitignore"
  static let ignoreText = Array("*\n".utf8)
  static let recordsName = "outputs"
  /// The most records that are kept for older output folders. Without its record, a folder is unproven.
  static let mostRecords = 64

  private let records: FileDescriptor
  /// The identity of the file that makes git ignore this folder.
  private let marker: FileIdentity

  /// - Parameter makesMissing: true to create the folder if there is none.
  /// - Returns: nil if there is none, and none can be created because this user may not write to the root; if this user
  ///   may not read it; or if something else has its name.
  init?(root: String, makesMissing: Bool) throws(SystemError) {
    let root = try FileDescriptor(folderAt: root)
    do {
      guard let folder = try Self.folder(Self.name, in: root, makesMissing: makesMissing),
        let marker = try Self.marker(in: folder, makesMissing: makesMissing),
        let records = try Self.folder(Self.recordsName, in: folder, makesMissing: makesMissing)
      else { return nil }
      self.records = records
      self.marker = marker
    } catch {
      if error.isRefusal { return nil }
      throw error
    }
  }

  private static func folder(
    _ name: String, in parent: borrowing FileDescriptor, makesMissing: Bool
  ) throws(SystemError) -> FileDescriptor? {
    if let kind = try parent.status(of: name)?.kind {
      if kind != .folder { return nil }
      return try parent.openFolder(name)
    }
    return makesMissing ? try parent.makeFolder(name) : nil
  }

  private static func marker(
    in folder: borrowing FileDescriptor, makesMissing: Bool
  ) throws(SystemError) -> FileIdentity? {
    if let status = try folder.status(of: ignoreName) {
      guard status.kind == .regularFile else { return nil }
      let file = try folder.openFile(ignoreName)
      let bytes = try file.read(expecting: ignoreText.count, limit: ignoreText.count)
      if bytes == ignoreText { return try file.facts().identity }
      // A run that created the file may have ended before it wrote.
      guard bytes == [], try file.facts().linkCount == 1 else { return nil }
    }
    // In a folder of somebody else, git would no longer see their files.
    guard makesMissing, try folder.names().allSatisfy({ $0.elementsEqual(ignoreName.utf8) }) else { return nil }
    let file = try folder.openWritableFile(ignoreName)
    guard try file.status().kind == .regularFile else { return nil }
    try file.write(ignoreText, at: 0)
    try file.sync()
    return try file.facts().identity
  }

  // MARK: Records

  /// A name that no other folder gets, however this one is moved.
  private static func recordName(of output: FileIdentity) -> String {
    "\(output.inode)-\(output.birth.map { "\($0)" } ?? "")"
  }

  /// The proof that a build of this site wrote the manifest of an output folder; nil if there is none.
  func origin(of output: FileIdentity, manifest: FileIdentity) throws(SystemError) -> OutputOrigin? {
    guard let (bytes, own) = try readRecord(Self.recordName(of: output)),
      let origin = OutputOrigin(bytes: bytes),
      origin.proves(manifest: manifest, own: own, marker: marker, output: output)
    else { return nil }
    return origin
  }

  /// Replaces the record of an output folder, and waits for the disk. The caller must have locked that folder.
  ///
  /// - Parameter manifests: the manifests that may be in the folder.
  /// - Returns: false if this user may not write. The folder is unproven from then on.
  func keep(
    _ state: OutputState, of output: FileIdentity, manifests: [FileIdentity]
  ) throws(SystemError) -> Bool {
    let name = Self.recordName(of: output)
    let staged = name + ".new"
    do {
      // A run that ended may have left it.
      if try records.status(of: staged) != nil { try records.removeFile(staged) }
      let file = try records.createFile(staged)
      let origin = OutputOrigin(
        of: state, own: try file.facts().identity, marker: marker, output: output, manifests: manifests)
      try file.write(origin.bytes)
      try file.setMode(0o644)
      try file.sync()
      try records.move(staged, to: records, as: name)
      try records.sync()
      try removeOldest(except: name)
      return true
    } catch {
      if error.isRefusal { return false }
      throw error
    }
  }

  /// Reads a record; nil if there is none that this user may read.
  private func readRecord(_ name: String) throws(SystemError) -> (bytes: [UInt8], own: FileIdentity)? {
    do {
      return try records.readRegularFile(name).map { ($0.bytes, $0.identity) }
    } catch {
      if error.isRefusal { return nil }
      throw error
    }
  }

  /// - Parameter own: the record that was just written: other clocks may have given the others later times.
  private func removeOldest(except own: String) throws(SystemError) {
    let names = try records.names().map { String(decoding: $0, as: UTF8.self) }
    if names.count <= Self.mostRecords { return }
    var found: [(name: String, written: FileTime)] = []
    for name in names where name != own {
      if let written = try timeOfRecord(name) { found.append((name, written)) }
    }
    found.sort { ($0.written.seconds, $0.written.nanoseconds) < ($1.written.seconds, $1.written.nanoseconds) }
    for record in found.dropLast(Self.mostRecords - 1) {
      do {
        try records.removeFile(record.name)
      } catch {
        // Another build, to another folder, may be doing the same.
        if error.code != ENOENT { throw error }
      }
    }
  }

  /// The time of a record; nil for another file, and for one that another build has just removed.
  private func timeOfRecord(_ name: String) throws(SystemError) -> FileTime? {
    do {
      guard try records.status(of: name)?.kind == .regularFile, let facts = try records.facts(of: name) else {
        return nil
      }
      let beginning = try records.openFile(name).beginning(limit: OutputOrigin.mark.utf8.count)
      return beginning.elementsEqual(OutputOrigin.mark.utf8) ? facts.identity.modified : nil
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }
}

extension SystemError {
  /// True if the user lacks the permission, rather than the machine the resources.
  fileprivate var isRefusal: Bool { [EACCES, EPERM, EROFS].contains(code) }
}
