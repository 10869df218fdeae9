import Content
import Diagnostics
import Glibc
import Processes

/// The site of a commit, in a private folder. The caller removes it.
struct GitCheckout: Sendable {
  private let folder: PrivateFolder
  /// The root of the site.
  let root: String
  /// Findings about parts of the commit that are missing in the folder, or replaced.
  let diagnostics: [Diagnostic]

  /// The inputs of a layout, relative to the site's root.
  private static let parts = ["cardshelf.yml", "Content", "Themes", PictureLock.folder, PictureLock.name]

  /// Writes the site of a commit, file by file, with the bytes of the commit. No command of the repository is run,
  /// nothing is fetched, and its index and work tree are not touched.
  ///
  /// - Parameters:
  ///   - reference: anything that git resolves to a commit or tree, using only its objects and references.
  ///   - site: the root of the site, in the repository's work tree.
  init(of reference: String, site: String) throws(Diagnostic) {
    guard let program = executable(named: "git") else { throw .noGit(reference) }
    do throws(GitFault) {
      let repository = try GitRepository(of: site)
      self = try inTemporaryFolder { (folder) throws(GitFault) in
        let view = try GitView(of: repository, program: program, folder: folder.path)
        let tree = try GitTree(try view.tree(of: reference), parts: Self.parts, in: view)
        try requireRoom(for: tree.byteCount, in: folder.path)
        let root = folder.path + "/site"
        let pointers = try tree.write(to: root, from: view)
        return GitCheckout(folder: folder, root: root, diagnostics: tree.diagnostics + pointers)
      }
    } catch {
      throw error.diagnostic(about: reference)
    }
  }

  private init(folder: PrivateFolder, root: String, diagnostics: [Diagnostic]) {
    self.folder = folder
    self.root = root
    self.diagnostics = diagnostics
  }

  func remove() { folder.remove() }

  /// The last commits that changed a file of a site, the latest first.
  ///
  /// - Parameter site: the root of the site, in the repository's work tree.
  static func commits(changing file: String, inSite site: String, most: Int) throws(GitFault) -> [String] {
    guard let program = executable(named: "git") else { return [] }
    let repository = try GitRepository(of: site)
    var found: [UInt8] = []
    let folder = try inTemporaryFolder { (folder) throws(GitFault) in
      let view = try GitView(of: repository, program: program, folder: folder.path)
      let arguments = ["rev-list", "--max-count=\(most)", "HEAD", "--", repository.prefix + file]
      try view.run(arguments) { (piece) throws(GitFault) in found += piece }
      return folder
    }
    folder.remove()
    return found.split(separator: UInt8(ascii: "\n")).filter { isObjectName($0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// Tries the next folder if the previous one is too small. A failure leaves no folder behind.
private func inTemporaryFolder<Result>(
  _ body: (PrivateFolder) throws(GitFault) -> Result
) throws(GitFault) -> Result {
  var failure = GitFault.failed("there is no folder for temporary files")
  for parent in temporaryFolders() {
    PrivateFolder.sweep(parent)
    let folder: PrivateFolder
    do throws(SystemError) {
      folder = try PrivateFolder(in: parent)
    } catch {
      failure = .failed("cannot make a folder in \(parent): \(error.reason)")
      continue
    }
    do throws(GitFault) {
      return try body(folder)
    } catch {
      folder.remove()
      failure = error
      // An object that git does not know does not exist in other folders either.
      guard case .failed = error, !Task.isCancelled else { throw error }
    }
  }
  throw failure
}

extension GitView {
  /// The name of a commit's tree.
  func tree(of reference: String) throws(GitFault) -> String {
    if isOfOtherWorkTree(reference) {
      throw .refused("references of other work trees are not read; name the commit by a branch or its full hash")
    }
    var found: [UInt8] = []
    // With `--quiet`, git would not say that a name is ambiguous.
    let arguments = ["rev-parse", "--verify", "--end-of-options", reference + "^{tree}"]
    do throws(GitFault) {
      try run(arguments) { (piece) throws(GitFault) in
        found += piece
        if found.count > 1 << 16 { throw .unknownReference }
      }
    } catch {
      if case .refused = error { throw .unknownReference }
      throw error
    }
    // A change under review can contain a tag with the name of a branch. A full hash can only mean its commit.
    if wasAmbiguous, !isObjectName(reference.utf8) {
      throw .refused(
        "several branches, tags or commits have this name; use the full hash, or refs/heads/… or refs/tags/…")
    }
    guard let name = Self.objectName(in: found) else { throw .unknownReference }
    return name
  }

  /// The object name in an answer of `rev-parse`; nil if there is none.
  static func objectName(in answer: [UInt8]) -> String? {
    // Old versions print `--end-of-options` on a line before it.
    guard let line = answer.split(separator: UInt8(ascii: "\n")).last, isObjectName(line) else { return nil }
    return String(decoding: line, as: UTF8.self)
  }
}

/// Returns whether a text is the full name of an object, as SHA-1 or SHA-256. Only ASCII digits count: the name of a
/// branch can have others.
func isObjectName(_ text: some Collection<UInt8>) -> Bool {
  [40, 64].contains(text.count)
    && text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
}

/// The temporary folders, the best first: in memory if there is plenty of room, because that takes a fraction of the
/// time.
private func temporaryFolders() -> [String] {
  if let named = unsafe getenv("TMPDIR").map({ unsafe String(cString: $0) }), named.hasPrefix("/") { return [named] }
  let inMemory = "/dev/shm"
  return (room(in: inMemory) ?? 0) >= 512 << 20 ? [inMemory, "/tmp"] : ["/tmp"]
}

/// The free room in bytes; nil if it is unknown.
private func room(in folder: String) -> Int? {
  var status = statvfs()
  guard unsafe statvfs(folder, &status) == 0 else { return nil }
  return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
}

/// A commit of a few kilobytes can contain the same large file a million times.
private func requireRoom(for bytes: Int, in folder: String) throws(GitFault) {
  guard let room = room(in: folder), bytes > room / 2 else { return }
  throw .failed("the commit's site takes \(bytes >> 20) MiB, and \(folder) has room for \(room >> 20) MiB")
}
