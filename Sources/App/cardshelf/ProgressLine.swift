import Glibc
import SiteBuild

/// Builds, and says how far that is where somebody waits for it at a terminal.
func withProgress<Result: Sendable>(
  _ options: BuildOptions, _ build: @Sendable (BuildOptions) async -> Result
) async -> Result {
  guard isTerminal(STDERR_FILENO), showsMovement() else { return await build(options) }
  let progress = BuildProgress()
  var watched = options
  watched.progress = progress
  let line = Task.detached {
    // Work that is done sooner needs no message.
    guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
    while !Task.isCancelled {
      printError("\r" + progressText(progress.standing, columns: columnCount(of: STDERR_FILENO)) + "\u{1B}[K")
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { break }
    }
    printError("\r\u{1B}[K")
  }
  let result = await build(watched)
  line.cancel()
  await line.value
  return result
}

/// A terminal without a cursor to move gets no line that changes.
private func showsMovement() -> Bool { environment("TERM").map { $0 != "dumb" } ?? false }

/// `laying out: 12,345 of 64,000 cards, 2,310 a second`, shortened to fit a line.
func progressText(_ standing: BuildProgress.StageProgress, columns: Int) -> String {
  var text = standing.stage.rawValue
  if standing.total > 0 {
    text += ": \(grouped(standing.done)) of \(counted(standing.total, standing.stage.unit))"
    let milliseconds = Int(standing.elapsed / .milliseconds(1))
    if standing.done > 0, milliseconds >= 500 {
      text += ", \(grouped(standing.done * 1000 / milliseconds)) a second"
    }
  }
  return String(text.prefix(max(0, columns - 1)))
}
