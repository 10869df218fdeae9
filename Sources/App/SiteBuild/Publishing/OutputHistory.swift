import Diagnostics

/// The trust in the list of files that Cardshelf wrote.
enum OutputTrust {
  /// There is no list.
  case nothing
  /// The list came from elsewhere, or another site or an older version wrote it.
  case unproven
  /// The list was written in this folder, and is unchanged.
  case proven
  /// The list is proven, but by a file of an older version in the folder itself, which has to be replaced with a
  /// record.
  case provenInside

  var isProven: Bool { self == .proven || self == .provenInside }
}

extension OutputPlace {
  /// The records of the site's output folders; nil if there are none.
  ///
  /// - Parameter makesMissing: true to create the folder for them if there is none.
  func stateFolder(makesMissing: Bool) throws(Diagnostic) -> StateFolder? {
    guard let root else { return nil }
    do throws(SystemError) {
      return try StateFolder(root: root, makesMissing: makesMissing)
    } catch {
      throw makesMissing ? .outputUnwritable(StateFolder.name, error) : .unreadable(StateFolder.name, error)
    }
  }

  /// The list of files that Cardshelf wrote to a folder, and whether it can be trusted.
  func history(
    of folder: borrowing FileDescriptor, state: StateFolder?
  ) throws(Diagnostic) -> (state: OutputState, trust: OutputTrust) {
    let shown = shownAs + "/" + OutputFolder.manifestName
    let file: (bytes: [UInt8], identity: FileIdentity)?
    let output: FileIdentity
    var origins: [OutputOrigin] = []
    var isOlder = false
    do throws(SystemError) {
      guard try folder.facts(of: OutputFolder.manifestName) != nil else { return (OutputState(), .nothing) }
      file = try folder.readRegularFile(OutputFolder.manifestName)
      output = try folder.facts().identity
      if let file, let origin = try folder.readOlderOrigin(ofManifest: file.identity) { origins.append(origin) }
      isOlder = try folder.holdsOlderOrigin()
    } catch {
      throw .unreadable(shown, error)
    }
    guard let file, let manifest = OutputManifest(bytes: file.bytes) else { throw .outputManifestDamaged(shown) }
    do throws(SystemError) {
      if let origin = try state?.origin(of: output, manifest: file.identity) { origins.append(origin) }
    } catch {
      throw .unreadable(StateFolder.name, error)
    }
    if origins.isEmpty { return (OutputState(unproven: manifest), .unproven) }
    var proven = OutputState()
    proven.manifest = manifest
    for origin in origins {
      proven.manifest.earlier.merge(origin.earlier) { $0.union($1) }
      proven.leftovers.merge(origin.leftovers) { $0.union($1) }
    }
    return (proven, isOlder ? .provenInside : .proven)
  }
}

/// The files by which older versions proved in an output folder that they wrote it. They are read once more, and then
/// removed.
extension FileDescriptor {
  private static let originName = ".cardshelf-origin"
  static let olderLockName = ".cardshelf.lock"

  fileprivate func holdsOlderOrigin() throws(SystemError) -> Bool {
    guard try status(of: Self.originName)?.kind == .regularFile else { return false }
    let beginning = try openFile(Self.originName).beginning(limit: OutputOrigin.mark.utf8.count)
    return beginning.elementsEqual(OutputOrigin.mark.utf8)
  }

  fileprivate func readOlderOrigin(ofManifest manifest: FileIdentity) throws(SystemError) -> OutputOrigin? {
    guard let (bytes, own) = try readRegularFile(Self.originName), let origin = OutputOrigin(bytes: bytes),
      let lock = try facts(of: Self.olderLockName),
      origin.proves(manifest: manifest, own: own, lock: lock.identity)
    else { return nil }
    return origin
  }

  /// Removes both files if older versions wrote them.
  func removeOlderProof() throws(SystemError) {
    if let status = try status(of: Self.olderLockName), status.kind == .regularFile, status.size == 0,
      try facts(of: Self.olderLockName)?.linkCount == 1
    {
      try removeFile(Self.olderLockName)
    }
    if try holdsOlderOrigin() { try removeFile(Self.originName) }
  }
}
