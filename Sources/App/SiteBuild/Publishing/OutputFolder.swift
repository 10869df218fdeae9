import Diagnostics
import Glibc
import SiteValidation
import Synchronization

/// An output folder to which only this run writes.
///
/// No path in it is followed through a symbolic link.
final class OutputFolder: Sendable {
  /// The beginning of every name that Cardshelf uses for itself.
  static let reservedPrefix = ".cardshelf"
  static let stagingName = ".cardshelf-staging"
  static let manifestName = ".cardshelf-manifest"

  /// The folder, locked until this value ends. The lock exists only in the kernel, so that no lock file remains.
  private let folder: FileDescriptor
  private let outputPlace: OutputPlace
  private var shownAs: String { outputPlace.shownAs }
  /// The records; nil if nothing has been recorded for this site.
  private let state: StateFolder?
  /// The staging folder, once something was staged.
  private let staging = Mutex<SharedDescriptor?>(nil)
  /// The folder into which a file was placed last, with its path; the next file often belongs there, too.
  private let latest = Mutex<(path: [String], folder: SharedDescriptor)?>(nil)
  private let earlySync = EarlySync()

  /// Opens the folder, creating it if there is none, and waits for its lock.
  ///
  /// - Parameter patience: the time to wait, in seconds.
  init(_ place: OutputPlace, patience: Int) throws(Diagnostic) {
    var folder = try place.open()
    var triesLeft = patience * 100
    var hasWaited = false
    while true {
      if try opening(place.shownAs, { () throws(SystemError) in try folder.tryLock() }) {
        if !hasWaited { break }
        // Another program may have replaced the folder while this run waited.
        let now = try place.open()
        let isThere = try opening(place.shownAs) { () throws(SystemError) in
          try now.facts().identity.isSamePlace(as: try folder.facts().identity)
        }
        if isThere { break }
        folder = now
      } else {
        if triesLeft <= 0 { throw .outputBusy(place.shownAs, seconds: patience) }
        triesLeft -= 1
        hasWaited = true
        usleep(10_000)
      }
    }
    self.folder = folder
    outputPlace = place
    state = try place.stateFolder(makesMissing: false)
  }

  /// A path in this folder as findings show it.
  func shown(_ path: RelativePath) -> String { shownAs + "/" + path.text }

  // MARK: Inspecting

  /// The content of a path.
  enum Standing: Hashable, Sendable {
    case nothing
    case file(isSame: Bool)
    /// Something other than a file is at the path, or something other than a folder above it.
    case inTheWay(RelativePath, FileStatus.FileKind)
  }

  /// Safe to call from several threads at once.
  ///
  /// - Parameter file: the expected content; without it, no file counts as the same.
  func standing(at path: RelativePath, comparedWith file: SiteFile?) throws(Diagnostic) -> Standing {
    do {
      return try read(standingAt: path, comparedWith: file)
    } catch {
      throw .unreadable(shown(path), error)
    }
  }

  private func read(standingAt path: RelativePath, comparedWith file: SiteFile?) throws(SystemError) -> Standing {
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
    // Hashes would not do: a stranger can make a different file with the same hash.
    return .file(isSame: try parent.openFile(name).holds(file))
  }

  /// The list of files that Cardshelf wrote, and whether it can be trusted.
  func history() throws(Diagnostic) -> (state: OutputState, trust: OutputTrust) {
    try outputPlace.history(of: folder, state: state)
  }

  /// Returns whether the content of a file has one of these hashes.
  func holds(_ path: RelativePath, oneOf hashes: Set<String>) throws(Diagnostic) -> Bool {
    let (folders, name) = path.split
    do {
      guard let parent = try open(folders) else { return false }
      return try parent.fileHolding(oneOf: hashes, under: name) != nil
    } catch {
      throw .unreadable(shown(path), error)
    }
  }

  /// The kind at a path; nil if there is nothing.
  private func kind(at path: RelativePath) throws(Diagnostic) -> FileStatus.FileKind? {
    switch try standing(at: path, comparedWith: nil) {
    case .nothing: nil
    case .file: .regularFile
    case .inTheWay(_, let kind): kind
    }
  }

  /// Returns the first bytes of a file, at most `limit`.
  func beginning(of path: RelativePath, limit: Int) throws(Diagnostic) -> [UInt8] {
    let (folders, name) = path.split
    do {
      return try open(folders)?.openFile(name).beginning(limit: limit) ?? []
    } catch {
      throw .unreadable(shown(path), error)
    }
  }

  // MARK: Changing

  func perform(_ step: OutputStep, of plan: OutputPlan) throws(Diagnostic) {
    if case .record(let state, let isOverOwn) = step {
      return try record(state, isOverOwn: isOverOwn, byteCount: plan.byteCount)
    }
    do throws(SystemError) {
      switch step {
      case .secure(let names): try secure(names)
      case .record: break
      case .place(let path, let name, let isNew): try place(path, from: name, isNew: isNew)
      case .settle(let folders): try settle(folders)
      case .remove(let path, let hashes): try remove(path, holding: hashes)
      case .sweep:
        try removeStaging()
        try folder.removeOlderProof()
      }
    } catch {
      if case .place(let path, _, isNew: true) = step, error.code == EEXIST {
        throw .outputForeignFile(shown(path), try kind(at: path) ?? .regularFile)
      }
      let path: String =
        switch step {
        case .place(let path, _, _), .remove(let path, _): shown(path)
        case .record, .secure, .settle, .sweep: shownAs
        }
      throw .outputUnwritable(path, error, bytesNeeded: plan.byteCount)
    }
  }

  /// Removes staged files of a run that were not placed; files of others there are findings.
  func sweep() throws(Diagnostic) {
    let shown = shownAs + "/" + Self.stagingName
    do {
      guard let status = try folder.status(of: Self.stagingName) else { return }
      guard status.kind == .folder else { throw Diagnostic.outputForeignFile(shown, status.kind) }
      let staging = try folder.openFolder(Self.stagingName)
      for name in try staging.names() {
        let text = String(decoding: name, as: UTF8.self)
        let kind = try staging.status(of: text)?.kind
        if kind != .regularFile || !Self.isStaged(name) {
          throw Diagnostic.outputForeignFile(shown + "/" + text, kind ?? .regularFile)
        }
      }
      try removeStaging()
    } catch let error as SystemError {
      throw .outputUnwritable(shown, error)
    } catch let error as Diagnostic {
      throw error
    } catch {}
  }

  /// Returns whether a name is one that runs give to staged files.
  private static func isStaged(_ name: [UInt8]) -> Bool {
    name.elementsEqual("manifest".utf8) || name.elementsEqual("origin".utf8)
      || name.allSatisfy { (0x30...0x39).contains($0) }
  }

  private func removeStaging() throws(SystemError) {
    guard try folder.status(of: Self.stagingName) != nil else { return }
    let staging = try folder.openFolder(Self.stagingName)
    for name in try staging.names() where Self.isStaged(name) {
      try staging.removeFile(String(decoding: name, as: UTF8.self))
    }
    try folder.removeEmptyFolder(Self.stagingName)
    self.staging.withLock { $0 = nil }
  }

  /// Writes a file's bytes under a name in the staging folder. Safe to call from several threads at once.
  ///
  /// - Returns: the `contentHash` of the written bytes, and findings about the file of the site that is copied.
  func stage(_ content: SiteFile, as name: String) throws(SystemError) -> (hash: String, finding: Diagnostic?) {
    // The file is created when there is something to write: content that cannot be read must not touch the folder.
    var file: FileDescriptor?
    if content.byteCount == 0 { file = try stage([], as: name) }
    var failure: SystemError?
    var hasher = ContentHasher()
    var byteCount = 0
    do throws(Diagnostic) {
      try content.forEachPart { part in
        if part.isEmpty { return true }
        hasher.add(part)
        byteCount += part.count
        do throws(SystemError) {
          if file == nil { file = try stage([], as: name) }
          try file?.write(part)
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      return (hasher.hash, error)
    }
    if let failure { throw failure }
    let hash = hasher.hash
    if let origin = content.origin { return (hash, hash == origin.hash ? nil : .fileChanged(origin.source)) }
    // Content that could not be read back must not be published as an empty file.
    if byteCount != content.byteCount { throw SystemError(code: EIO) }
    if let file { earlySync.add(file, byteCount: byteCount) }
    return (hash, nil)
  }

  /// - Returns: the file, whose bytes need not be on the disk yet.
  private func stage(_ bytes: [UInt8], as name: String) throws(SystemError) -> FileDescriptor {
    let file = try stagingFolder().descriptor.createFile(name)
    try file.write(bytes)
    try file.setMode(0o644)
    return file
  }

  private func stagingFolder() throws(SystemError) -> SharedDescriptor {
    try staging.withLock { (staging) throws(SystemError) -> SharedDescriptor in
      if let staging { return staging }
      let made = SharedDescriptor(try folder.makeFolder(Self.stagingName))
      staging = made
      return made
    }
  }

  /// Each file or folder that is synchronised individually costs a commit of the file system's journal; for more than
  /// this many, one commit of everything costs less.
  private static let mostSingleSyncs = 8

  private func secure(_ names: [String]) throws(SystemError) {
    try earlySync.finish()
    if names.count > Self.mostSingleSyncs { return try folder.syncFileSystem() }
    let staging = try stagingFolder()
    for name in names { try staging.descriptor.openFile(name).sync() }
  }

  /// - Parameter isOverOwn: whether the existing manifest is proven: it has to stay so until it is replaced.
  private func record(_ new: OutputState, isOverOwn: Bool, byteCount: Int) throws(Diagnostic) {
    let shown = shownAs + "/" + Self.manifestName
    var manifests: [FileIdentity] = []
    let output: FileIdentity
    do throws(SystemError) {
      let staged = try stage(new.manifest.bytes, as: "manifest")
      try staged.sync()
      manifests.append(try staged.facts().identity)
      if isOverOwn, let before = try folder.facts(of: Self.manifestName) { manifests.append(before.identity) }
      output = try folder.facts().identity
    } catch {
      throw .outputUnwritable(shown, error, bytesNeeded: byteCount)
    }
    // The folder is created when something is published, so that a refused build leaves nothing behind.
    var state = self.state
    if state == nil { state = try outputPlace.stateFolder(makesMissing: true) }
    var isKept = false
    do throws(SystemError) {
      if let state { isKept = try state.keep(new, of: output, manifests: manifests) }
    } catch {
      throw .outputUnwritable(StateFolder.name, error, bytesNeeded: byteCount)
    }
    do throws(SystemError) {
      let staging = try stagingFolder()
      if !isKept, !new.leftovers.isEmpty {
        try staging.descriptor.removeFile("manifest")
        try stage(new.manifest.naming(new.leftovers).bytes, as: "manifest").sync()
      }
      try staging.descriptor.move("manifest", to: folder, as: Self.manifestName)
      try folder.sync()
    } catch {
      throw .outputUnwritable(shown, error, bytesNeeded: byteCount)
    }
  }

  private func place(_ path: RelativePath, from stagedName: String, isNew: Bool) throws(SystemError) {
    let (folders, name) = path.split
    let parent = try madeFolder(folders)
    let staging = try stagingFolder()
    if isNew {
      try staging.descriptor.move(stagedName, to: parent.descriptor, asNew: name)
    } else {
      try staging.descriptor.move(stagedName, to: parent.descriptor, as: name)
    }
  }

  private func madeFolder(_ names: [String]) throws(SystemError) -> SharedDescriptor {
    try latest.withLock { (latest) throws(SystemError) -> SharedDescriptor in
      if let latest, latest.path == names { return latest.folder }
      let made = SharedDescriptor(try folder.makeFolders(names))
      latest = (names, made)
      return made
    }
  }

  private func settle(_ folders: [RelativePath]) throws(SystemError) {
    if folders.count > Self.mostSingleSyncs { return try folder.syncFileSystem() }
    for path in folders {
      if let folder = try open(path.names) { try folder.sync() }
    }
    try folder.sync()
  }

  private func remove(_ path: RelativePath, holding hashes: Set<String>) throws(SystemError) {
    var (folders, name) = path.split
    // A run that died may have created the folders, or removed the file, and done no more.
    if let parent = try open(folders), let file = try parent.fileHolding(oneOf: hashes, under: name),
      let now = try parent.facts(of: name), now.identity == file
    {
      try parent.removeFile(name)
    }
    while let emptied = folders.popLast() {
      guard let parent = try open(folders) else { continue }
      do {
        try parent.removeEmptyFolder(emptied)
      } catch {
        switch error.code {
        case ENOENT: continue
        // Others have files in the folder, or replaced it with something else.
        case ENOTEMPTY, EEXIST, ENOTDIR, EBUSY: return
        default: throw error
        }
      }
    }
  }

  /// Opens a folder by the names that lead to it; nil if one of them is not a folder.
  private func open(_ names: [String]) throws(SystemError) -> FileDescriptor? {
    var current = try folder.reopenedFolder()
    for name in names {
      guard try current.status(of: name)?.kind == .folder else { return nil }
      current = try current.openFolder(name)
    }
    return current
  }
}

/// Adds the folder to an error of the kernel.
private func opening<Result: ~Copyable>(
  _ shownAs: String, _ body: () throws(SystemError) -> Result
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    throw .outputUnwritable(shownAs, error)
  }
}
