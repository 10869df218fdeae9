import Diagnostics
import SiteValidation
import Synchronization

/// An output folder that is locked for one write, and the files that were staged in it so far.
final class OutputStaging: Sendable {
  /// What is known of a file before anything is published.
  struct PreparedFile {
    let standing: OutputFolder.Standing
    /// In the staging folder; digits. Empty if it was not staged.
    var stagedName = ""
    /// The `contentHash` of its content.
    var hash = ""
    /// Why it could not be staged.
    var refusal: SystemError?
    /// Why it must not be published.
    var finding: Diagnostic?
  }

  let output: OutputFolder
  let published: OutputState
  let trust: OutputTrust
  private let results = Mutex<[RelativePath: Result<PreparedFile, Diagnostic>]>([:])
  private let stagedCount = Atomic(0)
  private let isRefused = Atomic(false)

  /// Locks the folder until this value ends, and reads what was published before.
  ///
  /// - Parameter patience: how long to wait for another run, in seconds.
  init(_ place: OutputPlace, patience: Int) throws(Diagnostic) {
    output = try OutputFolder(place, patience: patience)
    try output.sweep()
    (published, trust) = try output.history()
  }

  /// Compares a file with what is in the folder, and stages it if it is another, unless that was done before. Safe to call
  /// from several threads at once.
  ///
  /// - Returns: what is known of the file; its content is not read again.
  /// - Complexity: O(bytes).
  @discardableResult
  func prepare(_ file: OutputFile) -> Result<PreparedFile, Diagnostic> {
    if let known = results.withLock({ $0[file.path] }) { return known }
    let result = Result { () throws(Diagnostic) in try preparing(file) }
    results.withLock { $0[file.path] = result }
    return result
  }

  private func preparing(_ file: OutputFile) throws(Diagnostic) -> PreparedFile {
    var result = PreparedFile(standing: try output.standing(at: file.path, comparedWith: file.content))
    // After a refusal the others are only compared, to tell how many bytes there are to write.
    if result.standing == .file(isSame: true) {
      result.hash = file.content.origin?.hash ?? contentHash(of: file.content)
    } else if result.standing.isToBeWritten, !isRefused.load(ordering: .relaxed) {
      result.stagedName = String(stagedCount.wrappingAdd(1, ordering: .relaxed).oldValue)
      do throws(SystemError) {
        (result.hash, result.finding) = try output.stage(file.content, as: result.stagedName)
      } catch {
        result.refusal = error
        isRefused.store(true, ordering: .relaxed)
      }
    }
    return result
  }

  /// Removes what was staged.
  func abandon() {
    // The fault that is worth telling is the one that led here.
    try? output.sweep()
  }
}

extension OutputFolder.Standing {
  /// Something else is not: it is a reason to refuse.
  fileprivate var isToBeWritten: Bool { self == .nothing || self == .file(isSame: false) }
}
