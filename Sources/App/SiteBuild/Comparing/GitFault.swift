import Diagnostics

/// The reason why the site of a commit could not be written.
enum GitFault: Error {
  /// The site is not in a repository that can be read.
  case noRepository(String)
  case unknownReference
  /// The commit has no site in this folder.
  case noSite(folder: String)
  /// git, or its output, cannot be used.
  case refused(String)
  /// git, or its output, cannot be used in this temporary folder; another one may work.
  case failed(String)
  /// git was ended because it did not answer for this number of seconds.
  case hung(Int64)

  /// The fault for a clone without all objects, as `git clone --filter` creates it. Fetching missing objects would run
  /// commands of the repository's configuration.
  static func notHeld(_ path: String) -> GitFault {
    .refused("this clone lacks \(path) of the commit; fetch it without --filter")
  }

  func diagnostic(about reference: String) -> Diagnostic {
    switch self {
    case .noRepository(let reason): .noRepository(reference, reason)
    case .unknownReference: .unknownReference(reference)
    case .noSite(let folder): .noSiteThere(reference, folder)
    case .refused(let reason), .failed(let reason): .gitFailed(reference, reason)
    case .hung(let seconds): .gitFailed(reference, "it did not answer in \(seconds) seconds and was ended")
    }
  }
}
