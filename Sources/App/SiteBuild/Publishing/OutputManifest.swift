import SiteValidation

/// The files in an output folder that Cardshelf wrote, so that it never touches others.
///
/// As text: a line with the format's version, then a line a file of its `contentHash`, a space and its path, in
/// ascending order of the paths' bytes, each line ended by a line feed.
struct OutputManifest: Hashable {
  private(set) var hashes: [RelativePath: String] = [:]

  init() {}

  /// - Parameter files: with their hashes.
  init(of files: [OutputFile]) {
    for file in files { hashes[file.path] = file.hash }
  }

  /// nil for bytes that are not such a text, paths outside the folder included.
  init?(bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.utf8.last == 0x0A else { return nil }
    let lines = text.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let version = lines.first, version.elementsEqual(Self.version.utf8) else { return nil }
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: 0x20), let hash = String(line[..<space]), !hash.isEmpty,
        let path = RelativePath(bytes: Array(line[line.index(after: space)...])), OutputFile.fault(of: path) == nil
      else { return nil }
      hashes[path] = hash
    }
  }

  private static let version = "cardshelf-manifest 1"

  var bytes: [UInt8] {
    let lines = hashes.sorted { $0.key < $1.key }.map { path, hash in "\(hash) \(path.text)\n" }
    return Array((Self.version + "\n" + lines.joined()).utf8)
  }

  func contains(_ path: RelativePath) -> Bool { hashes[path] != nil }

  /// The files of both; of a file in both, the newer content.
  func united(with newer: OutputManifest) -> OutputManifest {
    var union = self
    union.hashes.merge(newer.hashes) { _, new in new }
    return union
  }

  /// In ascending order.
  var paths: [RelativePath] { hashes.keys.sorted() }
}
