import SiteValidation

/// The files in an output folder that Cardshelf wrote, so that it never touches others.
///
/// Its text is a line with the format's version, then for each file a line with its `contentHash`, a space and its
/// path, in ascending order of the paths' bytes, each line ended by a line feed. While a run changes the folder,
/// further hashes of a file follow the first, each after a comma.
///
/// Nothing in it depends on the machine: a complete folder has the same manifest everywhere.
struct OutputManifest: Hashable {
  /// The content of each file now, or after the current run.
  private(set) var hashes: [RelativePath: String] = [:]
  /// The other content that some files may have until then, or if that run was killed; ``OutputState/nothing`` if there
  /// was no file.
  var earlier: [RelativePath: Set<String>] = [:]

  init() {}

  /// - Parameter files: the files with their hashes.
  init(of files: [OutputFile]) {
    for file in files { hashes[file.path] = file.hash }
  }

  /// Reads the text; nil if the bytes have another form, or for paths outside the folder.
  init?(bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.utf8.last == 0x0A else { return nil }
    let lines = text.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let version = lines.first, version.elementsEqual(Self.version.utf8) else { return nil }
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: 0x20), let field = String(line[..<space]),
        let path = RelativePath(bytes: Array(line[line.index(after: space)...])), OutputFile.fault(of: path) == nil
      else { return nil }
      let all = field.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if all.contains("") || all.count > Self.mostHashes { return nil }
      hashes[path] = all[0]
      earlier[path] = all.count > 1 ? Set(all.dropFirst()) : nil
    }
  }

  private static let version = "cardshelf-manifest 1"
  /// The limit on the contents of one file. A stranger's list could have millions.
  private static let mostHashes = 1000

  var bytes: [UInt8] {
    let lines = hashes.sorted { $0.key < $1.key }.map { path, hash in
      "\(([hash] + earlier[path, default: []].sorted()).joined(separator: ",")) \(path.text)\n"
    }
    return Array((Self.version + "\n" + lines.joined()).utf8)
  }

  func contains(_ path: RelativePath) -> Bool { hashes[path] != nil }

  /// The files of both; for a file in both, the newer content.
  func united(with newer: OutputManifest) -> OutputManifest {
    var union = self
    union.hashes.merge(newer.hashes) { _, new in new }
    return union
  }

  /// The manifest for a folder whose leftovers no record can store: it names them too, so that they are not forgotten.
  func naming(_ leftovers: [RelativePath: Set<String>]) -> OutputManifest {
    var all = self
    for (path, found) in leftovers {
      let others = found.subtracting([all.hashes[path] ?? ""]).sorted()
      guard let first = others.first else { continue }
      let isNew = all.hashes[path] == nil
      if isNew { all.hashes[path] = first }
      let rest = isNew ? others.dropFirst() : others[...]
      if !rest.isEmpty { all.earlier[path, default: []].formUnion(rest) }
    }
    return all
  }

  /// The paths in ascending order.
  var paths: [RelativePath] { hashes.keys.sorted() }
}
