import CConfinement
import FoundationEssentials
public import Glibc

/// A program that was started, with all of its children, in a separate process group.
///
/// The caller must end it on every path.
public struct ProcessGroup: Sendable {
  /// The identifier of the first process and of the group.
  public let identifier: pid_t

  /// The files that a process reads and writes; all other open files are closed in it.
  public struct Files {
    public var input: Int32?
    /// The file at descriptor `extraNumber`, to which no library prints.
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

  /// The kernel refused to start the process.
  public struct StartFailure: Error { public let code: Int32 }

  /// - Parameters:
  ///   - path: the path of the program.
  ///   - environment: variables to replace or add.
  ///   - inheritsEnvironment: whether the program inherits variables of this process.
  ///   - endsWithThread: whether the kernel kills the first process when the thread that starts it ends, which includes
  ///     the case that this process is killed. Only for a thread that waits for it without a suspension.
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

  /// True if the first process has ended. It is kept until `end()`, so that its number is not reused.
  public var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result != 0 || information.si_signo == SIGCHLD
  }

  /// Kills the group and returns when its first process has ended. Call it once.
  public func end() {
    kill(-identifier, SIGKILL)
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
  }
}

extension ProcessGroup {
  /// Waits for the first process, kills the rest of the group, and returns the exit code. Call it once, instead of
  /// `end()`.
  ///
  /// - Returns: nil if a signal ended the process, or if the current task is cancelled, which ends the process.
  public func exitCode() -> Int32? {
    while !hasEnded {
      if Task.isCancelled {
        end()
        return nil
      }
      wait_for_process(identifier, 100)
    }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    kill(-identifier, SIGKILL)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}

/// Finds a program as a shell does, but never in the current folder, which may come from a stranger.
public func executable(named name: String) -> String? {
  searchedFolders().map { "\($0)/\(name)" }.first(where: isExecutable)
}

/// The folders of `PATH` that are absolute.
public func searchedFolders() -> [String] {
  guard let path = unsafe getenv("PATH") else { return [] }
  return unsafe String(cString: path).split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
}

/// Returns whether a path is an executable file. Folders are executable in another sense: they can be entered.
public func isExecutable(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}

/// Kills processes that left the group of the program that started them. An environment variable identifies them.
public func killProcesses(withEnvironment variable: String) {
  // A killed process may have just started another.
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
  // This leaves some room for files that other tasks open meanwhile.
  (names(inFolder: "/proc/self/fd").compactMap { Int32($0) }.max() ?? 255) + 32
}

private func variables(of changes: [String: String], inheriting inherits: Bool) -> [String] {
  (inherits ? ProcessInfo.processInfo.environment : [:]).merging(changes) { $1 }
    .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
}

/// C strings and the terminating nil; the caller frees them.
private func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
  unsafe texts.map { unsafe strdup($0) } + [nil]
}

private func free(_ strings: [UnsafeMutablePointer<CChar>?]) {
  for index in unsafe strings.indices { unsafe Glibc.free(strings[index]) }
}
