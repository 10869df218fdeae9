import Content
import Diagnostics

/// Checks the files of pictures that were fetched from other sites.
extension Result<AssetFile, Diagnostic> {
  /// The file if it is the one that the lock names, or a finding.
  func matching(_ entry: PictureLock.Entry, in lock: SourceText, _ tree: FileTree) -> Self {
    switch self {
    case .success(let file): file.digest == entry.digest ? self : .failure(.pictureDiffers(entry, in: lock))
    case .failure: tree.holds(entry.path) ? self : .failure(.pictureAbsent(entry, in: lock))
    }
  }
}

extension Diagnostic {
  static func pictureDiffers(_ entry: PictureLock.Entry, in lock: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-differs"),
      "\(entry.path) is not the picture that \(PictureLock.name) names: its hash differs",
      at: entry.range, in: lock,
      help: "restore the file; or delete it and this line, and bring the picture again: cardshelf fetch")
  }

  fileprivate static func pictureAbsent(_ entry: PictureLock.Entry, in lock: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-absent"), "\(entry.path) is missing", at: entry.range, in: lock,
      help: "bring it again: cardshelf fetch; and commit \(PictureLock.folder) with \(PictureLock.name)")
  }
}
