import SiteValidation

/// Cardshelf's record of an output folder.
struct OutputState: Hashable {
  /// The files that it wrote.
  var manifest = OutputManifest()
  /// Files that Cardshelf can no longer prove to have written, and that no run has published since.
  var leftovers: [RelativePath: Set<String>] = [:]

  /// Represents the hash of a missing file. A file that appears there before it is written belongs to someone else.
  static let nothing = "-"

  init() {}

  init(of files: [OutputFile], leftovers: [RelativePath: Set<String>] = [:]) {
    manifest = OutputManifest(of: files)
    self.leftovers = leftovers
  }

  /// The state of a manifest without proof.
  init(unproven manifest: OutputManifest) {
    leftovers = manifest.hashes.mapValues { [$0] }
    leftovers.merge(manifest.earlier) { $0.union($1).subtracting([Self.nothing]) }
  }

  /// The hashes of the content that Cardshelf may have written to a path; empty if it wrote nothing.
  func hashes(of path: RelativePath) -> Set<String> {
    guard let hash = manifest.hashes[path] else { return [] }
    return manifest.earlier[path, default: []].union([hash])
  }

  /// The state after the files of another state were added.
  func adding(_ newer: OutputState) -> OutputState {
    var sum = self
    sum.manifest = manifest.united(with: newer.manifest)
    for path in newer.manifest.paths {
      sum.manifest.earlier[path] = nil
      sum.leftovers[path] = nil
    }
    return sum
  }

  /// A state that is true at any time between this state and another one.
  func united(with newer: OutputState) -> OutputState {
    var union = self
    union.manifest = manifest.united(with: newer.manifest)
    union.manifest.earlier = newer.manifest.earlier
    for path in newer.manifest.paths where manifest.hashes[path] == nil {
      union.manifest.earlier[path, default: []].insert(Self.nothing)
    }
    for path in manifest.paths {
      let before = hashes(of: path).subtracting([union.manifest.hashes[path] ?? ""])
      if !before.isEmpty { union.manifest.earlier[path, default: []].formUnion(before) }
    }
    union.leftovers.merge(newer.leftovers) { $0.union($1) }
    return union
  }
}

/// The record that proves where a manifest was written, and stores other information about that folder.
///
/// A hash proves nothing by itself: the author of a hostile commit knows the bytes of other people's files, and may
/// list them with their hashes. So a manifest is believed only if a record in the site's ``StateFolder`` names the
/// inodes and times of birth of the manifest, of its folder, of the file that marks the state folder, and of the record
/// itself, which the kernel assigns and no checkout, archive or copy can reproduce; and a file is removed only while
/// its bytes are those that were recorded.
///
/// Its text is a line with the format's version, then lines in this order: `this`, `marker`, `folder` and one or two of
/// `manifest`, each with the identity of that file; `left` with a hash and a path for each of
/// ``OutputState/leftovers``. Version 1 was in the output folder itself: it names the `lock` that was there instead of
/// `marker` and `folder`, and has `was` with a hash and a path for each of ``OutputManifest/earlier``.
struct OutputOrigin {
  /// The expected identities of the files, as lines.
  let claims: [String]
  var earlier: [RelativePath: Set<String>] = [:]
  var leftovers: [RelativePath: Set<String>] = [:]
  private let version: String

  /// The beginning of the text in all versions.
  static let mark = "cardshelf-origin "

  /// - Parameters:
  ///   - own: the file to which it is written.
  ///   - marker: the file that marks the state folder.
  ///   - output: the output folder.
  ///   - manifests: the manifests that may be in the folder.
  init(
    of state: OutputState, own: FileIdentity, marker: FileIdentity, output: FileIdentity, manifests: [FileIdentity]
  ) {
    version = Self.mark + "2"
    claims = Self.claims(own: own, marker: marker, output: output) + manifests.map(Self.claim(manifest:))
    leftovers = state.leftovers
  }

  /// Reads the text; nil if the bytes have another form.
  init?(bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.utf8.last == 0x0A else { return nil }
    let lines = text.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let version = lines.first.flatMap({ String($0) }), ["1", "2"].map({ Self.mark + $0 }).contains(version) else {
      return nil
    }
    self.version = version
    var claims: [String] = []
    for line in lines.dropFirst() {
      let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false).map { Array($0) }
      guard let kind = words.first, words.count > 1 else { return nil }
      if kind.elementsEqual("was".utf8) || kind.elementsEqual("left".utf8) {
        guard words.count == 3, let path = RelativePath(bytes: words[2]), OutputFile.fault(of: path) == nil else {
          return nil
        }
        let hash = String(decoding: words[1], as: UTF8.self)
        if kind.count == 3 {
          earlier[path, default: []].insert(hash)
        } else {
          leftovers[path, default: []].insert(hash)
        }
      } else {
        claims.append(String(decoding: line, as: UTF8.self))
      }
    }
    self.claims = claims
  }

  var bytes: [UInt8] {
    func lines(_ kind: String, _ hashes: [RelativePath: Set<String>]) -> [String] {
      hashes.sorted { $0.key < $1.key }.flatMap { path, hashes in
        hashes.sorted().map { "\(kind) \($0) \(path.text)" }
      }
    }
    let all = [version] + claims + lines("was", earlier) + lines("left", leftovers)
    return Array((all.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns whether these are the files for which it was written, and the manifest has not been written to since.
  func proves(manifest: FileIdentity, own: FileIdentity, marker: FileIdentity, output: FileIdentity) -> Bool {
    (Self.claims(own: own, marker: marker, output: output) + [Self.claim(manifest: manifest)])
      .allSatisfy(claims.contains)
  }

  /// Does the same for version 1.
  func proves(manifest: FileIdentity, own: FileIdentity, lock: FileIdentity) -> Bool {
    [Self.claim("this", own), Self.unchanging("lock", lock), Self.claim(manifest: manifest)]
      .allSatisfy(claims.contains)
  }

  private static func claims(own: FileIdentity, marker: FileIdentity, output: FileIdentity) -> [String] {
    [claim("this", own), unchanging("marker", marker), claim("folder", output)]
  }

  /// Describes a file without the device, since some file systems get another number whenever they are mounted.
  private static func claim(_ kind: String, _ file: FileIdentity) -> String {
    "\(kind) \(file.inode) \(file.birth.map { "\($0)" } ?? "-")"
  }

  /// Describes a file that nobody writes to or renames, so that if the time of birth is missing, the last change serves
  /// as well.
  private static func unchanging(_ kind: String, _ file: FileIdentity) -> String {
    "\(kind) \(file.inode) \(file.birth ?? file.changed)"
  }

  private static func claim(manifest: FileIdentity) -> String { "\(claim("manifest", manifest)) \(manifest.modified)" }
}
