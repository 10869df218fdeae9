/// The renditions that an earlier build published.
///
/// It is expensive to check that a rendition belongs to its image. So files are reused only from a folder that was
/// provably written here, and only with the bytes that were written; a folder from a checkout provides none.
struct EarlierPictures: Sendable {
  let record: PictureRecord
  private let hashes: [RelativePath: String]
  private let folder: FileTree

  init(in output: OutputPlace) {
    folder = FileTree(root: output.path)
    let history = try? output.history(
      of: FileDescriptor(folderAt: output.path), state: output.stateFolder(makesMissing: false))
    guard let history, history.trust.isProven else {
      record = PictureRecord()
      hashes = [:]
      return
    }
    hashes = history.state.manifest.hashes
    record = Self.bytes(of: PictureRecord.path, in: folder, hashes).flatMap { PictureRecord($0) } ?? PictureRecord()
  }

  /// The bytes of a file, if a build wrote exactly these.
  func bytes(of path: String) -> [UInt8]? { Self.bytes(of: path, in: folder, hashes) }

  private static func bytes(of path: String, in folder: FileTree, _ hashes: [RelativePath: String]) -> [UInt8]? {
    guard let hash = RelativePath(path).flatMap({ hashes[$0] }), let bytes = try? folder.readFile(path) else {
      return nil
    }
    return contentHash(bytes) == hash ? bytes : nil
  }
}
