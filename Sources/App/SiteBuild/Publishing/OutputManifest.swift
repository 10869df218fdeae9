import SiteValidation

/// The files in an output folder that Cardshelf wrote, so that it never touches others.
///
/// As text: a line with the format's version, then a line a file of its `contentHash`, a space and its path, in
/// ascending order of the paths' bytes, each line ended by a line feed. While a run changes the folder, further hashes
/// of a file follow the first, each after a comma.
///
/// Nothing in it depends on the machine: a complete folder has the same manifest everywhere.
struct OutputManifest: Hashable {
  /// The content of each file now, or after the current run.
  private(set) var hashes: [RelativePath: String] = [:]
  /// The content that some of them may have until then, or if that run was killed; ``OutputState/nothing`` if there was
  /// no file.
  var earlier: [RelativePath: Set<String>] = [:]

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
  /// Of the contents that one file had. A stranger's list could have millions.
  private static let mostHashes = 1000

  var bytes: [UInt8] {
    let lines = hashes.sorted { $0.key < $1.key }.map { path, hash in
      "\(([hash] + earlier[path, default: []].sorted()).joined(separator: ",")) \(path.text)\n"
    }
    return Array((Self.version + "\n" + lines.joined()).utf8)
  }

  func contains(_ path: RelativePath) -> Bool { hashes[path] != nil }

  /// The files of both; of a file in both, the newer content.
  func united(with newer: OutputManifest) -> OutputManifest {
    var union = self
    union.hashes.merge(newer.hashes) { _, new in new }
    return union
  }

  /// The manifest where no record can hold the leftovers: it names them, too, so that they are not forgotten.
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

  /// In ascending order.
  var paths: [RelativePath] { hashes.keys.sorted() }
}
