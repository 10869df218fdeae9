import Diagnostics
import Glibc
import Processes

/// A site as it is in a commit, in a private folder. Whoever makes one removes it.
struct GitCheckout: Sendable {
  /// Only this user may enter it.
  private let folder: String
  /// Of the site.
  let root: String

  /// What a site is made of, from its root.
  private static let parts = ["cardshelf.yml", "Content", "Themes"]

  /// Lays down what the commit holds of a site, as git would in a work tree of it: with its filters and line ends, and
  /// without touching the repository's index or work tree.
  ///
  /// - Parameters:
  ///   - reference: anything that git takes for a commit or tree.
  ///   - site: the root of the site, in the repository's work tree.
  init(of reference: String, site: String) throws(Diagnostic) {
    guard let program = executable(named: "git") else { throw .noGit(reference) }
    var failure = Diagnostic.gitFailed(reference, "there is no folder for temporary files")
    for parent in temporaryFolders() {
      guard let folder = privateFolder(in: parent) else {
        failure = .gitFailed(reference, "cannot make a folder in \(parent): \(reason(ofError: errno))")
        continue
      }
      do {
        let run = GitRun(program: program, reference: reference, folder: folder)
        root = try run.layDown(site: site, parts: Self.parts)
        self.folder = folder
        return
      } catch {
        removeTree(folder)
        failure = error
        // What git knows nothing of is nowhere; another folder may have more room.
        if error.rule != .gitFailed || Task.isCancelled { throw error }
      }
    }
    throw failure
  }

  func remove() { removeTree(folder) }
}

/// Where temporary files go, best first: in memory where there is plenty of room, since that takes a fraction of the time.
private func temporaryFolders() -> [String] {
  if let named = unsafe getenv("TMPDIR").map({ unsafe String(cString: $0) }), named.hasPrefix("/") { return [named] }
  let inMemory = "/dev/shm"
  var status = statvfs()
  let hasRoom = unsafe statvfs(inMemory, &status) == 0 && status.f_bavail >= (512 << 20) / max(1, status.f_frsize)
  return hasRoom ? [inMemory, "/tmp"] : ["/tmp"]
}

/// nil, with `errno`, where it cannot be made.
private func privateFolder(in parent: String) -> String? {
  var template = Array((parent + "/cardshelf-diff-XXXXXX").utf8CString)
  guard let made = unsafe mkdtemp(&template), let real = unsafe realpath(made, nil) else { return nil }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}

/// Symbolic links are removed, not followed.
private func removeTree(_ path: String) {
  var status = stat()
  guard unsafe lstat(path, &status) == 0 else { return }
  if status.st_mode & S_IFMT == S_IFDIR {
    for name in names(inFolder: path) where name != "." && name != ".." { removeTree(path + "/" + name) }
    unsafe rmdir(path)
  } else {
    unsafe unlink(path)
  }
}

/// Runs of git about one commit. No shell has a part in it.
private struct GitRun {
  let program: String
  let reference: String
  /// For what the runs need and make.
  let folder: String

  func layDown(site: String, parts: [String]) throws(Diagnostic) -> String {
    // git ends both lines, and prints an empty one at the top of a work tree.
    let places = try git(["-C", site, "rev-parse", "--absolute-git-dir", "--show-prefix"]) { message in
      .noRepository(reference, message)
    }.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard places.count >= 2, places[0].hasPrefix("/") else { throw .noRepository(reference, "there is no work tree") }
    let repository = "--git-dir=" + places[0]
    let prefix = places[1]
    let found = try git(["-C", site, "rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{tree}"]) {
      _ in .unknownReference(reference)
    }
    guard let tree = found.split(separator: "\n").last, tree.utf8.count >= 40, tree.allSatisfy(\.isHexDigit) else {
      throw .unknownReference(reference)
    }
    // Inside the work tree to be, so that git looks for attributes there, and then in the index.
    let work = folder + "/tree"
    guard unsafe mkdir(work, 0o700) == 0 else { throw .gitFailed(reference, reason(ofError: errno)) }
    let start = ["-C", work, repository, "--work-tree=" + work, "--literal-pathspecs"]
    let failed = { (message: String) in Diagnostic.gitFailed(reference, message) }
    _ = try git(start + ["read-tree", String(tree)], failed)
    let listed = try git(start + ["ls-files", "-z", "--"] + parts.map { prefix + $0 }, failed)
    if listed.isEmpty { throw .noSiteThere(reference, prefix) }
    _ = try git(start + ["checkout-index", "--quiet", "--force", "-z", "--stdin"], input: "out", failed)
    return prefix.isEmpty ? work : work + "/" + prefix.dropLast()
  }

  /// What a run prints; it waits in the file `out` too, for the next to read.
  private func git(
    _ arguments: [String], input: String? = nil, _ failure: (String) -> Diagnostic
  ) throws(Diagnostic) -> String {
    let flags = O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC
    var source: Int32?
    if let input {
      // The run before wrote it; this one writes another.
      unsafe rename(folder + "/" + input, folder + "/in")
      source = unsafe open(folder + "/in", O_RDONLY | O_CLOEXEC)
    }
    let output = unsafe open(folder + "/out", flags, 0o600)
    let errors = unsafe open(folder + "/err", flags, 0o600)
    defer { for file in [source, output, errors] { if let file, file >= 0 { close(file) } } }
    guard output >= 0, errors >= 0, source ?? 0 >= 0 else { throw failure(reason(ofError: errno)) }
    let code: Int32?
    do {
      let process = try ProcessGroup(
        path: program, arguments: arguments,
        environment: [
          "GIT_INDEX_FILE": folder + "/index", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
        ], files: ProcessGroup.Files(input: source, output: output, errors: errors))
      while !process.hasEnded {
        if Task.isCancelled { break }
        usleep(500)
      }
      if Task.isCancelled {
        process.end()
        throw failure("it was interrupted")
      }
      code = process.exitCode()
    } catch let error as ProcessGroup.Failure {
      throw failure(reason(ofError: error.code))
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw failure("\(error)")
    }
    guard code == 0 else {
      let lines = (contents(ofFile: folder + "/err") ?? []).split(separator: UInt8(ascii: "\n"))
      let text = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? "it ended with \(code ?? -1)"
      throw failure(text.hasPrefix("fatal: ") ? String(text.dropFirst(7)) : text)
    }
    return String(decoding: contents(ofFile: folder + "/out") ?? [], as: UTF8.self)
  }
}
