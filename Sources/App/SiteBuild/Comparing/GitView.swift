import Glibc
import Processes

/// A repository of our own, with the objects and references of another, on which git can be run safely.
///
/// git obeys a repository's `config`: it runs commands from it when it looks for changed files (`core.fsmonitor`), at a
/// checkout (filters, hooks), and for a missing object (a remote from which objects are fetched on demand). The list of
/// dangerous settings grows with git. So git sees only the configuration here, not that of the repository, the user or
/// the system, and only the environment variables here. It is used only to read objects, never with a work tree.
struct GitView {
  /// The program.
  private let program: String
  /// A private folder for the needs and results of the runs.
  private let folder: String
  let prefix: String
  private let isLinked: Bool
  private let otherWorkTrees: String
  private let deadline: Deadline

  /// The times after which a git that hangs is ended.
  struct Deadline {
    /// The time without any output.
    var silence = Duration.seconds(60)
    /// The time for one run.
    var run = Duration.seconds(900)
  }

  /// - Parameters:
  ///   - program: the path of git.
  ///   - folder: an empty folder that only this user can enter.
  init(
    of repository: GitRepository, program: String, folder: String, deadline: Deadline = Deadline()
  ) throws(GitFault) {
    self.deadline = deadline
    self.program = program
    self.folder = folder
    prefix = repository.prefix
    isLinked = repository.isLinked
    otherWorkTrees = repository.commonFolder + "/worktrees"
    let storage = try GitStorage(of: repository)
    do throws(SystemError) {
      let top = try FileDescriptor(folderAt: folder)
      let common = try top.makeFolder(Self.commonName)
      try Self.fill(common, at: folder + "/" + Self.commonName, from: repository.commonFolder)
      try common.createFile("config").write(Array(Self.configuration(hasLongNames: storage.hasLongNames).utf8))
      guard repository.isLinked else { return }
      // References such as `refs/bisect/bad` and `HEAD` belong to a work tree, and `main-worktree/HEAD` to the main
      // one. git distinguishes them if it has two folders, as for a linked work tree (gitrepository-layout,
      // `commondir`).
      let own = try top.makeFolder(Self.ownName)
      try Self.fill(own, at: folder + "/" + Self.ownName, from: repository.ownFolder)
      try own.createFile("commondir").write(Array("../\(Self.commonName)\n".utf8))
    } catch {
      throw .failed("cannot write in \(folder): \(error.reason)")
    }
  }

  private static let commonName = "git"
  private static let ownName = "own"

  /// Fills one of our folders with the content of a repository's.
  private static func fill(
    _ made: borrowing FileDescriptor, at place: String, from original: String
  ) throws(SystemError) {
    // These were checked.
    for (name, kind) in [
      ("objects", S_IFDIR), ("refs", S_IFDIR), ("packed-refs", S_IFREG), ("shallow", S_IFREG),
    ] {
      var status = stat()
      guard unsafe lstat(original + "/" + name, &status) == 0, status.st_mode & S_IFMT == kind else { continue }
      _ = try retrying { unsafe symlink(original + "/" + name, place + "/" + name) }
    }
    // No folder without a HEAD is a repository.
    for name in ["HEAD", "FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD"] {
      let bytes = beginning(of: name, in: original) ?? (name == "HEAD" ? Array("ref: refs/none\n".utf8) : nil)
      if let bytes { try made.createFile(name).write(bytes) }
    }
  }

  /// The beginning of a regular file; git reads only its first line, and there may be a line for each of many branches.
  private static func beginning(of name: String, in folder: String) -> [UInt8]? {
    guard let folder = try? FileDescriptor(folderAt: folder), (try? folder.status(of: name))?.kind == .regularFile
    else {
      return nil
    }
    return try? folder.openFile(name).beginning(limit: 1 << 20)
  }

  /// Returns whether git would look for a reference with this name in the folder of another work tree, which does not
  /// exist here.
  func isOfOtherWorkTree(_ reference: String) -> Bool {
    var status = stat()
    return unsafe reference.hasPrefix("worktrees/") && lstat(otherWorkTrees, &status) == 0
  }

  private static func configuration(hasLongNames: Bool) -> String {
    """
    [core]
    \trepositoryformatversion = \(hasLongNames ? 1 : 0)
    \tbare = true
    \tfsmonitor = false
    \thooksPath = /dev/null
    \tattributesFile = /dev/null
    \texcludesFile = /dev/null
    \tcommitGraph = false
    [protocol]
    \tallow = never
    [gc]
    \tauto = 0
    [maintenance]
    \tauto = false

    """ + (hasLongNames ? "[extensions]\n\tobjectFormat = sha256\n" : "")
  }

  /// All variables that git gets. Those that only newer versions support do no harm.
  private var variables: [String: String] {
    [
      // git may be a script, and `.` in the search path a folder of strangers.
      "PATH": searchedFolders().joined(separator: ":"),
      "HOME": folder, "XDG_CONFIG_HOME": folder, "LC_ALL": "C",
      "GIT_DIR": gitFolder, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_SYSTEM": "/dev/null",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1", "GIT_NO_REPLACE_OBJECTS": "1",
      "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_PROTOCOL_FROM_USER": "0", "GIT_OPTIONAL_LOCKS": "0",
      "GIT_TERMINAL_PROMPT": "0", "GIT_LITERAL_PATHSPECS": "1",
    ]
  }

  private var gitFolder: String { folder + "/" + (isLinked ? Self.ownName : Self.commonName) }

  /// Runs git and passes its output on, piece by piece. An error of the receiver ends git.
  ///
  /// - Parameter input: the bytes that git reads.
  func run(
    _ arguments: [String], input: [UInt8] = [], take: (ArraySlice<UInt8>) throws(GitFault) -> Void
  ) throws(GitFault) {
    // The open ends of the pipe to which git writes: the one to read from is first.
    var ends: [Int32] = []
    defer { for end in ends { close(end) } }
    let process: ProcessGroup
    do throws(SystemError) {
      var both: [Int32] = [0, 0]
      _ = try retrying { unsafe pipe(&both) }
      ends = both
      for end in ends { _ = try retrying { fcntl(end, F_SETFD, FD_CLOEXEC) } }
      let scratch = try FileDescriptor(folderAt: folder)
      for name in ["input", "errors"] { try? scratch.removeFile(name) }
      try scratch.createFile("input").write(input)
      try scratch.createFile("errors").write([])
      let source = try retrying { unsafe open(folder + "/input", O_RDONLY | O_CLOEXEC) }
      defer { close(source) }
      let errors = try retrying { unsafe open(folder + "/errors", O_WRONLY | O_APPEND | O_CLOEXEC) }
      defer { close(errors) }
      do throws(ProcessGroup.StartFailure) {
        process = try ProcessGroup(
          path: program, arguments: ["-C", folder, "-c", "safe.bareRepository=explicit"] + arguments,
          environment: variables, inheritsEnvironment: false,
          files: ProcessGroup.Files(input: source, output: ends[1], errors: errors), endsWithThread: true)
      } catch {
        throw SystemError(code: error.code)
      }
    } catch {
      throw .failed("cannot start git: \(error.reason)")
    }
    close(ends.removeLast())
    do throws(GitFault) {
      try takeAll(from: ends[0], take)
      let start = ContinuousClock.now
      while !process.hasEnded { try pause(nil, since: start, limit: deadline.silence, of: deadline.silence) }
    } catch {
      process.end()
      // Processes that git started may have left its group.
      killProcesses(withEnvironment: "GIT_DIR=" + gitFolder)
      throw error
    }
    let code = process.exitCode()
    guard code == 0 else { throw .refused(lastWords() ?? "it ended with \(code.map(String.init) ?? "a signal")") }
  }

  private func takeAll(from pipe: Int32, _ take: (ArraySlice<UInt8>) throws(GitFault) -> Void) throws(GitFault) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let start = ContinuousClock.now
    while true {
      let rest = deadline.run - (ContinuousClock.now - start)
      try pause(
        pipe, since: .now, limit: min(deadline.silence, rest),
        of: rest < deadline.silence ? deadline.run : deadline.silence)
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(pipe, $0.baseAddress, $0.count) }
      if count == 0 { return }
      if count > 0 {
        try take(buffer[..<count])
      } else if errno != EINTR {
        throw .failed("cannot read from git: \(SystemError(code: errno).reason)")
      }
    }
  }

  /// Waits until there is something to read, or for a moment if no descriptor is given.
  ///
  /// - Parameter whole: the limit that a finding names.
  private func pause(
    _ pipe: Int32?, since start: ContinuousClock.Instant, limit: Duration, of whole: Duration
  ) throws(GitFault) {
    var waiting = pollfd(fd: pipe ?? -1, events: Int16(POLLIN), revents: 0)
    repeat {
      if Task.isCancelled { throw .failed("it was interrupted") }
      if ContinuousClock.now - start >= limit {
        throw .hung(whole.components.seconds)
      }
    } while unsafe poll(&waiting, 1, pipe == nil ? 1 : 50) == 0 && pipe != nil
  }

  /// Returns whether the name in the last run is ambiguous. git uses the first match, and warns.
  var wasAmbiguous: Bool { lastWords()?.hasSuffix("is ambiguous.") == true }

  /// The first line that git wrote to standard error.
  private func lastWords() -> String? {
    guard let bytes = try? FileTree(root: folder).readFile("errors", limit: 1 << 16) else { return nil }
    let line = bytes.split(separator: UInt8(ascii: "\n")).first.map { String(decoding: $0, as: UTF8.self) }
    return line.map { $0.hasPrefix("fatal: ") ? String($0.dropFirst(7)) : $0 }
  }
}
