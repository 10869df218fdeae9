import Glibc

/// The folder `.cardshelf` in a site's root: what is true on this machine alone. It is no part of the site, so git
/// ignores it, and builds neither read it as content nor publish it.
///
/// It holds a record for each output folder, so that the output folder itself is the same on every machine. A checkout
/// may bring such a folder too. So no link in it is followed, records are believed only for the identities in them (see
/// ``OutputOrigin``), and nothing is written to a folder of this name that is something else.
final class StateFolder: Sendable {
  static let name = ".cardshelf"
  /// Makes git ignore everything here, itself included. Nobody writes to it again or renames it, so that its times
  /// never change.
  static let ignoreName = ".gitignore"
  static let ignoreText = Array("*\n".utf8)
  static let recordsName = "outputs"
  /// Of older output folders, only the records of so many are kept. Without its record, a folder is unproven.
  static let mostRecords = 64

  private let records: FileDescriptor
  /// The identity of the file that makes git ignore this folder.
  private let marker: FileIdentity

  /// - Parameter makesMissing: true to make the folder where there is none.
  /// - Returns: nil if there is none, and none can be made because this user may not write to the root; or if something
  ///   else has its name.
  init?(root: String, makesMissing: Bool) throws(SystemError) {
    guard let folder = try Self.folder(Self.name, in: try FileDescriptor(folderAt: root), makesMissing: makesMissing),
      let marker = try Self.marker(in: folder, makesMissing: makesMissing),
      let records = try Self.folder(Self.recordsName, in: folder, makesMissing: makesMissing)
    else { return nil }
    self.records = records
    self.marker = marker
  }

  private static func folder(
    _ name: String, in parent: borrowing FileDescriptor, makesMissing: Bool
  ) throws(SystemError) -> FileDescriptor? {
    if let kind = try parent.status(of: name)?.kind {
      if kind != .folder { return nil }
      return try parent.openFolder(name)
    }
    if !makesMissing { return nil }
    do {
      return try parent.makeFolder(name)
    } catch {
      if error.isRefusal { return nil }
      throw error
    }
  }

  private static func marker(
    in folder: borrowing FileDescriptor, makesMissing: Bool
  ) throws(SystemError) -> FileIdentity? {
    if let status = try folder.status(of: ignoreName) {
      guard status.kind == .regularFile else { return nil }
      let file = try folder.openFile(ignoreName)
      let bytes = try file.read(expecting: ignoreText.count, limit: ignoreText.count)
      if bytes == ignoreText { return try file.facts().identity }
      // A run that made it may have ended before it wrote.
      guard bytes == [], try file.facts().linkCount == 1 else { return nil }
    }
    // In a folder of somebody else, git would not see their files any more.
    guard makesMissing, try folder.names().allSatisfy({ $0.elementsEqual(ignoreName.utf8) }) else { return nil }
    do {
      let file = try folder.openWritableFile(ignoreName)
      guard try file.status().kind == .regularFile else { return nil }
      try file.write(ignoreText, at: 0)
      try file.sync()
      return try file.facts().identity
    } catch {
      if error.isRefusal { return nil }
      throw error
    }
  }

  // MARK: Records

  /// A name that no other folder gets, however it is moved.
  private static func recordName(of output: FileIdentity) -> String {
    "\(output.inode)-\(output.birth.map { "\($0)" } ?? "")"
  }

  /// The proof that a build of this site wrote the manifest of an output folder; nil if there is none.
  func origin(of output: FileIdentity, manifest: FileIdentity) throws(SystemError) -> OutputOrigin? {
    guard let (bytes, own) = try records.readRegularFile(Self.recordName(of: output)),
      let origin = OutputOrigin(bytes: bytes),
      origin.proves(manifest: manifest, own: own, marker: marker, output: output)
    else { return nil }
    return origin
  }

  /// Replaces the record of an output folder, and waits for the disk. Whoever calls this has locked that folder.
  ///
  /// - Parameter manifests: those that may be in the folder.
  /// - Returns: false where this user may not write. The folder is unproven from then on.
  func keep(
    _ state: OutputState, of output: FileIdentity, manifests: [FileIdentity]
  ) throws(SystemError) -> Bool {
    let name = Self.recordName(of: output)
    let staged = name + ".new"
    do {
      // Of a run that ended.
      if try records.status(of: staged) != nil { try records.removeFile(staged) }
      let file = try records.createFile(staged)
      let origin = OutputOrigin(
        of: state, own: try file.facts().identity, marker: marker, output: output, manifests: manifests)
      try file.write(origin.bytes)
      try file.setMode(0o644)
      try file.sync()
      try records.move(staged, to: records, as: name)
      try records.sync()
      try removeOldest()
      return true
    } catch {
      if error.isRefusal { return false }
      throw error
    }
  }

  private func removeOldest() throws(SystemError) {
    let names = try records.names()
    if names.count <= Self.mostRecords { return }
    var found: [(name: String, written: FileTime)] = []
    for name in names {
      let name = String(decoding: name, as: UTF8.self)
      guard try records.status(of: name)?.kind == .regularFile, let facts = try records.facts(of: name) else {
        continue
      }
      let beginning = try records.openFile(name).beginning(limit: OutputOrigin.mark.utf8.count)
      if beginning.elementsEqual(OutputOrigin.mark.utf8) { found.append((name, facts.identity.modified)) }
    }
    found.sort { ($0.written.seconds, $0.written.nanoseconds) < ($1.written.seconds, $1.written.nanoseconds) }
    for record in found.dropLast(Self.mostRecords) { try records.removeFile(record.name) }
  }
}

extension SystemError {
  /// True if the user lacks the permission, and not the machine the means.
  fileprivate var isRefusal: Bool { [EACCES, EPERM, EROFS].contains(code) }
}
