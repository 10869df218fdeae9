import Diagnostics
import SiteValidation
import Synchronization

/// An output folder that is locked for one write, and the files that were staged in it so far.
final class OutputStaging: Sendable {
  /// The information about a file before anything is published.
  struct PreparedFile {
    let standing: OutputFolder.Standing
    /// The name in the staging folder: digits. Empty if the file was not staged.
    var stagedName = ""
    /// The `contentHash` of its content.
    var hash = ""
    /// The reason why it could not be staged.
    var refusal: SystemError?
    /// The reason why it must not be published.
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
  /// - Parameter patience: the time to wait for another run, in seconds.
  init(_ place: OutputPlace, patience: Int) throws(Diagnostic) {
    output = try OutputFolder(place, patience: patience)
    try output.sweep()
    (published, trust) = try output.history()
  }

  /// Compares a file with the folder, and stages it if it differs, unless that was done before. Safe to call from
  /// several threads at once.
  ///
  /// - Returns: the information about the file; its content is not read again.
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
    // After a refusal the other files are only compared, to determine how many bytes there are to write.
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

  /// Removes all staged files.
  func abandon() {
    // The error to report is the one that led here.
    try? output.sweep()
  }
}

extension OutputFolder.Standing {
  /// True if the file is missing or different. Anything else at its path is a reason to refuse.
  fileprivate var isToBeWritten: Bool { self == .nothing || self == .file(isSame: false) }
}
