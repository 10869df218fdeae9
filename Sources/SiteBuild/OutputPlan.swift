import SiteValidation

/// One change to the output folder, whole or not at all.
enum OutputStep {
  /// Writes a file's bytes under a name in the staging folder.
  case stage(OutputFile, as: String)
  /// Makes staged files, by their names there, survive a loss of power.
  case secure([String])
  /// Replaces the manifest.
  case record(OutputManifest)
  /// Moves a staged file to its path, over the one before it.
  case place(RelativePath, from: String)
  /// Makes the names in folders survive a loss of power; the output folder itself is always among them.
  case settle([RelativePath])
  /// Removes a file if it is there, and the folders that are empty without it.
  case remove(RelativePath)
  /// Removes the staging folder.
  case sweep
}

/// The way from what is published to what is to be published.
///
/// A run may die between any two steps. Until the first file is placed, what was published is whole. From then on the
/// manifest names every file of the old state and of the new one, so the next run knows all of them as Cardshelf's own
/// and completes the change or makes another. At no time does a page stand without the assets that it names.
struct OutputPlan {
  let steps: [OutputStep]
  /// What the steps write, without manifests.
  let byteCount: Int

  /// - Parameters:
  ///   - published: the manifest of the folder as it is.
  ///   - files: all that is to be published.
  ///   - changed: those of `files` that are missing in the folder or different.
  ///   - stale: those that `published` names and `files` does not, whether they are in the folder or only their folders.
  init(published: OutputManifest, files: [OutputFile], changed: [OutputFile], stale: [RelativePath]) {
    let final = OutputManifest(of: files)
    let union = published.united(with: final)
    var steps: [OutputStep] = []
    var stagedNames: [RelativePath: String] = [:]
    for (number, file) in changed.enumerated() {
      stagedNames[file.path] = String(number)
      steps.append(.stage(file, as: String(number)))
    }
    if !changed.isEmpty { steps.append(.secure(changed.indices.map { String($0) })) }
    if union != published { steps.append(.record(union)) }
    for rank in OutputFile.Rank.allCases {
      let paths = changed.map(\.path).filter { OutputFile.rank(of: $0) == rank }
      steps += paths.compactMap { path in stagedNames[path].map { .place(path, from: $0) } }
      if !paths.isEmpty { steps.append(.settle(folders(of: paths))) }
    }
    for rank in OutputFile.Rank.allCases.reversed() {
      let paths = stale.filter { OutputFile.rank(of: $0) == rank }
      steps += paths.map { .remove($0) }
      if !paths.isEmpty { steps.append(.settle(folders(of: paths))) }
    }
    if final != union { steps.append(.record(final)) }
    if !steps.isEmpty { steps.append(.sweep) }
    self.steps = steps
    byteCount = changed.reduce(0) { $0 + $1.content.byteCount }
  }
}

/// All folders above the paths, below the output folder.
private func folders(of paths: [RelativePath]) -> [RelativePath] {
  Set(paths.flatMap(\.ancestors)).sorted()
}
