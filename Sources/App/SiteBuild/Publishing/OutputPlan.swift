import SiteValidation

/// One change to the output folder, which happens completely or not at all.
enum OutputStep {
  /// Makes staged files, given by their names there, survive a loss of power.
  case secure([String])
  /// Replaces the manifest, and the record that proves it.
  case record(OutputState, isOverOwn: Bool)
  /// Moves a staged file to its path, replacing the one before it.
  ///
  /// - isNew: nothing may be there. Another program's file may have appeared since this run looked.
  case place(RelativePath, from: String, isNew: Bool)
  /// Makes the names in folders survive a loss of power; the output folder itself is always among them.
  case settle([RelativePath])
  /// Removes a file if it exists and its content has one of these hashes, and the folders that become empty.
  case remove(RelativePath, holding: Set<String>)
  /// Removes the staging folder, and the files that older versions left.
  case sweep

  /// True if it changes published files.
  var isVisible: Bool {
    switch self {
    case .place, .remove: true
    case .secure, .record, .settle, .sweep: false
    }
  }
}

/// The steps from the published state to the new one, once the changed files are staged.
///
/// A run may end between any two steps. Until the first file is placed, the published state is unchanged. From then on
/// until the last step, pages of both states may be next to each other; each is complete, and a page never lacks its
/// assets. Meanwhile the manifest lists every file of both states, so the next run knows that Cardshelf wrote all of
/// them, and completes the change or makes another.
struct OutputPlan {
  let steps: [OutputStep]
  /// The bytes that the steps write, without manifests.
  let byteCount: Int

  /// - Parameters:
  ///   - published: the known state of the folder.
  ///   - trust: the trust in that state.
  ///   - final: the state to be published.
  ///   - changed: the files that are missing in the folder or different; all are staged.
  ///   - stale: the files that `published` names and `final` does not.
  init(
    published: OutputState, trust: OutputTrust, final: OutputState, changed: [OutputFile], stale: StaleFiles
  ) {
    let union = published.united(with: final)
    var steps: [OutputStep] = []
    if !changed.isEmpty { steps.append(.secure(changed.map(\.stagedName))) }
    let isRecorded = union != published || trust == .unproven || trust == .provenInside
    if isRecorded { steps.append(.record(union, isOverOwn: trust.isProven)) }
    for rank in OutputFile.Rank.allCases {
      let placed = changed.filter { OutputFile.rank(of: $0.path) == rank }
      steps += placed.map { .place($0.path, from: $0.stagedName, isNew: $0.isNew) }
      if !placed.isEmpty { steps.append(.settle(folders(of: placed.map(\.path)))) }
    }
    for rank in OutputFile.Rank.allCases.reversed() {
      let paths = stale.removed.filter { OutputFile.rank(of: $0) == rank }
      steps += paths.map { .remove($0, holding: published.hashes(of: $0)) }
      if !paths.isEmpty { steps.append(.settle(folders(of: paths))) }
    }
    if final != union { steps.append(.record(final, isOverOwn: isRecorded || trust.isProven)) }
    if !steps.isEmpty { steps.append(.sweep) }
    self.steps = steps
    byteCount = changed.reduce(0) { $0 + $1.content.byteCount }
  }
}

/// Files that were published before and are not published again.
struct StaleFiles {
  /// Cardshelf's own files; perhaps only their folders still exist.
  var removed: [RelativePath] = []
  /// The files in `removed` that exist.
  var found: [RelativePath] = []
  /// Files that Cardshelf cannot prove to have written, with their recorded hashes.
  var leftovers: [RelativePath: Set<String>] = [:]
}

/// All folders above the paths, below the output folder.
private func folders(of paths: [RelativePath]) -> [RelativePath] {
  Set(paths.flatMap(\.ancestors)).sorted()
}
