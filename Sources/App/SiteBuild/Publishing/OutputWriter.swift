import Diagnostics
import SiteValidation
import Synchronization

/// The changes of a write to the output folder: paths in it, in ascending order of their bytes.
public struct WriteReport: Hashable, Sendable {
  /// New, or with new bytes.
  public let written: [String]
  /// With the same bytes as before, and left alone.
  public let unchanged: [String]
  public let removed: [String]
  /// Named by a list of written files, needed by nothing, and left alone: nothing proves that Cardshelf wrote them.
  public internal(set) var leftovers: [String] = []
}

/// Publishes files into a folder that may hold files of others.
///
/// Files that Cardshelf wrote earlier and that are not published again are removed; files of others are never changed.
/// Everything is staged inside the folder first, so that a full disk or a refusal leaves the published state unchanged.
/// If a run is killed, the next run completes the folder. Only one run at a time writes to a folder; others wait.
struct OutputWriter {
  private let place: OutputPlace
  /// How long to wait for another run, in seconds.
  private let patience: Int

  init(_ place: OutputPlace, patience: Int = 60) {
    self.place = place
    self.patience = patience
  }

  /// Locks the folder until the write ends, and reads what was published before.
  ///
  /// - Parameter files: paths relative to the folder, in any order.
  func begin(_ files: [SiteFile]) throws(Diagnostic) -> BegunWrite {
    let files = try OutputFile.validated(files)
    let output = try OutputFolder(place, patience: patience)
    try output.sweep()
    let (published, trust) = try output.history()
    return BegunWrite(files: files, output: output, published: published, trust: trust)
  }
}

/// A write that has the folder to itself, and has published nothing yet.
final class BegunWrite: Sendable {
  /// What is known of a file before anything is published.
  private struct PreparedFile {
    let standing: OutputFolder.Standing
    /// The `contentHash` of its content.
    var hash = ""
    /// Why it could not be staged.
    var refusal: SystemError?
    /// Why it must not be published.
    var finding: Diagnostic?
  }

  let files: [OutputFile]
  let output: OutputFolder
  private let published: OutputState
  private let trust: OutputTrust
  private let numbers: [RelativePath: Int]
  private let prepared: Mutex<[Result<PreparedFile, Diagnostic>?]>
  private let isRefused = Atomic(false)

  fileprivate init(files: [OutputFile], output: OutputFolder, published: OutputState, trust: OutputTrust) {
    self.files = files
    self.output = output
    self.published = published
    self.trust = trust
    numbers = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
    prepared = Mutex(files.map { _ in nil })
  }

  /// Compares a file with what is in the folder, and stages it if it is another. Safe to call from several threads at once.
  ///
  /// - Complexity: O(bytes).
  func prepare(_ path: RelativePath) {
    guard let number = numbers[path] else { return }
    let file = files[number]
    let result = Result { () throws(Diagnostic) in
      var result = PreparedFile(standing: try output.standing(at: file.path, comparedWith: file.content))
      // After a refusal the others are only compared, to tell how many bytes there are to write.
      if result.standing == .file(isSame: true) {
        result.hash = file.content.origin?.hash ?? contentHash(of: file.content)
      } else if result.standing.isToBeWritten, !isRefused.load(ordering: .relaxed) {
        do throws(SystemError) {
          (result.hash, result.finding) = try output.stage(file.content, as: file.stagedName)
        } catch {
          result.refusal = error
          isRefused.store(true, ordering: .relaxed)
        }
      }
      return result
    }
    prepared.withLock { $0[number] = result }
  }

  /// Makes the folder hold exactly the files, and those of others.
  ///
  /// - Parameter isBegun: becomes true before the first file is published or removed.
  /// - Throws: the first error; then nothing was changed, unless it `isBegun`.
  func publish(isBegun: inout Bool) throws(Diagnostic) -> WriteReport {
    let planned = try cleaningUp(self.planned)
    try carryOut(planned.plan, isBegun: &isBegun)
    let written = Set(planned.changed.map(\.path))
    return WriteReport(
      written: planned.changed.map(\.path.text),
      unchanged: files.map(\.path).filter { !written.contains($0) }.map(\.text),
      removed: planned.stale.found.map(\.text), leftovers: planned.stale.leftovers.keys.sorted().map(\.text))
  }

  /// Performs all steps of a plan.
  ///
  /// - Parameter isBegun: becomes true before the first step that can be seen.
  func carryOut(_ plan: OutputPlan, isBegun: inout Bool) throws(Diagnostic) {
    try cleaningUp { () throws(Diagnostic) in
      for step in plan.steps {
        if step.isVisible { isBegun = true }
        try output.perform(step, of: plan)
      }
    }
  }

  /// When something is refused, nothing that was staged stays.
  private func cleaningUp<Value>(_ body: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    do {
      return try body()
    } catch {
      abandon()
      throw error
    }
  }

  /// Removes what was staged.
  func abandon() {
    // The fault that is worth telling is the one that led here.
    try? output.sweep()
  }

  struct PlannedWrite {
    let plan: OutputPlan
    let changed: [OutputFile]
    let stale: StaleFiles
  }

  /// Prepares the files that nobody has prepared, and plans the rest. The content of the others is not read again.
  func planned() throws(Diagnostic) -> PlannedWrite {
    let isPrepared = prepared.withLock { $0.map { $0 != nil } }
    for (file, isPrepared) in zip(files, isPrepared) where !isPrepared { prepare(file.path) }
    var prepared: [PreparedFile] = []
    for result in self.prepared.withLock({ $0 }) {
      if let result { prepared.append(try result.get()) }
    }
    let changed = try output.filesToWrite(of: files, prepared.map(\.standing), published: published)
    for (file, own) in zip(files, prepared) {
      if let finding = own.finding { throw finding }
      if let refusal = own.refusal {
        let byteCount = changed.reduce(0) { $0 + $1.content.byteCount }
        throw .outputUnwritable(output.shown(file.path), refusal, bytesNeeded: byteCount)
      }
    }
    let stale = try output.staleFiles(besides: files, published: published)
    let hashed = zip(files, prepared).map { file, own in
      var file = file
      file.hash = own.hash
      return file
    }
    let plan = OutputPlan(published: published, trust: trust, files: hashed, changed: changed, stale: stale)
    return PlannedWrite(plan: plan, changed: changed, stale: stale)
  }
}

extension OutputFolder.Standing {
  /// Something else is not: it is a reason to refuse.
  fileprivate var isToBeWritten: Bool { self == .nothing || self == .file(isSame: false) }
}

extension OutputFolder {
  /// The files that are missing or different; refuses to replace files of others.
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

  /// Returns whether a build wrote a file here. Of a file that a run was to add when it died, only the bytes tell.
  private func isOwn(_ path: RelativePath, published: OutputState) throws(Diagnostic) -> Bool {
    guard published.manifest.contains(path) else { return false }
    guard published.earlier[path]?.contains(OutputState.nothing) == true else { return true }
    return try holds(path, oneOf: published.hashes(of: path))
  }

  /// Returns whether a file that an unproven list names is as the list has it, and of Cardshelf's making by its own
  /// look. The list alone may be a stranger's, who names a file that somebody else made by hand.
  private func isOfAnEarlierVersion(_ file: OutputFile, published: OutputState) throws(Diagnostic) -> Bool {
    guard let hashes = published.leftovers[file.path], try holds(file.path, oneOf: hashes) else { return false }
    let beginning = try beginning(of: file.path, limit: 1 << 14)
    return OutputFile.marks(of: file.path).contains { SiteBuild.holds(beginning, $0) }
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

/// Returns whether bytes contain a text.
func holds(_ bytes: [UInt8], _ text: String) -> Bool {
  bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
}
