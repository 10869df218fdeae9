import Glibc
import TestSupport
import Testing

/// A site in a repository, and a program that replaces git.
private struct Setting {
  let site: Folder
  let tools: Folder

  /// - Parameter script: makes the script for a folder. The script writes the id of its hanging process to the file
  ///   `process` there.
  init(git script: (String) -> String) throws {
    site = try Folder.site()
    tools = try Folder.temporary()
    try tools.write("", to: "temporary/.keep")
    try tools.write(script(tools.path), to: "bin/git")
    #expect(chmod(tools.path + "/bin/git", 0o755) == 0)
    #expect(try git(["init", "-q"]).exitCode == 0)
  }

  func remove() {
    site.remove()
    tools.remove()
  }

  func git(_ words: [String]) throws -> CommandRun {
    try CommandRun.of(program: "/usr/bin/git", ["-C", site.path] + words)
  }

  func diff() throws -> CommandRun {
    try CommandRun.of(
      ["diff", "--against", "HEAD", "--root", site.path], in: tools.path,
      after: ("export PATH=\(tools.path)/bin:$PATH TMPDIR=\(tools.path)/temporary", ""))
  }

  var process: pid_t? { tools.text(of: "process")?.split(separator: "\n").first.flatMap { pid_t($0) } }
}

/// A signal ends a comparison while git runs, and leaves neither a process nor a file.
struct InterruptionTests {
  /// git hangs without output, or after a part of its output.
  private static let stages = ["rev-parse", "ls-tree", "cat-file"]

  @Test(arguments: ["INT", "TERM", "HUP", "QUIT"], stages)
  func signalEndsGitAndRemovesItsFiles(signal: String, stage: String) throws {
    let setting = try Setting { tools in
      // It signals its parent process, so the test does not wait for a clock. The hour is longer than all tests may take.
      """
      #!/bin/sh
      for word in "$@"; do
        case $word in
          \(stage))
            /usr/bin/git "$@" 2>/dev/null | head -c 20
            sleep 3600 &
            echo $! >\(tools)/process
            kill -\(signal) $PPID
            wait ;;
          rev-parse | ls-tree | cat-file) exec /usr/bin/git "$@" ;;
        esac
      done

      """
    }
    defer { setting.remove() }
    for words in [["add", "-A"], ["commit", "-q", "-m", "x"]] {
      let identity = ["user.name=Test", "user.email=test@example.org", "commit.gpgsign=false"].flatMap { ["-c", $0] }
      #expect(try setting.git(identity + words).exitCode == 0)
    }
    let run = try setting.diff()
    #expect(run.exitCode == 130, "\(run.errors)")
    #expect(run.output == "")
    waitForEnd(of: try #require(setting.process))
    #expect(setting.tools.names(in: "temporary") == [".keep"])
  }

  /// Nothing can be removed in this case, but git must end too: otherwise it would run forever if it prints nothing.
  @Test func killedProgramEndsGitToo() throws {
    let setting = try Setting { tools in
      """
      #!/bin/sh
      case "$*" in *rev-parse*)
        echo $$ >\(tools)/process
        trap : TERM
        kill -KILL $PPID
        for second in $(seq 3600); do sleep 1; done ;;
      esac

      """
    }
    defer { setting.remove() }
    #expect(throws: CommandRun.Failure(what: "ended by signal 9")) {
      try setting.diff()
    }
    waitForEnd(of: try #require(setting.process))
  }

  /// Returns when the process has ended; a process that was left running makes the test hang.
  ///
  /// The kernel has sent SIGKILL when the program ends, but a killed process still shows as running until it is next
  /// scheduled: only the first process of a group is waited for, because its children are not the program's own.
  private func waitForEnd(of process: pid_t) {
    while isRunning(process) { usleep(1000) }
  }

  /// A process that nobody waits for stays in the process table as a zombie.
  private func isRunning(_ process: pid_t) -> Bool {
    guard let status = Folder(path: "/proc").text(of: "\(process)/stat") else { return false }
    let state = status[(status.lastIndex(of: ")") ?? status.startIndex)...].dropFirst(2).first
    return state != "Z" && state != "X"
  }
}
