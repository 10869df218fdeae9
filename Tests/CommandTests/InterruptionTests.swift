import Glibc
import Testing

/// A signal ends a comparison while git runs, and leaves neither a process nor a file.
struct InterruptionTests {
  /// Where git hangs: with nothing printed, or with a part of what it should print.
  private static let stages = ["rev-parse", "ls-tree", "cat-file"]

  @Test(arguments: ["INT", "TERM", "HUP", "QUIT"], stages)
  func aSignalEndsGitAndRemovesWhatItMade(signal: String, stage: String) throws {
    let site = try ScratchFolder.site()
    defer { site.remove() }
    let tools = try ScratchFolder.make()
    defer { tools.remove() }
    try tools.write("", to: "temporary/.keep")
    // It signals the program that started it, so nothing hangs on a clock; ten minutes are never reached.
    try tools.write(
      """
      #!/bin/sh
      for word in "$@"; do
        case $word in
          \(stage))
            /usr/bin/git "$@" 2>/dev/null | head -c 20
            sleep 600 &
            echo $! >\(tools.path)/sleeper
            kill -\(signal) $PPID
            wait ;;
          rev-parse | ls-tree | cat-file) exec /usr/bin/git "$@" ;;
        esac
      done

      """, to: "bin/git")
    #expect(chmod(tools.path + "/bin/git", 0o755) == 0)
    for words in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]] {
      let identity = ["user.name=Test", "user.email=test@example.org", "commit.gpgsign=false"].flatMap { ["-c", $0] }
      #expect(try CommandRun.of(program: "/usr/bin/git", ["-C", site.path] + identity + words).exitCode == 0)
    }
    let before = "export PATH=\(tools.path)/bin:$PATH TMPDIR=\(tools.path)/temporary"
    let run = try CommandRun.of(
      ["diff", "--against", "HEAD", "--root", site.path], in: tools.path, after: (before, ""))
    #expect(run.exitCode == 130, "\(run.errors)")
    #expect(run.output == "")
    let sleeper = try #require(tools.text(of: "sleeper")?.split(separator: "\n").first.flatMap { pid_t($0) })
    #expect(!isRunning(sleeper))
    #expect(tools.names(in: "temporary") == [".keep"])
  }

  /// Nothing can be removed then, but git does not go on: it would for ever where it prints nothing.
  @Test func aKilledProgramTakesGitWithIt() throws {
    let site = try ScratchFolder.site()
    defer { site.remove() }
    let tools = try ScratchFolder.make()
    defer { tools.remove() }
    try tools.write("", to: "temporary/.keep")
    try tools.write(
      """
      #!/bin/sh
      case "$*" in *rev-parse*)
        echo $$ >\(tools.path)/git
        trap : TERM
        kill -KILL $PPID
        while :; do :; done ;;
      esac

      """, to: "bin/git")
    #expect(chmod(tools.path + "/bin/git", 0o755) == 0)
    #expect(try CommandRun.of(program: "/usr/bin/git", ["-C", site.path, "init", "-q"]).exitCode == 0)
    let before = "export PATH=\(tools.path)/bin:$PATH TMPDIR=\(tools.path)/temporary"
    #expect(throws: CommandRun.Failure(what: "ended by signal 9")) {
      try CommandRun.of(["diff", "--against", "HEAD", "--root", site.path], in: tools.path, after: (before, ""))
    }
    let git = try #require(tools.text(of: "git")?.split(separator: "\n").first.flatMap { pid_t($0) })
    // The kernel sends the signal before the program's end is seen here, and ends the process in its own time.
    for _ in 0..<6000 where isRunning(git) { usleep(10_000) }
    #expect(!isRunning(git))
    if isRunning(git) { kill(git, SIGKILL) }
  }

  /// What nobody waits for stays in the table of processes.
  private func isRunning(_ process: pid_t) -> Bool {
    guard let status = ScratchFolder(path: "/proc").text(of: "\(process)/stat") else { return false }
    let state = status[(status.lastIndex(of: ")") ?? status.startIndex)...].dropFirst(2).first
    return state != "Z" && state != "X"
  }
}
