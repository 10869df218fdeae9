import Dispatch
import Glibc
import SiteBuild
import Synchronization
import TestSupport
import Testing

@testable import cardshelf

/// Output at a terminal, which `script` of util-linux provides.
struct TerminalTests {
  private func run(_ arguments: [String], in site: Folder, _ variables: String) throws -> CommandRun {
    try CommandRun.of(
      arguments, in: site.path, after: (#"unset NO_COLOR; export \#(variables); exec script -qec "$*" /dev/null #"#, "")
    )
  }

  private static let wrong = ["Content/one/a.md": "---\ntitle: A\nimage: no.png\n---\n"]

  @Test(arguments: [
    ("TERM=xterm", true), ("TERM=xterm NO_COLOR=1", false), ("TERM=xterm NO_COLOR=", true), ("TERM=dumb", false),
  ])
  func coloursAtTerminals(variables: String, isColoured: Bool) throws {
    let site = try Folder.site(Self.wrong)
    defer { site.remove() }
    let run = try run(["build"], in: site, variables)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("\u{1B}[1;31merror\u{1B}[0m: ") == isColoured)
    #expect(run.output.contains("Content/one/a.md:3:8: error: ") != isColoured)
  }

  @Test func noColoursOutsideTerminals() throws {
    let site = try Folder.site(Self.wrong)
    defer { site.remove() }
    let run = try CommandRun.of(["build"], in: site.path, after: ("export TERM=xterm", ""))
    #expect(run.errors.hasPrefix("Content/one/a.md:3:8: error: "))
    #expect(!(run.errors + run.output).contains("\u{1B}"))
  }

  /// A run of less than half a second prints no progress. Tests do not depend on the speed of the machine, so the line
  /// may appear, but must be removed.
  @Test func removesTheProgressLine() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try run(["build"], in: site, "TERM=xterm")
    #expect(run.exitCode == 0)
    let afterProgress = run.output.split(separator: "\r\u{1B}[K").last ?? ""
    #expect(afterProgress.hasPrefix("1 card, 1 shelf, 1 page; "))
  }

  /// The line moves although tasks keep all threads busy, as when pictures are made. If it needed one of them, this test
  /// would never end.
  @Test func progressNeedsNoThreadOfTheWork() async {
    let written = DispatchSemaphore(value: 0)
    let texts = Mutex<[String]>([])
    let line = ProgressLine(of: BuildProgress(), after: .milliseconds(1), every: .milliseconds(1)) { text in
      texts.withLock { $0.append(text) }
      written.signal()
    }
    // Each needs a thread until the line was written once more.
    let count = 2 * processorCount() + 16
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { wait(for: written) } }
    }
    line.end()
    #expect(texts.withLock { $0.count } >= count)
    #expect(texts.withLock { $0.allSatisfy { $0 == "\rreading\u{1B}[K" } })
  }

  /// Ctrl-C ends the program as a signal that it does not handle, with nothing left in the line, not even the `^C` that
  /// the terminal echoes.
  @Test func ctrlCClearsTheLine() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let terminal = try Terminal()
    // The signal is there before the program awaits signals, and kept until then.
    let process = try terminal.start(CommandRun.program(), ["build", "--root", site.path], blocking: SIGINT)
    try terminal.type("\u{3}")
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process)
    #expect(status & 0x7F == SIGINT)
    let output = terminal.output()
    #expect(output.contains("^C"))
    #expect(output.hasSuffix("\r\u{1B}[K"), "\(output)")
    #expect(!site.holds("Output/index.html"))
  }
}

private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

/// A pseudoterminal.
private struct Terminal {
  private let master: Int32
  private let path: String

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN: Swift's Glibc module has no functions of pseudoterminals.
    var (isLocked, number) = (CInt(0), CUnsignedInt(0))
    guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw CommandRun.Failure(what: "no terminal")
    }
    path = "/dev/pts/\(number)"
  }

  /// Starts a program whose terminal this is.
  ///
  /// - Parameter signal: blocked in the program from its start.
  func start(_ program: String, _ arguments: [String], blocking signal: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(stream), path, O_RDWR, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    posix_spawnattr_setsigmask(&attributes, &mask)
    // POSIX_SPAWN_SETSID: the first terminal that the leader of a session opens is that of the session.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | 0x80)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let fonts = getenv("FONTCONFIG_FILE").map { "FONTCONFIG_FILE=" + String(cString: $0) } ?? "LANG=C"
    let settings: [String] = ["TERM=xterm", "PATH=/usr/bin:/bin", fonts]
    var variables = settings.map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    var process = pid_t()
    let refusal = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    guard refusal == 0 else { throw CommandRun.Failure(what: "posix_spawn: \(refusal)") }
    return process
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else { throw CommandRun.Failure(what: "write") }
  }

  /// All that was written, once every program has ended.
  func output() -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &part, part.count)
      if count <= 0 { break }
      bytes += part[..<count]
    }
    close(master)
    return String(decoding: bytes, as: UTF8.self)
  }
}
