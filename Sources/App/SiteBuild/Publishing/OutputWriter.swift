import Diagnostics
import SiteValidation

/// The changes of a write to the output folder: paths in it, in ascending order of their bytes.
public struct WriteReport: Hashable, Sendable {
  /// The files that are new, or have new bytes.
  public let written: [String]
  /// The files with the same bytes as before, which were left alone.
  public let unchanged: [String]
  public let removed: [String]
  /// Files that a list of written files names, that nothing needs, and that were left alone: nothing proves that
  /// Cardshelf wrote them.
  public internal(set) var leftovers: [String] = []
}

/// Publishes files into a folder that may contain files of others.
///
/// Files that Cardshelf wrote earlier and that are not published again are removed; files of others are never changed.
/// Everything is staged inside the folder first, so that a full disk or a refusal leaves the published state unchanged.
/// If a run is killed, the next run completes the folder. Only one run at a time writes to a folder; others wait.
struct OutputWriter {
  private let place: OutputPlace
  /// The time to wait for another run, in seconds.
  private let patience: Int

  init(_ place: OutputPlace, patience: Int = 60) {
    self.place = place
    self.patience = patience
  }

  /// Locks the folder until the write ends, and reads what was published before.
  ///
  /// - Parameters:
  ///   - files: the files with paths relative to the folder, in any order.
  ///   - staging: the locked folder, if files were already staged there.
  func begin(_ files: [SiteFile], continuing staging: OutputStaging? = nil) throws(Diagnostic) -> BegunWrite {
    let files = try OutputFile.validated(files)
    if let staging { return BegunWrite(files: files, staging: staging) }
    return BegunWrite(files: files, staging: try OutputStaging(place, patience: patience))
  }
}

/// A write that has locked the folder, and has published nothing yet.
final class BegunWrite: Sendable {
  let files: [OutputFile]
  let staging: OutputStaging

  fileprivate init(files: [OutputFile], staging: OutputStaging) {
    self.files = files
    self.staging = staging
  }

  /// Makes the folder contain exactly the files, and those of others.
  ///
  /// - Parameters:
  ///   - keepsOthers: whether files that were published before stay.
  ///   - isBegun: becomes true before the first file is published or removed.
  /// - Throws: the first error; then nothing was changed, unless it `isBegun`.
  func publish(keepingOthers keepsOthers: Bool = false, isBegun: inout Bool) throws(Diagnostic) -> WriteReport {
    let planned = try cleaningUp { () throws(Diagnostic) in try self.planned(keepingOthers: keepsOthers) }
    try carryOut(planned.plan, isBegun: &isBegun)
    let written = Set(planned.changed.map(\.path))
    return WriteReport(
      written: planned.changed.map(\.path.text),
      unchanged: files.map(\.path).filter { !written.contains($0) }.map(\.text),
      removed: planned.stale.found.map(\.text), leftovers: planned.stale.leftovers.keys.sorted().map(\.text))
  }

  /// Performs all steps of a plan.
  ///
  /// - Parameter isBegun: becomes true before the first visible step.
  func carryOut(_ plan: OutputPlan, isBegun: inout Bool) throws(Diagnostic) {
    try cleaningUp { () throws(Diagnostic) in
      for step in plan.steps {
        if step.isVisible { isBegun = true }
        try staging.output.perform(step, of: plan)
      }
    }
  }

  /// Removes everything that was staged if something is refused.
  private func cleaningUp<Value>(_ body: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    do {
      return try body()
    } catch {
      staging.abandon()
      throw error
    }
  }

  struct PlannedWrite {
    let plan: OutputPlan
    let changed: [OutputFile]
    let stale: StaleFiles
  }

  /// Prepares the files that are not prepared yet, and plans the rest.
  func planned(keepingOthers keepsOthers: Bool = false) throws(Diagnostic) -> PlannedWrite {
    var files = files
    var prepared: [OutputStaging.PreparedFile] = []
    for number in files.indices {
      let own = try staging.prepare(files[number]).get()
      (files[number].stagedName, files[number].hash) = (own.stagedName, own.hash)
      prepared.append(own)
    }
    let changed = try staging.output.filesToWrite(of: files, prepared.map(\.standing), published: staging.published)
    for (file, own) in zip(files, prepared) {
      if let finding = own.finding { throw finding }
      if let refusal = own.refusal {
        let byteCount = changed.reduce(0) { $0 + $1.content.byteCount }
        throw .outputUnwritable(staging.output.shown(file.path), refusal, bytesNeeded: byteCount)
      }
    }
    let stale =
      keepsOthers ? StaleFiles() : try staging.output.staleFiles(besides: files, published: staging.published)
    let final = OutputState(of: files, leftovers: stale.leftovers)
    let plan = OutputPlan(
      published: staging.published, trust: staging.trust,
      final: keepsOthers ? staging.published.adding(final) : final, changed: changed, stale: stale)
    return PlannedWrite(plan: plan, changed: changed, stale: stale)
  }
}

extension OutputFolder {
  /// Returns the files that are missing or different; refuses to replace files of others.
  ///
  /// - Parameter standings: the content of the path of each file.
  func filesToWrite(
    of files: [OutputFile], _ standings: [Standing], published: OutputState
  ) throws(Diagnostic) -> [OutputFile] {
    var changed: [OutputFile] = []
    for (file, standing) in zip(files, standings) {
      switch standing {
      case .nothing:
        var file = file
        file.isNew = true
        changed.append(file)
      case .file(isSame: true): break
      case .file(isSame: false):
        if try !isOwn(file.path, published: published), try !isOfAnEarlierVersion(file, published: published) {
          throw .outputForeignFile(shown(file.path), .regularFile)
        }
        changed.append(file)
      case .inTheWay(let path, let kind): throw .outputForeignFile(shown(path), kind)
      }
    }
    return changed
  }

  /// Returns whether a build wrote a file here. For a file that a run was about to add when it died, only the bytes
  /// decide.
  private func isOwn(_ path: RelativePath, published: OutputState) throws(Diagnostic) -> Bool {
    guard published.manifest.contains(path) else { return false }
    guard published.manifest.earlier[path]?.contains(OutputState.nothing) == true else { return true }
    return try holds(path, oneOf: published.hashes(of: path))
  }

  /// Returns whether a file in an unproven list matches the list, and also looks like one that Cardshelf wrote. The
  /// list alone may come from a stranger who names a file that somebody else made by hand.
  private func isOfAnEarlierVersion(_ file: OutputFile, published: OutputState) throws(Diagnostic) -> Bool {
    guard let hashes = published.leftovers[file.path], try holds(file.path, oneOf: hashes) else { return false }
    let beginning = try beginning(of: file.path, limit: 1 << 14)
    return OutputFile.marks(of: file.path).contains { beginning.contains($0.utf8) }
  }

  /// The files that were published before and are not published again, unless something else is there. If one is
  /// missing, or a run ended before placing it, its folders may still exist.
  func staleFiles(besides files: [OutputFile], published: OutputState) throws(Diagnostic) -> StaleFiles {
    let kept = Set(files.map(\.path))
    var stale = StaleFiles()
    for path in published.manifest.paths where !kept.contains(path) {
      switch try standing(at: path, comparedWith: nil) {
      case .file:
        if try holds(path, oneOf: published.hashes(of: path)) {
          stale.removed.append(path)
          stale.found.append(path)
        } else {
          stale.leftovers[path] = published.hashes(of: path)
        }
      case .nothing: stale.removed.append(path)
      case .inTheWay: continue
      }
    }
    for (path, hashes) in published.leftovers where !kept.contains(path) && !published.manifest.contains(path) {
      if case .file = try standing(at: path, comparedWith: nil) { stale.leftovers[path] = hashes }
    }
    return stale
  }
}
