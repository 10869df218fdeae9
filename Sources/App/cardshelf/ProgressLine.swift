import Dispatch
import Glibc
import SiteBuild
import Synchronization

/// Builds, and shows the progress if somebody waits for it at a terminal. A signal ends the program.
///
/// - Parameter keepsPictures: whether a signal while pictures are made only cancels the build, which then keeps the
///   finished ones. A second signal ends the program.
func withProgress<Result: Sendable>(
  _ options: BuildOptions, keepsPictures: Bool = false,
  _ build: @escaping @Sendable (BuildOptions) async -> Result
) async -> Result {
  let progress = BuildProgress()
  var watched = options
  watched.progress = progress
  let isCancelled = Atomic(false)
  let line =
    isTerminal(STDERR_FILENO) && showsMovement()
    ? ProgressLine(of: progress, isEnding: { isCancelled.load(ordering: .relaxed) }) : nil
  let result = await interruptible(
    cancels: {
      keepsPictures && progress.standing.stage == .pictures && !isCancelled.exchange(true, ordering: .relaxed)
    },
    { [watched] in await build(watched) })
  line?.end()
  return result.value
}

/// The line of a terminal that shows the progress of a build. It is written on ``promptQueue``, because a build can
/// keep all threads of tasks busy.
final class ProgressLine {
  private let timer: any DispatchSourceTimer

  /// - Parameters:
  ///   - isEnding: whether the build was cancelled, and waits for unfinished work.
  ///   - delay: the time before the line appears; shorter work needs no message.
  ///   - write: writes a text to the terminal.
  init(
    of progress: BuildProgress, isEnding: @escaping @Sendable () -> Bool = { false },
    after delay: DispatchTimeInterval = .milliseconds(500),
    every interval: DispatchTimeInterval = .milliseconds(100),
    write: @escaping @Sendable (String) -> Void = printError
  ) {
    timer = DispatchSource.makeTimerSource(queue: promptQueue)
    timer.setEventHandler {
      let columns = columnCount(of: STDERR_FILENO)
      let text =
        isEnding()
        ? String("finishing what has begun; Ctrl-C again ends at once".prefix(max(0, columns - 1)))
        : progressText(progress.standing, columns: columns)
      write("\r" + text + "\u{1B}[K")
    }
    timer.schedule(deadline: .now() + delay, repeating: interval)
    timer.resume()
  }

  /// Removes the line.
  func end() {
    timer.cancel()
    promptQueue.sync { clearLine() }
  }
}

/// Clears the line of the cursor, with everything that the terminal has echoed there, so that the next text starts a
/// line.
func clearLine() {
  guard isTerminal(STDERR_FILENO) else { return }
  printError(showsMovement() ? "\r\u{1B}[K" : "\n")
}

/// Returns whether the terminal can move its cursor; others get no progress line.
private func showsMovement() -> Bool { environment("TERM").map { $0 != "dumb" } ?? false }

/// The progress as text, such as `laying out: 12,345 of 64,000 cards, 2,310 a second`, shortened to fit a line.
func progressText(_ standing: BuildProgress.StageProgress, columns: Int) -> String {
  var text = standing.stage.rawValue
  if standing.total > 0 {
    text += ": \(grouped(standing.done)) of \(counted(standing.total, standing.stage.unit))"
    let milliseconds = Int(standing.elapsed / .milliseconds(1))
    let rate = milliseconds >= 500 ? standing.done * 1000 / milliseconds : 0
    if rate > 0 { text += ", \(grouped(rate)) a second" }
  }
  return String(text.prefix(max(0, columns - 1)))
}
