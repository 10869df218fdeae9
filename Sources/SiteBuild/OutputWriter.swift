public import Diagnostics
public import SiteValidation

/// What a write did to the output folder: paths in it, in ascending order of their bytes.
public struct WriteReport: Hashable, Sendable {
  /// New, or with new bytes.
  public let written: [String]
  /// With the same bytes as before, and left alone.
  public let unchanged: [String]
  public let removed: [String]
}

/// Publishes files into a folder that may hold files of others.
///
/// Files that Cardshelf wrote before and that are not published again are removed; files of others are never changed.
/// Everything is staged inside the folder first, so that a full disk or a refusal leaves what was published as it was.
/// A run that is killed leaves a folder that the next run completes. One run at a time writes to a folder; others wait.
public struct OutputWriter: Sendable {
  private let folder: String
  private let shownAs: String
  /// How long to wait for another run, in seconds.
  private let patience: Int

  /// - Parameters:
  ///   - folder: made when it does not exist; it may be a symbolic link, or lie behind one.
  ///   - shownAs: the folder's path in findings; as given if nil.
  public init(folder: String, shownAs: String? = nil) {
    self.init(folder: folder, shownAs: shownAs, patience: 60)
  }

  init(folder: String, shownAs: String? = nil, patience: Int) {
    self.folder = folder
    self.shownAs = shownAs ?? folder
    self.patience = patience
  }

  /// Makes the folder hold exactly these files, and those of others.
  ///
  /// - Parameter files: paths relative to the folder, in any order.
  /// - Throws: the first thing that stands against it; then nothing was changed, unless the disk failed half-way.
  /// - Complexity: O(bytes).
  public func write(_ files: [SiteFile]) throws(Diagnostic) -> WriteReport {
    let files = try OutputFile.validated(files)
    let output = try OutputFolder(path: folder, shownAs: shownAs, patience: patience)
    try output.sweep()
    let published = try output.manifest()
    let changed = try output.filesToWrite(of: files, published: published)
    let stale = try output.filesToRemove(for: files, published: published)
    try output.carryOut(OutputPlan(published: published, files: files, changed: changed, stale: stale.map(\.path)))
    let written = Set(changed.map(\.path))
    return WriteReport(
      written: changed.map(\.path.text),
      unchanged: files.map(\.path).filter { !written.contains($0) }.map(\.text),
      removed: stale.filter(\.isThere).map(\.path.text))
  }
}

extension OutputFolder {
  /// Performs all steps; when one is refused, nothing that was staged stays.
  func carryOut(_ plan: OutputPlan) throws(Diagnostic) {
    do {
      for step in plan.steps { try perform(step, of: plan) }
    } catch {
      // The fault that is worth telling is the one that led here.
      try? sweep()
      throw error
    }
  }

  /// Those of the files that are missing or different; refuses to replace what others put there.
  func filesToWrite(of files: [OutputFile], published: OutputManifest) throws(Diagnostic) -> [OutputFile] {
    var changed: [OutputFile] = []
    for file in files {
      switch try standing(at: file.path, comparedWith: file.content) {
      case .nothing: changed.append(file)
      case .file(isSame: true): break
      case .file(isSame: false):
        guard published.contains(file.path) else {
          throw .outputForeignFile(shown(file.path), .regularFile)
        }
        changed.append(file)
      case .inTheWay(let path, let kind): throw .outputForeignFile(shown(path), kind)
      }
    }
    return changed
  }

  /// The files published before and not again, as far as nothing else stands there. Of one that is gone, or that a run
  /// died before placing, there may be folders yet.
  func filesToRemove(
    for files: [OutputFile], published: OutputManifest
  ) throws(Diagnostic) -> [(path: RelativePath, isThere: Bool)] {
    let kept = Set(files.map(\.path))
    var stale: [(path: RelativePath, isThere: Bool)] = []
    for path in published.paths where !kept.contains(path) {
      switch try standing(at: path, comparedWith: nil) {
      case .file: stale.append((path, true))
      case .nothing: stale.append((path, false))
      case .inTheWay: continue
      }
    }
    return stale
  }
}
