import Dispatch
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
}

private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
