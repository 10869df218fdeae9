import Glibc
import TestSupport

/// A git repository in a folder, with a branch `main`.
struct Repository {
  let folder: Folder

  init(_ folder: Folder) throws {
    self.folder = folder
    try git("init", "-q", "-b", "main")
    try git("config", "user.name", "Test")
    try git("config", "user.email", "test@example.org")
    try git("config", "commit.gpgsign", "false")
  }

  func commitAll() throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", "x")
  }

  /// Runs git in the folder and returns its output.
  @discardableResult
  func git(_ arguments: String...) throws -> String { try Self.git(arguments, in: folder) }

  @discardableResult
  static func git(_ arguments: [String], in folder: Folder) throws -> String {
    let scratch = try Folder.temporary()
    defer { scratch.remove() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, scratch.path + "/out", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, scratch.path + "/err", flags, 0o600)
    let words = ["/usr/bin/env", "GIT_CONFIG_GLOBAL=/dev/null", "git", "-C", folder.path] + arguments
    var list = words.map { strdup($0) } + [nil]
    defer { for word in list { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, "/usr/bin/env", &actions, nil, &list, environ) == 0 else {
      throw Folder.Failure(what: "posix_spawn")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { throw Folder.Failure(what: "waitpid") } }
    guard status == 0 else {
      throw Folder.Failure(what: "git \(arguments): \(scratch.text(of: "out") ?? "")\(scratch.text(of: "err") ?? "")")
    }
    return scratch.text(of: "out") ?? ""
  }
}
