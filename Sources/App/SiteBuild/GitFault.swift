import Diagnostics

/// Why a commit could not be laid down, before anyone says which.
enum GitFault: Error {
  /// The site is in no repository that can be read.
  case noRepository(String)
  case unknownReference
  /// The commit has no site in this folder.
  case noSite(folder: String)
  /// git, or what it printed, cannot be used.
  case refused(String)
  /// The same in this temporary folder; another may help.
  case failed(String)

  /// A clone without all objects, as `git clone --filter` makes it. What is missing would be fetched by commands of the
  /// repository's configuration.
  static func notHeld(_ path: String) -> GitFault {
    .refused("this clone lacks \(path) of the commit; fetch it without --filter")
  }

  func diagnostic(about reference: String) -> Diagnostic {
    switch self {
    case .noRepository(let reason): .noRepository(reference, reason)
    case .unknownReference: .unknownReference(reference)
    case .noSite(let folder): .noSiteThere(reference, folder)
    case .refused(let reason), .failed(let reason): .gitFailed(reference, reason)
    }
  }
}
