import CConfinement
import FoundationEssentials
public import Glibc

/// A program that was started, and all that it starts: they have a process group of their own.
///
/// Whoever starts one ends it, on every way out.
public struct ProcessGroup: Sendable {
  /// Of the first process, and of the group.
  public let identifier: pid_t

  /// What a process reads and writes; everything else that is open here is closed there.
  public struct Files {
    public var input: Int32?
    /// Under the number `extraNumber`, which no library prints to.
    public var extra: Int32?
    public var output: Int32?
    public var errors: Int32?

    public static let extraNumber: Int32 = 3

    public init(input: Int32? = nil, extra: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) {
      self.input = input
      self.extra = extra
      self.output = output
      self.errors = errors
    }
  }

  /// The kernel refused to start it.
  public struct StartFailure: Error { public let code: Int32 }

  /// - Parameters:
  ///   - path: of the program.
  ///   - environment: replaces or adds to this process's own.
  ///   - inheritsEnvironment: whether it has variables of this process too.
  ///   - endsWithThread: whether the kernel kills the first process when the thread that starts it ends, as it does where this
  ///     process is killed. Only for a thread that waits for it without a suspension.
  public init(
    path: String, arguments: [String], environment: [String: String], inheritsEnvironment: Bool = true,
    files: Files = Files(), endsWithThread: Bool = false
  ) throws(StartFailure) {
    var identifier = pid_t()
    let list = unsafe cStrings([path] + arguments)
    defer { unsafe free(list) }
    let variables = unsafe cStrings(variables(of: environment, inheriting: inheritsEnvironment))
    defer { unsafe free(variables) }
    let numbers = [files.input ?? -1, files.output ?? -1, files.errors ?? -1, files.extra ?? -1]
    let code = unsafe start_in_group(
      path, list, variables, numbers, openFileLimit(), endsWithThread, &identifier)
    if code != 0 { throw StartFailure(code: code) }
    self.identifier = identifier
  }

  /// Whether the first process has ended. It is kept until `end()`, so that its number stays its own.
  public var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result != 0 || information.si_signo == SIGCHLD
  }

  /// Kills the group and returns when its first process is gone. To be called once.
  public func end() {
    kill(-identifier, SIGKILL)
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
  }
}

extension ProcessGroup {
  /// Waits for the first process, kills what is left of the group, and says how it ended. To be called once, instead of
  /// `end()`.
  ///
  /// - Returns: nil where a signal ended it.
  public func exitCode() -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    kill(-identifier, SIGKILL)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}

/// The path of a program, looked for as a shell does, but never in the current folder, which may be a stranger's.
public func executable(named name: String) -> String? {
  searchedFolders().map { "\($0)/\(name)" }.first(where: isExecutable)
}

/// The folders of `PATH` that are absolute.
public func searchedFolders() -> [String] {
  guard let path = unsafe getenv("PATH") else { return [] }
  return unsafe String(cString: path).split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
}

/// Folders can be entered, which is another thing.
public func isExecutable(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}

/// Kills processes that left the group of the program that started them, known by a variable of their environment.
public func killProcesses(withEnvironment variable: String) {
  // What is killed may just have started another.
  for _ in 0..<20 {
    let found = processes(withEnvironment: Array(variable.utf8))
    if found.isEmpty { return }
    for identifier in found { kill(identifier, SIGKILL) }
    usleep(20_000)
  }
}

private func processes(withEnvironment variable: [UInt8]) -> [pid_t] {
  names(inFolder: "/proc").compactMap { pid_t($0) }.filter { identifier in
    identifier != getpid()
      && (contents(ofFile: "/proc/\(identifier)/environ") ?? []).split(separator: 0).contains(variable[...])
  }
}

/// One more than the highest number of a file that is open here.
private func openFileLimit() -> Int32 {
  // Some room for those that other tasks open meanwhile.
  (names(inFolder: "/proc/self/fd").compactMap { Int32($0) }.max() ?? 255) + 32
}

private func variables(of changes: [String: String], inheriting inherits: Bool) -> [String] {
  (inherits ? ProcessInfo.processInfo.environment : [:]).merging(changes) { $1 }
    .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
}

/// C strings and the nil that ends their list; the caller frees them.
private func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
  unsafe texts.map { unsafe strdup($0) } + [nil]
}

private func free(_ strings: [UnsafeMutablePointer<CChar>?]) {
  for index in unsafe strings.indices { unsafe Glibc.free(strings[index]) }
}
