import Glibc
import TestSupport

/// A run of the built program.
struct CommandRun {
  let exitCode: Int32
  let output: String
  let errors: String

  struct Failure: Error, Equatable { let what: String }

  /// The program next to the bundle of these tests.
  static func program() throws -> String {
    for argument in CommandLine.arguments + ["/proc/self/exe"] {
      guard let real = realpath(argument.replacing("--test-bundle-path=", with: ""), nil) else { continue }
      defer { free(real) }
      var folder = String(cString: real)
      while let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        let candidate = folder + "/cardshelf"
        var status = stat()
        if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0 {
          return candidate
        }
      }
    }
    throw Failure(what: "cardshelf is not beside the tests; arguments: \(CommandLine.arguments)")
  }

  /// - Parameters:
  ///   - folder: the program's working folder.
  ///   - input: the standard input of the program.
  ///   - setting: shell commands to run first, and redirections of the streams.
  ///   - stack: the stack size of each of the program's threads, in bytes; nil for the default of these tests.
  ///   - program: the path of the program; nil for the built one.
  static func of(
    program: String? = nil, _ arguments: [String], in folder: String = "/", input: [UInt8] = [],
    after setting: (before: String, streams: String) = ("true", ""), stack: Int? = nil
  ) throws -> CommandRun {
    let program = try program ?? Self.program()
    let scratch = try Folder.temporary()
    defer { scratch.remove() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    try scratch.write(input, to: "in")
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, scratch.path + "/in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, scratch.path + "/out", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, scratch.path + "/err", flags, 0o600)
    // Swift's Glibc module cannot start a process in another folder; `env` can.
    let environment = "/usr/bin/env"
    // If the main thread's stack has a limit, glibc gives every other thread a stack of that size.
    let limit = stack.map { "ulimit -s \($0 / 1024) && " } ?? ""
    let shell = ["/bin/sh", "-c", limit + setting.before + #" && exec "$@" "# + setting.streams, "sh"]
    var words = ([environment, "-C", folder] + shell + [program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let refusal = posix_spawn(&process, environment, &actions, nil, &words, environ)
    guard refusal == 0 else { throw Failure(what: "posix_spawn: \(refusal)") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw Failure(what: "waitpid") }
    }
    guard status & 0x7F == 0 else { throw Failure(what: "ended by signal \(status & 0x7F)") }
    return CommandRun(
      exitCode: status >> 8 & 0xFF, output: scratch.text(of: "out") ?? "", errors: scratch.text(of: "err") ?? "")
  }
}
