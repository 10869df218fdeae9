import Diagnostics
import Glibc
import SiteValidation

/// An output folder that this run alone writes to.
///
/// No path in it is followed through a symbolic link.
struct OutputFolder: ~Copyable {
  /// The beginning of every name that Cardshelf uses for itself.
  static let reservedPrefix = ".cardshelf"
  static let stagingName = ".cardshelf-staging"
  static let manifestName = ".cardshelf-manifest"
  static let lockName = ".cardshelf.lock"

  private let folder: FileDescriptor
  /// Held until this value ends; never written to.
  private let lock: FileDescriptor
  private let shownAs: String

  /// Opens the folder, making it where there is none, and waits for its lock.
  ///
  /// - Parameter patience: how long to wait, in seconds.
  init(path: String, shownAs: String, patience: Int) throws(Diagnostic) {
    let folder = try opening(shownAs) { () throws(SystemError) in try openOrMakeFolder(path) }
    let lock = try opening(shownAs) { () throws(SystemError) in try folder.openLockFile(Self.lockName) }
    // For whoever builds next; a lock of another's has its mode.
    try? lock.setMode(0o644)
    var triesLeft = patience * 100
    while try !opening(shownAs, { () throws(SystemError) in try lock.tryLock() }) {
      if triesLeft == 0 { throw .outputBusy(shownAs, seconds: patience) }
      triesLeft -= 1
      usleep(10_000)
    }
    self.folder = folder
    self.lock = lock
    self.shownAs = shownAs
  }

  /// A path in this folder as findings show it.
  func shown(_ path: RelativePath) -> String { shownAs + "/" + path.text }

  // MARK: Looking

  /// What stands at a path.
  enum Standing: Hashable {
    case nothing
    case file(isSame: Bool)
    /// Something else than a file at the path, or than a folder above it.
    case inTheWay(RelativePath, FileStatus.Kind)
  }

  /// - Parameter file: what it should hold; without one, no file is the same.
  func standing(at path: RelativePath, comparedWith file: SiteFile?) throws(Diagnostic) -> Standing {
    do {
      var parent = try folder.reopenedFolder()
      for ancestor in path.ancestors.reversed() {
        let name = ancestor.split.name
        guard let status = try parent.status(of: name) else { return .nothing }
        guard status.kind == .folder else { return .inTheWay(ancestor, status.kind) }
        parent = try parent.openFolder(name)
      }
      let name = path.split.name
      guard let status = try parent.status(of: name) else { return .nothing }
      guard status.kind == .regularFile else { return .inTheWay(path, status.kind) }
      guard let file, status.size == file.byteCount else { return .file(isSame: false) }
      return .file(isSame: try parent.openFile(name).holds(file.bytes))
    } catch {
      throw .unreadable(shown(path), error)
    }
  }

  /// What the folder says that Cardshelf wrote; nothing for a folder that it never wrote to.
  func manifest() throws(Diagnostic) -> OutputManifest {
    let shown = shownAs + "/" + Self.manifestName
    let bytes: [UInt8]?
    do {
      guard let status = try folder.status(of: Self.manifestName) else { return OutputManifest() }
      bytes =
        status.kind == .regularFile
        ? try folder.openFile(Self.manifestName).read(expecting: status.size, limit: 1 << 30) : nil
    } catch {
      throw .unreadable(shown, error)
    }
    guard let bytes, let manifest = OutputManifest(bytes: bytes) else { throw .outputManifestDamaged(shown) }
    return manifest
  }

  // MARK: Changing

  func perform(_ step: OutputStep, of plan: OutputPlan) throws(Diagnostic) {
    do throws(SystemError) {
      switch step {
      case .stage(let file, let name):
        let bytes = file.content.bytes
        // What could not be read back must not be published as an empty file.
        guard bytes.count == file.content.byteCount else { throw SystemError(code: EIO) }
        _ = try stage(bytes, as: name)
      case .secure(let names): try secure(names)
      case .record(let manifest): try record(manifest)
      case .place(let path, let name): try place(path, from: name)
      case .settle(let folders): try settle(folders)
      case .remove(let path): try remove(path)
      case .sweep: try removeStaging()
      }
    } catch {
      let path: String =
        switch step {
        case .stage(let file, _): shown(file.path)
        case .place(let path, _), .remove(let path): shown(path)
        case .record: shownAs + "/" + Self.manifestName
        case .secure, .settle, .sweep: shownAs
        }
      throw .outputUnwritable(path, error, bytesNeeded: plan.byteCount)
    }
  }

  /// Removes what a run staged and did not place.
  func sweep() throws(Diagnostic) {
    do {
      try removeStaging()
    } catch {
      throw .outputUnwritable(shownAs + "/" + Self.stagingName, error)
    }
  }

  private func removeStaging() throws(SystemError) {
    guard let status = try folder.status(of: Self.stagingName) else { return }
    guard status.kind == .folder else { return try folder.removeFile(Self.stagingName) }
    let staging = try folder.openFolder(Self.stagingName)
    for name in try staging.names() { try staging.removeFile(String(decoding: name, as: UTF8.self)) }
    try folder.removeEmptyFolder(Self.stagingName)
  }

  /// - Returns: the file, of which the disk may have nothing yet.
  private func stage(_ bytes: [UInt8], as name: String) throws(SystemError) -> FileDescriptor {
    let file = try folder.makeFolder(Self.stagingName).createFile(name)
    try file.write(bytes)
    try file.setMode(0o644)
    return file
  }

  /// Each file or folder that is synchronised by itself costs a commit of the file system's journal; beyond this many,
  /// one commit of everything costs less.
  private static let mostSingleSyncs = 8

  private func secure(_ names: [String]) throws(SystemError) {
    if names.count > Self.mostSingleSyncs { return try folder.syncFileSystem() }
    let staging = try folder.openFolder(Self.stagingName)
    for name in names { try staging.openFile(name).sync() }
  }

  private func record(_ manifest: OutputManifest) throws(SystemError) {
    try stage(manifest.bytes, as: "manifest").sync()
    try folder.openFolder(Self.stagingName).move("manifest", to: folder, as: Self.manifestName)
    try folder.sync()
  }

  private func place(_ path: RelativePath, from stagedName: String) throws(SystemError) {
    let (folders, name) = path.split
    var parent = try folder.reopenedFolder()
    for folder in folders { parent = try parent.makeFolder(folder) }
    try folder.openFolder(Self.stagingName).move(stagedName, to: parent, as: name)
  }

  private func settle(_ folders: [RelativePath]) throws(SystemError) {
    if folders.count > Self.mostSingleSyncs { return try folder.syncFileSystem() }
    for path in folders {
      if let folder = try open(path.names) { try folder.sync() }
    }
    try folder.sync()
  }

  private func remove(_ path: RelativePath) throws(SystemError) {
    var (folders, name) = path.split
    // A run that died may have made the folders, or removed the file, and gone no further.
    if let parent = try open(folders), try parent.status(of: name) != nil { try parent.removeFile(name) }
    while let emptied = folders.popLast() {
      guard let parent = try open(folders) else { continue }
      do {
        try parent.removeEmptyFolder(emptied)
      } catch {
        switch error.code {
        case ENOENT: continue
        // Others have files in it, or made something else of it.
        case ENOTEMPTY, EEXIST, ENOTDIR, EBUSY: return
        default: throw error
        }
      }
    }
  }

  /// A folder by the names that lead to it; nil where one of them is not a folder's.
  private func open(_ names: [String]) throws(SystemError) -> FileDescriptor? {
    var current = try folder.reopenedFolder()
    for name in names {
      guard try current.status(of: name)?.kind == .folder else { return nil }
      current = try current.openFolder(name)
    }
    return current
  }
}

/// Gives a refusal of the kernel the folder that it is about.
private func opening<Result: ~Copyable>(
  _ shownAs: String, _ body: () throws(SystemError) -> Result
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    throw .outputUnwritable(shownAs, error)
  }
}

private func openOrMakeFolder(_ path: String) throws(SystemError) -> FileDescriptor {
  do {
    return try FileDescriptor(folderAt: path)
  } catch {
    guard error.code == ENOENT else { throw error }
  }
  try makeFolders(path)
  return try FileDescriptor(folderAt: path)
}

/// Makes a folder and those above it, with mode 0755, where they are missing.
private func makeFolders(_ path: String) throws(SystemError) {
  var walked = path.utf8.first == 0x2F ? "/" : ""
  for name in path.split(separator: "/") {
    walked += name
    let here = walked
    do {
      _ = try retrying { unsafe mkdir(here, 0o755) }
      _ = try retrying { unsafe chmod(here, 0o755) }
    } catch {
      if error.code != EEXIST { throw error }
    }
    walked += "/"
  }
}
